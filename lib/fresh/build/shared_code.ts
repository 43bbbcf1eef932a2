// Code that several islands share goes into one file, not dozens; so does the code that an island
// shares with its late parts, the modules that only it imports later. An island as large as an app
// is a page of its own: what it leaves of the shared code is a second file.
import type { Metafile, Plugin, PluginBuild } from "esbuild";
import { join, relative } from "node:path";

/** A module goes into the shared file if as many bundles use it as this share of the islands. */
const share = 0.14;
/** Minified bytes; a smaller module goes there if two bundles use it. */
const smallBytes = 120;

const entries = "shared-code-entry";
const shared = "shared-code";
const sharedByOthers = "shared-code-of-others";
const asItIs = Symbol();

interface SharedCode {
  plugin: Plugin;
  /** Takes from a first build what is to be shared; the next build does so. */
  learn(metafile: Metafile): void;
}

/** A bundle of the first build: an island, or a module that is imported later. */
interface Bundle {
  exports: string[];
  modules: Set<string>;
  /** The only island that needs it. */
  island?: string;
}

type Inputs = Metafile["inputs"];

export function shareCode(dir: string, islands: Iterable<string>): SharedCode {
  const own = new Set([...islands].map((path) => relative(dir, path)));
  let bundles = new Map<string, Bundle>();
  /** Modules of each file of shared code: of all, of others, and of each island with late parts. */
  const files = new Map<string, string[]>();

  function learn(metafile: Metafile) {
    bundles = bundlesOf(metafile, own);
    for (const [file, modules] of sharedFiles(metafile, bundles, own)) files.set(file, modules);
  }

  function setup(build: PluginBuild) {
    build.onResolve({ filter: /./ }, async ({ kind, path, pluginData, namespace, ...from }) => {
      if (namespace === entries && files.has(path)) return { path, namespace: shared };
      if (kind !== "entry-point" && kind !== "dynamic-import" || pluginData === asItIs) return;
      const resolution = await build.resolve(path, {
        ...from,
        namespace,
        kind,
        pluginData: asItIs,
      });
      return bundles.has(relative(dir, resolution.path))
        ? { path: resolution.path, namespace: entries }
        : resolution;
    });
    build.onLoad({ filter: /./, namespace: entries }, ({ path }) => {
      const { exports, modules, island } = bundles.get(relative(dir, path))!;
      // All bring the first, also who uses nothing of it: esbuild puts its own helpers there then.
      const brought = [shared, sharedByOthers, island].filter((file) =>
        file && (file === shared || files.get(file)?.some((module) => modules.has(module)))
      );
      return {
        contents: `${brought.map((file) => `import ${JSON.stringify(file)};`).join("")}
          export {${exports}} from ${JSON.stringify(path)};`,
        resolveDir: dir,
      };
    });
    build.onLoad({ filter: /./, namespace: shared }, ({ path }) => ({
      contents: files.get(path)!
        .map((module) => `import ${JSON.stringify(join(dir, module))};`).join("\n"),
      resolveDir: dir,
    }));
  }

  return { plugin: { name: shared, setup }, learn };
}

function bundlesOf({ inputs, outputs }: Metafile, islands: Set<string>): Map<string, Bundle> {
  const bundles = new Map<string, Bundle>();
  for (const { entryPoint, exports } of Object.values(outputs)) {
    if (!entryPoint) continue;
    bundles.set(entryPoint, { exports, modules: reachable(inputs, entryPoint, staticImports) });
  }
  for (const island of islands) {
    for (const path of reachable(inputs, island, allImports)) {
      const bundle = bundles.get(path);
      if (bundle) bundle.island = "island" in bundle ? undefined : island;
    }
  }
  return bundles;
}

function sharedFiles(
  { inputs, outputs }: Metafile,
  bundles: Map<string, Bundle>,
  islands: Set<string>,
): Map<string, string[]> {
  const bytes = bytesOf(outputs);
  const usersOf = (path: string) =>
    bundles.values().filter(({ modules }) => modules.has(path)).toArray();
  const ofAll = modulesOfAll(inputs, { bundles, bytes, usersOf, islands });
  const sizeOf = (paths: Iterable<string>) =>
    Iterator.from(paths).reduce((sum, path) => sum + (bytes.get(path) ?? 0), 0);
  const isLarge = (island: string) =>
    sizeOf(bundles.get(island)!.modules.difference(ofAll)) > sizeOf(ofAll);
  const ofLarge = new Set(
    islands.values().filter(isLarge).flatMap((island) => reachable(inputs, island, allImports)),
  );
  const ofOthers = ofLarge.size > 0 ? ofAll.difference(ofLarge) : new Set<string>();
  const files = new Map([[shared, [...ofAll.difference(ofOthers)]], [sharedByOthers, [
    ...ofOthers,
  ]]]);
  for (const path of Object.keys(inputs)) {
    if (ofAll.has(path) || bundles.has(path)) continue;
    const users = usersOf(path);
    const [island, ...others] = new Set(users.map(({ island }) => island));
    if (!island || others.length > 0 || users.length < 2) continue;
    if (bundles.get(island)!.modules.has(path)) {
      files.set(island, [...files.get(island) ?? [], path]);
    }
  }
  return files;
}

function bytesOf(outputs: Metafile["outputs"]): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const { inputs: parts } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(parts)) {
      bytes.set(path, (bytes.get(path) ?? 0) + bytesInOutput);
    }
  }
  return bytes;
}

interface Usage {
  bundles: Map<string, Bundle>;
  bytes: Map<string, number>;
  usersOf(path: string): Bundle[];
  islands: Set<string>;
}

/** The modules that all bring: those of many bundles, and small ones of two. */
function modulesOfAll(inputs: Inputs, { bundles, bytes, usersOf, islands }: Usage): Set<string> {
  const least = Math.max(2, islands.size * share);
  const isWidelyUsed = (path: string) => !bundles.has(path) && usersOf(path).length >= least;
  const isSmall = (path: string) =>
    (bytes.get(path) ?? 0) <= smallBytes && usersOf(path).length >= 2;
  const wide = Object.keys(inputs).filter(isWidelyUsed);
  // A small module goes there with all that it imports, or not at all.
  const bearable = new Set([...wide, ...Object.keys(inputs).filter(isSmall)]);
  const small = Object.keys(inputs).filter((path) =>
    !bundles.has(path) && isSmall(path) &&
    bearable.isSupersetOf(reachable(inputs, path, staticImports))
  );
  return new Set([...wide, ...small]);
}

const staticImports = ["import-statement"];
const allImports = [...staticImports, "dynamic-import"];

function reachable(inputs: Inputs, path: string, kinds: string[], visited = new Set([path])) {
  for (const { path: next, kind, external } of inputs[path]!.imports) {
    if (!kinds.includes(kind) || external || visited.has(next)) continue;
    visited.add(next);
    reachable(inputs, next, kinds, visited);
  }
  return visited;
}
