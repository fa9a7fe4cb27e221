// A rush: as many puzzles as possible before the time is up or three answers were wrong.
//
// The clock runs while a position waits for an answer, and stands still while a result is shown or the next
// puzzle is loaded. The puzzles get harder with every right answer.
import type { MoveText } from "../api/types";
import { gradeOf, judge } from "./grade";
import { loadPuzzle } from "./library";
import { findNext } from "./nextId";
import { progress } from "./progress.svelte";
import type { Grade, JudgedMove, Puzzle } from "./types";

export const RUSH_MS = 180_000;
export const STRIKES = 3;
const TICK_MS = 100;
/** The first puzzle is so much easier than the user's rating. */
const EASIER = 300;
const STEP = 30;
const EASIEST = 700;

export type RushEnd = "time" | "strikes" | "none";

export class Rush {
  #halves = $state(0);
  #strikes = $state(0);
  #left = $state(RUSH_MS);
  #puzzle = $state.raw<Puzzle | null>(null);
  #answered = $state.raw<JudgedMove | null>(null);
  #ended = $state<RushEnd | null>(null);
  #missed = $state.raw<string[]>([]);
  #isBest = $state(false);
  #rating: number;
  #loading = false;
  #timer: ReturnType<typeof setInterval> | null = null;
  #since = 0;
  readonly #seen = new Set<string>();
  readonly #ruleset: string;

  constructor(
    ruleset: string,
    private readonly onproblem: (problem: unknown) => void,
  ) {
    this.#ruleset = ruleset;
    this.#rating = Math.max(EASIEST, progress.score.rating - EASIER);
  }

  /** The points, in halves. */
  get halves(): number {
    return this.#halves;
  }

  get strikes(): number {
    return this.#strikes;
  }

  /** The time left, in milliseconds. */
  get left(): number {
    return this.#left;
  }

  get puzzle(): Puzzle | null {
    return this.#puzzle;
  }

  /** The answer whose result is shown. */
  get answered(): JudgedMove | null {
    return this.#answered;
  }

  get ended(): RushEnd | null {
    return this.#ended;
  }

  /** The puzzles that were not solved. */
  get missed(): readonly string[] {
    return this.#missed;
  }

  get isBest(): boolean {
    return this.#isBest;
  }

  /** Show the next puzzle and let the clock run. */
  next = async (): Promise<void> => {
    const waits = this.#puzzle !== null && this.#answered === null;
    if (this.#ended !== null || this.#loading || waits) return;
    if (this.#strikes >= STRIKES) return this.#end("strikes");
    this.#loading = true;
    try {
      const tried = new Set([...progress.tried, ...this.#seen]);
      const id = await findNext(null, { ruleset: this.#ruleset, rating: this.#rating, tried });
      const puzzle = id === null || this.#seen.has(id) ? null : await loadPuzzle(id);
      if (puzzle === null) return this.#end("none");
      this.#seen.add(puzzle.id);
      this.#puzzle = puzzle;
      this.#answered = null;
      this.#run();
    } catch (problem) {
      this.onproblem(problem);
    } finally {
      this.#loading = false;
    }
  };

  answer(move: MoveText): void {
    const judged = this.#puzzle === null || this.#answered !== null ? null : judge(this.#puzzle, move);
    if (judged === null || this.#puzzle === null) return;
    this.#stop();
    if (this.#ended !== null) return;
    const grade = gradeOf(judged.lost);
    this.#answered = judged;
    this.#halves += { right: 2, half: 1, wrong: 0 }[grade];
    this.#count(grade, this.#puzzle.id);
    progress.remember(this.#puzzle.id, grade);
  }

  close(): void {
    this.#stop();
  }

  #count(grade: Grade, id: string): void {
    if (grade === "right") this.#rating += STEP;
    else this.#missed = [...this.#missed, id];
    if (grade === "wrong") this.#strikes++;
  }

  #run(): void {
    this.#stop();
    this.#since = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    const now = performance.now();
    this.#left = Math.max(0, this.#left - (now - this.#since));
    this.#since = now;
    if (this.#left === 0) this.#end("time");
  }

  #stop(): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#tick();
  }

  #end(how: RushEnd): void {
    if (this.#ended !== null) return;
    this.#ended = how;
    this.#stop();
    this.#isBest = this.#halves > progress.bestRush(this.#ruleset);
    progress.recordRush(this.#ruleset, this.#halves);
  }
}
