import { expect, it } from "vitest";
import fr from "./fr";
import { withHardSpaces } from "./hardSpaces";
import ru from "./ru";

it("keeps a mark on the line of its word, in texts, lists and what functions return", () => {
  const messages = withHardSpaces(
    { a: "Qui ? Moi !", b: { c: (n: number) => `${n} : ${n}` }, d: [["1 – 5", "x ; y"]] },
    ":;?!",
  );
  expect(messages.a).toBe("Qui\u00a0? Moi\u00a0!");
  expect(messages.b.c(3)).toBe("3\u00a0: 3");
  expect(messages.d).toEqual([["1 – 5", "x\u00a0; y"]]);
});

it("keeps a French quotation together, whatever follows it", () => {
  expect(withHardSpaces("Puis « Vendre ».", ":;?!")).toBe("Puis «\u00a0Vendre\u00a0».");
});

it("is used for French and Russian", () => {
  expect(fr.table.yourTurnHow).toMatch(/^À vous\u00a0: /);
  expect(fr.table.dealt(1, null)).toMatch(/^Manche 1\u00a0: /);
  expect(ru.home.brief.seals).toContain("печати\u00a0— победа");
});

const FILES = import.meta.glob<{ default: object }>("../**/{fr,ru}.ts", { eager: true });

/** Every text in a tree of messages; what functions return is not called up. */
function textsOf(messages: object): string[] {
  return Object.values(messages).flatMap((value: unknown) =>
    typeof value === "string" ? [value] : typeof value === "object" && value !== null ? textsOf(value) : [],
  );
}

it.each(Object.keys(FILES))("%s breaks no line before a mark", (file) => {
  const marks = file.endsWith("fr.ts") ? / [:;?!»](\s|$)|« / : / —/;
  expect(textsOf(FILES[file]?.default ?? {}).filter((text) => marks.test(text))).toEqual([]);
});
