// Code that several islands share goes into one file, not dozens.
import type { Metafile, Plugin, PluginBuild } from "esbuild";
import { join, relative } from "node:path";

/** A module goes into the shared file if as many bundles use it as this share of the islands. */
const share = 0.14;
/** Minified bytes; a smaller module goes there if two bundles use it. */
const smallBytes = 300;

const entries = "shared-code-entry";
const shared = "shared-code";
const asItIs = Symbol();

interface SharedCode {
  plugin: Plugin;
  /** Takes from a first build what is to be shared; the next build does so. */
  learn(metafile: Metafile): void;
}

export function shareCode(dir: string, islands: Iterable<string>): SharedCode {
  const own = new Set([...islands].map((path) => relative(dir, path)));
  let modules: string[] = [];
  /** Exports of each bundle by path: islands, and modules that are imported later. */
  const bundles = new Map<string, string[]>();

  function learn({ inputs, outputs }: Metafile) {
    const bytes = new Map<string, number>();
    const uses = new Map<string, Set<string>>();
    for (const { inputs: parts, entryPoint, exports } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(parts)) {
        bytes.set(path, (bytes.get(path) ?? 0) + bytesInOutput);
      }
      if (!entryPoint) continue;
      bundles.set(join(dir, entryPoint), exports);
      uses.set(entryPoint, reachable(inputs, entryPoint));
    }
    const least = Math.max(2, own.size * share);
    const usesOf = (path: string) =>
      uses.values().filter((used) => used.has(path)).toArray().length;
    const isWidelyUsed = (path: string) => !uses.has(path) && usesOf(path) >= least;
    const isSmall = (path: string) => (bytes.get(path) ?? 0) <= smallBytes && usesOf(path) >= 2;
    const wide = Object.keys(inputs).filter(isWidelyUsed);
    // A small module goes there with all that it imports, or not at all.
    const bearable = new Set([...wide, ...Object.keys(inputs).filter(isSmall)]);
    const small = Object.keys(inputs).filter((path) =>
      !uses.has(path) && isSmall(path) &&
      reachable(inputs, path).values().every((next) => bearable.has(next))
    );
    modules = [...new Set([...wide, ...small])];
  }

  function setup(build: PluginBuild) {
    build.onResolve({ filter: /./ }, async ({ kind, path, pluginData, ...from }) => {
      if (path === shared) return { path, namespace: shared };
      if (kind !== "entry-point" && kind !== "dynamic-import" || pluginData === asItIs) return;
      const found = await build.resolve(path, { ...from, kind, pluginData: asItIs });
      return bundles.has(found.path) ? { path: found.path, namespace: entries } : found;
    });
    build.onLoad({ filter: /./, namespace: entries }, ({ path }) => ({
      contents: `import "${shared}"; export {${bundles.get(path)}} from ${JSON.stringify(path)};`,
      resolveDir: dir,
    }));
    build.onLoad({ filter: /./, namespace: shared }, () => ({
      contents: modules.map((path) => `import ${JSON.stringify(join(dir, path))};`).join("\n"),
      resolveDir: dir,
    }));
  }

  return { plugin: { name: shared, setup }, learn };
}

function reachable(inputs: Metafile["inputs"], path: string, found = new Set([path])): Set<string> {
  for (const { path: next, kind, external } of inputs[path]!.imports) {
    if (kind !== "import-statement" || external || found.has(next)) continue;
    found.add(next);
    reachable(inputs, next, found);
  }
  return found;
}
