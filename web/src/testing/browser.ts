// A browser of cardboard for tests: a window that can be hidden, and streams that tests speak through.
import { vi } from "vitest";

export class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;

  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }

  /** The stream that is open now. */
  static get open(): FakeSource {
    const open = FakeSource.all.filter((source) => !source.closed);
    if (open.length !== 1) throw new Error(`${open.length} streams are open`);
    return open[0]!;
  }

  static get count(): number {
    return FakeSource.all.filter((source) => !source.closed).length;
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
  /** What fetch was asked, and what it answers: a function of the request. */
  asked: { method: string; url: string; body: Body }[];
  answer(how: Answer): void;
}

/** Puts the browser in place of the globals; `vi.unstubAllGlobals` takes it away. */
export function fakeBrowser(): FakeBrowser {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: "" } });
  let how: Answer = () => json({});
  const asked: FakeBrowser["asked"] = [];
  FakeSource.all = [];
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", { origin: "http://table.test", pathname: "/", search: "" });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("fetch", async (url: string, options: RequestInit = {}) => {
    const body = typeof options.body === "string" ? (JSON.parse(options.body) as Body) : undefined;
    const method = options.method ?? "GET";
    asked.push({ method, url, body });
    return how(method, url, body);
  });
  const turn = (hidden: boolean) => () => {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return { hide: turn(true), show: turn(false), window, asked, answer: (next) => (how = next) };
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

/** The text of a stream that has ended. */
export function streamed(...events: object[]): Response {
  const text = events.map((event) => `id: 1\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(`${text}event: heartbeat\ndata: {"seq":1}\n\n`);
}
