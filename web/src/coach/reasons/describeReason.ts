// Reasons as sentences in the language of the page: `await reasonSection.load()`, then `describeReason(reason)`.
import { language } from "../../language/index.svelte";
import { Section } from "../../language/section.svelte";
import type { Reason, ReasonFacts, ReasonNumber, ReasonSentences } from "./reason";

export const reasonSection = new Section<ReasonSentences>({
  en: () => import("./en"),
  fr: () => import("./fr"),
  ru: () => import("./ru"),
});

/** Why a move lost, as a sentence about that move. */
export function describeReason(reason: Reason): string {
  const percent = new Intl.NumberFormat(language(), { style: "percent" });
  const numbers: Partial<Record<string, number>> = reason.numbers;
  const facts: ReasonFacts = {
    good: reason.good ?? "D",
    n: new Proxy({} as Record<ReasonNumber, number>, { get: (_, name) => numbers[String(name)] ?? 0 }),
    played: percent.format(reason.played),
    best: percent.format(reason.best),
  };
  return reasonSection.t()[reason.code](facts);
}
