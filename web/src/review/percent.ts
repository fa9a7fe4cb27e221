// Shares and their errors as text in the language of the page.
import { language } from "../language/index.svelte";

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(language(), { style: "percent", ...options });
}

/** `12%`; below 10 % with one decimal. */
export function percent(value: number): string {
  return format({ maximumFractionDigits: Math.abs(value) < 0.0995 ? 1 : 0 }).format(value);
}

/** `+12%`. */
export function signedPercent(value: number): string {
  return format({ maximumFractionDigits: Math.abs(value) < 0.0995 ? 1 : 0, signDisplay: "exceptZero" }).format(value);
}

/** `12% ± 3%`: the value and its standard error. */
export function percentWithError(value: number, error: number): string {
  const digits = { maximumFractionDigits: Math.abs(value) < 0.0995 || error < 0.0095 ? 1 : 0 };
  return `${format(digits).format(value)}\u00a0±\u00a0${format(digits).format(error)}`;
}
