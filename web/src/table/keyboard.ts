// The keys of the table. Digits, and letters of layouts that are not Latin, go by the position of the key,
// so that AZERTY and Cyrillic layouts work.
import { GOODS, type Card } from "../api/types";

export type Command =
  | { type: "slot"; at: number }
  | { type: "card"; kind: Card; all: boolean }
  | { type: "confirm" }
  | { type: "clear" }
  | { type: "removeLast" }
  | { type: "help" }
  | { type: "typeMove"; text: string };

const LETTERS = new Set<string>([...GOODS, "K"]);

/** The command of a key; null if it has none. */
export function commandOf(
  event: Pick<KeyboardEvent, "key" | "code" | "shiftKey">,
  options: { letterKeys: boolean; marketSize: number },
): Command | null {
  const { key, code, shiftKey } = event;
  if (key === "Enter") return { type: "confirm" };
  if (key === "Escape") return { type: "clear" };
  if (key === "Backspace") return { type: "removeLast" };
  if (key === "?") return { type: "help" };
  if (key === "/" || key === "+" || key === "$") return { type: "typeMove", text: key === "/" ? "" : key };
  const digit = Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? 0);
  if (digit > 0 && digit <= options.marketSize) return { type: "slot", at: digit - 1 };
  if (!options.letterKeys) return null;
  const letter = /^[a-z]$/i.test(key)
    ? key.toUpperCase()
    : /^\p{L}$/u.test(key)
      ? (/^Key([A-Z])$/.exec(code)?.[1] ?? "")
      : "";
  return LETTERS.has(letter) ? { type: "card", kind: letter as Card, all: shiftKey } : null;
}
