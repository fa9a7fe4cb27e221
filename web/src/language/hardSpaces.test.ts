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

it("is used for French and Russian", () => {
  expect(fr.table.yourTurnHow).toMatch(/^À vous\u00a0: /);
  expect(fr.table.dealt(1, null)).toMatch(/^Manche 1\u00a0: /);
  expect(ru.home.brief.seals).toContain("печати\u00a0— победа");
});
