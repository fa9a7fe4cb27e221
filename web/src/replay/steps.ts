// The steps of a replay: each deal, and each move that was not taken back.
import type { Cards, GameEvent, Moved, Seat, View } from "../api/types";

/** Whose cards are shown: a seat's, both (`open`), or the user's own while the match still runs (`own`). */
export type Perspective = Seat | "open" | "own";

export interface Step {
  /** The number of the event that led here; a link names it. */
  seq: number;
  event: GameEvent;
  /** The move that led here; null after a deal. */
  moved: Moved | null;
  /** The market in which that move was chosen. */
  market: Cards;
  round: number;
  /** The ply of the move that led here; null after a deal. */
  ply: number | null;
}

/** The positions of a match, in order. */
export function stepsOf(events: readonly GameEvent[]): Step[] {
  let steps: Step[] = [];
  for (const event of events) {
    if (event.type === "taken_back") steps = steps.filter((step) => (viewOf(step.event)?.seq ?? 0) <= event.to);
    const view = viewOf(event);
    if (view === null || (event.type !== "dealt" && event.type !== "moved")) continue;
    const moved = event.type === "moved" ? event : null;
    const before = steps.at(-1);
    steps.push({
      seq: event.seq,
      event,
      moved,
      market: (before === undefined ? null : viewOf(before.event)?.market) ?? view.market,
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

/** The view of a step from a perspective, with the hand at the top where it may be seen. */
export function viewFrom(
  step: Step,
  perspective: Perspective,
  bottom: Seat,
): { view: View | null; shown: Cards | null } {
  const { view, views } = step.event;
  if (views === undefined) return { view, shown: null };
  const above = views[bottom === 0 ? 1 : 0];
  return { view: views[bottom], shown: perspective === "open" ? (above?.you.hand ?? null) : null };
}

/** A move as seen from a perspective: the value of a bonus token is hidden from the other seat. */
export function moveSeenFrom(moved: Moved, perspective: Perspective): Moved {
  if (perspective === "open" || perspective === "own" || perspective === moved.seat || moved.bonus === null)
    return moved;
  return { ...moved, bonus: { ...moved.bonus, value: null } };
}

function viewOf(event: GameEvent): View | null {
  return event.view ?? event.views?.[0] ?? event.views?.[1] ?? null;
}
