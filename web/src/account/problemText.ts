// What went wrong on this screen, as a sentence; nothing for what the user has cancelled.
import { Problem } from "../api/client";
import { problemMessage } from "../language/problems";
import { PasskeyCancelled } from "./account.svelte";
import { a } from "./section";

export class Cancelled extends Error {}

export function problemText(problem: unknown): string | null {
  if (problem instanceof Cancelled) return null;
  if (problem instanceof PasskeyCancelled) return a().passkeyCancelled;
  const own: Record<string, string> = a().problems;
  return (problem instanceof Problem ? own[problem.code] : undefined) ?? problemMessage(problem);
}

/** The games of a guest that logging in would leave behind; null for any other problem. */
export function guestGames(problem: unknown): { running: number; finished: number } | null {
  if (!(problem instanceof Problem) || problem.code !== "guest_has_games") return null;
  const { running, finished } = problem.body as { running?: string[]; finished?: number };
  return { running: running?.length ?? 0, finished: finished ?? 0 };
}
