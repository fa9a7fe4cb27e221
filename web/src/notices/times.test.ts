import { expect, test } from "vitest";
import { minutesOf, timeOf } from "./times";

test("a time of the day is text and minutes", () => {
  for (const [minutes, text] of [
    [0, "00:00"],
    [485, "08:05"],
    [1320, "22:00"],
  ] as const) {
    expect(timeOf(minutes)).toBe(text);
    expect(minutesOf(text)).toBe(minutes);
  }
  expect(minutesOf("")).toBeNull();
});
