// Days in the language of the page.
import { language } from "../language/index.svelte";

/** A day such as "17 November 2026". */
export function dayOf(ms: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(ms);
}
