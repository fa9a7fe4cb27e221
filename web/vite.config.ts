import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed, drawn, identified } from "./build/plugins.ts";

// JAIPUR_SERVER is where `npm run dev` finds the API; any `jaipur serve` will do.
const server = process.env["JAIPUR_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), drawn(), identified(), compressed()],
  build: {
    outDir: process.env["JAIPUR_CLIENT"] ?? "../src/jaipur/server/client",
    emptyOutDir: true,
    target: "es2022",
    // The Content-Security-Policy allows files of our own only: nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: { "/api": server, "/healthz": server },
  },
  // Without this, vitest takes Svelte's build for servers, in which runes do nothing.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { include: ["src/**/*.test.ts", "build/**/*.test.ts"] },
}));
