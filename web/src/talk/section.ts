// The messages of what two people say to each other at a table.
import { Section } from "../language/section.svelte";
import type en from "./messages/en";

export type TalkMessages = typeof en;

export const section = new Section<TalkMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

/** These messages in the language of the page. */
export function w(): TalkMessages {
  return section.t();
}
