// A problem as a sentence of the page's language.
import { Problem } from "../api/client";
import type { Refusal, Trouble } from "../api/types";
import { t } from "./index.svelte";

/** What to tell a person about something that was not done. */
export function sentenceOf(problem: unknown): string {
  if (problem instanceof Problem) return sentenceFor(problem.code);
  return t().troubles.strange;
}

/** The sentence of a code. */
export function sentenceFor(code: Trouble | Refusal): string {
  const words: Record<string, string> = { ...t().troubles, ...t().refusals };
  return words[code] ?? t().troubles.strange;
}
