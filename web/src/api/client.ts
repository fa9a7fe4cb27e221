// Requests to the API. A request that fails throws a Problem with a stable code; the sentence for the
// code is in the language files.
import { newKey } from "./random";
import { REFUSALS, type GameEvent, type Refusal, type ProblemCode } from "./types";

/** Why a request failed. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode | Refusal,
    readonly status = 0,
    readonly body: ProblemBody = {},
  ) {
    super(code);
    this.name = "Problem";
  }

  /** Whether the rules refused a move, rather than the server a request. */
  get isRefusal(): boolean {
    return (REFUSALS as readonly string[]).includes(this.code);
  }
}

export interface ProblemBody {
  code?: string;
  sentence?: string;
  /** With `stale`: the current position. */
  current?: GameEvent;
  retry_after?: number;
  claim_at?: number;
}

const TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 400;
const MAX_PAUSE_MS = 8_000;
// Answers of a proxy while the server restarts: nothing was decided.
const GATEWAY_STATUSES = new Set([502, 503, 504]);

let clockSkewMs = 0;
let hasHeartbeat = false;

/** The server's clock in milliseconds: from its heartbeats, or else from the Date header of its answers. */
export function serverNow(): number {
  return Date.now() + clockSkewMs;
}

/** Take over the time of a heartbeat. Deadlines go by it, even where the machine's clock was set. */
export function setServerNow(ms: number): void {
  hasHeartbeat = true;
  clockSkewMs = ms - Date.now();
}

/** Send a GET request. */
export function get<T>(path: string): Promise<T> {
  return request<T>("GET", path);
}

/** Send a request that changes something, once; `postWithRetry` repeats it. */
export function send<T>(method: "POST" | "PATCH" | "DELETE", path: string, body?: object): Promise<T> {
  return request<T>(method, path, body);
}

/**
 * Send a POST request until it is answered. The idempotency key makes repeating safe: the server acts
 * once and repeats its first answer. Requests that change nothing need no key: null.
 */
export async function postWithRetry<T>(path: string, body: object = {}, key: string | null = newKey()): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request<T>("POST", path, key === null ? body : { ...body, key });
    } catch (error) {
      const pause = error instanceof Problem ? retryPauseMs(error, attempt) : null;
      if (pause === null || attempt === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** How long to wait before the next attempt; null where another attempt is no use. */
function retryPauseMs(problem: Problem, attempt: number): number | null {
  const retryAfter = problem.body.retry_after;
  if (problem.code === "too_many" || problem.code === "unavailable") {
    if (retryAfter !== undefined) return retryAfter * 1000 <= MAX_PAUSE_MS ? retryAfter * 1000 : null;
  }
  if (problem.code !== "offline" && problem.code !== "unavailable") return null;
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random());
}

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await answer.text();
  } catch {
    throw new Problem("offline");
  }
  updateClockSkew(answer.headers.get("date"));
  const found = parsed(text);
  if (answer.ok) {
    if (found === undefined && text !== "") throw new Problem("bad_answer", answer.status);
    return found as T;
  }
  throw problemOf(answer.status, found);
}

function problemOf(status: number, found: unknown): Problem {
  const body = typeof found === "object" && found !== null ? (found as ProblemBody) : {};
  // All problems of the server have both; a code that this page does not know has a sentence for all of them.
  const { code, sentence } = body;
  if (code !== undefined && sentence !== undefined) return new Problem(code as ProblemCode, status, body);
  return new Problem(GATEWAY_STATUSES.has(status) ? "unavailable" : "bad_answer", status, body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function updateClockSkew(date: string | null): void {
  const serverTime = date === null ? NaN : Date.parse(date);
  // The header has whole seconds: half a second more is the best estimate.
  if (!hasHeartbeat && !Number.isNaN(serverTime)) clockSkewMs = serverTime + 500 - Date.now();
}
