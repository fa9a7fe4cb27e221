// What the page remembers of the user's puzzles, in the browser: what was tried, answers that are still to be
// sent, the last known rating. The server has the ratings; answers reach it once there is a connection.
import { get, Problem, send } from "../api/client";
import { newKey } from "../api/random";
import type { MoveText } from "../api/types";
import { loadMe, PUZZLES_KEY } from "../state/me.svelte";
import type { Attempt, AttemptResult, Grade, PuzzleScore } from "./types";

const MOST_SENT = 100;
/** Somebody new, until the server has said so. */
const START: PuzzleScore = { rating: 1200, deviation: 350, attempts: 0, right: 0 };

interface Stored {
  ruleset: string;
  tried: Record<string, Grade>;
  queue: Attempt[];
  score: PuzzleScore;
  /** The best rush by ruleset, in half points. */
  rush: Record<string, number>;
  /** Whether all puzzles are kept on this device. */
  keepsAll: boolean;
}

export function readProgress(text: string | null): Stored {
  const found = parsed(text);
  return {
    ruleset: found.ruleset === "box" ? "box" : "standard",
    tried: { ...found.tried },
    queue: Array.isArray(found.queue) ? found.queue : [],
    score: { ...START, ...found.score },
    rush: { ...found.rush },
    keepsAll: found.keepsAll === true,
  };
}

function parsed(text: string | null): Partial<Stored> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

export class Progress {
  #stored = $state.raw(readProgress(storedText()));
  /** How the rating has changed, by the key of the attempt. */
  #changes = $state.raw<Record<string, number>>({});
  #sending: Promise<void> | null = null;

  get ruleset(): string {
    return this.#stored.ruleset;
  }

  set ruleset(ruleset: string) {
    this.#store({ ruleset });
  }

  get score(): PuzzleScore {
    return this.#stored.score;
  }

  get keepsAll(): boolean {
    return this.#stored.keepsAll;
  }

  set keepsAll(keepsAll: boolean) {
    this.#store({ keepsAll });
  }

  /** How many answers wait for a connection. */
  get waiting(): number {
    return this.#stored.queue.length;
  }

  get tried(): ReadonlySet<string> {
    return new Set(Object.keys(this.#stored.tried));
  }

  gradeOf(id: string): Grade | null {
    return this.#stored.tried[id] ?? null;
  }

  bestRush(ruleset: string): number {
    return this.#stored.rush[ruleset] ?? 0;
  }

  /** How the rating has changed by an attempt; null until the server has said so. */
  changeBy(key: string | null): number | null {
    return key === null ? null : (this.#changes[key] ?? null);
  }

  /** Count a first answer and send it; the key of the attempt, or null for a puzzle that was tried before. */
  record(id: string, move: MoveText, grade: Grade): string | null {
    if (this.gradeOf(id) !== null) return null;
    const attempt = { id, move, at: Date.now(), key: newKey() };
    this.#store({ tried: { ...this.#stored.tried, [id]: grade }, queue: [...this.#stored.queue, attempt] });
    void this.send();
    return attempt.key;
  }

  /** Remember an answer that does not change the rating. */
  remember(id: string, grade: Grade): void {
    this.#store({ tried: { [id]: grade, ...this.#stored.tried } });
  }

  recordRush(ruleset: string, points: number): void {
    if (points > this.bestRush(ruleset)) this.#store({ rush: { ...this.#stored.rush, [ruleset]: points } });
  }

  /** Follow a change that another tab has stored. */
  follow({ key, newValue }: StorageEvent): void {
    if (key === PUZZLES_KEY) this.#stored = readProgress(newValue);
  }

  /** Send what waits, and take over the server's rating; without a connection nothing happens. */
  send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  /** Read again what is stored, and take over the server's rating. */
  async open(): Promise<void> {
    this.#stored = readProgress(storedText());
    await this.refresh();
  }

  /** Take over the server's rating. */
  async refresh(): Promise<void> {
    if (this.waiting > 0) return this.send();
    try {
      this.#store({ score: scoreOf(await get<PuzzleScore>("/api/me/puzzles")) });
    } catch {
      // The last known one stays.
    }
  }

  async #sendAll(): Promise<void> {
    while (this.waiting > 0) {
      const attempts = this.#stored.queue.slice(0, MOST_SENT);
      try {
        const answer = await send<PuzzleScore & { results: AttemptResult[] }>("POST", "/api/me/puzzles/attempts", {
          attempts,
        });
        this.#changes = { ...this.#changes, ...changesIn(answer.results) };
        this.#drop(attempts, scoreOf(answer));
        if (answer.attempts <= attempts.length) void loadMe(); // a visitor has become a guest
      } catch (problem) {
        // What the server can never take does not block what follows.
        if (problem instanceof Problem && problem.code === "bad_request") this.#drop(attempts, this.score);
        else return;
      }
    }
  }

  #drop(attempts: readonly Attempt[], score: PuzzleScore): void {
    const sent = new Set(attempts.map(({ key }) => key));
    this.#store({ score, queue: this.#stored.queue.filter(({ key }) => !sent.has(key)) });
  }

  #store(change: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...change };
    try {
      localStorage.setItem(PUZZLES_KEY, JSON.stringify(this.#stored));
    } catch {
      // Storage is disabled: it lasts as long as the page.
    }
  }
}

function scoreOf({ rating, deviation, attempts, right }: PuzzleScore): PuzzleScore {
  return { rating, deviation, attempts, right };
}

function changesIn(results: readonly AttemptResult[]): Record<string, number> {
  return Object.fromEntries(results.map(({ key, change }) => [key, change]));
}

function storedText(): string | null {
  try {
    return localStorage.getItem(PUZZLES_KEY);
  } catch {
    return null;
  }
}

/** The user's puzzles on this page. */
export const progress = new Progress();
