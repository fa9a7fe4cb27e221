import { expect, it } from "vitest";
import { regionalTag } from "./dates";

it("finds the region of the page's language", () => {
  expect(regionalTag("en", ["en-GB", "en-US"])).toBe("en-GB");
  expect(regionalTag("fr", ["en-GB", "fr-CA", "fr"])).toBe("fr-CA");
});

it("has no region where the reader has none for this language", () => {
  expect(regionalTag("ru", ["en-GB"])).toBe("ru");
  expect(regionalTag("en", ["eng"])).toBe("en");
});

it("leaves out what formats refuse", () => {
  expect(regionalTag("en", ["en-US@posix"])).toBe("en");
});
