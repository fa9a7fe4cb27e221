// Problems as sentences in the language of the page.
import { Problem } from "../api/client";
import type { Refusal, ProblemCode } from "../api/types";
import { t } from "./index.svelte";

/** The sentence for whatever was thrown. */
export function problemMessage(problem: unknown): string {
  if (problem instanceof Problem) return messageForCode(problem.code);
  return t().problems.bad_answer;
}

/** The sentence for a code. */
export function messageForCode(code: ProblemCode | Refusal): string {
  const messages: Record<string, string> = { ...t().problems, ...t().refusals };
  return messages[code] ?? t().problems.bad_answer;
}
