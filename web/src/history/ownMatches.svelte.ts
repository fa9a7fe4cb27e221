// The user's own matches, page by page, and the statistics; older matches are counted a part at a time.
import { get, serverNow } from "../api/client";
import { currentUser, loadMe } from "../state/me.svelte";
import type { HistoryMatch, HistoryPage, Statistics } from "./types";

const DAY_MS = 86_400_000;
export const PERIODS = { all: null, year: 365, month: 30, week: 7 } as const;
export type Period = keyof typeof PERIODS;

export interface Filter {
  opponent: string;
  result: string;
  ruleset: string;
  period: Period;
}

export const NO_FILTER: Filter = { opponent: "", result: "", ruleset: "", period: "all" };

/** Whether there is a user, whose matches can be asked for. */
async function isUser(): Promise<boolean> {
  if (currentUser().id === null) await loadMe();
  return currentUser().id !== null;
}

function query(values: Record<string, string | number | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** The start of a period in milliseconds. */
function startOf(period: Period): number | null {
  const days = PERIODS[period];
  return days === null ? null : serverNow() - days * DAY_MS;
}

/** The matches that fit a filter. A later request overtakes an earlier one. */
export class MatchPages {
  matches = $state.raw<HistoryMatch[]>([]);
  count = $state(0);
  opponents = $state.raw<string[]>([]);
  missing = $state(0);
  loaded = $state(false);
  problem = $state.raw<unknown>(null);
  #next: string | null = $state(null);
  #filter: Filter = NO_FILTER;
  #request = 0;

  get hasMore(): boolean {
    return this.#next !== null;
  }

  async load(filter: Filter): Promise<void> {
    this.#filter = filter;
    await this.#read(null);
  }

  async more(): Promise<void> {
    if (this.#next !== null) await this.#read(this.#next);
  }

  async #read(after: string | null): Promise<void> {
    const request = ++this.#request;
    const { period, ...wanted } = this.#filter;
    this.problem = null;
    try {
      let missing = 0;
      do {
        const path = `/api/me/history?${query({ ...wanted, since: startOf(period), after })}`;
        const page = (await isUser()) ? await get<HistoryPage>(path) : null;
        if (request !== this.#request) return;
        this.#show(page, after);
        missing = page?.missing ?? 0;
      } while (missing > 0 && after === null);
    } catch (problem) {
      if (request === this.#request) this.problem = problem;
    }
  }

  #show(page: HistoryPage | null, after: string | null): void {
    const found = page?.matches ?? [];
    this.matches = after === null ? found : [...this.matches, ...found];
    this.count = page?.count ?? 0;
    this.opponents = page?.opponents ?? [];
    this.missing = page?.missing ?? 0;
    this.#next = page?.next ?? null;
    this.loaded = true;
  }
}

/** The statistics of a ruleset and a period; null for a visitor. `show` gets each answer, the last one whole. */
export async function loadStatistics(
  ruleset: string,
  period: Period,
  show: (found: Statistics | null) => void,
): Promise<void> {
  if (!(await isUser())) return show(null);
  for (;;) {
    const found = await get<Statistics>(`/api/me/statistics?${query({ ruleset, since: startOf(period) })}`);
    show(found);
    if (found.missing === 0) return;
  }
}
