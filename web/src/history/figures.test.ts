import { beforeAll, describe, expect, it } from "vitest";
import { setLanguage } from "../language/index.svelte";
import { finePercent, formatOf, lanesOf, nearestLevel, runningMeans, scaleOf, signed, weightedMean } from "./figures";
import en from "./messages/en";
import fr from "./messages/fr";
import ru from "./messages/ru";
import type { Figure } from "./types";

const figure = (value: number, low = value, high = value): Figure => ({ value, low, high, of: 10 });

beforeAll(() => setLanguage("en"));

describe("figures", () => {
  it("are written as shares or with the digits that mean something", () => {
    expect(formatOf("camel_token")(0.444)).toBe("44%");
    expect(formatOf("sale")(2.1)).toBe("2.10");
    expect(formatOf("plies")(48.6)).toBe("49");
    expect(finePercent(0.0213)).toBe("2.1%");
    expect(signed(1.25, 1)).toBe("+1.3");
  });

  it("know the level whose value is nearest", () => {
    const levels = { kite: figure(1.4), spicer: figure(1.9), caravan: figure(2.1) };
    expect(nearestLevel({ you: figure(1.95), levels })).toBe("spicer");
    expect(nearestLevel({ you: null, levels })).toBeNull();
    expect(nearestLevel({ you: figure(1), levels: {} })).toBeNull();
  });

  it("lie on a scale that holds them all", () => {
    const [least, most] = scaleOf({ you: figure(2, 1, 3), levels: { kite: figure(1.5) } }, null);
    expect(least).toBeLessThan(1);
    expect(most).toBeGreaterThan(3);
    expect(scaleOf({ you: null, levels: {} }, [0, 1])).toEqual([0, 1]);
  });
});

describe("marks on a plot", () => {
  it("do not cover each other", () => {
    expect(lanesOf([10, 12, 14, 40], 8)).toEqual([0, 1, 2, 0]);
    expect(lanesOf([10, 30, 50], 8)).toEqual([0, 0, 0]);
  });
});

describe("a running mean", () => {
  it("weighs what it covers", () => {
    const points = [1, 3, 5].map((value) => ({ value, weight: 1 }));
    expect(runningMeans(points, 2)).toEqual([1, 2, 4]);
    expect(
      weightedMean([
        { value: 0, weight: 3 },
        { value: 4, weight: 1 },
      ]),
    ).toBe(1);
    expect(weightedMean([])).toBe(0);
  });
});

function leaves(words: object, path = ""): [string, unknown][] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? leaves(value, `${path}${name}.`) : [[`${path}${name}`, value]],
  );
}

describe("the sentences", () => {
  it.each([
    ["fr", fr],
    ["ru", ru],
  ])("%s has all of them, and none in English", (_, words) => {
    const english = new Map(leaves(en));
    expect(leaves(words).map(([path]) => path)).toEqual([...english.keys()]);
    const same = leaves(words).filter(
      ([path, text]) => typeof text === "string" && text.length > 12 && text === english.get(path),
    );
    expect(same).toEqual([]);
  });
});
