// How many moves a long round has left, once a table is to show it.
import type { Ruleset, View } from "../api/types";

/** The moves before the round is stopped and scored; null while there are many, and once it is over. */
export function movesLeft(view: View | null, ruleset: Ruleset | null): number | null {
  if (view === null || ruleset === null || view.over !== null || view.ply < ruleset.ply_warning) return null;
  // A round from before there was a limit can be beyond it: its next move stops it.
  return Math.max(1, ruleset.ply_limit - view.ply);
}
