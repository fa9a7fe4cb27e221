// The English messages of the lessons: the type that the other languages follow.
import lessons from "./english.json";

const messages = {
  title: "Lessons",
  lead: "Each lesson is a few positions, and in each you make one move. Nothing can go wrong.",
  parts: { rules: "The rules, in eight minutes", advice: "Good advice, and when to forget it" },
  adviceLead: "Best after your first match. Every answer was worked out in thousands of rounds.",
  start: "Start",
  goOn: "Continue",
  again: "Start over",
  done: "done",
  solved: (n: number, of: number) => `${n} of ${of}`,
  position: (n: number, of: number) => `Position ${n} of ${of}`,
  tryAgain: "Try again",
  showMe: "Show me",
  shown: "Like this: ",
  next: "Next",
  nextLesson: (title: string) => `Next: ${title}`,
  play: "Play a match",
  all: "All lessons",
  allDone: "You know all ten lessons.",
  rulesDone: "These were all the rules: try a match.",
  unknown: "There is no such lesson.",
  lessons,
};

export default messages;
export type LessonMessages = typeof messages;
