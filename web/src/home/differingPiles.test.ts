import { expect, it } from "vitest";
import type { Ruleset } from "../api/types";
import { differingPiles } from "./differingPiles";

const standard = { name: "standard", bonus: { 3: [1, 1, 2], 4: [4, 5], 5: [8, 9, 10] } } as unknown as Ruleset;
const box = { name: "box", bonus: { 3: [1, 1, 2, 2], 4: [4, 5], 5: [8, 10] } } as unknown as Ruleset;

it("names the piles in which rulesets differ, and no other", () => {
  expect(differingPiles(standard, [standard, box])).toEqual([
    { pile: "3", orMore: false, value: [1, 1, 2] },
    { pile: "5", orMore: true, value: [8, 9, 10] },
  ]);
  expect(differingPiles(box, [standard, box])[0]?.value).toEqual([1, 1, 2, 2]);
  expect(differingPiles(standard, [standard])).toEqual([]);
});
