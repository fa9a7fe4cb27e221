// The time for a move as text.
import { t } from "../language/index.svelte";

const DAY_SECONDS = 86_400;

/** `No limit`, `90 seconds`, `3 days`. */
export function describeTime(seconds: number | null): string {
  if (seconds === null) return t().terms.noTime;
  return seconds < DAY_SECONDS ? t().terms.seconds(seconds) : t().terms.days(Math.round(seconds / DAY_SECONDS));
}
