import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { assetList, buildId, inlineSprite, precompress } from "./build/plugins.ts";

// JAIPUR_SERVER is the address of the API for `npm run dev`: that of any `jaipur serve`.
const server = process.env["JAIPUR_SERVER"] ?? "http://127.0.0.1:8000";

/** Modules that the home page and the table share, without messages, which are loaded by language. */
const BASE =
  /src\/(api|state)\/|src\/language\/(?!en|fr|ru)|src\/ui\/(Announcer|announcer|Dialog|Name|Page|Switch|UpdateBanner)|src\/router/;

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), inlineSprite(), buildId(), assetList(), precompress()],
  build: {
    outDir: process.env["JAIPUR_CLIENT"] ?? "../src/jaipur/server/client",
    emptyOutDir: true,
    target: "es2022",
    // The Content-Security-Policy allows files of the server only: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What every first table needs is one file: many small ones compress worse.
      output: { codeSplitting: { groups: [{ name: "base", test: BASE }] } },
    },
  },
  server: {
    // The server compares Origin and Host, so the Host of the page stays.
    proxy: Object.fromEntries(["/api", "/healthz"].map((path) => [path, { target: server, changeOrigin: false }])),
  },
  // Without this, vitest takes Svelte's server build, in which runes do nothing.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { include: ["src/**/*.test.ts", "build/**/*.test.ts"] },
}));
