// The messages of reports about an opponent.
import { Section } from "../language/section.svelte";
import type en from "./messages/en";

export type ReportMessages = typeof en;

export const section = new Section<ReportMessages>({
  en: () => import("./messages/en"),
  fr: () => import("./messages/fr"),
  ru: () => import("./messages/ru"),
});

/** The messages of reports in the language of the page. */
export function reportMessages(): ReportMessages {
  return section.t();
}
