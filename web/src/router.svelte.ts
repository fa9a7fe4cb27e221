// Where the page is: a route worked out of the address, by the History API.

export type Route =
  | { screen: "home" }
  | { screen: "game"; id: string }
  | { screen: "join"; token: string }
  | { screen: "link" }
  | { screen: "replay"; id: string | null; query: URLSearchParams }
  | { screen: "rules" }
  | { screen: "settings" }
  | { screen: "gallery" }
  | { screen: "missing" };

/** The route of an address. */
export function routeOf(path: string, search = ""): Route {
  const [first = "", second = "", ...rest] = path.replace(/^\/+|\/+$/g, "").split("/");
  if (rest.length > 0) return { screen: "missing" };
  const id = decoded(second);
  if (first === "game" && id) return { screen: "game", id };
  if (first === "join" && id) return { screen: "join", token: id };
  if (first === "replay") return { screen: "replay", id: id || null, query: new URLSearchParams(search) };
  if (second === "") {
    if (first === "") return { screen: "home" };
    if (first === "link" || first === "rules" || first === "settings" || first === "gallery") return { screen: first };
  }
  return { screen: "missing" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

let current = $state.raw<Route>({ screen: "home" });

/** The route now. */
export function route(): Route {
  return current;
}

/** Go to an address of ours. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  look();
}

/** Change the address without going anywhere: what a copied link should say. */
export function note(address: string): void {
  history.replaceState(null, "", address);
}

function look(): void {
  current = routeOf(location.pathname, location.search);
}

/** Follow the back button and links of ours; returns what ends it. */
export function follow(): () => void {
  look();
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api")) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
    scrollTo(0, 0);
  };
  addEventListener("popstate", look);
  document.addEventListener("click", click);
  return () => {
    removeEventListener("popstate", look);
    document.removeEventListener("click", click);
  };
}
