// The messages of the page of rules, in the language of the page.
import { Section } from "../language/section.svelte";
import type { RulesMessages } from "./messages/en";

export const section = new Section<RulesMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});
