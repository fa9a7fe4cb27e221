// The analysis of a finished match, polled until it is complete.
import { get, Problem } from "../api/client";
import type { AnalysedMove, Analysis } from "../api/types";
import type { Step } from "./steps";

const POLL_MS = 1000;
const TEMPORARY = ["offline", "unavailable", "too_many"];

interface Progress {
  done: number;
  of: number;
}

/** Polls the analysis of a match until it is complete, or until `close`. */
export class AnalysisPoll {
  #moves = $state.raw<Map<string, AnalysedMove> | null>(null);
  #progress = $state.raw<Progress | null>(null);
  #unavailable = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly game: string) {
    void this.#fetch();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  get isComplete(): boolean {
    return this.#moves !== null;
  }

  /** How far the analysis is; null before the first answer. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /** Whether there will be no analysis: this server has no engine. */
  get isUnavailable(): boolean {
    return this.#unavailable;
  }

  /** The analysis of the move that led to a step. */
  moveAt(step: Step | undefined): AnalysedMove | null {
    if (step === undefined || step.ply === null) return null;
    return this.#moves?.get(`${step.round}/${step.ply}`) ?? null;
  }

  async #fetch(): Promise<void> {
    try {
      const found = await get<Analysis | ({ status: "working" } & Progress)>(
        `/api/games/${encodeURIComponent(this.game)}/analysis`,
      );
      if ("moves" in found) {
        this.#moves = new Map(found.moves.map((move) => [`${move.round}/${move.ply}`, move]));
        return;
      }
      this.#progress = found;
    } catch (problem) {
      if (!(problem instanceof Problem && TEMPORARY.includes(problem.code))) {
        this.#unavailable = true;
        return;
      }
    }
    if (!this.#closed) this.#timer = setTimeout(() => void this.#fetch(), POLL_MS);
  }
}
