// Plugins of the build: a build id, the list of files, the sprite of drawings, compressed files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Writes build.json, `{"build": "…"}`: a page with another build id is outdated. */
export function buildId(): Plugin {
  let id = "dev";
  return {
    name: "jaipur-build-id",
    config: (_, { command }) => {
      if (command === "build") id = hashOf(["src", "public", "index.html", "package-lock.json"]);
      return { define: { __BUILD__: JSON.stringify(id) } };
    },
    generateBundle() {
      this.emitFile({
        type: "asset",
        fileName: "build.json",
        source: JSON.stringify({ build: id }) + "\n",
      });
    },
  };
}

/** Writes assets.json: the files that the service worker keeps for screens that work without a connection. */
export function assetList(): Plugin {
  return {
    name: "jaipur-asset-list",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((file) => file.startsWith("assets/"))
        .map((file) => `/${file}`)
        .sort();
      this.emitFile({ type: "asset", fileName: "assets.json", source: JSON.stringify(files) + "\n" });
    },
  };
}

/** Inlines the drawings into the page: they are there before any script has run. */
export function inlineSprite(): Plugin {
  return {
    name: "jaipur-inline-sprite",
    transformIndexHtml: (html) => {
      const drawings = ["goods", "sprite"]
        .map((name) => readFileSync(`src/art/${name}.svg`, "utf8"))
        .join("")
        .replace(/<!--.*?-->/gs, "")
        .replace(/>\s+</g, "><")
        .trim();
      return html.replace("<body>", () => `<body>\n    ${drawings}`);
    },
  };
}

/** Writes .br and .gz beside every file that gains by it, for the server to send. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "jaipur-precompress",
    apply: "build",
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith("/")) folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const file of filesOf(folder)) {
        if (!/\.(js|css|svg|html|json|webmanifest)$/.test(file)) continue;
        const bytes = readFileSync(file);
        if (bytes.length < 512) continue;
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) for (const file of filesOf(path)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}

function filesOf(path: string): string[] {
  let found;
  try {
    found = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path];
  }
  return found
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
    .sort();
}
