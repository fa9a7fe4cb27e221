// Spaces at which a line must not break: French puts one before : ; ? and ! and inside « », Russian one before a dash.
const NO_BREAK_SPACE = "\u00a0";

/** The same messages, in which no line begins with one of these marks, and none ends or begins inside a « ». */
export function withHardSpaces<T>(messages: T, marks: string): T {
  const unbroken = new RegExp(` (?=[${marks}](?:\\s|$)|»)|(?<=«) `, "g");

  function replaced(value: unknown): unknown {
    if (typeof value === "string") return value.replaceAll(unbroken, NO_BREAK_SPACE);
    if (typeof value === "function")
      return (...args: unknown[]) => replaced((value as (...all: unknown[]) => unknown)(...args));
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each)]));
  }

  return replaced(messages) as T;
}
