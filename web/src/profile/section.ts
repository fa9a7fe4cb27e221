// The messages of profiles and of the leaderboard. The style of a player is drawn as in one's own statistics.
import { section as historySection } from "../history/section";
import { Section } from "../language/section.svelte";
import type en from "./messages/en";

export type ProfileMessages = typeof en;

class ProfileSection extends Section<ProfileMessages> {
  override async load(): Promise<void> {
    await Promise.all([super.load(), historySection.load()]);
  }
}

export const section = new ProfileSection({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

/** The messages of these screens in the language of the page. */
export function p(): ProfileMessages {
  return section.t();
}
