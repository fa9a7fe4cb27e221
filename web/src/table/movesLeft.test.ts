import { expect, it } from "vitest";
import type { Ruleset, View } from "../api/types";
import { movesLeft } from "./movesLeft";

const ruleset = { ply_limit: 500, ply_warning: 400 } as Ruleset;
const at = (ply: number, over: View["over"] = null): View => ({ ply, over }) as View;

it("is shown from the warning on, with the numbers of the server", () => {
  expect(movesLeft(at(399), ruleset)).toBeNull();
  expect(movesLeft(at(400), ruleset)).toBe(100);
  expect(movesLeft(at(499), ruleset)).toBe(1);
  expect(movesLeft(at(19), { ...ruleset, ply_limit: 20, ply_warning: 10 })).toBe(1);
});

it("is not shown before the numbers are known, or once the round is over", () => {
  expect(movesLeft(at(450), null)).toBeNull();
  expect(movesLeft(null, ruleset)).toBeNull();
  expect(movesLeft(at(500, {} as View["over"]), ruleset)).toBeNull();
});

it("is one move in an older round that is beyond the limit", () => {
  expect(movesLeft(at(9000), ruleset)).toBe(1);
});
