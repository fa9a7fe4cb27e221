// What is true for everybody, asked for once: levels and rulesets.
import { get } from "../api/client";
import type { Level, Ruleset } from "../api/types";

const asked = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let answer = asked.get(path) as Promise<T> | undefined;
  if (answer === undefined) {
    answer = get<T>(path);
    asked.set(path, answer);
    answer.catch(() => asked.delete(path));
  }
  return answer;
}

/** The levels, the weakest first, and whether there are hints. */
export function levels(): Promise<{ levels: Level[]; hints: boolean }> {
  return once("/api/levels");
}

/** Every number of the game, by ruleset; the default first. */
export async function rulesets(): Promise<Ruleset[]> {
  return (await once<{ rulesets: Ruleset[] }>("/api/rulesets")).rulesets;
}
