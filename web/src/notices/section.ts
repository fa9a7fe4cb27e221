// The messages about notices.
import { Section } from "../language/section.svelte";
import type en from "./messages/en";

export type NoticeMessages = typeof en;

export const section = new Section<NoticeMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

/** These messages in the language of the page. */
export function n(): NoticeMessages {
  return section.t();
}
