import { describe, expect, test } from "vitest";
import { dailyPuzzle, nextPuzzle, type Wanted } from "./choose";
import { gradeOf } from "./grade";
import type { PuzzleEntry } from "./types";

const entry = (id: string, rating: number, more: Partial<PuzzleEntry> = {}): PuzzleEntry => ({
  id,
  ruleset: "standard",
  rating,
  themes: [],
  chunk: 0,
  ...more,
});
const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  ruleset: "standard",
  theme: null,
  rating: 1200,
  tried: new Set(),
  chunks: new Set(),
  offline: false,
  random: () => 0,
  ...more,
});

describe("the next puzzle", () => {
  const entries = [entry("far", 1900), entry("near", 1210), entry("box", 1200, { ruleset: "box" })];

  test("is near the own rating and of the chosen ruleset", () => {
    expect(nextPuzzle(entries, wanted())?.id).toBe("near");
    expect(nextPuzzle(entries, wanted({ ruleset: "box" }))?.id).toBe("box");
  });

  test("is one that was not tried while there is one, however far", () => {
    expect(nextPuzzle(entries, wanted({ tried: new Set(["near"]) }))?.id).toBe("far");
    expect(nextPuzzle(entries, wanted({ tried: new Set(["near", "far"]) }))?.id).toBe("near");
  });

  test("has the theme that was asked for", () => {
    const deny = [entry("a", 1200), entry("b", 1500, { themes: ["deny"] })];
    expect(nextPuzzle(deny, wanted({ theme: "deny" }))?.id).toBe("b");
    expect(nextPuzzle(deny, wanted({ theme: "camels" }))).toBeNull();
  });

  test("needs no request where one of about that rating is here already", () => {
    const chunked = [entry("there", 1200, { chunk: 1 }), entry("here", 1280, { chunk: 2 })];
    expect(nextPuzzle(chunked, wanted({ chunks: new Set([2]) }))?.id).toBe("here");
    expect(nextPuzzle(chunked, wanted({ chunks: new Set([2]), rating: 1100 }))?.id).toBe("there");
  });

  test("without a connection is one of those that are here", () => {
    const chunked = [entry("there", 1200, { chunk: 1 }), entry("here", 1900, { chunk: 2 })];
    expect(nextPuzzle(chunked, wanted({ chunks: new Set([2]), offline: true }))?.id).toBe("here");
    expect(nextPuzzle(chunked, wanted({ offline: true }))).toBeNull();
  });
});

test("the puzzle of the day changes at midnight of UTC and goes round", () => {
  const entries = [entry("a", 1), entry("b", 1), entry("c", 1)];
  expect(dailyPuzzle(entries, 0)?.id).toBe("a");
  expect(dailyPuzzle(entries, 86_399_999)?.id).toBe("a");
  expect(dailyPuzzle(entries, 86_400_000)?.id).toBe("b");
  expect(dailyPuzzle(entries, 3 * 86_400_000)?.id).toBe("a");
  expect(dailyPuzzle([], 0)).toBeNull();
});

test("an answer is right within 1 %, half right below 8 %", () => {
  expect([0, 0.01, 0.011, 0.079, 0.08, 0.5].map(gradeOf)).toEqual(["right", "right", "half", "half", "wrong", "wrong"]);
});
