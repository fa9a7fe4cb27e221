// The router: which screen the address names, by the History API.

export type Route =
  | { screen: "home" }
  | { screen: "game"; id: string }
  | { screen: "join"; token: string }
  | { screen: "signIn" }
  | { screen: "replay"; id: string | null; query: URLSearchParams }
  | { screen: "puzzles"; id: string | null; query: URLSearchParams }
  | { screen: "review"; id: string; query: URLSearchParams }
  | { screen: "mistakes" }
  | { screen: "rules" }
  | { screen: "lessons" }
  | { screen: "lesson"; id: string }
  | { screen: "settings" }
  /** `next` is where to go once logged in. */
  | { screen: "account"; next: string | null }
  | { screen: "history"; view: "matches" | "statistics" }
  | { screen: "profile"; id: string }
  | { screen: "leaderboard" }
  | { screen: "people" }
  | { screen: "gallery" }
  | { screen: "notFound" };

/** The route of an address. */
export function routeOf(path: string, search = ""): Route {
  const [first = "", second = "", ...rest] = path.replace(/^\/+|\/+$/g, "").split("/");
  if (rest.length > 0) return { screen: "notFound" };
  const id = decoded(second);
  if (first === "game" && id) return { screen: "game", id };
  if (first === "lessons" && id) return { screen: "lesson", id };
  if (first === "player" && id) return { screen: "profile", id };
  if (first === "join" && id) return { screen: "join", token: id };
  if (first === "replay") return { screen: "replay", id: id || null, query: new URLSearchParams(search) };
  if (first === "puzzles") return { screen: "puzzles", id: id || null, query: new URLSearchParams(search) };
  if (first === "history") {
    if (id === "") return { screen: "history", view: "matches" };
    if (id === "statistics") return { screen: "history", view: "statistics" };
  }
  if (first === "review" && id) return { screen: "review", id, query: new URLSearchParams(search) };
  if (second === "") {
    if (first === "") return { screen: "home" };
    if (first === "link") return { screen: "signIn" };
    if (first === "mistakes" || first === "rules" || first === "lessons") return { screen: first };
    if (first === "account") return { screen: "account", next: ownAddress(new URLSearchParams(search).get("next")) };
    if (first === "settings" || first === "leaderboard" || first === "people" || first === "gallery")
      return { screen: first };
  }
  return { screen: "notFound" };
}

/** An address of this page; null for any other. */
function ownAddress(address: string | null): string | null {
  return address !== null && /^\/(?![/\\])/.test(address) ? address : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** For how long a screen that one comes back to may grow until it is as high as it was. */
const RETURN_MS = 3000;
/** What readers do who want to be somewhere else. */
const READER_MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];

let current = $state.raw<Route>({ screen: "home" });

/** The current route. */
export function route(): Route {
  return current;
}

/** Go to an address of this page. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else {
    history.replaceState({ scrolled: scrollY }, "");
    history.pushState(null, "", address);
  }
  update();
}

/** Change the address and stay on the screen, so that a copied link leads back here. */
export function replaceAddress(address: string): void {
  history.replaceState(null, "", address);
}

function update(): void {
  current = routeOf(location.pathname, location.search);
}

/**
 * Scroll to where the reader was on a screen. The browser does so at once, when the screen is still short:
 * its lists come later.
 */
function returnTo(height: number): void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight >= height) scrollTo(0, height);
  });
  const stop = (): void => {
    observer.disconnect();
    for (const name of READER_MOVES) removeEventListener(name, stop);
  };
  for (const name of READER_MOVES) addEventListener(name, stop);
  setTimeout(stop, RETURN_MS);
  observer.observe(document.body);
}

/** Handle the back button and links within the page; returns a function that stops it. */
export function startRouter(): () => void {
  update();
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api")) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
    scrollTo(0, 0);
  };
  const goBack = ({ state }: PopStateEvent): void => {
    update();
    const { scrolled } = (state ?? {}) as { scrolled?: number };
    if (scrolled) returnTo(scrolled);
  };
  addEventListener("popstate", goBack);
  document.addEventListener("click", click);
  return () => {
    removeEventListener("popstate", goBack);
    document.removeEventListener("click", click);
  };
}
