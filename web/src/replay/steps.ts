// A match as the positions that one steps through: each deal, and each move that was not taken back.
import type { Cards, GameEvent, Moved, Seat, View } from "../api/types";

/** Through whose eyes; `own` is what one saw oneself, while the match still runs. */
export type Eyes = Seat | "open" | "own";

export interface Step {
  /** The event that made the position: what a link names. */
  seq: number;
  event: GameEvent;
  /** The move that led here; null after a deal. */
  moved: Moved | null;
  /** The market in which that move was chosen. */
  market: Cards;
  round: number;
  /** The decision that led here, by its ply; null after a deal. */
  ply: number | null;
}

/** The positions of a match, in order. */
export function stepsOf(events: readonly GameEvent[]): Step[] {
  let steps: Step[] = [];
  for (const event of events) {
    if (event.type === "taken_back") steps = steps.filter((step) => (viewIn(step.event)?.seq ?? 0) <= event.to);
    const view = viewIn(event);
    if (view === null || (event.type !== "dealt" && event.type !== "moved")) continue;
    const moved = event.type === "moved" ? event : null;
    const before = steps.at(-1);
    steps.push({
      seq: event.seq,
      event,
      moved,
      market: (before === undefined ? null : viewIn(before.event)?.market) ?? view.market,
      round: view.round,
      ply: moved === null ? null : view.ply - 1,
    });
  }
  return steps;
}

/** The step that a link names, or the last one before it; the first without a number. */
export function stepAt(steps: readonly Step[], seq: number | null): number {
  if (seq === null) return 0;
  const after = steps.findIndex((step) => step.seq > seq);
  return Math.max(0, after === -1 ? steps.length - 1 : after - 1);
}

/** What there is to see of a position, with the hand at the top where it may be seen. */
export function seenAt(step: Step, eyes: Eyes, bottom: Seat): { view: View | null; shown: Cards | null } {
  const { view, views } = step.event;
  if (views === undefined) return { view, shown: null };
  const above = views[bottom === 0 ? 1 : 0];
  return { view: views[bottom], shown: eyes === "open" ? (above?.you.hand ?? null) : null };
}

/** The move that led to a step, as these eyes saw it: a bonus token's value is its owner's. */
export function movedAs(moved: Moved, eyes: Eyes): Moved {
  if (eyes === "open" || eyes === "own" || eyes === moved.seat || moved.bonus === null) return moved;
  return { ...moved, bonus: { ...moved.bonus, value: null } };
}

function viewIn(event: GameEvent): View | null {
  return event.view ?? event.views?.[0] ?? event.views?.[1] ?? null;
}
