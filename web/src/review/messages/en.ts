// The review in English. `who` is null for the user.
import { inside } from "../../language/en";
import { pluralFor } from "../../language/plural";

const plural = pluralFor("en");

const en = {
  title: "Review",
  of: (a: string, b: string) => `${a} and ${inside(b)}`,
  working: "The match is being reviewed, move by move…",
  workingLong: "It takes about ten seconds, and is then saved for everybody.",
  none: "There is no review of this match.",
  side: "From whose side",
  replay: "Replay",
  won: (who: string | null, seals: string) => (who === null ? `You won, ${seals}.` : `${who} won, ${seals}.`),
  noWinner: "Nobody won the match.",
  summary: {
    title: "In short",
    lucky: (who: string | null, much: string) =>
      `Luck was on ${who === null ? "your" : `${inside(who)}’s`} side: it added ${much} to the chance to win the match.`,
    unlucky: (who: string | null, much: string) =>
      `Luck was against ${who === null ? "you" : inside(who)}: it took ${much} off the chance to win the match.`,
    noLuck: "Luck made no clear difference.",
    accuracy: (who: string | null, much: string, n: number) =>
      `${who === null ? "Your" : `${who}’s`} decisions lost ${much} of the chance to win the round, on average (${plural(n, { one: "# decision", other: "# decisions" })}).`,
    tooFew: "There were too few decisions to judge the play.",
    moreAccurate: (who: string | null) => (who === null ? "You decided better." : `${who} decided better.`),
    noDifference: "Between the two players’ decisions there is no clear difference.",
    like: (who: string | null, level: string) => `${who === null ? "You" : who} played like ${inside(level)}.`,
    likeFromTo: (who: string | null, from: string, to: string) =>
      `${who === null ? "You" : who} played somewhere between ${inside(from)} and ${inside(to)}: one match cannot tell more exactly.`,
    between: (who: string | null, weaker: string, stronger: string) =>
      `${who === null ? "You" : who} played better than ${inside(weaker)}, and not as well as ${inside(stronger)}.`,
    stronger: (who: string | null, level: string) =>
      `${who === null ? "You" : who} played better than ${inside(level)}.`,
    weaker: (who: string | null, level: string) =>
      `${who === null ? "You" : who} played less well than ${inside(level)}, by these moves.`,
  },
  grades: {
    title: "Moves by what they lost",
    fine: "fine",
    inaccuracy: "inaccuracy",
    mistake: "mistake",
    blunder: "blunder",
    why: {
      fine: "under 1 %, or within the error",
      inaccuracy: "1 to 4 %",
      mistake: "4 to 10 %",
      blunder: "10 % and more",
    },
    note: "Losses are shares of the chance to win the round’s seal.",
    ofSeal: "of the chance to win the round’s seal",
  },
  waterfall: {
    title: "From even chances to the result",
    lead: (who: string | null) =>
      `How each part of the match moved ${who === null ? "your" : `${inside(who)}’s`} chance to win it. The parts add up exactly; both hands are known here.`,
    what: "Part",
    chance: "Chance to win the match",
    change: "Change",
    before: "Before the match",
    after: (round: number) => `After round ${round}`,
    parts: {
      start: "who begins, and the deal",
      draws: "cards drawn",
      bonus: "bonus tokens",
      unseen: "unseen cards",
      decisions: (who: string | null) => (who === null ? "your decisions" : `decisions of ${inside(who)}`),
      ended: "given up or stopped",
    },
    unseenWhy: "Unseen cards: the effect of hidden cards that the players could not know.",
    error: (much: string) => `± ${much}`,
  },
  costliest: {
    title: "The costliest decisions",
    none: (who: string | null) => `${who === null ? "You" : who} made no move that clearly lost anything.`,
    all: (n: number) => plural(n, { one: "# decision that lost", other: "All # decisions that lost" }),
  },
  move: {
    where: (round: number, move: number) => `Round ${round}, move ${move}`,
    lost: (much: string) => `lost ${much}`,
    played: "Played",
    best: "Better",
    noReason: "The search finds it weaker; no single fact explains why.",
    show: "Show on the table",
    tryAgain: "Try again",
    onTable: (grade: string, much: string) => `A move that lost ${much}: ${grade}`,
  },
  decision: {
    title: (n: number, of: number) => `Decision ${n} of ${of}`,
    previous: "The mistake before",
    next: "The mistake after",
    back: "To the review",
    prompt: "Find a better move.",
    promptFor: (who: string) => `What would have been better for ${inside(who)}?`,
    judging: "Judging the move…",
    found: "Found: as good as the best.",
    foundBest: "Found: the best move.",
    better: (much: string) => `Better, but still ${much} lost.`,
    notBetter: (much: string) => `${much} lost: not better.`,
    again: "Once more",
    solution: "Show the answer",
    compare: "Compare",
    playedLine: "Played\u00a0▸",
    bestLine: "Better\u00a0▸",
    triedLine: "What follows",
    nextMistake: "Next mistake",
    details: "Why",
    line: (n: number, of: number) => `${n} / ${of}`,
    stepBack: "One move back",
    stepOn: "One move on",
    sampled: "One way it may go on, with cards that could have come.",
    table: "Moves compared",
    win: "wins the seal",
    wasPlayed: "played",
    endLine: "Back",
  },
  mistakes: {
    title: "My mistakes",
    lead: "Decisions from your reviewed matches. They come back after 1, 3, 7, 21 and 60 days, until you find a better move.",
    none: "Nothing to practise now.",
    noneEver: "Mistakes come from matches that were reviewed. Finish a match, open its review, and come back.",
    nextDue: (day: string) => `The next one is due on ${day}.`,
    again: (day: string) => `It comes back on ${day}.`,
    next: "Next",
    toPuzzles: "To the puzzles",
    toMatches: "To your matches",
    position: (n: number, of: number) => `Mistake ${n} of ${of}`,
  },
};

export type ReviewMessages = typeof en;

export default en;
