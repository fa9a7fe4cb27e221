import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StreamLimit } from "./streamLimit";

/** A BroadcastChannel that delivers at once. */
class Channel extends EventTarget {
  static all = new Set<Channel>();
  constructor() {
    super();
    Channel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const each of Channel.all) if (each !== this) each.dispatchEvent(new MessageEvent("message", { data }));
  }
  close(): void {
    Channel.all.delete(this);
  }
}

beforeEach(() => {
  Channel.all.clear();
  vi.stubGlobal("BroadcastChannel", Channel);
});
afterEach(() => vi.unstubAllGlobals());

it("lets four tabs of eight stream: those that were opened last", () => {
  const streaming = new Set<number>();
  const limits = Array.from({ length: 8 }, (_, n) => new StreamLimit(String(n), () => streaming.delete(n)));
  const open = (n: number): void => {
    streaming.add(n);
    limits[n]?.opened();
  };
  for (let n = 0; n < 8; n++) open(n);
  expect([...streaming]).toEqual([4, 5, 6, 7]);
  open(0);
  expect([...streaming]).toEqual([5, 6, 7, 0]);
});

it("forgets tabs that were closed", () => {
  let yielded = 0;
  const first = new StreamLimit("first", () => yielded++);
  first.opened();
  for (let n = 0; n < 10; n++) {
    const other = new StreamLimit(String(n), () => {});
    other.opened();
    other.close();
  }
  expect(yielded).toBe(0);
});
