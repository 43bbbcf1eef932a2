// The build step: bundles, static files and the list of routes, in memory or on disk.
import { relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { App } from "../serve/app.ts";
import {
  attachBuild,
  type Build,
  bundlePath,
  islandsOf,
  type RouteFile,
  type RouteModule,
  type StaticFile,
} from "../serve/build.ts";
import { bundle } from "./bundle.ts";
import { writeBuild } from "./disk.ts";
import { isSpecial } from "../serve/file_routes.ts";
import { type ListenOptions, serve } from "../serve/http.ts";
import { RELOAD_SCRIPT, withLiveReload } from "./live_reload.ts";
import { contentTypeOf } from "../serve/mime.ts";
import { chunkNames, filesBelow, modulesBelow } from "./project.ts";
import {
  type OnTransformOptions,
  readTransformed,
  type TransformFn,
  type TransformSettings,
} from "./transform.ts";

/** Options of a {@linkcode Builder}; relative paths count from `root`. */
export interface BuildOptions {
  root?: string;
  serverEntry?: string;
  outDir?: string;
  staticDir?: string;
  islandDir?: string;
  routeDir?: string;
  target?: string | string[];
}

type Mode = Build["mode"];

export interface Sources {
  islands: Map<string, string>;
  routes: Map<string, string>;
  statics: Map<string, string>;
}

export class Builder {
  #options: Required<BuildOptions>;
  #transformers: TransformSettings["transformers"] = [];

  constructor(options: BuildOptions = {}) {
    const root = toPath(options.root ?? Deno.cwd(), "");
    this.#options = {
      root,
      serverEntry: toPath(options.serverEntry ?? "main.ts", root),
      outDir: toPath(options.outDir ?? "_fresh", root),
      staticDir: toPath(options.staticDir ?? "static", root),
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
   * Builds, in memory without `outDir` (tests). @returns a function that attaches the build to an
   * app
   */
  async build(
    { mode = "production", snapshot = "disk" }: { mode?: Mode; snapshot?: "disk" | "memory" } = {},
  ): Promise<<State>(app: App<State>) => void> {
    const sources = await this.#findSources();
    const build = await this.#make(sources, mode);
    if (snapshot === "disk") await writeBuild({ ...this.#options, sources, build });
    return (app) => attachBuild(app, build);
  }

  /** Builds for development, serves, and has browsers reload after a restart. */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> }>,
    options: ListenOptions = {},
  ): Promise<void> {
    const build = await this.#make(await this.#findSources(), "development");
    const { app } = await importApp();
    attachBuild(app, { ...build, pageScript: RELOAD_SCRIPT });
    await serve(withLiveReload(app.handler(), build.id), options);
  }

  async #findSources(): Promise<Sources> {
    const { routeDir, islandDir, staticDir } = this.#options;
    const routes = (await modulesBelow(routeDir)).map((path) =>
      [urlPath(routeDir, path).replace(/\.\w+$/, ""), path] as const
    );
    const statics = (await filesBelow(staticDir)).map((path) =>
      [urlPath(staticDir, path), path] as const
    );
    return {
      islands: chunkNames(await modulesBelow(islandDir)),
      routes: new Map(routes),
      statics: new Map(statics),
    };
  }

  async #make({ islands, routes, statics }: Sources, mode: Mode): Promise<Build> {
    const { root, target } = this.#options;
    const id = await newBuildId();
    const settings = { root, target, mode, buildId: id, transformers: this.#transformers };
    const files: Build["files"] = new Map();
    const { contents, imports } = await bundle({ ...settings, islands });
    for (const [name, bytes] of contents) {
      files.set(bundlePath(id, name), await toFile(name, bytes, { mode, immutable: true }));
    }
    for (const [path, source] of statics) {
      if (/\/\.(?!well-known\/)/.test(path)) continue;
      const read = () => readTransformed(source, settings);
      const file = await toFile(path, await read(), { mode, immutable: false });
      files.set(path, mode === "development" ? { ...file, read, size: undefined } : file);
    }
    return {
      id,
      root,
      mode,
      files,
      imports,
      islands: islandsOf(await Promise.all([...islands].map(importIsland))),
      routes: await Promise.all([...routes].map(toRoute)),
    };
  }
}

async function importIsland([chunk, path]: [string, string]) {
  return { chunk, module: await importModule(path) };
}

async function toRoute([id, path]: [string, string]): Promise<RouteFile> {
  const load = () => importModule(path);
  return isSpecial({ id }) ? { id, load, module: await load() } : { id, load };
}

async function toFile(
  name: string,
  content: Uint8Array<ArrayBuffer>,
  { mode, immutable }: { mode: Mode; immutable: boolean },
): Promise<StaticFile> {
  const hash = mode === "production" ? await hexDigest("SHA-256", content) : null;
  const size = content.length;
  return { contentType: contentTypeOf(name), hash, size, immutable, read: () => content };
}

function importModule(path: string): Promise<RouteModule> {
  return import(pathToFileURL(path).href);
}

function urlPath(dir: string, path: string): string {
  return "/" + relative(dir, path).replaceAll("\\", "/");
}

function toPath(pathOrUrl: string, root: string): string {
  return resolve(root, pathOrUrl.startsWith("file:") ? fileURLToPath(pathOrUrl) : pathOrUrl);
}

async function newBuildId(): Promise<string> {
  const commit = ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"]
    .map((name) => Deno.env.get(name)).find(Boolean);
  return await hexDigest("SHA-1", new TextEncoder().encode(commit ?? crypto.randomUUID()));
}

async function hexDigest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes)).toHex();
}
