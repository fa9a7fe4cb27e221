// What happens in a game, as it happens; whatever happens to the connection.
//
// An EventSource gives up for ever after any answer but 200, does not notice a dead line, and takes
// one of the six connections that a browser opens to a host. So it is opened anew here, with growing
// pauses; 25 s without a heartbeat count as a dead line; and a tab that nobody has looked at for
// 30 s asks now and then instead.
import { randomHex } from "./chance";
import { Tabs } from "./tabs";
import type { GameEvent } from "./types";

export type Connection = "connecting" | "live" | "polling" | "lost";

export const SILENCE = 25_000;
export const HIDDEN = 30_000;
export const POLL_HIDDEN = 20_000;
export const POLL_SEEN = 4_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

export interface Listener {
  /** Where to listen from: the last number that is known. */
  after(): number | null;
  message(event: GameEvent): void;
  status(connection: Connection): void;
  /** The server's version, as its heartbeats tell it. */
  version(version: string): void;
  /** The line was lost; how often in a row. */
  failed(times: number): void;
}

/** A line to the events at an address; it holds until it is closed. */
export class Stream {
  readonly #address: string;
  readonly #listener: Listener;
  readonly #tabs: Tabs;
  readonly #ending = new AbortController();
  #source: EventSource | null = null;
  #polls = false;
  #failures = 0;
  #again: Timer = undefined;
  #silence: Timer = undefined;
  #hidden: Timer = undefined;

  constructor(address: string, listener: Listener) {
    this.#address = address;
    this.#listener = listener;
    this.#tabs = new Tabs(randomHex(8), () => this.#poll());
    const options = { signal: this.#ending.signal };
    document.addEventListener("visibilitychange", () => this.#seen(), options);
    addEventListener("online", () => this.nudge(), options);
    addEventListener("focus", () => this.#touched(), options);
    addEventListener("pointerdown", () => this.#touched(), options);
    addEventListener("keydown", () => this.#touched(), options);
    addEventListener("pagehide", () => this.#pause(), options);
    addEventListener("pageshow", (event) => event.persisted && this.#open(), options);
    this.#listener.status("connecting");
    this.#open();
    this.#seen();
  }

  close(): void {
    this.#ending.abort();
    this.#pause();
    clearTimeout(this.#hidden);
    this.#tabs.close();
  }

  /** Something is missing, or the line may be back: look now instead of later. */
  nudge(): void {
    if (this.#ending.signal.aborted) return;
    if (this.#polls) void this.#ask();
    else if (this.#source === null) this.#open();
  }

  #url(wait: boolean): string {
    const url = new URL(this.#address, location.origin);
    const after = this.#listener.after();
    if (after !== null) url.searchParams.set("after", String(after));
    if (!wait) url.searchParams.set("wait", "0");
    return url.pathname + url.search;
  }

  // The stream

  #open(): void {
    this.#pause();
    this.#polls = false;
    this.#tabs.opened();
    const source = new EventSource(this.#url(true));
    this.#source = source;
    source.onmessage = ({ data }: MessageEvent<string>) => {
      if (source !== this.#source) return;
      this.#alive();
      this.#hear(data);
    };
    source.addEventListener("heartbeat", ({ data }: MessageEvent<string>) => {
      if (source !== this.#source) return;
      this.#alive();
      this.#beat(data);
    });
    source.onerror = () => source === this.#source && this.#lost();
    this.#listenForSilence();
  }

  #pause(): void {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#silence);
    clearTimeout(this.#again);
    this.#tabs.ended();
  }

  #alive(): void {
    this.#failures = 0;
    this.#listenForSilence();
    this.#listener.status("live");
  }

  #listenForSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), SILENCE);
  }

  #lost(): void {
    this.#pause();
    this.#failures++;
    this.#listener.status("lost");
    this.#listener.failed(this.#failures);
    this.#again = setTimeout(() => this.#open(), pause(this.#failures));
  }

  #hear(data: string): void {
    this.#listener.message(JSON.parse(data) as GameEvent);
  }

  #beat(data: string): void {
    const { version } = JSON.parse(data) as { version?: string };
    if (version !== undefined) this.#listener.version(version);
  }

  // Asking now and then

  #poll(): void {
    this.#pause();
    this.#polls = true;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#again);
    try {
      const answer = await fetch(this.#url(false), { cache: "no-store", signal: AbortSignal.timeout(SILENCE) });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (!this.#polls) return;
      this.#failures = 0;
      for (const { name, data } of messagesOf(text)) {
        if (name === "message") this.#hear(data);
        else this.#beat(data);
      }
      this.#listener.status("polling");
    } catch {
      if (!this.#polls) return;
      this.#failures++;
      this.#listener.status("lost");
      this.#listener.failed(this.#failures);
    }
    clearTimeout(this.#again);
    if (this.#polls && !this.#ending.signal.aborted) {
      this.#again = setTimeout(() => void this.#ask(), document.hidden ? POLL_HIDDEN : POLL_SEEN);
    }
  }

  // Who is looking

  #seen(): void {
    clearTimeout(this.#hidden);
    if (document.hidden) this.#hidden = setTimeout(() => this.#poll(), HIDDEN);
    else if (this.#polls || this.#source === null) this.#open();
  }

  #touched(): void {
    if (this.#polls && !document.hidden) this.#open();
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** How long to wait after so many failures: longer each time, and never quite the same. */
export function pause(failures: number, chance = Math.random()): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)) * (0.5 + chance);
}

/** The messages in the text of a stream that has ended. */
export function messagesOf(text: string): { name: string; data: string }[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((block) => {
      const fields = { name: "message", data: "" };
      for (const line of block.split(/\r?\n/)) {
        if (line.startsWith("event:")) fields.name = line.slice(6).trim();
        if (line.startsWith("data:")) fields.data += line.slice(5).trimStart();
      }
      return fields;
    })
    .filter(({ data }) => data !== "");
}
