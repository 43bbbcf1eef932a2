import { basename, dirname, extname, join, relative } from "node:path";

const SOURCE = /\.(ts|tsx|js|jsx)$/;
const TEST = /[._]test\.\w+$/;

export interface Project {
  dir: string;
  /** The names that are bound to local files and, with a slash at the end, to folders. */
  imports: Map<string, string>;
  jsxImportSource: string;
}

/** Reads the nearest `deno.json` from `root` upwards that has compiler options. @throws {Error} */
export async function readProject(root: string): Promise<Project> {
  for (let dir = root;; dir = dirname(dir)) {
    const config = await readConfig(dir);
    if (config.compilerOptions) {
      const { jsxImportSource } = config.compilerOptions;
      if (!jsxImportSource) throw new Error(`deno.json in ${dir} lacks jsxImportSource`);
      return { dir, imports: await localImports(dir, config), jsxImportSource };
    }
    if (dir === dirname(dir)) throw new Error(`No deno.json with compilerOptions above ${root}`);
  }
}

interface Config {
  name?: string;
  compilerOptions?: { jsxImportSource?: string };
  imports?: Record<string, string>;
  /** Folders of packages that replace those of the registry. */
  links?: string[];
  exports?: Record<string, string>;
}

async function readConfig(dir: string): Promise<Config> {
  const text = await Deno.readTextFile(join(dir, "deno.json")).catch(ignoreMissing);
  return JSON.parse(text ?? "{}");
}

async function localImports(
  dir: string,
  { imports = {}, links = [] }: Config,
): Promise<Project["imports"]> {
  const linked = new Map<string, string>();
  for (const link of links) {
    const { name, exports = {} } = await readConfig(join(dir, link));
    for (const [part, path] of Object.entries(exports)) {
      linked.set(`${name}${part.slice(1)}`, join(dir, link, path));
    }
  }
  const local = new Map<string, string>();
  for (const [name, target] of Object.entries(imports)) {
    const path = target.startsWith(".") ? join(dir, target) : linked.get(withoutVersion(target));
    if (path) local.set(name, path);
  }
  return local;
}

/** `jsr:@a/b@^1.2/part` gives `@a/b/part`; Deno has checked that the linked version fits. */
function withoutVersion(target: string): string {
  return target.replace(/^jsr:\/?(@[^/]+\/[^@/]+)(@[^/]*)?/, "$1");
}

export async function filesBelow(dir: string): Promise<string[]> {
  const files: string[] = [];
  const entries = await Array.fromAsync(Deno.readDir(dir)).catch(ignoreMissing) ?? [];
  for (const { name, isDirectory } of entries.toSorted((a, b) => a.name < b.name ? -1 : 1)) {
    const path = join(dir, name);
    if (isDirectory) files.push(...await filesBelow(path));
    else files.push(path);
  }
  return files;
}

export async function modulesBelow(dir: string): Promise<string[]> {
  return (await filesBelow(dir)).filter((path) =>
    SOURCE.test(path) && !TEST.test(path) && !relative(dir, path).includes("(_")
  );
}

/** A name for the bundle of each islands file; equal names get a number. */
export function chunkNames(files: string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const file of files) {
    const name = basename(file, extname(file)).replace(/\W/g, "_");
    let unique = name;
    for (let n = 2; names.has(unique); n++) unique = `${name}_${n}`;
    names.set(unique, file);
  }
  return names;
}

export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
