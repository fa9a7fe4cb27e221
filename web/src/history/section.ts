// The messages of the screen with one's own matches.
import { Section } from "../language/section.svelte";
import type en from "./messages/en";

export type HistoryMessages = typeof en;

export const section = new Section<HistoryMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

/** The messages of this screen in the language of the page. */
export function h(): HistoryMessages {
  return section.t();
}
