// Reports about an opponent, in English.
export default {
  report: "Report or block my opponent",
  profile: (name: string) => `Profile of ${name}`,
  blockWhy:
    "Or block them: then they cannot challenge you, be paired with you or join your games. They are not told, and this match goes on.",
  block: "Block my opponent",
  blocked: "Blocked. The People page has the list.",
  why: "The administrators of this site will look at it.",
  name: "The name is offensive",
  behaviour: "Unfair or rude behaviour",
  done: "Reported. Thank you.",
};
