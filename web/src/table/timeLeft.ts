// Time that is left, as text, and when it is said that little is left.
import { language, t } from "../language/index.svelte";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, tenths of a second are shown. */
export const TENTHS_BELOW = 10;
export const LOW_SECONDS = 20;

/** Whole seconds that are begun, or tenths where little is left. */
export function roundedUp(ms: number): number {
  if (ms <= 0) return 0;
  return ms < 1000 * TENTHS_BELOW ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / 1000);
}

/** When the time for a move, or that of a match (null), begins to be low, in seconds. */
export function lowSeconds(perMove: number | null): number {
  return perMove !== null && perMove > HOUR ? HOUR : LOW_SECONDS;
}

/**
 * The number of seconds whose passing is announced now, or null. `said` is the last one that was announced in
 * this turn, `first` what was left at its start: a minute is announced when it is passed, low time in each turn.
 */
export function warningDue(left: number, first: number, said: number | null, perMove: number | null): number | null {
  const low = lowSeconds(perMove);
  if (left <= low) return said === low ? null : low;
  return perMove === null && left <= MINUTE && first > MINUTE && said === null ? MINUTE : null;
}

/** The time left in words, for screen readers: `20 seconds`. */
export function describeTimeLeft(seconds: number): string {
  if (seconds >= HOUR) return formatTimeLeft(seconds);
  if (seconds >= 2 * MINUTE) return t().table.minutes(Math.round(seconds / MINUTE));
  return t().terms.seconds(Math.ceil(seconds));
}

/** `9.4`, `1:29`, `5 hours`, `3 days`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds >= 2 * DAY) return t().table.days(Math.round(seconds / DAY));
  if (seconds >= HOUR) return t().table.hours(Math.round(seconds / HOUR));
  if (seconds > 0 && seconds < TENTHS_BELOW)
    return new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(seconds);
  return `${Math.floor(seconds / MINUTE)}:${String(Math.ceil(seconds) % MINUTE).padStart(2, "0")}`;
}
