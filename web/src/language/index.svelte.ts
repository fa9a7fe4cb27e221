// The language of the page: from the settings, else the browser's; each is loaded on demand.
import type { Messages } from "./messages";

export const LANGUAGES = { en: "English", fr: "Français", ru: "Русский" } as const;
export type Language = keyof typeof LANGUAGES;

const FILES: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import("./en"),
  fr: () => import("./fr"),
  ru: () => import("./ru"),
};

/** Loads something for a language; what it returns shows it. */
type Follower = (name: Language) => Promise<() => void>;

const followers: Follower[] = [];
let current = $state.raw<{ name: Language; messages: Messages | null }>({ name: "en", messages: null });
let wanted: Language | null = null;

/** The messages of the current language: `t().home.title`. */
export function t(): Messages {
  if (current.messages === null) throw new Error("setLanguage must be awaited before t() is called");
  return current.messages;
}

/** The current language. */
export function language(): Language {
  return current.name;
}

/** Load a language and switch the page to it, unless another one has been asked for meanwhile. */
export async function setLanguage(name: Language): Promise<void> {
  wanted = name;
  if (name === current.name && current.messages !== null) return;
  const [{ default: messages }, ...shows] = await Promise.all([FILES[name](), ...followers.map((load) => load(name))]);
  if (name !== wanted) return;
  for (const show of shows) show();
  current = { name, messages };
  if (typeof document !== "undefined") document.documentElement.lang = name;
}

/** Have something else loaded before the page switches to another language, and shown when it does. */
export function onLanguage(follower: Follower): void {
  followers.push(follower);
}

/** The first of the wanted languages that is supported: `["fr-CA", "en"]` gives French. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split("-")[0] ?? "";
    if (name in LANGUAGES) return name as Language;
  }
  return "en";
}
