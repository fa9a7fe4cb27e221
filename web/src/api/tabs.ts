// How many tabs of this browser stream at once.
//
// A browser opens six connections to a host. Four may be streams: of five tabs, the one that opened
// its stream first gives it up and polls, until somebody turns to it again.

const MOST = 4;
const CHANNEL = "jaipur.streams";

type Message = { tab: string; streams: boolean };

/** This tab among the others. */
export class Tabs {
  readonly #channel: BroadcastChannel | null;
  readonly #tab: string;
  readonly #later = new Set<string>();
  #streams = false;

  constructor(tab: string, yielded: () => void) {
    this.#tab = tab;
    this.#channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      this.#later.delete(data.tab);
      if (!this.#streams || !data.streams) return;
      this.#later.add(data.tab);
      if (this.#later.size >= MOST) {
        this.ended();
        yielded();
      }
    });
  }

  /** This tab opens a stream: it is now the newest. */
  opened(): void {
    if (this.#streams) return;
    this.#later.clear();
    this.#tell(true);
  }

  /** This tab streams no more. */
  ended(): void {
    if (this.#streams) this.#tell(false);
  }

  close(): void {
    this.ended();
    this.#channel?.close();
  }

  #tell(streams: boolean): void {
    this.#streams = streams;
    this.#channel?.postMessage({ tab: this.#tab, streams } satisfies Message);
  }
}
