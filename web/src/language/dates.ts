// Days and times in the language of the page, written as in the reader's region: `17 Nov 2026` or `Nov 17, 2026`.
import { language } from "./index.svelte";

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** A day: `17 Nov 2026`, or `17 November 2026` if it is long. */
export function formatDay(ms: number, dateStyle: "medium" | "long" = "medium"): string {
  return format(ms, { dateStyle });
}

/** A day and a time of day. */
export function formatMoment(ms: number): string {
  return format(ms, { dateStyle: "medium", timeStyle: "short" });
}

/** A time of day: `09:05`. */
export function formatTime(ms: number): string {
  return format(ms, { hour: "2-digit", minute: "2-digit" });
}

/** The first of the reader's languages that is the page's, with its region: `["de", "en-GB"]` gives `en-GB` for `en`. */
export function regionalTag(name: string, wanted: readonly string[]): string {
  // Some browsers name a locale of the system, such as `en-US@posix`, which formats refuse.
  return wanted.find((tag) => TAG.test(tag) && tag.toLowerCase().split("-")[0] === name) ?? name;
}

function format(ms: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(regionalTag(language(), navigator.languages), options).format(ms);
}
