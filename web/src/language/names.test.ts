import { expect, it } from "vitest";
import { chosenName, displayName } from "./names";

it("isolates a name that is written from right to left", () => {
  const shown = displayName({ name: "\u05d3\u05e0\u05d4 12", level: null });
  expect(shown).toBe("\u2068\u05d3\u05e0\u05d4 12\u2069");
});

it.each(["Anna", "Анна", "李", "1234"])("leaves %s as it is", (name) => {
  expect(displayName({ name, level: null })).toBe(name);
});

it("knows a guest's name from a chosen one", () => {
  expect(["Guest 5282", null, "Guest", "Anna"].map(chosenName)).toEqual(["", "", "Guest", "Anna"]);
});
