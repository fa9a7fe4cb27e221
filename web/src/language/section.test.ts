import { describe, expect, it } from "vitest";
import { language, setLanguage } from "./index.svelte";
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

  it("stay with the language that was chosen last, if an earlier one arrives later", async () => {
    await setLanguage("en");
    let arrive = (): void => {};
    const late = new Promise<void>((done) => (arrive = done));
    const section = new Section({ en: word("hello"), fr: () => late.then(word("bonjour")), ru: word("привет") });
    await section.load();
    const first = setLanguage("fr");
    await setLanguage("en");
    arrive();
    await first;
    expect([language(), section.t().word]).toEqual(["en", "hello"]);
  });

  it("do not change if the page's language could not be loaded", async () => {
    await setLanguage("en");
    const lost = (): Promise<never> => Promise.reject(new Error("offline"));
    const [section, other] = [greeting(), new Section({ en: word("hello"), fr: lost, ru: lost })];
    await Promise.all([section.load(), other.load()]);
    await expect(setLanguage("fr")).rejects.toThrow("offline");
    expect([language(), section.t().word]).toEqual(["en", "hello"]);
  });

  it("are not there before they are loaded", () => {
    expect(() => greeting().t()).toThrow("load must be awaited");
  });
});
