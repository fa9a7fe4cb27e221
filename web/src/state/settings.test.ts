import { expect, it } from "vitest";
import { readSettings } from "./settings.svelte";

it("starts with the browser's language and theme", () => {
  expect(readSettings(null)).toMatchObject({ language: null, theme: "auto", speed: "normal", letterKeys: true });
});

it("keeps what was set", () => {
  const kept = { language: "ru", theme: "dark", speed: "off", sound: false, learned: ["sell"] };
  expect(readSettings(JSON.stringify(kept))).toMatchObject(kept);
});

it("ignores invalid stored values", () => {
  for (const text of ["{", "7", "null", '{"language": "xx", "theme": 4, "sound": "no", "learned": {}}']) {
    expect(readSettings(text)).toEqual(readSettings(null));
  }
});
