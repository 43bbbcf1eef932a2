import { join, relative } from "node:path";
import deno from "@/deno.json" with { type: "json" };

/** Fresh's build has it in a script of the browser's. */
const browserOnly = ["exceljs"];

const packageName = /^npm:(@[^/@]+\/[^@]+|[^@]+)@/;

/** Packages of deno.json that a file of the sources asks for when it runs. */
export function packagesIn(sources: readonly string[]): string[] {
  const specifiers = new Set(sources.flatMap(specifiersOf));
  const names = Object.values(deno.imports).flatMap((address) =>
    packageName.exec(address)?.[1] ?? []
  );
  return [...new Set(names)].filter((name) =>
    !browserOnly.includes(name) &&
    [...specifiers].some((one) => one === name || one.startsWith(`${name}/`))
  ).sort();
}

const imports =
  /^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\b(?:import|resolve)\(\s*["`]([^"`]+)["`]|\bcreateRequire\([^)]*\)\("([^"]+)"\)/gm;

/** Types are gone when it runs. */
function specifiersOf(source: string): string[] {
  return [...source.matchAll(imports)].flatMap(([, type, plain, dynamic, required]) =>
    type ? [] : [(plain ?? dynamic ?? required)!]
  );
}

/**
 * Folders below `node_modules` of the packages and of all that these need, and the links by which
 * they are found, as Deno lays them out: `.deno/pg@8.0.0/node_modules/pg`, with links beside it.
 */
export async function packageFolders(root: string, names: readonly string[]): Promise<string[]> {
  const modules = await Deno.realPath(join(root, "node_modules"));
  const links = names.map((name) => join(modules, name));
  const folders = new Set<string>();
  for (const todo = [...links]; todo.length > 0;) {
    const real = relative(modules, await Deno.realPath(todo.pop()!));
    const [store, folder, inner] = real.split("/");
    if (store !== ".deno" || inner !== "node_modules") {
      throw new Error(`${real} is not where Deno puts a package`);
    }
    const path = `.deno/${folder}`;
    if (folders.has(path)) continue;
    folders.add(path);
    todo.push(...await linksIn(join(modules, path, "node_modules")));
  }
  return [...links.map((link) => relative(modules, link)), ...folders].sort();
}

async function linksIn(folder: string): Promise<string[]> {
  const links: string[] = [];
  for await (const { name, isSymlink, isDirectory } of Deno.readDir(folder)) {
    if (isSymlink) links.push(join(folder, name));
    else if (isDirectory && name.startsWith("@")) links.push(...await linksIn(join(folder, name)));
  }
  return links;
}
