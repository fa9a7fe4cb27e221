// What every language has: the shape of the English file. A fourth language is one file more.
import type en from "./en";

export type Words = typeof en;

/** The form of `n` that the language asks for, with the number put in for `#`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Makes a language's own plural function: `plural(2, { one: "# card", other: "# cards" })`. */
export function pluralsOf(locale: string): (n: number, forms: Plural) => string {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll("#", digits.format(n));
}
