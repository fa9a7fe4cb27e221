// Limits how many tabs of this browser hold a stream at once.
//
// A browser opens six connections to a host. Four may be streams: of five tabs, the one that opened
// its stream first closes it and polls, until the user turns to it again.

const MAX_STREAMS = 4;
const CHANNEL = "jaipur.streams";

type Message = { tab: string; streams: boolean };

/** This tab's share of the streams. */
export class StreamLimit {
  readonly #channel: BroadcastChannel | null;
  readonly #tab: string;
  readonly #newer = new Set<string>();
  #streams = false;

  constructor(tab: string, onYield: () => void) {
    this.#tab = tab;
    this.#channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      this.#newer.delete(data.tab);
      if (!this.#streams || !data.streams) return;
      this.#newer.add(data.tab);
      if (this.#newer.size >= MAX_STREAMS) {
        this.closed();
        onYield();
      }
    });
  }

  /** Note that this tab opens a stream: it is now the newest. */
  opened(): void {
    if (this.#streams) return;
    this.#newer.clear();
    this.#broadcast(true);
  }

  /** Note that this tab has closed its stream. */
  closed(): void {
    if (this.#streams) this.#broadcast(false);
  }

  close(): void {
    this.closed();
    this.#channel?.close();
  }

  #broadcast(streams: boolean): void {
    this.#streams = streams;
    this.#channel?.postMessage({ tab: this.#tab, streams } satisfies Message);
  }
}
