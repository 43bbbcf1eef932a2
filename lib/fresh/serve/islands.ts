// The islands of a rendered page: their props, and the script that starts them.
import { stringify } from "devalue";
import { bundlePath } from "./build.ts";
import type { Rendering, UsedIsland } from "./ssr.ts";

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
  const payload = serialize(islands.map(({ island, props }) => [names.get(island), props]));
  const entries = [RUNTIME_CHUNK, ...islands.map(({ island }) => island.chunk)]
    .map((chunk) => `${chunk}.js`);
  const files = new Set([...entries, ...entries.flatMap((file) => build.imports[file] ?? [])]);
  return {
    script: `<script type="module" nonce="${nonce}">` +
      `import{boot}from${literal(urlOf(entries[0]!))};${imports.join("")}` +
      `boot({${[...names.values()]}},${literal(payload)})</script>`,
    preloads: [...files].map((file) => `<link rel="modulepreload" href="${urlOf(file)}">`).join(""),
  };
}

/** Props as text; instances arrive as plain objects. @throws {Error} for functions, JSX, signals */
export function serialize(value: unknown): string {
  const asPlainObject = (value: object) => ({
    kind: "plain" as const,
    keys: Object.keys(value),
  });
  return stringify(value, { refused, entries }, { operations: { shapeOf: asPlainObject } });
}

// devalue carries no object with such a key; as a list of entries it arrives whole.
function entries(value: unknown): unknown[] | false {
  return typeof value === "object" && value !== null && Object.keys(value).includes("__proto__") &&
    Object.entries(value);
}

function refused(value: unknown): false {
  if (typeof value === "function") throw new Error("Serializing functions is not supported.");
  if (typeof value !== "object" || value === null) return false;
  if ("peek" in value && "subscribe" in value) {
    throw new Error("A signal cannot be a prop of an island: share a module that holds it.");
  }
  if (value.constructor === undefined && "type" in value && "props" in value) {
    throw new Error("JSX cannot be a prop of an island.");
  }
  return false;
}

// `<` would let a string end the script element, or open a comment in it.
function literal(text: string): string {
  return JSON.stringify(text).replaceAll("<", "\\u003C");
}
