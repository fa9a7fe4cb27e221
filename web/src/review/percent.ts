// Shares and their errors as text in the language of the page.
import { language } from "../language/index.svelte";

function format(value: number, options: Intl.NumberFormatOptions): string {
  const text = new Intl.NumberFormat(language(), { style: "percent", ...options }).format(value);
  return text.replace("-", "\u2212"); // a minus as long as its plus
}

/** A small share has one digit after the point. */
function digitsFor(value: number): number {
  return Math.abs(value) < 0.0995 ? 1 : 0;
}

/** `12%`; below 10 % with one decimal. */
export function percent(value: number): string {
  return format(value, { maximumFractionDigits: digitsFor(value) });
}

/** `+12%`. */
export function signedPercent(value: number): string {
  return format(value, { maximumFractionDigits: digitsFor(value), signDisplay: "exceptZero" });
}

/** `12% ± 3%`: the value and its standard error; without it where that is nothing that could be seen. */
export function percentWithError(value: number, error: number): string {
  const digits = { maximumFractionDigits: Math.max(digitsFor(value), error < 0.0095 ? 1 : 0) };
  if (error < 0.0005) return format(value, { maximumFractionDigits: digitsFor(value) });
  return `${format(value, digits)}\u00a0±\u00a0${format(error, digits)}`;
}
