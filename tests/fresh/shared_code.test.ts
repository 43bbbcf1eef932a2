import assert from "node:assert/strict";
import { join } from "node:path";
import { bundle } from "@/lib/fresh/build/bundle.ts";
import { oneBuild } from "./support.ts";

/** A module of at least `size` bytes that nothing can shorten. */
const moduleOf = (name: string, size: number) =>
  `export const ${name} = (n: number) => ${
    JSON.stringify(name.padEnd(size, "."))
  }.charCodeAt(n);\n`;

const sources: Record<string, string> = {
  "common.ts": moduleOf("common", 400),
  "panel.ts": moduleOf("panel", 400),
  "List.ts": `import { common } from "./common.ts";
    import { panel } from "./panel.ts";
    export default () => common(1) + panel(1);`,
  "Form.ts": `import { common } from "./common.ts";
    import { panel } from "./panel.ts";
    export default () => common(2) - panel(2);`,
};

/** Bundles the islands; gives what each loads before it runs, with its own file. */
async function loaded(files: Record<string, string>): Promise<Map<string, string[]>> {
  const root = await Deno.makeTempDir();
  const islands = new Map<string, string>();
  await Deno.writeTextFile(
    join(root, "deno.json"),
    JSON.stringify({ compilerOptions: { jsxImportSource: "preact" } }),
  );
  for (const [path, source] of Object.entries(files)) {
    await Deno.writeTextFile(join(root, path), source);
    if (/^[A-Z]/.test(path)) islands.set(path.replace(".ts", ""), join(root, path));
  }
  const { contents, imports } = await oneBuild(() =>
    bundle({ root, islands, buildId: "1", mode: "production", target: "es2022" })
  );
  await Deno.remove(root, { recursive: true });
  const text = (file: string) => new TextDecoder().decode(contents.get(file));
  return new Map(
    islands.keys().map((name) => [name, [`${name}.js`, ...imports[`${name}.js`]!].map(text)]),
  );
}

/** The files among `texts` that hold the module of this name. */
const holding = (texts: string[], name: string) =>
  texts.filter((text) => text.includes(`"${name}..`));

Deno.test("code that several islands use stands in one shared file", async () => {
  const files = await loaded(sources);
  const [list, form] = [files.get("List")!, files.get("Form")!];
  const [shared, ...others] = holding(list, "common");
  assert.deepEqual(others, []);
  assert.deepEqual(holding(list, "panel"), [shared]);
  assert.deepEqual([holding(form, "common"), holding(form, "panel")], [[shared], [shared]]);
});

Deno.test("an island as large as an app loads nothing that only others share", async () => {
  const files = await loaded({
    ...sources,
    "App.ts": `import { common } from "./common.ts";
      ${moduleOf("own", 40_000)}
      export default () => common(3) + own(3);`,
  });
  const app = files.get("App")!;
  const [shared, ...others] = holding(app, "common");
  assert.deepEqual(others, []);
  assert.deepEqual(holding(app, "panel"), []);
  for (const island of ["List", "Form"]) {
    const [ofPanel, ...others] = holding(files.get(island)!, "panel");
    assert.deepEqual(others, []);
    assert.notEqual(ofPanel, shared);
    assert.deepEqual(holding(files.get(island)!, "common"), [shared], island);
  }
});
