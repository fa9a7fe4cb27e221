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
addEventListener("online", () => location.reload());
