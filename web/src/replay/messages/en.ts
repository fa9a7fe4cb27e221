// The replay in English.
import { inside } from "../../language/en";
import { pluralFor } from "../../language/plural";

const plural = pluralFor("en");

const en = {
  title: "Replay",
  curve: (name: string | null) =>
    `How likely ${name === null ? "you are" : `${inside(name)} is`} to win the match, move by move`,
  chance: "chance to win the round",
  working: "The match is being analysed…",
  moves: "Moves",
  mistake: "A mistake",
  best: "Best:",
  wasBest: "The best move.",
  asGood: "As good as the best, as far as the analysis can tell.",
  trifle: "Slightly weaker than the best.",
  wins: (name: string | null) => (name === null ? "You win the match" : `${name} wins the match`),
  lost: (much: string) => `A mistake: ${much} lost.`,
  perspective: "Point of view",
  open: "Both hands",
  download: "Download the record",
  controls: "Step through the match",
  first: "To the beginning",
  previous: "One move back",
  next: "One move on",
  end: "To the end",
  play: "Play",
  pause: "Pause",
  slider: "Position in the match",
  playOn: "Play from here…",
  playOnWhy: "The same cards from this position on, against:",
  nothing: "No move was played in this match.",
  importRecord: "Open a record",
  drop: "Drop a record file here (.jsonl): a match that was saved by this page or by the command line.",
  choose: "Choose a file",
  which: (n: number) => plural(n, { one: "# match in this file", other: "# matches in this file" }),
};

export type ReplayMessages = typeof en;

export default en;
