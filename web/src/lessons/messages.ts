// The messages of the lessons, in the language of the page.
import { Section } from "../language/section.svelte";
import type { LessonText } from "./lesson";
import type { LessonMessages } from "./messages/en";

export const section = new Section<LessonMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

/** The title and the sentences of a lesson. */
export function textOf(name: string): LessonText {
  return (section.t().lessons as Record<string, LessonText>)[name] as LessonText;
}
