// Names of players and levels as they are shown.
import { t } from "./index.svelte";

/** The name of a player or a level as it is shown. */
export function displayName(who: { name: string | null; level: string | null } | null): string {
  if (who === null) return t().common.someone;
  if (who.level !== null) return levelName(who.level);
  // The server's own names for guests are English.
  const guest = /^Guest (\d{4})$/.exec(who.name ?? "");
  if (guest?.[1] !== undefined) return t().common.guestNumber(guest[1]);
  return who.name || t().common.someone;
}

/** A level's name in the language of the page. */
export function levelName(level: string): string {
  return t().levels[level]?.title ?? level;
}
