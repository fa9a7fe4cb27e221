// A fake browser for tests: a window that can be hidden, streams and answers that a test controls.
import { vi } from "vitest";

export class FakeEventSource extends EventTarget {
  static all: FakeEventSource[] = [];
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;

  constructor(readonly url: string) {
    super();
    FakeEventSource.all.push(this);
  }

  /** The stream that is open now. */
  static get open(): FakeEventSource {
    const open = FakeEventSource.all.filter((source) => !source.closed);
    if (open.length !== 1) throw new Error(`${open.length} streams are open`);
    return open[0]!;
  }

  static get count(): number {
    return FakeEventSource.all.filter((source) => !source.closed).length;
  }

  close(): void {
    this.closed = true;
  }

  message(data: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(data) }));
  }

  heartbeat(data: object = {}): void {
    this.dispatchEvent(new MessageEvent("heartbeat", { data: JSON.stringify(data) }));
  }

  fail(): void {
    this.onerror?.();
  }
}

type Body = Record<string, unknown> | undefined;
type Answer = (method: string, url: string, body: Body) => Response | Promise<Response>;

export interface FakeBrowser {
  hide(): void;
  show(): void;
  window: EventTarget;
  /** The requests that fetch was called with. */
  requests: { method: string; url: string; body: Body }[];
  /** Set the function that answers a request. */
  respond(how: Answer): void;
}

/** Replaces the browser's globals; `vi.unstubAllGlobals` restores them. */
export function fakeBrowser(): FakeBrowser {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: "" } });
  let answer: Answer = () => json({});
  const requests: FakeBrowser["requests"] = [];
  FakeEventSource.all = [];
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", { origin: "http://table.test", pathname: "/", search: "" });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("EventSource", FakeEventSource);
  vi.stubGlobal("fetch", async (url: string, options: RequestInit = {}) => {
    const body = typeof options.body === "string" ? (JSON.parse(options.body) as Body) : undefined;
    const method = options.method ?? "GET";
    requests.push({ method, url, body });
    return answer(method, url, body);
  });
  const turn = (hidden: boolean) => () => {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return { hide: turn(true), show: turn(false), window, requests, respond: (next) => (answer = next) };
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

/** The text of a stream that has ended. */
export function streamed(...events: object[]): Response {
  const text = events.map((event) => `id: 1\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(`${text}event: heartbeat\ndata: {"seq":1}\n\n`);
}
