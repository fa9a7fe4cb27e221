import { expect, it } from "vitest";
import { recordsIn } from "./records";

it("reads one record, written over several lines", () => {
  expect(recordsIn('{\n  "players": ["north", "south"]\n}\n')).toMatchObject([
    { line: 1, players: ["north", "south"] },
  ]);
});

it("reads a file of records, and leaves out what is none", () => {
  const found = recordsIn('{"players": ["a", "b"]}\r\n\r\nnot json\n[1]\n{"players": 7}\n');
  expect(found.map(({ line, players }) => [line, ...players])).toEqual([
    [1, "a", "b"],
    [5, "", ""],
  ]);
});

it("finds nothing in other files", () => {
  expect(recordsIn("PNG\u0000")).toEqual([]);
});
