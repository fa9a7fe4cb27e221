// The analysis of a finished match: asked for until it is there.
import { get, Problem } from "../api/client";
import type { AnalysedMove, Analysis } from "../api/types";
import type { Step } from "./steps";

const AGAIN = 1000;

/** Asks for an analysis until it is there; `close` ends the asking. */
export class Asking {
  #moves = $state.raw<Map<string, AnalysedMove> | null>(null);
  #progress = $state.raw<{ done: number; of: number } | null>(null);
  #none = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly game: string) {
    void this.#ask();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  get there(): boolean {
    return this.#moves !== null;
  }

  /** How far it is; null before the first answer. */
  get progress(): { done: number; of: number } | null {
    return this.#progress;
  }

  /** Whether there will be none: this server has no engine. */
  get none(): boolean {
    return this.#none;
  }

  /** What it says of the move that led to a step. */
  of(step: Step | undefined): AnalysedMove | null {
    if (step === undefined || step.ply === null) return null;
    return this.#moves?.get(`${step.round}/${step.ply}`) ?? null;
  }

  async #ask(): Promise<void> {
    try {
      const found = await get<Analysis | { status: "working"; done: number; of: number }>(
        `/api/games/${encodeURIComponent(this.game)}/analysis`,
      );
      if ("moves" in found) {
        this.#moves = new Map(found.moves.map((move) => [`${move.round}/${move.ply}`, move]));
        return;
      }
      this.#progress = found;
    } catch (problem) {
      const passing = problem instanceof Problem && ["offline", "unavailable", "too_many"].includes(problem.code);
      if (!passing) {
        this.#none = true;
        return;
      }
    }
    if (!this.#closed) this.#timer = setTimeout(() => void this.#ask(), AGAIN);
  }
}
