import { join } from "node:path";
import { packageFolders, packagesIn } from "@/lib/commands/pack/packages.ts";

/** A file of the release: by which path, and where it is now. */
export interface PackedFile {
  path: string;
  source: string;
  /** Path that a symbolic link points to. */
  target?: string;
  isProgram: boolean;
}

/** Entry files, and the folders of what they load and read. */
const sources = [
  ...["app.ts", "launch.ts", "main.ts", "restore.ts", "start.ts", "deno.json", "deno.lock"],
  ...["components", "gateway", "islands", "lib", "migrations", "routes", "static"],
  ...["LICENSE", "docs/operating", "docs/samples"],
];

/** Tools of developers: what builds, and what makes this archive. */
const omitted = /^lib\/(build\/(?!source_id\.ts)|commands\/pack\/|fresh\/(build\/|dev\.ts))/;
/** Nothing of a package that only its authors, editors and debuggers read. */
const omittedOfPackages = /\.(d\.[cm]?ts|map|flow|markdown|md|tsbuildinfo)$/i;
const licence = /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i;

/** All files of a release, in the order of their paths, without those that are made with it. */
export async function contentsOf(
  root: string,
  { build, deno }: { build: string; deno: string },
): Promise<PackedFile[]> {
  const own = (await Promise.all(sources.map((path) => filesBelow(root, path)))).flat()
    .filter(({ path }) => !omitted.test(path));
  const code = own.filter(({ path }) => /\.tsx?$/.test(path));
  const texts = await Promise.all(code.map(({ source }) => Deno.readTextFile(source)));
  const packages = await packageFolders(root, packagesIn(texts));
  const modules = (await Promise.all(
    packages.map((path) => filesBelow(root, join("node_modules", path))),
  )).flat().filter(({ path }) => licence.test(path) || !omittedOfPackages.test(path));
  const built = await filesBelow(root, `_fresh/builds/${build}`);
  const packaging = (await filesBelow(root, "packaging"))
    .map((file) => ({ ...file, path: file.path.slice("packaging/".length) }));
  const runtime = { path: "bin/deno", source: deno, isProgram: true };
  const all = [...own, ...modules, ...built, ...packaging, runtime];
  return all.sort((a, b) => a.path < b.path ? -1 : 1);
}

async function filesBelow(root: string, path: string): Promise<PackedFile[]> {
  const source = join(root, path);
  const info = await Deno.lstat(source);
  const isProgram = ((info.mode ?? 0) & 0o100) !== 0;
  if (info.isSymlink) return [{ path, source, isProgram, target: await Deno.readLink(source) }];
  if (!info.isDirectory) return [{ path, source, isProgram }];
  const names: string[] = [];
  for await (const { name } of Deno.readDir(source)) names.push(name);
  return (await Promise.all(names.map((name) => filesBelow(root, `${path}/${name}`)))).flat();
}
