/** Places of the app that ask statements, and which of them no test of plans has met. */
import { join } from "node:path";
import { ROOT } from "./files.ts";
import { excused } from "./excused.ts";

const asks =
  /(?<!transaction\(\))\.execute(?:TakeFirst|TakeFirstOrThrow)?\(|\b(?:executeWith(?:Commit|Next)|readTogether)\(/;

/** Lines of a file that ask a statement, from 1 on. */
export function sitesIn(text: string): number[] {
  return text.split("\n").flatMap((line, at) => asks.test(line) ? [at + 1] : []);
}

/** @returns a complaint for each file that asks what no test of plans met */
export async function unmetIn(folder: string): Promise<string[]> {
  const met = new Set<string>();
  for await (const { name } of Deno.readDir(folder)) {
    const text = await Deno.readTextFile(join(folder, name));
    for (const site of text.split("\n")) met.add(site);
  }
  const sites = await sitesOf("lib");
  return complaintsOf(sites.filter((site) => !met.has(`${site.file}:${site.line}`)));
}

export interface Site {
  file: string;
  line: number;
}

export function complaintsOf(unmet: readonly Site[]): string[] {
  const byFile = Map.groupBy(unmet.filter(({ file }) => !isExcused(file)), ({ file }) => file);
  return [...byFile].sort(([a], [b]) => a < b ? -1 : 1).map(([file, sites]) =>
    `${file} asks statements that no test of plans met: lines ${
      sites.map(({ line }) => line).join(", ")
    }`
  );
}

const isExcused = (file: string) => Object.keys(excused).some((start) => file.startsWith(start));

/** All places of a folder and its own folders. */
export async function sitesOf(folder: string): Promise<Site[]> {
  const sites: Site[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(ROOT, folder))) {
    const path = `${folder}/${name}`;
    if (isDirectory) sites.push(...await sitesOf(path));
    else if (name.endsWith(".ts")) {
      const lines = sitesIn(await Deno.readTextFile(join(ROOT, path)));
      sites.push(...lines.map((line) => ({ file: path, line })));
    }
  }
  return sites;
}
