// Names of players and levels as they are shown.
import { t } from "./index.svelte";

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";
// The blocks of Hebrew, Arabic, Syriac, Thaana, N'Ko and of older scripts.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// The server's own names for guests are English.
const GUEST = /^Guest (\d{4})$/;

/** The name that a user has chosen; empty for a guest, whose name is the server's. */
export function chosenName(name: string | null): string {
  return name === null || GUEST.test(name) ? "" : name;
}

/** The name of a player or a level as it is shown. */
export function displayName(who: { name: string | null; level: string | null } | null): string {
  if (who === null) return t().common.someone;
  if (who.level !== null) return levelName(who.level);
  const guest = GUEST.exec(who.name ?? "");
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

/** The name of a player at a table. Two at one screen without names are told apart by their seats. */
export function playerName(
  seat: 0 | 1,
  player: { name: string | null; level: string | null } | null,
  terms: { against: string; names: [string, string] | null },
): string {
  return terms.against === "self" && terms.names === null ? t().table.player(seat + 1) : displayName(player);
}

/** A level's name, or that of a rating or of the user's match, in the language of the page. */
export function levelName(level: string): string {
  if (level === "even") return t().terms.even;
  const rating = /^level:(\d+)$/.exec(level)?.[1];
  return rating === undefined ? (t().levels[level]?.title ?? level) : t().common.rated(rating);
}
