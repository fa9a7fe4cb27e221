import { expect, it } from "vitest";
import { parseRecords } from "./records";

it("reads one record, written over several lines", () => {
  expect(parseRecords('{\n  "players": ["north", "south"]\n}\n')).toMatchObject([
    { line: 1, players: ["north", "south"] },
  ]);
});

it("reads a file of records, and skips other lines", () => {
  const found = parseRecords('{"players": ["a", "b"]}\r\n\r\nnot json\n[1]\n{"players": 7}\n');
  expect(found.map(({ line, players }) => [line, ...players])).toEqual([
    [1, "a", "b"],
    [5, "", ""],
  ]);
});

it("finds nothing in other files", () => {
  expect(parseRecords("PNG\u0000")).toEqual([]);
});
