// The user's settings, kept in the browser: they need no account.
import { LANGUAGES, preferredLanguage, type Language } from "../language/index.svelte";

export const SPEEDS = ["off", "slow", "normal", "fast"] as const;
export const THEMES = ["auto", "light", "dark"] as const;

export interface Settings {
  /** null: the browser's. */
  language: Language | null;
  theme: (typeof THEMES)[number];
  /** How fast cards fly; `off` also where the system asks for less motion. */
  speed: (typeof SPEEDS)[number];
  sound: boolean;
  /** Whether a second tap on a card within 300 ms sends the move instead of going to Confirm. */
  doubleTapSends: boolean;
  /** Whether letters choose cards of the hand. */
  letterKeys: boolean;
  /** Whether new games show numbers that a player could remember. */
  memoryAids: boolean;
  /** Whether the table shows what opponents say, and the faces that they make. */
  phrases: boolean;
  faces: boolean;
  /** The names of opponents who are muted. */
  muted: string[];
  /** Whether the browser notifies the user when it is their turn. */
  notify: boolean;
  /** Which tips for new players were shown; `all` once there are to be no more. */
  learned: string[];
  /** The names of two at one screen, the last time; empty for none. */
  names: [string, string];
}

/** A setting that is on or off. */
type Flag = "sound" | "doubleTapSends" | "letterKeys" | "memoryAids" | "phrases" | "faces" | "notify";

const DEFAULTS: Settings = {
  language: null,
  theme: "auto",
  speed: "normal",
  sound: true,
  doubleTapSends: false,
  letterKeys: true,
  memoryAids: false,
  phrases: true,
  faces: true,
  muted: [],
  notify: false,
  learned: [],
  names: ["", ""],
};
const STORAGE_KEY = "jaipur.settings";

/** Settings from stored text; what is missing or invalid in it gets its default. */
export function readSettings(text: string | null): Settings {
  const found = parsed(text);
  const boolean = (name: Flag): boolean => {
    const value = found[name];
    return typeof value === "boolean" ? value : DEFAULTS[name];
  };
  const one = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
    known.find((each) => each === value) ?? otherwise;
  const languages = Object.keys(LANGUAGES) as Language[];
  return {
    language: languages.find((each) => each === found["language"]) ?? null,
    theme: one(found["theme"], THEMES, DEFAULTS.theme),
    speed: one(found["speed"], SPEEDS, DEFAULTS.speed),
    sound: boolean("sound"),
    doubleTapSends: boolean("doubleTapSends"),
    letterKeys: boolean("letterKeys"),
    memoryAids: boolean("memoryAids"),
    phrases: boolean("phrases"),
    faces: boolean("faces"),
    muted: strings(found["muted"]),
    notify: boolean("notify"),
    learned: strings(found["learned"]),
    names: [strings(found["names"])[0] ?? "", strings(found["names"])[1] ?? ""],
  };
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
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

/** The current settings: read them anywhere, change them with `updateSettings`. */
export const settings: Settings = $state(readSettings(stored()));

/** The language that the page should have: the chosen one, else the browser's. */
export function wantedLanguage(): Language {
  return settings.language ?? preferredLanguage(navigator.languages);
}

/** Follow a change that another tab has stored. */
export function followStorage({ key, newValue }: StorageEvent): void {
  if (key === STORAGE_KEY) Object.assign(settings, readSettings(newValue));
}

/** Change settings and store them. */
export function updateSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // Storage is disabled: they last as long as the page.
  }
}
