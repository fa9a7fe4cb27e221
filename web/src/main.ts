import { mount } from "svelte";
import App from "./App.svelte";
import { bestOf, speak } from "./language/index.svelte";
import { settings } from "./state/settings.svelte";
import "./art/fonts.css";
import "./art/theme.css";
import "./ui/base.css";

async function start(): Promise<void> {
  await speak(settings.language ?? bestOf(navigator.languages));
  const target = document.getElementById("app");
  if (target !== null) mount(App, { target });
  // It says so when there is no connection; over plain http from elsewhere there is none.
  if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
}

void start();
