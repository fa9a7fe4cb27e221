// Whether this page is older than the server that it speaks to.
//
// A heartbeat's version changes when the server does; build.json then says whether the page did too.

const RELOADED = "jaipur.reloaded";
let first: string | null = null;
let old = $state(false);

/** Whether the server has a newer page. */
export function isOld(): boolean {
  return old;
}

/** A heartbeat told the server's version. */
export function heardVersion(version: string): void {
  if (first === null) first = version;
  else if (version !== first) {
    first = version;
    void compare();
  }
}

/** Ask which page the server has now. */
export async function compare(): Promise<void> {
  try {
    const answer = await fetch("/build.json", { cache: "no-store" });
    const { build } = (await answer.json()) as { build: string };
    if (build !== __BUILD__) old = true;
  } catch {
    // no answer, no verdict
  }
}

/** Load the page anew; false where that was tried for this build already and did not help. */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === __BUILD__) return false;
    sessionStorage.setItem(RELOADED, __BUILD__);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
