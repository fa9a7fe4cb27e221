import { describe, expect, it } from "vitest";
import { setLanguage } from "./index.svelte";
import { Section } from "./section.svelte";

const word = (text: string) => (): Promise<{ default: { word: string } }> =>
  Promise.resolve({ default: { word: text } });
const greeting = (): Section<{ word: string }> =>
  new Section({ en: word("hello"), fr: word("bonjour"), ru: word("привет") });

describe("the messages of one screen", () => {
  it("are those of the page's language", async () => {
    await setLanguage("fr");
    const section = greeting();
    await section.load();
    expect(section.t().word).toBe("bonjour");
  });

  it("follow the language once they are loaded", async () => {
    await setLanguage("en");
    const section = greeting();
    await section.load();
    await setLanguage("ru");
    expect(section.t().word).toBe("привет");
  });

  it("are not there before they are loaded", () => {
    expect(() => greeting().t()).toThrow("load must be awaited");
  });
});
