// The results of finished matches, loaded one after the other and kept.
import { SvelteMap } from "svelte/reactivity";
import { get } from "../api/client";
import type { GameInfo, Seat } from "../api/types";

export interface MatchResult {
  winner: Seat | null;
  /** The seals of both seats. */
  seals: [number, number];
}

const results = new SvelteMap<string, MatchResult>();

/** The result of a match; null before it is loaded. */
export function resultOf(game: string): MatchResult | null {
  return results.get(game) ?? null;
}

/** Load the results of these games that are not known yet. */
export async function loadResults(games: readonly string[]): Promise<void> {
  for (const game of games) {
    if (results.has(game)) continue;
    try {
      const { table } = await get<GameInfo>(`/api/games/${encodeURIComponent(game)}`);
      const count = (seat: Seat): number => table.rounds.filter(({ seal }) => seal === seat).length;
      results.set(game, { winner: table.winner, seals: [count(0), count(1)] });
    } catch {
      return; // The list stays without results.
    }
  }
}
