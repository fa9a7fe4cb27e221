// The language of the page: chosen by hand, else by the browser; loaded when it is needed.
import type { Words } from "./words";

export const LANGUAGES = { en: "English", fr: "Français", ru: "Русский" } as const;
export type Language = keyof typeof LANGUAGES;

const FILES: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import("./en"),
  fr: () => import("./fr"),
  ru: () => import("./ru"),
};

let now = $state.raw<{ name: Language; words: Words | null }>({ name: "en", words: null });

/** Every sentence of the page, in its language: `t().home.title`. */
export function t(): Words {
  if (now.words === null) throw new Error("no language is loaded yet");
  return now.words;
}

/** The language that the page speaks. */
export function language(): Language {
  return now.name;
}

/** Speak a language from now on. */
export async function speak(name: Language): Promise<void> {
  const words = (await FILES[name]()).default;
  now = { name, words };
  if (typeof document !== "undefined") document.documentElement.lang = name;
}

/** The first of the wanted languages that there is: `["fr-CA", "en"]` gives French. */
export function bestOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split("-")[0] ?? "";
    if (name in LANGUAGES) return name as Language;
  }
  return "en";
}
