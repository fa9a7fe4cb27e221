import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = import.meta.dirname;
const FILES = (readdirSync(ROOT, { recursive: true }) as string[]).filter((file) => /\.(ts|svelte)$/.test(file));

type Graph = Map<string, Set<string>>;

/** The modules that a file imports, types included; chunks that are loaded later do not count. */
function importsOf(file: string): string[] {
  const specifiers = readFileSync(join(ROOT, file), "utf8").matchAll(/^\s*(?:import|\}) .*?"(\.[^"]+)";$/gm);
  return [...specifiers].map(([, specifier = ""]) => {
    const path = join(dirname(file), specifier);
    return existsSync(join(ROOT, `${path}.ts`)) ? `${path}.ts` : path;
  });
}

function graphOf(nodeOf: (file: string) => string): Graph {
  const graph: Graph = new Map();
  for (const file of FILES) {
    const node = nodeOf(file);
    const targets = graph.get(node) ?? new Set();
    for (const target of importsOf(file).map(nodeOf)) if (target !== node) targets.add(target);
    graph.set(node, targets);
  }
  return graph;
}

/** The nodes of some cycle, in order; null if there is none. */
function cycleIn(graph: Graph): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, path: string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const target of graph.get(node) ?? []) {
      const found = visit(target, [...path, node]);
      if (found !== null) return found;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found !== null) return found;
  }
  return null;
}

it("finds the imports of this folder", () => {
  expect(importsOf("main.ts")).toContain("App.svelte");
  expect(importsOf("main.ts")).toContain("language/index.svelte.ts");
  const missing = FILES.flatMap(importsOf).filter((file) => !existsSync(join(ROOT, file)));
  expect(missing).toEqual([]);
});

it("finds a cycle", () => {
  const graph: Graph = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["b"])],
  ]);
  expect(cycleIn(graph)).toEqual(["b", "c", "b"]);
});

it("has no import cycle between files", () => {
  expect(cycleIn(graphOf((file) => file))).toBeNull();
});

it("has no import cycle between folders", () => {
  expect(cycleIn(graphOf((file) => (file.includes("/") ? dirname(file) : file)))).toBeNull();
});
