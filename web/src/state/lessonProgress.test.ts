import { describe, expect, it } from "vitest";
import { dismiss, isDismissed, readProgress, rememberSolved, solvedIn } from "./lessonProgress.svelte";

describe("the progress in the lessons", () => {
  it("never goes back", () => {
    rememberSolved("take", 2);
    rememberSolved("take", 1);
    expect(solvedIn("take")).toBe(2);
    expect(solvedIn("sell")).toBe(0);
  });

  it("remembers an offer that was dismissed", () => {
    expect(isDismissed("rules")).toBe(false);
    dismiss("rules");
    expect(isDismissed("rules")).toBe(true);
    expect(isDismissed("advice")).toBe(false);
  });

  it("survives stored text that is broken", () => {
    const nothing = { solved: {}, dismissed: [] };
    for (const text of [null, "", "[", "7", '{"solved": 3, "dismissed": {}}'])
      expect(readProgress(text)).toEqual(nothing);
    expect(readProgress('{"solved": {"take": 2, "x": "y"}, "dismissed": ["rules", 4]}')).toEqual({
      solved: { take: 2 },
      dismissed: ["rules"],
    });
  });
});
