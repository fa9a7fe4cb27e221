// Plural forms by the rules of a language.

/** A text for each plural form, with `#` for the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The plural function of a language: `plural(2, { one: "# card", other: "# cards" })`. */
export function pluralFor(locale: string): (n: number, forms: Plural) => string {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll("#", digits.format(n));
}
