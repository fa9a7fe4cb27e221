// Names of players and levels as they are shown.
import { t } from "./index.svelte";

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";
// The blocks of Hebrew, Arabic, Syriac, Thaana, N'Ko and of older scripts.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The name of a player or a level as it is shown. */
export function displayName(who: { name: string | null; level: string | null } | null): string {
  if (who === null) return t().common.someone;
  if (who.level !== null) return levelName(who.level);
  // The server's own names for guests are English.
  const guest = /^Guest (\d{4})$/.exec(who.name ?? "");
  if (guest?.[1] !== undefined) return t().common.guestNumber(guest[1]);
  return who.name ? isolated(who.name) : t().common.someone;
}

/**
 * A name that keeps its direction to itself in a sentence, a title or a label. Only names with letters that
 * are written from right to left need it: all our languages are written from left to right.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}` : name;
}

/** A level's name in the language of the page. */
export function levelName(level: string): string {
  return t().levels[level]?.title ?? level;
}
