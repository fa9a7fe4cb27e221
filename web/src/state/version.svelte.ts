// Whether this page is older than the server that it talks to.
//
// The version in a heartbeat changes with the server; build.json then says whether the page changed too.

const RELOADED_KEY = "jaipur.reloaded";
let serverVersion: string | null = null;
let outdated = $state(false);

/** Whether the server has a newer page. */
export function isOutdated(): boolean {
  return outdated;
}

/** Remember the server's version; when it has changed, check for a newer page. */
export function noteServerVersion(version: string): void {
  if (serverVersion !== null && version !== serverVersion) void checkForUpdate();
  serverVersion = version;
}

/** Compare the build of this page with the one that the server has now. */
export async function checkForUpdate(): Promise<void> {
  try {
    const answer = await fetch("/build.json", { cache: "no-store" });
    const { build } = (await answer.json()) as { build: string };
    if (build !== __BUILD__) outdated = true;
  } catch {
    // Without an answer nothing is known.
  }
}

/** Reload the page; false if this build was reloaded before and it did not help. */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === __BUILD__) return false;
    sessionStorage.setItem(RELOADED_KEY, __BUILD__);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
