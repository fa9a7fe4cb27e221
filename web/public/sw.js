// Shows a page that says so while there is no connection, and keeps what the puzzles need: the page itself, its
// files, and the puzzles. Nothing of a game is cached.
const OFFLINE = "jaipur-offline-2";
const PAGE = "jaipur-page-1";
const PUZZLES = "jaipur-puzzles-1";
const FILES = ["/offline.html", "/offline.css", "/offline.js", "/icon.svg"];
/** The list of all files of the page whose names change with their content. */
const ASSETS = "/assets.json";
const SHELL = "/";
const INDEX = "/api/puzzles";
const RULESETS = "/api/rulesets";
/** The screens that work without a connection. */
const SCREENS = /^\/puzzles(\/|$)/;
const CHUNK = /^\/api\/puzzles\/([^/]+)\/\d+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(OFFLINE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const deleteOldCaches = async () => {
    for (const name of await caches.keys()) {
      if (![OFFLINE, PAGE, PUZZLES].includes(name)) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(deleteOldCaches());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(open(event, pathname));
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
  else if (pathname.startsWith("/assets/")) event.respondWith(keptFirst(PAGE, request));
  else if (CHUNK.test(pathname)) event.respondWith(keptFirst(PUZZLES, request, true));
  else if (pathname === INDEX || pathname === RULESETS) event.respondWith(newestFirst(pathname, request));
});

self.addEventListener("message", (event) => {
  if (event.data?.type !== "keep") return;
  const [port] = event.ports;
  const keep = keepPuzzles(event.data.all, (done, of) => port?.postMessage({ done, of }));
  event.waitUntil(keep.catch(() => port?.postMessage("failed")));
});

/** A screen: from the server, or else the kept page where it works, or a page that says what is wrong. */
async function open(event, pathname) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(renewPage().catch(() => {}));
    return answer;
  } catch {
    const page = SCREENS.test(pathname) ? await caches.match(SHELL, { cacheName: PAGE }) : undefined;
    return page ?? (await caches.match("/offline.html"));
  }
}

/** What never changes: kept, or else from the server. */
async function keptFirst(name, request, store = false) {
  const cache = await caches.open(name);
  const found = await cache.match(request.url);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (store && answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

/** What changes: from the server, or else as it was. */
async function newestFirst(pathname, request) {
  const cache = await caches.open(PUZZLES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(pathname, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(pathname);
    if (found === undefined) throw error;
    return found;
  }
}

/** Keep the page, the rules' numbers and the index of the puzzles, and with `all` every puzzle. */
async function keepPuzzles(all, onprogress) {
  await keepPage();
  const cache = await caches.open(PUZZLES);
  await cache.addAll([INDEX, RULESETS]);
  const { version, puzzles } = await (await cache.match(INDEX)).json();
  for (const { url } of await cache.keys()) {
    const [, kept] = CHUNK.exec(new URL(url).pathname) ?? [];
    if (kept !== undefined && kept !== version) await cache.delete(url);
  }
  const chunks = all ? [...new Set(puzzles.map(({ chunk }) => chunk))] : [];
  for (const [done, chunk] of chunks.entries()) {
    onprogress(done, chunks.length);
    const path = `${INDEX}/${version}/${chunk}`;
    if ((await cache.match(path)) === undefined) await cache.add(path);
  }
  onprogress(chunks.length, chunks.length);
}

/** Keep the page with all its files; those of an older one go. */
async function keepPage() {
  const cache = await caches.open(PAGE);
  const list = await fetch(ASSETS, { cache: "no-store" });
  if (!list.ok) throw new Error(`${ASSETS}: ${list.status}`);
  const files = await list.clone().json();
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => !kept.has(file)));
  await cache.add(new Request(SHELL, { cache: "no-store" }));
  await cache.put(ASSETS, list);
  for (const file of kept) if (file.startsWith("/assets/") && !files.includes(file)) await cache.delete(file);
}

/** If the page is kept and the server has a newer one, keep that instead. */
async function renewPage() {
  const before = await caches.match(ASSETS, { cacheName: PAGE });
  if (before === undefined) return;
  const now = await fetch(ASSETS, { cache: "no-store" });
  if (now.ok && (await now.text()) !== (await before.text())) await keepPage();
}
