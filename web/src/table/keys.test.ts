import { expect, test } from "vitest";
import { commandOf } from "./keys";

const press = (key: string, code: string, shiftKey = false, letters = true) =>
  commandOf({ key, code, shiftKey }, letters);

test("digits choose slots by their place, on AZERTY too", () => {
  expect(press("1", "Digit1")).toEqual({ do: "slot", at: 0 });
  expect(press("&", "Digit1")).toEqual({ do: "slot", at: 0 });
  expect(press("5", "Numpad5")).toEqual({ do: "slot", at: 4 });
  expect(press("6", "Digit6")).toBeNull();
});

test("letters choose goods, all of them with Shift", () => {
  expect(press("l", "KeyL")).toEqual({ do: "card", kind: "L", all: false });
  expect(press("L", "KeyL", true)).toEqual({ do: "card", kind: "L", all: true });
  expect(press("x", "KeyX")).toBeNull();
});

test("a Latin layout counts by letter, any other by place", () => {
  expect(press("d", "KeyH")).toEqual({ do: "card", kind: "D", all: false }); // Dvorak
  expect(press("в", "KeyD")).toEqual({ do: "card", kind: "D", all: false }); // ЙЦУКЕН
});

test("letter keys can be switched off", () => {
  expect(press("l", "KeyL", false, false)).toBeNull();
  expect(press("1", "Digit1", false, false)).toEqual({ do: "slot", at: 0 });
});

test("a dollar opens the field even where it shares its key with a digit", () => {
  expect(press("$", "Digit4", true)).toEqual({ do: "type", text: "$" });
  expect(press("/", "Slash")).toEqual({ do: "type", text: "" });
});

test("the rest", () => {
  expect(press("Enter", "NumpadEnter")).toEqual({ do: "confirm" });
  expect(press("Escape", "Escape")).toEqual({ do: "clear" });
  expect(press("Backspace", "Backspace")).toEqual({ do: "shorten" });
  expect(press("?", "Slash", true)).toEqual({ do: "help" });
});
