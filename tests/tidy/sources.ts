/** The project's own source files and what they import. */
import { relative, resolve } from "node:path";

export const root = resolve(import.meta.dirname!, "../..");
const ours = [
  "app.ts",
  "dev.ts",
  "launch.ts",
  "main.ts",
  "restore.ts",
  "start.ts",
  "attack",
  "bench",
  "components",
  "demo",
  "gateway",
  "islands",
  "lib",
  "migrations",
  "routes",
  "tests",
];

/** Every TypeScript file of the project, as paths from its root. */
export function sourceFiles(): string[] {
  return ours.flatMap((entry) => walk(resolve(root, entry))).map((path) => relative(root, path))
    .sort();
}

function walk(path: string): string[] {
  const info = stat(path);
  if (!info) return [];
  if (info.isFile) return /\.tsx?$/.test(path) ? [path] : [];
  return [...Deno.readDirSync(path)].flatMap(({ name }) => walk(resolve(path, name)));
}

function stat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

/** A file's imports: ours as paths from the root, others by their specifier. */
export function importsOf(file: string, { types = true } = {}): string[] {
  const source = Deno.readTextFileSync(resolve(root, file));
  const matches = source.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...matches]
    .filter(([, type]) => types || !type)
    .map(([, , plain, dynamic]) => toPath(file, (plain ?? dynamic)!));
}

function toPath(file: string, specifier: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith(".")) return relative(root, resolve(root, file, "..", specifier));
  if (specifier === "fresh" || specifier.startsWith("fresh/")) return specifier;
  return specifier;
}
