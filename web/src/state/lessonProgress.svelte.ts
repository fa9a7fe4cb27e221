// How far the user is in the lessons, and which offers of them were dismissed; kept in the browser.

export type LessonOffer = "rules" | "advice";

interface LessonProgress {
  /** How many positions of each lesson were solved, by its name. */
  solved: Record<string, number>;
  dismissed: LessonOffer[];
}

const STORAGE_KEY = "jaipur.lessons";

/** Progress from stored text; what is invalid in it is left out. */
export function readProgress(text: string | null): LessonProgress {
  const found = parsed(text);
  const solved = Object.entries(record(found["solved"])).filter(([, n]) => Number.isInteger(n)) as [string, number][];
  const dismissed: unknown[] = Array.isArray(found["dismissed"]) ? found["dismissed"] : [];
  return {
    solved: Object.fromEntries(solved),
    dismissed: dismissed.filter((each): each is LessonOffer => each === "rules" || each === "advice"),
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return record(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // storage is disabled
  }
}

const progress = $state(readProgress(stored()));

function store(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(progress));
  } catch {
    // Storage is disabled: it lasts as long as the page.
  }
}

/** How many positions of a lesson are solved. */
export function solvedIn(lesson: string): number {
  return progress.solved[lesson] ?? 0;
}

/** Remember that so many positions of a lesson are solved, in their order; less than before changes nothing. */
export function rememberSolved(lesson: string, count: number): void {
  if (count <= solvedIn(lesson)) return;
  progress.solved[lesson] = count;
  store();
}

export function isDismissed(offer: LessonOffer): boolean {
  return progress.dismissed.includes(offer);
}

export function dismiss(offer: LessonOffer): void {
  if (isDismissed(offer)) return;
  progress.dismissed.push(offer);
  store();
}
