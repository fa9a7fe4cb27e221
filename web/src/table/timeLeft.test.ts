import { beforeAll, describe, expect, it } from "vitest";
import { setLanguage } from "../language/index.svelte";
import { describeTimeLeft, formatTimeLeft, roundedUp, warningDue } from "./timeLeft";

beforeAll(() => setLanguage("en"));

describe("the time on a clock", () => {
  it("counts begun seconds, and tenths where little is left", () => {
    expect([300_000, 299_999, 10_000, 9_999, 9_900, 1, 0, -5].map(roundedUp)).toEqual([
      300, 300, 10, 10, 9.9, 0.1, 0, 0,
    ]);
  });

  it("is shown as players know it", () => {
    expect([604_800, 86_400, 3_600, 600, 89, 10, 9.4, 0].map(formatTimeLeft)).toEqual([
      "7 days",
      "24 hours",
      "1 hour",
      "10:00",
      "1:29",
      "0:10",
      "9.4",
      "0:00",
    ]);
    expect(describeTimeLeft(9.4)).toBe("10 seconds");
  });
});

describe("what is announced of a match clock", () => {
  it("is a minute once it is passed, and then the last seconds", () => {
    expect(warningDue(61, 90, null, null)).toBeNull();
    expect(warningDue(60, 90, null, null)).toBe(60);
    expect(warningDue(40, 90, 60, null)).toBeNull();
    expect(warningDue(20, 90, 60, null)).toBe(20);
    expect(warningDue(5, 90, 20, null)).toBeNull();
  });

  it("is only the last seconds in a turn that begins below a minute", () => {
    expect(warningDue(50, 55, null, null)).toBeNull();
    expect(warningDue(18, 18, null, null)).toBe(20);
  });

  it("is the last hour where there are days for a move", () => {
    expect(warningDue(3_600, 86_400, null, 86_400)).toBe(3_600);
    expect(warningDue(60, 86_400, 3_600, 86_400)).toBeNull();
  });
});
