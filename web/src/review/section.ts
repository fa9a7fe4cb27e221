// The messages of the review and of one's mistakes, loaded with these screens.
import { Section } from "../language/section.svelte";
import type { ReviewMessages } from "./messages/en";

export const section = new Section<ReviewMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

export const r = (): ReviewMessages => section.t();
