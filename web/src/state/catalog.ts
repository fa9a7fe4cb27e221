// Levels and rulesets: the same for everybody, so each is requested once.
import { get } from "../api/client";
import type { EvenMatch, Levels, Ruleset, Site } from "../api/types";

const requests = new Map<string, Promise<unknown>>();

function getOnce<T>(path: string): Promise<T> {
  let request = requests.get(path) as Promise<T> | undefined;
  if (request === undefined) {
    request = get<T>(path);
    requests.set(path, request);
    request.catch(() => requests.delete(path));
  }
  return request;
}

/** The levels, the ratings between them, and whether there are hints. */
export function loadLevels(): Promise<Levels> {
  return getOnce("/api/levels");
}

/** What this server offers to people besides the table. */
export function loadSite(): Promise<Site> {
  return getOnce("/api/site");
}

/** The opponent at the user's own level, as it is now. */
export function loadEvenMatch(ruleset: string): Promise<EvenMatch> {
  return get(`/api/me/match?ruleset=${encodeURIComponent(ruleset)}`);
}

/** Every number of the game, by ruleset; the default first. */
export async function loadRulesets(): Promise<Ruleset[]> {
  return (await getOnce<{ rulesets: Ruleset[] }>("/api/rulesets")).rulesets;
}

/** The ruleset of a game; null if it cannot be loaded. */
export async function loadRuleset(name: string): Promise<Ruleset | null> {
  try {
    return (await loadRulesets()).find((ruleset) => ruleset.name === name) ?? null;
  } catch {
    return null;
  }
}
