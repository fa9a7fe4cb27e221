// Times of the day as minutes since midnight, and as text of an input.

/** `22:00` for 1320. */
export function timeOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

/** 1320 for `22:00`; null for anything else, such as an empty input. */
export function minutesOf(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  return 60 * Number(hours) + Number(minutes);
}
