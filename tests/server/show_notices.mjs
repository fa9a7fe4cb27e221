// Runs the page's service worker over push messages, one a line, and prints the tags that it showed.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const handlers = {};
const shown = [];
const kept = new Map();
const cache = {
  match: async (key) => kept.get(key),
  put: async (key, value) => kept.set(key, value),
  keys: async () => [...kept.keys()],
  delete: async (key) => kept.delete(key),
};
const self = {
  addEventListener: (type, handler) => (handlers[type] = handler),
  clients: { matchAll: async () => [] },
  registration: {
    getNotifications: async () => [],
    showNotification: async (title, { tag }) => shown.push(tag),
  },
};
const context = { self, caches: { open: async () => cache }, URL, Response, encodeURIComponent, Promise };
vm.runInNewContext(readFileSync(process.argv[2], "utf8"), context);
const waiting = [];
for (const line of readFileSync(0, "utf8").split("\n")) {
  const data = { json: () => JSON.parse(line) };
  handlers.push({ data, waitUntil: (promise) => waiting.push(promise) });
}
await Promise.all(waiting);
process.stdout.write(JSON.stringify(shown));
