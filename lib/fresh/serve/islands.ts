import { bundlePath } from "./build.ts";
import type { Rendering, UsedIsland } from "./ssr.ts";
import { expressionOf } from "./values.ts";

/** The entry of the browser bundle that hydrates. */
export const RUNTIME_CHUNK = "fresh-runtime";

export interface Boot {
  script: string;
  preloads: string;
}

/** `null` without islands. @throws {Error} if a prop cannot be carried to the browser */
export function bootOf({ islands, build, nonce }: Rendering): Boot | null {
  if (!build || islands.length === 0) return null;
  const urlOf = (file: string) => bundlePath(build.id, file);
  const names = new Map<UsedIsland["island"], string>();
  for (const { island } of islands) {
    if (!names.has(island)) names.set(island, `i${names.size}`);
  }
  const imports = [...names].map(([{ chunk, exportName }, name]) =>
    `import{${exportName} as ${name}}from${literal(urlOf(`${chunk}.js`))};`
  );
  const started = expressionOf(islands.map(({ island, props }) => [names.get(island), props]));
  const entries = [RUNTIME_CHUNK, ...islands.map(({ island }) => island.chunk)]
    .map((chunk) => `${chunk}.js`);
  const files = new Set([...entries, ...entries.flatMap((file) => build.imports[file] ?? [])]);
  return {
    script: `<script type="module" nonce="${nonce}">` +
      `import{boot}from${literal(urlOf(entries[0]!))};${imports.join("")}` +
      `boot({${[...names.values()]}},${started})</script>`,
    preloads: [...files].map((file) => `<link rel="modulepreload" href="${urlOf(file)}">`).join(""),
  };
}

// `<` would let a string end the script element, or open a comment in it.
function literal(text: string): string {
  return JSON.stringify(text).replaceAll("<", "\\u003C");
}
