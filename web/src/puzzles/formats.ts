// Numbers of the puzzle screens as text in the language of the page.
import { language } from "../language/index.svelte";

/** `14 %`: what a move loses. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** `3.2 %`: in tables, where small differences count. */
export function finePercent(share: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language(), { style: "percent", ...digits }).format(share);
}

export function whole(value: number): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 0, useGrouping: false }).format(value);
}

/** `+12` or `−8`. */
export function signed(value: number): string {
  const options = { maximumFractionDigits: 0, signDisplay: "exceptZero" } as const;
  return new Intl.NumberFormat(language(), options).format(value).replace("-", "−");
}

/** A sentence that goes on within another one. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLocaleLowerCase(language()) + text.slice(1);
}

/** Points that are counted in halves: `7½`. */
export function pointsText(halves: number): string {
  const points = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(points);
  return points === 0 ? "½" : `${points}½`;
}

/** `2:05`. */
export function timeText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
