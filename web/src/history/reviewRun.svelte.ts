// Reviews matches one after another, as long as the user wants: each is asked for until it is there.
import { get, Problem } from "../api/client";

const PAUSE_MS = 1_000;
const LONGEST_WAIT_MS = 20_000;

interface Progress {
  done?: number;
  of?: number;
  format?: string;
}

export class ReviewRun {
  /** How many matches of this run are reviewed, or cannot be. */
  done = $state(0);
  of = $state(0);
  failed = $state(0);
  running = $state(false);
  /** How much of the present match is done, from 0 to 1. */
  part = $state(0);
  #stopped = false;

  /** Review these matches; ends when all are done, when `stop` was called, or when the server cannot. */
  async start(games: readonly string[]): Promise<void> {
    this.#stopped = false;
    this.running = true;
    [this.done, this.of, this.failed] = [0, games.length, 0];
    for (const game of games) {
      if (this.#stopped) break;
      this.part = 0;
      if (!(await this.#review(game))) this.failed++;
      if (!this.#stopped) this.done++;
    }
    this.running = false;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Whether a match could be reviewed. */
  async #review(game: string): Promise<boolean> {
    while (!this.#stopped) {
      try {
        const found = await get<Progress>(`/api/games/${game}/review`);
        if (found.format !== undefined) return true;
        this.part = (found.done ?? 0) / Math.max(1, found.of ?? 1);
        await pause(PAUSE_MS);
      } catch (problem) {
        const wait = problem instanceof Problem ? waitAfter(problem) : null;
        if (wait === null) return false;
        await pause(wait);
      }
    }
    return true;
  }
}

/** How long to wait before the same request is worth another try; null where it is not. */
function waitAfter({ code, body }: Problem): number | null {
  if (code === "too_many") return Math.min(LONGEST_WAIT_MS, (body.retry_after ?? 1) * 1000);
  return code === "offline" || code === "unavailable" ? LONGEST_WAIT_MS / 4 : null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
