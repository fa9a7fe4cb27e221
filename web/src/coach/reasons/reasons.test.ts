import { describe, expect, it } from "vitest";
import { setLanguage, LANGUAGES, type Language } from "../../language/index.svelte";
import { describeReason, reasonSection } from "./describeReason";
import en from "./en";
import fr from "./fr";
import { REASON_CODES, type Reason } from "./reason";
import ru from "./ru";

const NUMBERS = {
  ...{ camels: 3, count: 2, deck: 9, given: 1, hand: 7, held: 3, herd: 1, known: 2, lead: -4 },
  ...{ plies: 5, room: 1, size: 4, sold: 2, taken: 3, token: 5, tokens: 2, top: 7, used_up: 1 },
};

function aReason(changes: Partial<Reason>): Reason {
  const any: Reason = {
    ...{ code: "precious_left", good: "L", numbers: NUMBERS },
    ...{ played: 0.784, best: 0.12, error: 0.02, explains: 0.05 },
  };
  return { ...any, ...changes };
}

describe.each(Object.keys(LANGUAGES) as Language[])("reasons in %s", (name) => {
  it.each(REASON_CODES)("say %s with its numbers", async (code) => {
    await setLanguage(name);
    await reasonSection.load();
    const sentence = describeReason(aReason({ code }));
    expect(sentence).toMatch(/^[A-ZÀÉА-Я].*\.$/u);
    expect(sentence).not.toMatch(/undefined|NaN|#| {2}/);
    if (code !== "sold_too_few") expect(sentence).toMatch(/78|12/); // the shares are in it
  });
});

it("are written in every language, and no sentence is left in English", () => {
  for (const sentences of [fr, ru]) {
    expect(Object.keys(sentences).sort()).toEqual([...REASON_CODES].sort());
    expect(Object.keys(en).sort()).toEqual([...REASON_CODES].sort());
  }
});

it("speak as the language does", async () => {
  await reasonSection.load();
  await setLanguage("en");
  const left = aReason({ good: "D", numbers: { count: 1 } });
  expect(describeReason(left)).toBe(
    "It leaves 1 diamond in the market: the opponent takes diamonds next 78% of the time, against 12% after the best move.",
  );
  await setLanguage("fr");
  expect(describeReason(left).replaceAll(/\s/gu, " ")).toBe(
    "Ce coup laisse 1 diamant au marché : l’adversaire prend ensuite des diamants dans 78 % des cas, contre 12 % après le meilleur coup.",
  );
  await setLanguage("ru");
  const leather = aReason({ code: "goods_left", good: "L", numbers: { count: 1 } });
  expect(describeReason(leather).replaceAll(/\s/gu, " ")).toBe(
    "Ход оставляет на рынке 1 кожу: соперник тут же берёт кожу в 78 % случаев, а после лучшего хода — в 12 %.",
  );
  const camels = aReason({ code: "camels_left", numbers: { camels: 2 } });
  expect(describeReason(camels)).toContain("на рынке 2 верблюдов");
});

it("tell who is ahead where the end of the round is the reason", async () => {
  await reasonSection.load();
  await setLanguage("en");
  const clock = (lead: number): string =>
    describeReason(aReason({ code: "deck_clock", good: null, numbers: { ...NUMBERS, lead } }));
  expect(clock(0)).toMatch(/^The rupees are level, with 9 cards left/);
  expect(clock(1)).toMatch(/^About 1 rupee ahead/);
  expect(clock(-7)).toMatch(/^About 7 rupees behind/);
});
