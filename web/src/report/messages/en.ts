// Reports about an opponent, in English.
export default {
  report: "Report my opponent",
  why: "Those who run this site will look at it.",
  name: "The name is offensive",
  behaviour: "Unfair or rude behaviour",
  done: "Reported. Thank you.",
};
