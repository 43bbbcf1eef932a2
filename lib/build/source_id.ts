import { createHash } from "node:crypto";
import { join } from "node:path";

const sources = [
  ...["app.ts", "components", "deno.json", "deno.lock", "dev.ts", "gateway/browser", "islands"],
  ...["lib", "main.ts", "routes", "static"],
];
const copies = "static/vendor";

/** Digest of the sources, in 40 hex digits. @throws Deno.errors.NotFound where one is missing */
export async function sourceId(root: string): Promise<string> {
  const paths = (await Promise.all(sources.map((path) => filesBelow(root, path)))).flat().sort();
  const hash = createHash("sha1");
  for (const path of paths) {
    const bytes = await Deno.readFile(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** Fresh makes its id of `DENO_DEPLOYMENT_ID`, which is this. */
export function buildIdOf(sources: string): string {
  return createHash("sha1").update(sources).digest("hex");
}

async function filesBelow(root: string, path: string): Promise<string[]> {
  if (path === copies) return [];
  if (!(await Deno.stat(join(root, path))).isDirectory) return [path];
  const names = [];
  for await (const { name } of Deno.readDir(join(root, path))) names.push(name);
  return (await Promise.all(names.map((name) => filesBelow(root, `${path}/${name}`)))).flat();
}
