import { expect, it } from "vitest";
import { isLoopback } from "./loopback";

it.each([
  ["http://localhost:8000/join/a", true],
  ["http://127.0.0.1:8000/join/a", true],
  ["http://[::1]:8000/join/a", true],
  ["http://192.168.1.7:8000/join/a", false],
  ["https://jaipur.example/join/a", false],
  ["http://127.example/join/a", false],
])("%s", (address, only) => {
  expect(isLoopback(address)).toBe(only);
});
