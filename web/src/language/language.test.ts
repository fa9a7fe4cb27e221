import { expect, it } from "vitest";
import { REFUSALS, PROBLEM_CODES } from "../api/types";
import { ACCOUNT_PROBLEMS } from "./problemCodes";
import en from "./en";
import fr from "./fr";
import { preferredLanguage, LANGUAGES } from "./index.svelte";
import ru from "./ru";
import { pluralFor } from "./plural";

const FILES = { en, fr, ru };

/** Every path in a language's tree that ends in a sentence or a function. */
function leaves(words: object, path = ""): string[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? leaves(value, `${path}${name}.`) : [`${path}${name}`],
  );
}

/** Whether every language has it: each has its own forms of the levels' names. */
function isShared(path: string): boolean {
  return !/^levels\.\w+\.(?!title$|sentence$)/.test(path);
}

it.each(Object.keys(LANGUAGES) as (keyof typeof FILES)[])("%s has every sentence, and none is empty", (name) => {
  expect(leaves(FILES[name]).filter(isShared).sort()).toEqual(leaves(en).filter(isShared).sort());
  const empty = Object.entries(flat(FILES[name])).filter(([, value]) => value === "");
  expect(empty).toEqual([]);
});

it.each(["fr", "ru"] as const)("%s is not English that was left standing", (name) => {
  const english = flat(en);
  const same = Object.entries(flat(FILES[name])).filter(
    ([path, value]) => typeof value === "string" && value.length > 12 && value === english[path],
  );
  expect(same).toEqual([]);
});

it("has a sentence for every refusal and every trouble", () => {
  for (const words of Object.values(FILES)) {
    expect(Object.keys(words.refusals).sort()).toEqual([...REFUSALS].sort());
    const known = [...Object.keys(words.problems), ...ACCOUNT_PROBLEMS]; // the type of the account's own says the rest
    expect(known.sort()).toEqual([...PROBLEM_CODES].sort());
  }
});

it("counts as the language does", () => {
  const forms = { one: "# печать", few: "# печати", other: "# печатей" };
  const count = pluralFor("ru");
  expect([1, 2, 5, 11, 21, 22].map((n) => count(n, forms))).toEqual([
    "1 печать",
    "2 печати",
    "5 печатей",
    "11 печатей",
    "21 печать",
    "22 печати",
  ]);
  const french = pluralFor("fr");
  expect([0, 1, 2].map((n) => french(n, { one: "# carte", other: "# cartes" }))).toEqual([
    "0 carte",
    "1 carte",
    "2 cartes",
  ]);
});

it("takes the browser's first language that there is", () => {
  expect(preferredLanguage(["de-AT", "fr-CA", "en"])).toBe("fr");
  expect(preferredLanguage(["ru"])).toBe("ru");
  expect(preferredLanguage(["ja"])).toBe("en");
});

function flat(words: object, path = ""): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
      typeof value === "object" && value !== null
        ? Object.entries(flat(value, `${path}${name}.`))
        : [[`${path}${name}`, value]],
    ),
  );
}

it("gives the names of levels their article and case", () => {
  const porter = fr.levels.porter?.title ?? "";
  const child = fr.levels.kite?.title ?? "";
  expect([porter, child, "Anna"].map((name) => fr.table.turnOf(name))).toEqual([
    "Au porteur de jouer",
    "À l’enfant au cerf-volant de jouer",
    "À Anna de jouer",
  ]);
  const seller = ru.levels.spicer?.title ?? "";
  expect(ru.table.waitingFor(seller)).toBe("Ждём торговку пряностями…");
  expect(ru.table.turnOf(seller)).toBe("Ходит торговка пряностями");
  expect(en.table.waitingFor("The spice-seller")).toBe("Waiting for the spice-seller…");
  expect(en.table.sealTo("The spice-seller", [73, 61])).toBe("The spice-seller wins the seal, 73 : 61");
});

it("gives a rating its article and case", () => {
  expect(en.table.waitingFor(en.common.rated("1240"))).toBe("Waiting for level 1240…");
  expect(fr.table.turnOf(fr.common.rated("1240"))).toBe("Au niveau 1240 de jouer");
  expect(ru.table.waitingFor(ru.common.rated("1240"))).toBe("Ждём уровень 1240…");
  expect(en.table.waitingFor("Anna 12")).toBe("Waiting for Anna 12…");
});

it("begins a French sentence with the article of a rating, and a label without", () => {
  expect([fr.common.rated("1240"), fr.table.player(1), "anna"].map((name) => fr.table.matchTo(name))).toEqual([
    "Le niveau 1240 gagne la partie.",
    "Le premier joueur gagne la partie.",
    "anna gagne la partie.",
  ]);
  expect(fr.moves.took(fr.common.rated("1240"), "1 or")).toBe("Le niveau 1240 a pris 1 or.");
  expect(fr.common.rated("1240")).toBe("Niveau 1240");
  expect(fr.home.against("Anna", fr.common.rated("1240"))).toBe("Anna et le niveau 1240");
});

it("says why the user's match plays as it does", () => {
  expect(en.terms.evenWhy(3, 5, 1240)).toBe("You won 3 of your last 5 matches, so I play at 1240.");
  expect(en.terms.evenWhy(0, 1, 1100)).toBe("You lost your last match, so I play at 1100.");
  expect(fr.terms.evenWhy(1, 1, 1240)).toBe("Vous avez gagné votre dernière partie, donc je joue à 1240.");
  expect(ru.terms.evenWhy(2, 4, 1240)).toBe("Из последних 4 партий вы выиграли 2, поэтому я играю на 1240.");
});

it("counts goods as the language does", () => {
  expect([1, 2, 5].map((n) => ru.goods.S.count(n))).toEqual(["1 серебро", "2 серебра", "5 серебра"]);
  expect([1, 2, 5].map((n) => ru.goods.G.count(n))).toEqual(["1 золото", "2 золота", "5 золота"]);
});

const NUMBERS = {
  en: /\d|\b(two|three|four|five|six|seven)\b/i,
  fr: /\d|\b(deux|trois|quatre|cinq|six|sept)\b/i,
  ru: /\d|два|две|двух|три|трёх|четыр|пять|пяти|шест|семь|семи/i,
};

it.each(["en", "fr", "ru"] as const)("%s leaves the numbers of the game to the ruleset", (name) => {
  const { refusals, rulesets, table } = FILES[name];
  const sentences = Object.values(flat({ refusals, rulesets, tips: table.tips, ends: table.ends }));
  const wrong = sentences.filter((text) => typeof text === "string" && NUMBERS[name].test(text));
  expect(wrong).toEqual([]);
});

it("has different words for tips and hints", () => {
  expect(fr.table.gotIt).not.toContain(fr.table.hint.toLowerCase());
  expect(ru.table.gotIt).not.toContain("подсказ");
});

const RUSSIAN = import.meta.glob<string>("../**/ru.ts", { query: "?raw", import: "default", eager: true });
const FRENCH = import.meta.glob<string>("../**/fr.ts", { query: "?raw", import: "default", eager: true });

// One word, one thing: партия, награда, удача, просмотр; troc, conseil.
it.each(Object.entries(RUSSIAN))("%s has one word for a match, a bonus, luck and a replay", (_, text) => {
  expect(text).not.toMatch(/матч|бонус|везени|повтор"/i);
});

it.each(Object.entries(FRENCH))("%s has one word for an exchange and a hint", (_, text) => {
  expect(text).not.toMatch(/échange|indice/i);
});

it("players at one screen have forms inside sentences too", () => {
  expect(ru.table.turnOf(ru.table.player(2))).toBe("Ходит второй игрок");
  expect(fr.table.turnOf(fr.table.player(1))).toBe("Au premier joueur de jouer");
});
