// The messages of the lobby.
import { Section } from "../language/section.svelte";
import type en from "./messages/en";

export type PeopleMessages = typeof en;

export const section = new Section<PeopleMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

/** These messages in the language of the page. */
export function p(): PeopleMessages {
  return section.t();
}
