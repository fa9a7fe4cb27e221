// The review of a finished match, polled until it is complete.
import { get, Problem } from "../api/client";
import { moveKey, valuesAfterMoves, type Review, type ReviewedMove } from "./review";

const POLL_MS = 1000;
const TEMPORARY = ["offline", "unavailable", "too_many"];

interface Progress {
  done: number;
  of: number;
}

/** Polls the review of a match until it is complete, or until `close`. */
export class ReviewPoll {
  #review = $state.raw<Review | null>(null);
  #progress = $state.raw<Progress | null>(null);
  #problem = $state.raw<unknown>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #moves = $derived(new Map((this.#review?.moves ?? []).map((move) => [moveKey(move.round, move.ply), move])));
  readonly #values = $derived(this.#review === null ? null : valuesAfterMoves(this.#review));

  constructor(readonly game: string) {
    void this.#fetch();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** The review, once it is complete. */
  get review(): Review | null {
    return this.#review;
  }

  /** How far the review is; null before the first answer. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /** Why there will be no review: this server has no engine, for instance. */
  get problem(): unknown {
    return this.#problem;
  }

  /** The review of a move. */
  moveAt(round: number, ply: number | null): ReviewedMove | null {
    return ply === null ? null : (this.#moves.get(moveKey(round, ply)) ?? null);
  }

  /** Seat 0's probability of the seal and of the match after a move. */
  valueAfter(round: number, ply: number | null): { seal0: number; match0: number } | null {
    return ply === null ? null : (this.#values?.get(moveKey(round, ply)) ?? null);
  }

  async #fetch(): Promise<void> {
    try {
      const found = await get<Review | ({ status: "working" } & Progress)>(
        `/api/games/${encodeURIComponent(this.game)}/review`,
      );
      if (this.#closed) return;
      if ("format" in found) {
        this.#review = found;
        return;
      }
      this.#progress = found;
    } catch (problem) {
      if (!(problem instanceof Problem && TEMPORARY.includes(problem.code))) {
        this.#problem = problem;
        return;
      }
    }
    if (!this.#closed) this.#timer = setTimeout(() => void this.#fetch(), POLL_MS);
  }
}
