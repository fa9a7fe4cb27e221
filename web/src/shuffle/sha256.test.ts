import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { fromHex, sha256, sha256Hex, toHex } from "./sha256";

it("hashes the examples of the standard", () => {
  const hash = (text: string) => toHex(sha256(new TextEncoder().encode(text)));
  expect(hash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hash("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

it("hashes messages of every length as another implementation does", () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 151 + length * 7) & 255);
    expect(toHex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
  }
});

it("reads and writes hexadecimal digits", () => {
  expect(toHex(fromHex("00ff10"))).toBe("00ff10");
  expect(sha256Hex("00".repeat(16))).toBe(createHash("sha256").update(new Uint8Array(16)).digest("hex"));
});
