// Writes a build into its folder; `server.ts` runs it from there.
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Build } from "./build.ts";
import type { Sources } from "./builder.ts";
import { ignoreMissing } from "./project.ts";

/** A finished build and where it goes. */
interface DiskBuild {
  outDir: string;
  root: string;
  serverEntry: string;
  id: string;
  sources: Sources;
  files: Build["files"];
}

/** Writes `server.js`, `snapshot.js` and `static/`; what an earlier build left there goes. */
export async function writeBuild(build: DiskBuild) {
  const { outDir, serverEntry, files } = build;
  const staticDir = join(outDir, "static");
  await Deno.remove(staticDir, { recursive: true }).catch(ignoreMissing);
  for (const [path, file] of files) {
    const target = join(staticDir, path);
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeFile(target, await file.read() as Uint8Array);
  }
  await Deno.mkdir(outDir, { recursive: true });
  await Deno.writeTextFile(join(outDir, "snapshot.js"), snapshotOf(build));
  await Deno.writeTextFile(
    join(outDir, "server.js"),
    `// Written by the build step.
import * as entry from ${specifier(outDir, serverEntry)};
import { startBuild } from ${specifier(outDir, join(import.meta.dirname!, "server.ts"))};
import { snapshot } from "./snapshot.js";

export default { fetch: await startBuild(entry, snapshot, import.meta.dirname) };
`,
  );
}

function snapshotOf({ outDir, root, id, sources, files }: DiskBuild): string {
  const from = (path: string) => specifier(outDir, path);
  const eager = sources.routes.filter(({ isEager }) => isEager);
  const imports = [...sources.islands.values(), ...eager.map(({ path }) => path)]
    .map((path, index) => `import * as m${index} from ${from(path)};`);
  const islands = [...sources.islands.keys()]
    .map((chunk, index) => `{ chunk: ${JSON.stringify(chunk)}, module: m${index} }`);
  const routes = sources.routes.map((route) => {
    const rest = route.isEager
      ? `module: m${islands.length + eager.indexOf(route)}`
      : `load: () => import(${from(route.path)})`;
    return `{ id: ${JSON.stringify(route.id)}, ${rest} }`;
  });
  const list = [...files].map((file) => JSON.stringify(file));
  return `// Written by the build step.
${imports.join("\n")}

export const snapshot = {
  id: ${JSON.stringify(id)},
  root: ${JSON.stringify(relative(outDir, root))},
  islands: [${lines(islands)}],
  routes: [${lines(routes)}],
  files: [${lines(list)}],
};
`;
}

function lines(items: string[]): string {
  return items.map((item) => `\n    ${item},`).join("") + "\n  ";
}

// Relative, so that the app's folder can be moved after the build.
function specifier(outDir: string, path: string): string {
  const base = pathToFileURL(join(outDir, "/")).href;
  const encoded = pathToFileURL(path).href;
  const steps = relative(new URL(base).pathname, new URL(encoded).pathname);
  return JSON.stringify(steps.startsWith(".") ? steps : `./${steps}`);
}
