// A build's islands, static files and file routes.
import type { ComponentType } from "preact";
import type { App } from "./app.ts";
import { setBuildId } from "./build_id.ts";

export interface StaticFile {
  contentType: string;
  /** SHA-256 in hex; `null` in development, where nothing is to be kept. */
  hash: string | null;
  size?: number;
  /** Whether its path names the build; browsers may then cache it. */
  immutable: boolean;
  read(): BodyInit | Promise<BodyInit>;
}

export interface Island {
  chunk: string;
  exportName: string;
}

export interface RouteFile {
  /** The path below `routes/`, with a leading slash and no extension. */
  id: string;
  /** Loaded at start for files that surround routes; other routes load at their first request. */
  module?: RouteModule;
  load: () => Promise<RouteModule>;
}

export type RouteModule = Record<string, unknown>;

export interface Build {
  id: string;
  root: string;
  mode: "development" | "production";
  files: Map<string, StaticFile>;
  islands: Map<ComponentType, Island>;
  /** The bundles that each bundle imports, directly or through others. */
  imports: Record<string, string[]>;
  routes: RouteFile[];
  pageScript?: string;
}

const builds = new WeakMap<object, Build>();

export function attachBuild<State>(app: App<State>, build: Build) {
  builds.set(app, build);
  Object.assign(app.config, { root: build.root, mode: build.mode });
  setBuildId(build.id);
}

export function buildOf<State>(app: App<State>): Build | null {
  return builds.get(app) ?? null;
}

export function bundlePath(buildId: string, file: string): string {
  return `/_fresh/js/${buildId}/${file}`;
}

/** Every exported function of the islands' modules, by identity. */
export function islandsOf(modules: { chunk: string; module: RouteModule }[]): Build["islands"] {
  const islands: Build["islands"] = new Map();
  for (const { chunk, module } of modules) {
    for (const [exportName, value] of Object.entries(module)) {
      if (typeof value === "function") islands.set(value as ComponentType, { chunk, exportName });
    }
  }
  return islands;
}
