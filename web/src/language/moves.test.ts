import { beforeAll, expect, it } from "vitest";
import { setLanguage } from "./index.svelte";
import { describeMove, moveInstruction } from "./moves";

beforeAll(() => setLanguage("en"));

it("describes moves that were played, by name or to the user", () => {
  const moved = (move: string, slots: number[], tokens: number[] = []) => ({ move, slots, tokens, bonus: null });
  expect(describeMove(moved("+D", [2]), "Anna")).toBe("Anna took 1 diamond.");
  expect(describeMove(moved("+GG-LK", [0, 3]), null)).toBe("You took 2 gold and gave 1 leather and 1 camel.");
  expect(describeMove(moved("$L3", [], [4, 3, 2]), "Anna")).toBe("Anna sold 3 leather for 9.");
});

it("counts the camels by the slots that were emptied", () => {
  expect(describeMove({ move: "+K", slots: [0, 1, 4], tokens: [], bonus: null }, null)).toBe("You took 3 camels.");
});

it("shows the value of a bonus token where it is known", () => {
  const sale = { move: "$C3", slots: [], tokens: [5, 3, 3] };
  expect(describeMove({ ...sale, bonus: { pile: 3, value: 2 } }, null)).toContain("for 11 and a bonus of 2.");
  expect(describeMove({ ...sale, bonus: { pile: 3, value: null } }, "Anna")).toContain("for 11 and a bonus.");
});

it("gives instructions for moves that may be played", () => {
  expect(moveInstruction("+K", "DKKGL")).toBe("Take 2 camels");
  expect(moveInstruction("$L3", "DKKGL")).toBe("Sell 3 leather");
});
