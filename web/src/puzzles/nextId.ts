// The next puzzle for a user: chosen when the address asks for it.
import { chunksHere, loadIndex } from "./library";
import { nextPuzzle } from "./choose";
import { progress } from "./progress.svelte";

/** Stands in the address for whatever comes next. */
export const NEXT_ID = "next";

/** The id of a puzzle near a rating (the user's own unless told); null if there is none. Throws a Problem. */
export async function findNext(
  theme: string | null,
  {
    ruleset = progress.ruleset,
    rating = progress.score.rating,
    tried = progress.tried,
    offline = !navigator.onLine,
  } = {},
): Promise<string | null> {
  const { puzzles } = await loadIndex();
  const chunks = await chunksHere();
  return nextPuzzle(puzzles, { ruleset, theme, rating, tried, chunks, offline, random: Math.random })?.id ?? null;
}
