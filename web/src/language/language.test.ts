import { expect, it } from "vitest";
import { REFUSALS, PROBLEM_CODES } from "../api/types";
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

it.each(Object.keys(LANGUAGES) as (keyof typeof FILES)[])("%s has every sentence, and none is empty", (name) => {
  expect(leaves(FILES[name]).sort()).toEqual(leaves(en).sort());
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
    expect(Object.keys(words.problems).sort()).toEqual([...PROBLEM_CODES].sort());
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
