// What the players show to each other: the phrase or face at each seat, for some seconds, unless it is muted.
import type { Said, Seat } from "../api/types";
import { t } from "../language/index.svelte";
import { settings, updateSettings } from "../state/settings.svelte";
import type { TalkMessages } from "../talk/section";
import { announce } from "../ui/announcer.svelte";

export const SHOWN_MS = 6_000;
const MUTED_KEPT = 200;

export class Talk {
  #words = $state.raw<(() => TalkMessages) | null>(null);
  #shown = $state.raw<[Said | null, Said | null]>([null, null]);
  readonly #timers: [Timer, Timer] = [undefined, undefined];

  /** Load the words: a table against a level does without them. If the connection fails meanwhile, call it again. */
  async load(): Promise<void> {
    try {
      const { section, w } = await import("../talk/section");
      await section.load();
      this.#words = w;
    } catch {
      this.#words = null;
    }
  }

  /** The words in the language of the page; null until they are loaded. */
  get words(): TalkMessages | null {
    return this.#words?.() ?? null;
  }

  /** What was said, as a sentence; `name` is null for the user's own seat. Null if it is muted. */
  describe(event: Said, name: string | null): string | null {
    const { phrase, face } = event;
    const words = this.words;
    if (words === null || (name !== null && (isMuted(name) || !isWanted(event)))) return null;
    if (phrase !== null) return words.says(name ?? t().common.you, words.phrases[phrase]);
    if (face === null) return null;
    return name === null ? words.ownFaces[face] : words.shows(name, words.faces[face]);
  }

  /** What each seat shows now. */
  get shown(): readonly [Said | null, Said | null] {
    return this.#shown;
  }

  /** Show an event at its seat; `name` is null for the user's own. */
  show(event: Said, name: string | null): void {
    const sentence = this.describe(event, name);
    if (sentence === null) return;
    this.#set(event.seat, event);
    clearTimeout(this.#timers[event.seat]);
    this.#timers[event.seat] = setTimeout(() => this.#set(event.seat, null), SHOWN_MS);
    if (name !== null) announce(sentence);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #set(seat: Seat, said: Said | null): void {
    const [first, second] = this.#shown;
    this.#shown = seat === 0 ? [said, second] : [first, said];
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Whether the settings show this kind. */
function isWanted({ phrase }: Said): boolean {
  return phrase === null ? settings.faces : settings.phrases;
}

export function isMuted(name: string): boolean {
  return settings.muted.includes(name);
}

/** Mute an opponent, or hear them again; the browser remembers it by name. */
export function mute(name: string, muted: boolean): void {
  const others = settings.muted.filter((each) => each !== name);
  updateSettings({ muted: muted ? [...others, name].slice(-MUTED_KEPT) : others });
}
