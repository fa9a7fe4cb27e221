// Reports about an opponent, in English.
export default {
  report: "Report or block my opponent",
  profile: (name: string) => `Profile of ${name}`,
  blockWhy:
    "Or end it between you: they can then neither challenge you, be paired with you nor join your games, and are not told. This match goes on.",
  block: "Block my opponent",
  blocked: "Blocked. Your page of people has the list.",
  why: "Those who run this site will look at it.",
  name: "The name is offensive",
  behaviour: "Unfair or rude behaviour",
  done: "Reported. Thank you.",
};
