// What people and levels are called on the page.
import { t } from "./index.svelte";

/** A person's or a level's name as it is shown. */
export function nameOf(who: { name: string | null; level: string | null } | null): string {
  if (who === null) return t().common.someone;
  if (who.level !== null) return titleOf(who.level);
  // The server's own names for guests are English.
  const guest = /^Guest (\d{4})$/.exec(who.name ?? "");
  if (guest?.[1] !== undefined) return t().common.guestNumber(guest[1]);
  return who.name || t().common.someone;
}

/** A level's name in the language of the page. */
export function titleOf(level: string): string {
  return t().levels[level]?.title ?? level;
}
