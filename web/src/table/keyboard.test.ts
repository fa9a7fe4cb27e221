import { expect, test } from "vitest";
import { commandOf } from "./keyboard";

const press = (key: string, code: string, shiftKey = false, letterKeys = true, marketSize = 5) =>
  commandOf({ key, code, shiftKey }, { letterKeys, marketSize });

test("digits choose slots by the position of the key, on AZERTY too", () => {
  expect(press("1", "Digit1")).toEqual({ type: "slot", at: 0 });
  expect(press("&", "Digit1")).toEqual({ type: "slot", at: 0 });
  expect(press("5", "Numpad5")).toEqual({ type: "slot", at: 4 });
  expect(press("6", "Digit6")).toBeNull();
});

test("there are as many digits as slots in the market", () => {
  expect(press("6", "Digit6", false, true, 6)).toEqual({ type: "slot", at: 5 });
  expect(press("4", "Digit4", false, true, 3)).toBeNull();
});

test("letters choose goods, all of them with Shift", () => {
  expect(press("l", "KeyL")).toEqual({ type: "card", kind: "L", all: false });
  expect(press("L", "KeyL", true)).toEqual({ type: "card", kind: "L", all: true });
  expect(press("x", "KeyX")).toBeNull();
});

test("a Latin layout goes by letter, any other by position", () => {
  expect(press("d", "KeyH")).toEqual({ type: "card", kind: "D", all: false }); // Dvorak
  expect(press("в", "KeyD")).toEqual({ type: "card", kind: "D", all: false }); // ЙЦУКЕН
});

test("letter keys can be switched off", () => {
  expect(press("l", "KeyL", false, false)).toBeNull();
  expect(press("1", "Digit1", false, false)).toEqual({ type: "slot", at: 0 });
});

test("a dollar opens the field even where it shares its key with a digit", () => {
  expect(press("$", "Digit4", true)).toEqual({ type: "typeMove", text: "$" });
  expect(press("/", "Slash")).toEqual({ type: "typeMove", text: "" });
});

test("the rest", () => {
  expect(press("Enter", "NumpadEnter")).toEqual({ type: "confirm" });
  expect(press("Escape", "Escape")).toEqual({ type: "clear" });
  expect(press("Backspace", "Backspace")).toEqual({ type: "removeLast" });
  expect(press("?", "Slash", true)).toEqual({ type: "help" });
});
