// The messages of the screen with one's account.
import { Section } from "../language/section.svelte";
import type en from "./messages/en";

export type AccountMessages = typeof en;

export const section = new Section<AccountMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

/** The messages of this screen in the language of the page. */
export function a(): AccountMessages {
  return section.t();
}
