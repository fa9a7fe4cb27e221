// Which puzzle comes next.
import type { PuzzleEntry } from "./types";

const DAY_MS = 86_400_000;
/** One of so many that are nearest to the wanted rating, so that not everybody gets the same. */
const NEAREST = 12;
/** How far from the wanted rating one may be that needs no request. */
const NEAR_ENOUGH = 100;

export interface Wanted {
  ruleset: string;
  /** Null for any. */
  theme: string | null;
  rating: number;
  tried: ReadonlySet<string>;
  /** Chunks that are here already. */
  chunks: ReadonlySet<number>;
  /** Whether only these can be had. */
  offline: boolean;
  random: () => number;
}

/** A puzzle near the wanted rating that was not tried, while there is one; null if none fits. */
export function nextPuzzle(entries: readonly PuzzleEntry[], wanted: Wanted): PuzzleEntry | null {
  const fits = entries.filter(
    ({ ruleset, themes, chunk }) =>
      ruleset === wanted.ruleset &&
      (wanted.theme === null || themes.includes(wanted.theme)) &&
      (!wanted.offline || wanted.chunks.has(chunk)),
  );
  const fresh = fits.filter(({ id }) => !wanted.tried.has(id));
  const distance = ({ rating }: PuzzleEntry): number => Math.abs(rating - wanted.rating);
  const near = (fresh.length > 0 ? fresh : fits).toSorted((a, b) => distance(a) - distance(b));
  const here = near.filter((entry) => wanted.chunks.has(entry.chunk) && distance(entry) <= NEAR_ENOUGH);
  const some = (here.length > 0 ? here : near).slice(0, NEAREST);
  return some[Math.floor(wanted.random() * some.length)] ?? null;
}

/** The puzzle of a day: the same for everybody. */
export function dailyPuzzle(entries: readonly PuzzleEntry[], now: number): PuzzleEntry | null {
  return entries[Math.floor(now / DAY_MS) % entries.length] ?? null;
}
