// The page without a connection: the service worker keeps the page, and the puzzles that it is told to keep.
// Lessons and the rules are part of the page.

/** The cache of the service worker with the index and the chunks; sw.js has the same name. */
export const PUZZLE_CACHE = "jaipur-puzzles-1";

export interface Kept {
  done: number;
  of: number;
}

/** Whether the page can work without a connection: not over plain http from another host. */
export function canKeep(): boolean {
  return "serviceWorker" in navigator && "caches" in globalThis;
}

/** Whether the page was installed as an app. */
export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** The page with its lessons and rules, the index of the puzzles too, or every puzzle as well. */
export type KeptParts = "page" | "index" | "all";

/** Keep parts on the device; `onprogress` counts the files of the puzzles. */
export async function keepOffline(what: KeptParts, onprogress: (kept: Kept) => void = () => {}): Promise<void> {
  if (!canKeep()) return;
  const { active } = await navigator.serviceWorker.ready;
  const channel = new MessageChannel();
  await new Promise<void>((resolve, reject) => {
    channel.port1.onmessage = ({ data }: MessageEvent<Kept | "failed">) => {
      if (data === "failed") return reject(new Error("the server did not answer"));
      onprogress(data);
      if (data.done === data.of) resolve();
    };
    active?.postMessage({ type: "keep", what }, [channel.port2]);
  });
}
