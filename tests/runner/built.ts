/** The browser's assets, built anew only where something that they are made of has changed. */
import { join } from "node:path";
import { ROOT } from "./files.ts";

const sources = [
  ...["components", "gateway/browser", "islands", "lib", "routes", "static"],
  ...["app.ts", "deno.json", "deno.lock", "dev.ts", "main.ts"],
];

/** @returns whether they are there */
export async function build(): Promise<boolean> {
  const mark = join(ROOT, "_fresh/.tested");
  if (timeOf(mark) > Math.max(...sources.map((name) => newest(join(ROOT, name))))) return true;
  const { code } = await new Deno.Command(Deno.execPath(), { args: ["task", "build"], cwd: ROOT })
    .spawn().status;
  if (code === 0) await Deno.writeTextFile(mark, "");
  return code === 0;
}

/** The newest time of a file or folder and all below: a folder's tells of files that went. */
function newest(path: string): number {
  if (!Deno.statSync(path).isDirectory) return timeOf(path);
  const below = [...Deno.readDirSync(path)].map(({ name }) => newest(join(path, name)));
  return Math.max(timeOf(path), ...below);
}

/** In milliseconds; 0 where nothing is. */
function timeOf(path: string): number {
  try {
    return Deno.statSync(path).mtime?.getTime() ?? 0;
  } catch {
    return 0;
  }
}
