// The messages of one screen that most visits never open: loaded with the screen, in the page's language.
import { language, onLanguage, type Language } from "./index.svelte";

type Files<Messages> = Record<Language, () => Promise<{ default: Messages }>>;

/** A screen's own messages: `await section.load()`, then `section.t().title`. */
export class Section<Messages> {
  #files: Files<Messages>;
  #messages = $state.raw<Messages | null>(null);

  constructor(files: Files<Messages>) {
    this.#files = files;
  }

  /** Load the messages; from then on they follow the language of the page. */
  async load(): Promise<void> {
    if (this.#messages !== null) return;
    (await this.#read(language()))();
    onLanguage((name) => this.#read(name));
  }

  t(): Messages {
    if (this.#messages === null) throw new Error("load must be awaited before t() is called");
    return this.#messages;
  }

  async #read(name: Language): Promise<() => void> {
    const { default: messages } = await this.#files[name]();
    return () => (this.#messages = messages);
  }
}
