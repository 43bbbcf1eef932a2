// Runs a build that was written to disk. Nothing here loads the bundler.
import { join } from "node:path";
import type { App, Handler } from "./app.ts";
import { attachBuild, type Build, islandsOf, type RouteModule, type StaticFile } from "./build.ts";

/** What the generated `snapshot.js` says. */
export interface Snapshot {
  id: string;
  /** The app's folder, from the snapshot's. */
  root: string;
  imports: Build["imports"];
  islands: { chunk: string; module: RouteModule }[];
  routes: Build["routes"];
  files: [path: string, Omit<StaticFile, "read">][];
}

/** The build that lies in `dir`; its files are read as they are asked for. */
export function openBuild(snapshot: Snapshot, dir: string): Build {
  return {
    id: snapshot.id,
    root: join(dir, snapshot.root),
    mode: "production",
    imports: snapshot.imports,
    islands: islandsOf(snapshot.islands),
    routes: snapshot.routes,
    files: new Map(snapshot.files.map(([path, file]) => {
      const read = async () => (await Deno.open(join(dir, "static", path))).readable;
      return [path, { ...file, read }];
    })),
  };
}

/**
 * Attaches the build in `dir` to the app that `entry` exports.
 *
 * @throws {Error} if the module exports no `app`
 */
export function startBuild(entry: { app?: unknown }, snapshot: Snapshot, dir: string): Handler {
  const app = entry.app as App<unknown> | undefined;
  if (!app) throw new Error("The server entry has to export `app`");
  attachBuild(app, openBuild(snapshot, dir));
  return app.handler();
}
