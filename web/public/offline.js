// The language that was chosen for the table, else the browser's; and back as soon as it works.
let chosen = null;
try {
  chosen = JSON.parse(localStorage.getItem("jaipur.settings") ?? "{}").language;
} catch {
  // the browser's, then
}
const wanted = [chosen, ...navigator.languages].filter(Boolean).map((tag) => tag.slice(0, 2));
const sections = [...document.querySelectorAll("section")];
const shown = wanted.map((name) => sections.find((each) => each.lang === name)).find(Boolean) ?? sections[0];
for (const each of sections) each.hidden = each !== shown;
document.documentElement.lang = shown.lang;

async function look() {
  try {
    if ((await fetch("/healthz", { cache: "no-store" })).ok) location.reload();
  } catch {
    // not yet
  }
}

addEventListener("online", look);
setInterval(look, 4000);
