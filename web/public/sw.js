// Shows a page that says so while there is no connection, and keeps what lessons, rules and puzzles need: the page
// itself, its files, and the puzzles. Nothing of a game is cached. It also shows notices, each of them once.
const OFFLINE = "jaipur-offline-2";
const PAGE = "jaipur-page-1";
const PUZZLES = "jaipur-puzzles-1";
/** The ids of notices that were shown. */
const SHOWN = "jaipur-shown-1";
const SHOWN_KEPT = 300;
const FILES = ["/offline.html", "/offline.css", "/offline.js", "/icon.svg"];
/** The list of all files of the page whose names change with their content. */
const ASSETS = "/assets.json";
const SHELL = "/";
const INDEX = "/api/puzzles";
const RULESETS = "/api/rulesets";
/** The screens that work without a connection. */
const SCREENS = /^\/(puzzles|lessons|rules)(\/|$)/;
const CHUNK = /^\/api\/puzzles\/([^/]+)\/\d+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(OFFLINE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const deleteOldCaches = async () => {
    for (const name of await caches.keys()) {
      if (![OFFLINE, PAGE, PUZZLES, SHOWN].includes(name)) await caches.delete(name);
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
  const keep = keepParts(event.data.what, (done, of) => port?.postMessage({ done, of }));
  event.waitUntil(keep.catch(() => port?.postMessage("failed")));
});

/** Notices are shown one after the other, so that the same one that comes twice at once is shown once. */
let showing = Promise.resolve();

self.addEventListener("push", (event) => {
  const notice = event.data?.json();
  if (typeof notice?.id !== "string") return;
  showing = showing.catch(() => {}).then(() => showOnce(notice));
  event.waitUntil(showing);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openGame(event.notification.data?.url ?? "/"));
});

// The browser has a new address for pushes: the server is told.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

/** Show a notice unless it was shown before. The server sends it again if it does not know that it came. */
async function showOnce(notice) {
  const cache = await caches.open(SHOWN);
  const key = `/shown/${encodeURIComponent(notice.id)}`;
  if ((await cache.match(key)) !== undefined) return;
  if (!(await isLookedAt(notice.url))) {
    const { id: tag, title, body, language: lang, at: timestamp, game, url } = notice;
    for (const older of await self.registration.getNotifications()) {
      if (game !== null && older.data?.game === game && older.tag !== tag) older.close();
    }
    // If the worker ends before the id is kept, the same tag replaces what is shown already.
    const icons = { icon: "/icon-192.png", badge: "/icon-192.png" };
    await self.registration.showNotification(title, { body, tag, lang, timestamp, ...icons, data: { game, url } });
  }
  await cache.put(key, new Response(""));
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - SHOWN_KEPT))) await cache.delete(old);
}

async function windowAt(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter((client) => new URL(client.url).pathname === url);
}

/** Whether the user has the game before their eyes: then the table tells it. */
async function isLookedAt(url) {
  return (await windowAt(url)).some((client) => client.visibilityState === "visible");
}

async function openGame(url) {
  const [open] = await windowAt(url);
  await (open === undefined ? self.clients.openWindow(url) : open.focus());
}

async function subscribeAgain(event) {
  const options = event.oldSubscription?.options ?? { userVisibleOnly: true };
  const subscription = event.newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, ...keys });
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/me/notices/devices", { method: "POST", headers, body });
}

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

/** Keep the page and the rules' numbers, with "index" that of the puzzles too, and with "all" every puzzle. */
async function keepParts(what, onprogress) {
  await keepPage();
  const cache = await caches.open(PUZZLES);
  await cache.add(RULESETS);
  if (what !== "page") await keepPuzzles(cache, what === "all", onprogress);
  else onprogress(0, 0);
}

async function keepPuzzles(cache, all, onprogress) {
  await cache.add(INDEX);
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
