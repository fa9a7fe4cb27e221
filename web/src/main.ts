import { mount } from "svelte";
import App from "./App.svelte";
import { setLanguage } from "./language/index.svelte";
import { wantedLanguage } from "./state/settings.svelte";
import "./art/fonts.css";
import "./art/theme.css";
import "./ui/global.css";

async function start(): Promise<void> {
  await setLanguage(wantedLanguage());
  const target = document.getElementById("app");
  if (target !== null) mount(App, { target });
  // The service worker shows a page while there is no connection; over plain http from another host there is none.
  if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
  // An installed page works without a connection, as far as no game is needed.
  if (import.meta.env.PROD && matchMedia("(display-mode: standalone)").matches)
    void import("./state/offline").then(({ keepOffline }) => keepOffline("page")).catch(() => {});
}

void start();
