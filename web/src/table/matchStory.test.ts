import { beforeAll, describe, expect, test } from "vitest";
import type { RoundResult, Table } from "../api/types";
import en from "../language/en";
import { setLanguage } from "../language/index.svelte";
import { countedRupees, countRounds, whatDecided, wordTo } from "./matchStory";

function round(rupees: [number, number], seal: 0 | 1 | null, more: Partial<RoundResult> = {}): RoundResult {
  return { rupees, seal, end: "tokens", ...more } as RoundResult;
}

/** A round with equal rupees, by the number of bonus and goods tokens of both. */
function tied(bonus0: number, bonus1: number, goods0: number, goods1: number): RoundResult {
  const scores = [
    { bonus_tokens: bonus0, goods_tokens: goods0 },
    { bonus_tokens: bonus1, goods_tokens: goods1 },
  ];
  return { ...round([66, 66], 0), scores } as RoundResult;
}

function table(rounds: RoundResult[], winner: 0 | 1): Table {
  return { ended: "seals", winner, rounds } as Table;
}

const { decided } = en.story;

beforeAll(() => setLanguage("en"));

describe("the end of a match", () => {
  test("rupees are counted in tens, one round after the other", () => {
    const [first, second] = countRounds([round([85, 71], 0), round([64, 90], 1)]);
    expect([0, 1, 8, 9, 20].map((step) => countedRupees(85, first!, step))).toEqual([0, 10, 80, 85, 85]);
    expect(first!.seal).toBe(10);
    expect(countedRupees(64, second!, first!.seal)).toBe(0);
    expect(countedRupees(64, second!, second!.seal)).toBe(64);
  });

  test.each<[string, RoundResult[], string]>([
    ["2:0", [round([85, 71], 0), round([90, 66], 0)], decided.straight(14, 24)],
    ["2:0, both close", [round([75, 71], 0), round([70, 66], 0)], decided.straightClose(4, 4)],
    ["2:0, both clear", [round([99, 60], 0), round([90, 60], 0)], decided.straightClear(39, 30)],
    [
      "2:0 with a round without a seal",
      [round([75, 71], 0), round([7, 7], null), round([90, 60], 0)],
      decided.straight(4, 30),
    ],
    ["2:0, the first by tokens", [round([70, 70], 0), round([90, 60], 0)], decided.straightLast(30)],
    ["2:1", [round([85, 71], 0), round([60, 66], 1), round([70, 66], 0)], decided.inRound(3, 4)],
    ["2:1 from behind", [round([60, 66], 1), round([85, 71], 0), round([70, 66], 0)], decided.comeback(null, 4)],
    [
      "2:1 with fewer rupees",
      [round([75, 71], 0), round([40, 90], 1), round([70, 66], 0)],
      decided.againstRupees(3, 4, 185, 227),
    ],
    ["a tie that bonus tokens break", [round([85, 71], 0), tied(4, 3, 9, 12)], decided.byBonus(2, 4, 3)],
    ["a tie that goods tokens break", [round([85, 71], 0), tied(3, 3, 12, 9)], decided.byGoods(2, 12, 9)],
    ["a stopped round", [round([85, 71], 0), round([50, 49], 0, { end: "stopped" })], decided.stopped(2, 1)],
    ["a forfeited round", [round([85, 71], 0), round([9, 49], 0, { end: "forfeit", by: 1 })], decided.forfeit(2)],
    ["one round", [round([85, 71], 0)], decided.oneRound(14)],
  ])("one line says what decided it: %s", (_, rounds, line) => {
    expect(whatDecided(table(rounds, 0), [0, 1], (seat) => (seat === 0 ? null : "Bela"))).toBe(line);
  });

  test("from the loser's side the winner has a name", () => {
    const rounds = [round([60, 66], 1), round([85, 71], 0), round([70, 66], 0)];
    expect(whatDecided(table(rounds, 0), [1, 0], () => "Anna")).toBe(decided.comeback("Anna", 4));
  });

  test.each(["resigned", "abandoned", "claimed"] as const)("a match that was %s has the seals so far", (ended) => {
    const rounds = [round([60, 66], 1), round([85, 71], 0), round([5, 5], null), round([5, 6], 1)];
    const stopped = { ...table(rounds, 0), ended };
    expect(whatDecided(stopped, [0, 1], () => null)).toBe(decided.seals([1, 2]));
    expect(whatDecided(stopped, [1, 0], () => null)).toBe(decided.seals([2, 1]));
    expect(whatDecided({ ...stopped, rounds: [] }, [0, 1], () => null)).toBe(decided.noRound);
  });

  test("a match without a winner says after how many rounds", () => {
    const endless = { ...table([round([5, 5], null)], 0), ended: "unfinished", winner: null } as Table;
    expect(whatDecided(endless, [0, 1], () => null)).toBe(decided.unfinished(1));
  });

  test("the loser of a close match is told so", () => {
    const close = table([round([85, 71], 0), round([70, 66], 0)], 0);
    expect(wordTo(0, close)).toBe(en.story.wordToWinner);
    expect(wordTo(1, close)).toBe(en.story.wordToCloseLoser);
    expect(wordTo(1, table([round([90, 40], 0)], 0))).toBe(en.story.wordToLoser);
  });
});
