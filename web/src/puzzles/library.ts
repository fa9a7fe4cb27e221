// The puzzles: their index and the chunks that hold them, each requested once.
import { get, Problem } from "../api/client";
import { PUZZLE_CACHE } from "../state/offline";
import type { Puzzle, PuzzleEntry, PuzzleIndex } from "./types";

let index: Promise<PuzzleIndex> | null = null;
const chunks = new Map<number, Promise<Puzzle[]>>();

/** All puzzles without their positions; throws a Problem. */
export function loadIndex(): Promise<PuzzleIndex> {
  index ??= get<PuzzleIndex>("/api/puzzles");
  index.catch(() => (index = null));
  return index;
}

/** A puzzle; null if there is none of this id. Throws a Problem. */
export async function loadPuzzle(id: string): Promise<Puzzle | null> {
  const { puzzles } = await loadIndex();
  const entry = puzzles.find((each) => each.id === id);
  if (entry === undefined) return null;
  try {
    return await puzzleOf(entry);
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== "not_found") throw problem;
    // The server has other puzzles since: their index says where they are.
    index = null;
    chunks.clear();
    const again = (await loadIndex()).puzzles.find((each) => each.id === id);
    return again === undefined ? null : puzzleOf(again);
  }
}

/** The rating in the index follows the answers of everybody; the one in the chunk is the first. */
async function puzzleOf({ id, chunk, rating }: PuzzleEntry): Promise<Puzzle | null> {
  const puzzle = (await loadChunk(chunk)).find((each) => each.id === id);
  return puzzle === undefined ? null : { ...puzzle, rating };
}

async function loadChunk(chunk: number): Promise<Puzzle[]> {
  let request = chunks.get(chunk);
  if (request === undefined) {
    const { version } = await loadIndex();
    request = get<{ puzzles: Puzzle[] }>(`/api/puzzles/${version}/${chunk}`).then(({ puzzles }) => puzzles);
    chunks.set(chunk, request);
    request.catch(() => chunks.delete(chunk));
  }
  return request;
}

/** The chunks that can be had without the server. */
export async function chunksHere(): Promise<Set<number>> {
  const found = new Set(chunks.keys());
  try {
    const { version } = await loadIndex();
    const kept = await (await caches.open(PUZZLE_CACHE)).keys();
    for (const { url } of kept) {
      const [, number] = new RegExp(`/api/puzzles/${version}/(\\d+)$`).exec(url) ?? [];
      if (number !== undefined) found.add(Number(number));
    }
  } catch {
    // Over plain http there is no cache.
  }
  return found;
}
