// Runs a build that was written to disk. Nothing here loads the bundler.
import { join } from "node:path";
import type { App } from "./app.ts";
import { attachBuild, type Build, islandsOf, type RouteModule, type StaticFile } from "./build.ts";

export interface Snapshot {
  id: string;
  root: string;
  imports: Build["imports"];
  islands: { chunk: string; module: RouteModule }[];
  routes: Build["routes"];
  files: [path: string, Omit<StaticFile, "read">][];
}

/** Gives the function that attaches the build in `dir`; files are read when asked for. */
export function openBuild(snapshot: Snapshot, dir: string): <State>(app: App<State>) => void {
  const build: Build = {
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
  return (app) => attachBuild(app, build);
}
