// The messages of a game or of the lobby, over a connection that is restored whenever it breaks.
//
// An EventSource gives up for ever after any answer but 200, does not notice a dead connection, and
// takes one of the six connections that a browser opens to a host. So it is reopened here with growing
// pauses, 25 s without a heartbeat count as a dead connection, and a tab that has been hidden for 30 s
// polls instead.
import { setServerNow } from "./client";
import { randomHex } from "./random";
import { StreamLimit } from "./streamLimit";

export type Connection = "connecting" | "live" | "polling" | "lost";

export const SILENCE_MS = 25_000;
export const HIDDEN_MS = 30_000;
export const POLL_HIDDEN_MS = 20_000;
export const POLL_VISIBLE_MS = 4_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

export interface StreamListener<Message> {
  /** The id of the last event that was received; null where messages have none. */
  after(): string | null;
  message(message: Message): void;
  status(connection: Connection): void;
  /** The server's version, from a heartbeat. */
  version(version: string): void;
  /** The connection failed; how often in a row. */
  failed(times: number): void;
}

/** A connection to the messages at an address, until `close`. */
export class Stream<Message> {
  readonly #address: string;
  readonly #listener: StreamListener<Message>;
  readonly #limit: StreamLimit;
  readonly #aborter = new AbortController();
  #source: EventSource | null = null;
  #polling = false;
  #failures = 0;
  #retryTimer: Timer = undefined;
  #silenceTimer: Timer = undefined;
  #hiddenTimer: Timer = undefined;

  constructor(address: string, listener: StreamListener<Message>) {
    this.#address = address;
    this.#listener = listener;
    this.#limit = new StreamLimit(randomHex(8), () => this.#poll());
    const options = { signal: this.#aborter.signal };
    document.addEventListener("visibilitychange", () => this.#visibilityChanged(), options);
    addEventListener("online", () => this.refresh(), options);
    addEventListener("focus", () => this.#userActive(), options);
    addEventListener("pointerdown", () => this.#userActive(), options);
    addEventListener("keydown", () => this.#userActive(), options);
    addEventListener("pagehide", () => this.#disconnect(), options);
    addEventListener("pageshow", (event) => event.persisted && this.#open(), options);
    this.#listener.status("connecting");
    this.#open();
    this.#visibilityChanged();
  }

  close(): void {
    this.#aborter.abort();
    this.#disconnect();
    clearTimeout(this.#hiddenTimer);
    this.#limit.close();
  }

  /** Fetch or reconnect now instead of later: an event is missing, or the network may be back. */
  refresh(): void {
    if (this.#aborter.signal.aborted) return;
    if (this.#polling) void this.#fetchMissed();
    else if (this.#source === null) this.#open();
  }

  #url(wait: boolean): string {
    const url = new URL(this.#address, location.origin);
    const after = this.#listener.after();
    if (after !== null) url.searchParams.set("after", after);
    if (!wait) url.searchParams.set("wait", "0");
    return url.pathname + url.search;
  }

  // The stream

  #open(): void {
    this.#disconnect();
    this.#polling = false;
    this.#limit.opened();
    const source = new EventSource(this.#url(true));
    this.#source = source;
    source.onmessage = ({ data }: MessageEvent<string>) => {
      if (source !== this.#source) return;
      this.#connected();
      this.#receive(data);
    };
    source.addEventListener("heartbeat", ({ data }: MessageEvent<string>) => {
      if (source !== this.#source) return;
      this.#connected();
      this.#heartbeat(data);
    });
    source.onerror = () => source === this.#source && this.#lost();
    this.#restartSilenceTimer();
  }

  #disconnect(): void {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#retryTimer);
    this.#limit.closed();
  }

  #connected(): void {
    this.#failures = 0;
    this.#restartSilenceTimer();
    this.#listener.status("live");
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#lost(), SILENCE_MS);
  }

  #lost(): void {
    this.#disconnect();
    this.#failures++;
    this.#listener.status("lost");
    this.#listener.failed(this.#failures);
    this.#retryTimer = setTimeout(() => this.#open(), reconnectPauseMs(this.#failures));
  }

  #receive(data: string): void {
    this.#listener.message(JSON.parse(data) as Message);
  }

  #heartbeat(data: string): void {
    const { now, version } = JSON.parse(data) as { now?: number; version?: string };
    if (now !== undefined) setServerNow(now);
    if (version !== undefined) this.#listener.version(version);
  }

  // Polling

  #poll(): void {
    this.#disconnect();
    this.#polling = true;
    void this.#fetchMissed();
  }

  async #fetchMissed(): Promise<void> {
    clearTimeout(this.#retryTimer);
    try {
      const answer = await fetch(this.#url(false), { cache: "no-store", signal: AbortSignal.timeout(SILENCE_MS) });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (!this.#polling) return;
      this.#failures = 0;
      for (const { name, data } of messagesOf(text)) {
        if (name === "message") this.#receive(data);
        else this.#heartbeat(data);
      }
      this.#listener.status("polling");
    } catch {
      if (!this.#polling) return;
      this.#failures++;
      this.#listener.status("lost");
      this.#listener.failed(this.#failures);
    }
    clearTimeout(this.#retryTimer);
    if (this.#polling && !this.#aborter.signal.aborted) {
      this.#retryTimer = setTimeout(() => void this.#fetchMissed(), document.hidden ? POLL_HIDDEN_MS : POLL_VISIBLE_MS);
    }
  }

  // Visibility

  #visibilityChanged(): void {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden) this.#hiddenTimer = setTimeout(() => this.#poll(), HIDDEN_MS);
    else if (this.#polling || this.#source === null) this.#open();
  }

  #userActive(): void {
    if (this.#polling && !document.hidden) this.#open();
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** The pause after so many failures: exponential backoff with jitter; `jitter` is between 0 and 1. */
export function reconnectPauseMs(failures: number, jitter = Math.random()): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.5 + jitter);
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
