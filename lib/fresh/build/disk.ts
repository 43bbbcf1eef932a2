// Writes a build into its folder; `server.ts` runs it from there.
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Build } from "../serve/build.ts";
import type { Sources } from "./builder.ts";
import { ignoreMissing } from "./project.ts";

interface DiskBuild {
  outDir: string;
  serverEntry: string;
  sources: Sources;
  build: Build;
}

/**
 * Writes `server.js`, `attach.js`, `snapshot.js` and `static/`; what an earlier build left there
 * goes.
 */
export async function writeBuild(disk: DiskBuild) {
  const { outDir, serverEntry, build } = disk;
  const staticDir = join(outDir, "static");
  await Deno.remove(staticDir, { recursive: true }).catch(ignoreMissing);
  for (const [path, file] of build.files) {
    const target = join(staticDir, path);
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeFile(target, await file.read() as Uint8Array);
  }
  await Deno.mkdir(outDir, { recursive: true });
  await Deno.writeTextFile(join(outDir, "snapshot.js"), snapshotOf(disk));
  await Deno.writeTextFile(
    join(outDir, "attach.js"),
    `// Written by the build step.
import { openBuild } from ${specifier(outDir, join(import.meta.dirname!, "server.ts"))};
import { snapshot } from "./snapshot.js";

export const attach = openBuild(snapshot, import.meta.dirname);
`,
  );
  await Deno.writeTextFile(
    join(outDir, "server.js"),
    `// Written by the build step.
import * as entry from ${specifier(outDir, serverEntry)};
import { attach } from "./attach.js";

if (!entry.app) throw new Error("The server entry has to export \`app\`");
attach(entry.app);
export default { fetch: entry.app.handler() };
`,
  );
}

function snapshotOf({ outDir, sources, build }: DiskBuild): string {
  const imports: string[] = [];
  const imported = (path: string) => {
    const name = `m${imports.length}`;
    imports.push(`import * as ${name} from ${specifier(outDir, path)};`);
    return name;
  };
  const islands = [...sources.islands].map(([chunk, path]) =>
    `{ chunk: ${JSON.stringify(chunk)}, module: ${imported(path)} }`
  );
  const routes = build.routes.map(({ id, module }) => {
    const path = sources.routes.get(id)!;
    const load = `load: () => import(${specifier(outDir, path)})`;
    return `{ id: ${JSON.stringify(id)}, ${load}${module ? `, module: ${imported(path)}` : ""} }`;
  });
  const files = [...build.files].map((file) => JSON.stringify(file));
  return `// Written by the build step.
${imports.join("\n")}

export const snapshot = {
  id: ${JSON.stringify(build.id)},
  root: ${JSON.stringify(relative(outDir, build.root))},
  imports: ${JSON.stringify(build.imports)},
  islands: [\n${islands.join(",\n")}\n],
  routes: [\n${routes.join(",\n")}\n],
  files: [\n${files.join(",\n")}\n],
};
`;
}

// Relative, so that the app's folder can be moved after the build.
function specifier(outDir: string, path: string): string {
  const [from, to] = [outDir, path].map((path) => pathToFileURL(path).pathname);
  const steps = relative(from!, to!);
  return JSON.stringify(steps.startsWith(".") ? steps : `./${steps}`);
}
