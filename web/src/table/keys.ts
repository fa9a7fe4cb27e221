// Keys of the table: by the key's place where the layout is not Latin, so AZERTY and Cyrillic work.
import { GOODS, type Card } from "../api/types";

export type Command =
  | { do: "slot"; at: number }
  | { do: "card"; kind: Card; all: boolean }
  | { do: "confirm" }
  | { do: "clear" }
  | { do: "shorten" }
  | { do: "help" }
  | { do: "type"; text: string };

const LETTERS = new Set<string>([...GOODS, "K"]);

/** What a key asks for; null where it asks for nothing of ours. */
export function commandOf(
  event: Pick<KeyboardEvent, "key" | "code" | "shiftKey">,
  letterKeys: boolean,
): Command | null {
  const { key, code, shiftKey } = event;
  if (key === "Enter") return { do: "confirm" };
  if (key === "Escape") return { do: "clear" };
  if (key === "Backspace") return { do: "shorten" };
  if (key === "?") return { do: "help" };
  if (key === "/" || key === "+" || key === "$") return { do: "type", text: key === "/" ? "" : key };
  const digit = /^(?:Digit|Numpad)([1-5])$/.exec(code)?.[1];
  if (digit !== undefined) return { do: "slot", at: Number(digit) - 1 };
  if (!letterKeys) return null;
  const letter = /^[a-z]$/i.test(key)
    ? key.toUpperCase()
    : /^\p{L}$/u.test(key)
      ? (/^Key([A-Z])$/.exec(code)?.[1] ?? "")
      : "";
  return LETTERS.has(letter) ? { do: "card", kind: letter as Card, all: shiftKey } : null;
}
