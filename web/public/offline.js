// Shows the page in the language of the settings, else the browser's, and returns when the connection is back.
let chosen = null;
try {
  chosen = JSON.parse(localStorage.getItem("jaipur.settings") ?? "{}").language;
} catch {
  // storage is disabled: the browser's language
}
const wanted = [chosen, ...navigator.languages].filter(Boolean).map((tag) => tag.slice(0, 2));
const sections = [...document.querySelectorAll("section")];
const shown = wanted.map((name) => sections.find((each) => each.lang === name)).find(Boolean) ?? sections[0];
for (const each of sections) each.hidden = each !== shown;
document.documentElement.lang = shown.lang;

/** What works without a connection is offered where the service worker has kept the page. */
async function offerKept() {
  const page = await caches.match("/", { cacheName: "jaipur-page-1" });
  for (const each of document.querySelectorAll("[data-kept]")) each.hidden = page === undefined;
}

async function checkConnection() {
  try {
    if ((await fetch("/healthz", { cache: "no-store" })).ok) location.reload();
  } catch {
    // still no connection
  }
}

void offerKept();
addEventListener("online", checkConnection);
setInterval(checkConnection, 4000);
