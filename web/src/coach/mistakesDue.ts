// How many of the user's own mistakes are due.
import { get } from "../api/client";
import type { OwnMistakes } from "../api/types";
import { currentUser } from "../state/me.svelte";

/** 0 for a visitor, and without a connection. */
export async function mistakesDue(): Promise<number> {
  if (currentUser().id === null) return 0;
  try {
    return (await get<OwnMistakes>("/api/me/mistakes")).due;
  } catch {
    return 0;
  }
}
