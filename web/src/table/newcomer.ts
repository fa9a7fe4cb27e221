// A newcomer's six sentences: each once, at the moment it matters.
import type { Ruleset, SeatView } from "../api/types";
import type { State } from "./choice";

export const LESSONS = ["start", "more", "sale", "camels", "full", "end"] as const;
export type Lesson = (typeof LESSONS)[number];

/** The sentence that fits now, out of those that were not read yet. */
export function lessonFor(
  view: SeatView,
  state: State,
  facts: Ruleset | null,
  learned: readonly string[],
): Lesson | null {
  if (learned.includes("all")) return null;
  const fits: Record<Lesson, boolean> = {
    start: state.is === "empty",
    more: state.is === "ready" && state.parts.kind === "take",
    sale: state.is === "ready" && state.parts.kind === "sell",
    camels: state.is === "ready" && state.parts.kind === "camels",
    full: state.is === "empty" && facts !== null && view.you.hand.length >= facts.hand_limit - 1,
    end:
      state.is === "empty" &&
      (view.deck < 9 || Object.values(view.tokens).filter((left) => left.length === 0).length > 0),
  };
  return LESSONS.findLast((lesson) => fits[lesson] && !learned.includes(lesson)) ?? null;
}
