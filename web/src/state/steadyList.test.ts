import { describe, expect, it } from "vitest";
import { holdPlaces, type Entry } from "./steadyList.svelte";

const entries = (...names: string[]): Entry<string>[] => names.map((item) => ({ item, gone: false }));
const places = (...args: [Entry<string>[], string[], boolean?]) =>
  holdPlaces(args[0], args[1], (item) => item.toLowerCase(), args[2]).map(({ item, gone }) =>
    gone ? `-${item}` : item,
  );

describe("a list under the pointer", () => {
  it("keeps the places of its entries when they come in another order", () => {
    expect(places(entries("a", "b", "c"), ["c", "a", "b"])).toEqual(["a", "b", "c"]);
  });

  it("marks what is gone in its place", () => {
    expect(places(entries("a", "b", "c"), ["c", "a"])).toEqual(["a", "-b", "c"]);
  });

  it("appends what is new, or lets it wait", () => {
    expect(places(entries("a"), ["z", "a"])).toEqual(["a", "z"]);
    expect(places(entries("a"), ["z", "a"], false)).toEqual(["a"]);
  });

  it("shows the latest of an entry, and one that has come back", () => {
    expect(places([{ item: "a", gone: true }], ["A"])).toEqual(["A"]);
  });
});
