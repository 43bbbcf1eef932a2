// The browser bundles. esbuild is loaded here alone, and only while a build runs.
import type { Metafile, Plugin } from "esbuild";
import { basename, join } from "node:path";
import { RUNTIME_CHUNK } from "../serve/islands.ts";
import { type Project, readProject } from "./project.ts";
import { shareCode } from "./shared_code.ts";

export interface BundleOptions {
  root: string;
  islands: Map<string, string>;
  buildId: string;
  mode: "development" | "production";
  target: string | string[];
}

export interface Bundles {
  contents: Map<string, Uint8Array<ArrayBuffer>>;
  /** The files that each file imports, directly or through others. */
  imports: Record<string, string[]>;
}

/** Bundles the islands and the code that starts them. */
export async function bundle(options: BundleOptions): Promise<Bundles> {
  const { root, islands, mode, target, buildId } = options;
  if (islands.size === 0) return { contents: new Map(), imports: {} };
  const project = await readProject(root);
  const esbuild = await import("esbuild");
  const sharing = shareCode(project.dir, islands.values());
  try {
    const context = await esbuild.context({
      entryPoints: {
        [RUNTIME_CHUNK]: join(import.meta.dirname!, "../browser/client.ts"),
        ...Object.fromEntries(islands),
      },
      bundle: true,
      splitting: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "browser",
      outdir: "/",
      chunkNames: "chunk-[hash]",
      target,
      minify: mode === "production",
      sourcemap: mode === "production" ? false : "inline",
      jsx: "automatic",
      jsxImportSource: project.jsxImportSource,
      define: { "process.env.NODE_ENV": JSON.stringify(mode) },
      external: ["node:*"],
      absWorkingDir: project.dir,
      logLevel: "error",
      plugins: [sharing.plugin, importMap(project), constantBuildId(buildId)],
    });
    let { outputFiles, metafile } = await context.rebuild();
    if (mode === "production") {
      sharing.learn(metafile);
      ({ outputFiles, metafile } = await context.rebuild());
    }
    const contents = outputFiles.map(({ path, contents }) =>
      [basename(path), contents as Uint8Array<ArrayBuffer>] as const
    );
    return { contents: new Map(contents), imports: importsOf(metafile) };
  } finally {
    await esbuild.stop();
  }
}

function importsOf({ outputs }: Metafile): Bundles["imports"] {
  const reachable = (path: string, paths = new Set<string>()) => {
    for (const { path: next, kind, external } of outputs[path]!.imports) {
      if (kind !== "import-statement" || external || paths.has(next)) continue;
      paths.add(next);
      reachable(next, paths);
    }
    return [...paths].map((path) => basename(path));
  };
  return Object.fromEntries(Object.keys(outputs).map((path) => [basename(path), reachable(path)]));
}

/** Resolves what the import map binds to local files; npm names are esbuild's own affair. */
function importMap({ imports }: Project): Plugin {
  return {
    name: "import-map",
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
        if (kind === "entry-point") return;
        for (const [name, target] of imports) {
          if (path === name) return { path: target };
          if (name.endsWith("/") && path.startsWith(name)) {
            return { path: join(target, path.slice(name.length)) };
          }
        }
      });
    },
  };
}

function constantBuildId(id: string): Plugin {
  return {
    name: "build-id",
    setup(build) {
      build.onLoad({ filter: /[\\/]fresh[\\/]serve[\\/]build_id\.ts$/ }, () => ({
        contents: `export const buildId = ${JSON.stringify(id)};`,
      }));
    },
  };
}
