// The build step: bundles, static files and the list of routes, in memory or on disk.
import { isAbsolute, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { App } from "./app.ts";
import { attachBuild, type Build, bundlePath, islandsOf, type RouteModule } from "./build.ts";
import type { StaticFile } from "./build.ts";
import { bundle } from "./bundle.ts";
import { writeBuild } from "./disk.ts";
import { isSpecial } from "./file_routes.ts";
import { type ListenOptions, serve } from "./http.ts";
import { RELOAD_SCRIPT, withLiveReload } from "./live_reload.ts";
import { contentTypeOf } from "./mime.ts";
import { chunkNames, filesBelow, modulesBelow, readProject } from "./project.ts";
import {
  type OnTransformOptions,
  readTransformed,
  type SourceFile,
  type Transformer,
  type TransformFn,
} from "./transform.ts";

/** Options of a {@linkcode Builder}; relative paths count from `root`. */
export interface BuildOptions {
  /** The app's folder, a path or a file URL; the working directory if not given. */
  root?: string;
  /** The module that exports `app`. */
  serverEntry?: string;
  outDir?: string;
  /** One folder or several; the first that has a file wins. */
  staticDir?: string | string[];
  islandDir?: string;
  routeDir?: string;
  /** The browsers to bundle for, in esbuild's words. */
  target?: string | string[];
}

/** What a build is made for. */
type Mode = Build["mode"];

/** The files of an app that a build is made of. */
export interface Sources {
  /** Islands' files by the names of their bundles. */
  islands: Map<string, string>;
  routes: { id: string; path: string; isEager: boolean }[];
  statics: SourceFile[];
}

/** Builds an app's islands, static files and routes. */
export class Builder {
  #options: Required<Omit<BuildOptions, "staticDir">> & { staticDirs: string[] };
  #transformers: Transformer[] = [];

  constructor(options: BuildOptions = {}) {
    const root = toPath(options.root ?? Deno.cwd(), "");
    const staticDirs = [options.staticDir ?? "static"].flat();
    this.#options = {
      root,
      serverEntry: toPath(options.serverEntry ?? "main.ts", root),
      outDir: toPath(options.outDir ?? "_fresh", root),
      staticDirs: staticDirs.map((dir) => toPath(dir, root)),
      islandDir: toPath(options.islandDir ?? "islands", root),
      routeDir: toPath(options.routeDir ?? "routes", root),
      target: options.target ?? ["chrome99", "firefox99", "safari15"],
    };
  }

  /** Runs `transform` on the static files that match, after those registered before it. */
  onTransformStaticFile(options: OnTransformOptions, transform: TransformFn) {
    this.#transformers.push({ options, run: transform });
  }

  /**
   * Builds into `outDir`, or in memory for tests.
   *
   * @returns a function that attaches the build to an app
   */
  async build(
    { mode = "production", snapshot = "disk" }: {
      mode?: Mode;
      snapshot?: "disk" | "memory";
    } = {},
  ): Promise<<State>(app: App<State>) => void> {
    const sources = await this.#findSources();
    const id = await newBuildId();
    const files = await this.#makeFiles(sources, id, mode);
    if (snapshot === "disk") {
      await writeBuild({ ...this.#options, id, sources, files });
      console.log(`Built into ${this.#options.outDir}`);
    }
    const build = await this.#inMemory(sources, { id, mode, files });
    return (app) => attachBuild(app, build);
  }

  /** Builds for development, serves, and has browsers reload after a restart. */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> | Promise<App<State>> } | App<State>>,
    options: ListenOptions = {},
  ): Promise<void> {
    const sources = await this.#findSources();
    const id = await newBuildId();
    const files = await this.#makeFiles(sources, id, "development");
    const build = await this.#inMemory(sources, { id, mode: "development", files });
    const imported = await importApp();
    const app = "app" in imported ? await imported.app : imported;
    attachBuild(app, { ...build, pageScript: RELOAD_SCRIPT });
    await serve(withLiveReload(app.handler(), id), app.config.basePath, options);
  }

  async #findSources(): Promise<Sources> {
    const { routeDir, islandDir, staticDirs } = this.#options;
    const routes = (await modulesBelow(routeDir)).map(async (path) => {
      const id = "/" + relative(routeDir, path).replaceAll("\\", "/").replace(/\.\w+$/, "");
      const isEager = isSpecial({ id }) ||
        (await Deno.readTextFile(path)).includes("routeOverride");
      return { id, path, isEager };
    });
    const statics = staticDirs.map(async (dir) =>
      (await filesBelow(dir)).filter((path) => !isHidden(relative(dir, path)))
        .map((path) => ({ path, dir }))
    );
    return {
      islands: chunkNames(await modulesBelow(islandDir)),
      routes: await Promise.all(routes),
      statics: (await Promise.all(statics)).flat(),
    };
  }

  async #makeFiles(
    { islands, statics }: Sources,
    buildId: string,
    mode: Mode,
  ): Promise<Build["files"]> {
    const { root, target } = this.#options;
    const settings = { root, target, mode, buildId, transformers: this.#transformers };
    const files: Build["files"] = new Map();
    const project = await readProject(root);
    for (const [name, bytes] of await bundle({ ...settings, project, islands })) {
      files.set(bundlePath(buildId, name.replace(/\.js$/, "")), await toFile(name, bytes, mode));
    }
    for (const source of statics) {
      for (const [path, bytes] of await readTransformed(source, settings)) {
        if (files.has(path)) continue;
        const file = await toFile(path, bytes, mode);
        const read = async () => (await readTransformed(source, settings)).get(path) ?? bytes;
        files.set(path, {
          ...file,
          immutable: false,
          ...mode === "development" && { read, size: undefined },
        });
      }
    }
    return files;
  }

  async #inMemory(sources: Sources, made: Pick<Build, "id" | "mode" | "files">): Promise<Build> {
    const islands = [...sources.islands].map(async ([chunk, path]) => ({
      chunk,
      module: await importModule(path),
    }));
    const routes = sources.routes.map(async ({ id, path, isEager }) =>
      isEager ? { id, module: await importModule(path) } : { id, load: () => importModule(path) }
    );
    return {
      ...made,
      root: this.#options.root,
      islands: islandsOf(await Promise.all(islands)),
      routes: await Promise.all(routes),
    };
  }
}

async function toFile(name: string, bytes: Uint8Array, mode: Mode): Promise<StaticFile> {
  const content = bytes as Uint8Array<ArrayBuffer>;
  const hash = mode === "production" ? await hexDigest("SHA-256", content) : null;
  return {
    contentType: contentTypeOf(name),
    hash,
    size: content.length,
    immutable: true,
    read: () => content,
  };
}

function importModule(path: string): Promise<RouteModule> {
  return import(pathToFileURL(path).href);
}

function isHidden(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.startsWith(".") && part !== ".well-known");
}

function toPath(given: string, root: string): string {
  const path = given.startsWith("file:") ? fileURLToPath(given) : given;
  return isAbsolute(path) ? path : resolve(root, path);
}

async function newBuildId(): Promise<string> {
  const given = ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"].map((name) =>
    Deno.env.get(name)
  ).find(Boolean);
  return await hexDigest("SHA-1", new TextEncoder().encode(given ?? crypto.randomUUID()));
}

async function hexDigest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes)).toHex();
}
