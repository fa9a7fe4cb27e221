import { beforeAll, describe, expect, test } from "vitest";
import type { RoundResult, Table } from "../api/types";
import en from "../language/en";
import { setLanguage } from "../language/index.svelte";
import { countedRupees, countRounds, whatDecided, wordTo } from "./matchStory";

function round(rupees: [number, number], seal: 0 | 1): RoundResult {
  return { rupees, seal } as RoundResult;
}

function table(rounds: RoundResult[], winner: 0 | 1): Table {
  return { ended: "seals", winner, rounds } as Table;
}

beforeAll(() => setLanguage("en"));

describe("the end of a match", () => {
  test("rupees are counted in tens, one round after the other", () => {
    const [first, second] = countRounds([round([85, 71], 0), round([64, 90], 1)]);
    expect([0, 1, 8, 9, 20].map((step) => countedRupees(85, first!, step))).toEqual([0, 10, 80, 85, 85]);
    expect(first!.seal).toBe(10);
    expect(countedRupees(64, second!, first!.seal)).toBe(0);
    expect(countedRupees(64, second!, second!.seal)).toBe(64);
  });

  test("one line says what decided it", () => {
    expect(whatDecided(table([round([85, 71], 0), round([90, 66], 0)], 0))).toBe(en.story.decidedStraight(24));
    const three = [round([85, 71], 0), round([60, 66], 1), round([70, 66], 0)];
    expect(whatDecided(table(three, 0))).toBe(en.story.decidedInRound(3, 4));
    expect(whatDecided(table([round([85, 71], 0), round([66, 66], 0)], 0))).toBe(en.story.decidedByTokens(2));
    expect(whatDecided({ ...table([], 0), ended: "resigned" })).toBeNull();
  });

  test("the loser of a close match is told so", () => {
    const close = table([round([85, 71], 0), round([70, 66], 0)], 0);
    expect(wordTo(0, close)).toBe(en.story.wordToWinner);
    expect(wordTo(1, close)).toBe(en.story.wordToCloseLoser);
    expect(wordTo(1, table([round([90, 40], 0)], 0))).toBe(en.story.wordToLoser);
  });
});
