// Asking the server: one function for what one reads, one for what one does.
//
// Whatever is not granted is a Problem with a stable code; its sentence is in the language files.
import { newKey } from "./chance";
import { REFUSALS, TROUBLES, type GameEvent, type Refusal, type Trouble } from "./types";

/** Why something was not done. */
export class Problem extends Error {
  constructor(
    readonly code: Trouble | Refusal,
    readonly status = 0,
    readonly body: ProblemBody = {},
  ) {
    super(code);
    this.name = "Problem";
  }

  /** Whether the rules refused it, and not the server. */
  get isRefusal(): boolean {
    return (REFUSALS as readonly string[]).includes(this.code);
  }
}

export interface ProblemBody {
  code?: string;
  sentence?: string;
  /** With `stale`: where the game stands. */
  current?: GameEvent;
  retry_after?: number;
  claim_at?: number;
}

const PATIENCE = 15_000;
const TRIES = 6;
const LONGEST_PAUSE = 8_000;
// Answers of a proxy or a server that is being restarted: nothing was decided.
const NOT_NOW = new Set([502, 503, 504]);

let skew = 0;

/** The server's clock, as far as its answers have told it; in milliseconds. */
export function serverNow(): number {
  return Date.now() + skew;
}

/** Read something. */
export function get<T>(path: string): Promise<T> {
  return ask<T>("GET", path);
}

/** Change something that can be asked for once only; `act` is for what may be repeated. */
export function send<T>(method: "POST" | "PATCH" | "DELETE", path: string, body?: object): Promise<T> {
  return ask<T>(method, path, body);
}

/**
 * Do something until it is answered. The key makes repeating safe: what was done is not done again,
 * and the first answer comes again. Questions that change nothing have no key: null.
 */
export async function act<T>(path: string, body: object = {}, key: string | null = newKey()): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask<T>("POST", path, key === null ? body : { ...body, key });
    } catch (error) {
      const pause = error instanceof Problem ? pauseAfter(error, tries) : null;
      if (pause === null || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** How long to wait before asking again; null where asking again is no use. */
function pauseAfter(problem: Problem, tries: number): number | null {
  const asked = problem.body.retry_after;
  if (problem.code === "too_many" || problem.code === "unavailable") {
    if (asked !== undefined) return asked * 1000 <= LONGEST_PAUSE ? asked * 1000 : null;
  }
  if (problem.code !== "offline" && problem.code !== "unavailable") return null;
  return Math.min(LONGEST_PAUSE, 400 * 2 ** (tries - 1)) * (0.5 + Math.random());
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    text = await answer.text();
  } catch {
    throw new Problem("offline");
  }
  noteClock(answer.headers.get("date"));
  const found = parsed(text);
  if (answer.ok) {
    if (found === undefined && text !== "") throw new Problem("strange", answer.status);
    return found as T;
  }
  throw problemOf(answer.status, found);
}

function problemOf(status: number, found: unknown): Problem {
  const body = typeof found === "object" && found !== null ? (found as ProblemBody) : {};
  const known = [...TROUBLES, ...REFUSALS].find((code) => code === body.code);
  if (known !== undefined) return new Problem(known, status, body);
  return new Problem(NOT_NOW.has(status) ? "unavailable" : "strange", status, body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noteClock(date: string | null): void {
  const told = date === null ? NaN : Date.parse(date);
  // The header counts whole seconds: half of one is the best guess.
  if (!Number.isNaN(told)) skew = told + 500 - Date.now();
}
