// The messages of the puzzle screens.
import { Section } from "../language/section.svelte";
import type { PuzzleMessages } from "./messages/en";

export const section = new Section<PuzzleMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});
