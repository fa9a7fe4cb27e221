// The messages of the replay, loaded with its screen.
import { Section } from "../language/section.svelte";
import type { ReplayMessages } from "./messages/en";

export const section = new Section<ReplayMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

export const replayText = (): ReplayMessages => section.t();
