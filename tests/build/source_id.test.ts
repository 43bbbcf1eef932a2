/** One id for one state of the sources, on every machine. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { sourceId } from "@/lib/build/source_id.ts";

const files: Record<string, string> = {
  "app.ts": "1",
  "components/A.tsx": "2",
  "components/a/B.tsx": "3",
  "deno.json": "{}",
  "deno.lock": "{}",
  "dev.ts": "4",
  "gateway/browser/x.ts": "5",
  "islands/I.tsx": "6",
  "lib/l.ts": "7",
  "main.ts": "8",
  "routes/r.ts": "9",
  "static/s.css": "",
};

async function idOf(changes: Record<string, string> = {}, base = files): Promise<string> {
  const root = await Deno.makeTempDir();
  for (const [path, text] of Object.entries({ ...base, ...changes })) {
    await Deno.mkdir(dirname(join(root, path)), { recursive: true });
    await Deno.writeTextFile(join(root, path), text);
  }
  return await sourceId(root);
}

Deno.test("the same sources have the same id, others another", async () => {
  const id = await idOf();
  assert.match(id, /^[0-9a-f]{40}$/);
  assert.equal(await idOf({}, Object.fromEntries(Object.entries(files).reverse())), id);
  // Copies of packages, and what no build reads.
  const apart = { "static/vendor/font.woff2": "x", "tests/t.ts": "x", "README.md": "x" };
  assert.equal(await idOf(apart), id);
  const { "lib/l.ts": _, ...fewer } = files;
  const others = await Promise.all([
    idOf({ "lib/l.ts": "77" }),
    idOf({ "lib/m.ts": "" }),
    idOf({ "static/vendored.css": "" }),
    idOf({ "lib/l.ts": "", "lib/l.ts7": "" }),
    idOf({ "lib/other.ts": "7" }, fewer),
    idOf({ "deno.lock": "{ }" }),
  ]);
  assert.equal(new Set([id, ...others]).size, others.length + 1);
});

Deno.test("a source that is missing is no id", async () => {
  const { "main.ts": _, ...fewer } = files;
  await assert.rejects(idOf({}, fewer), Deno.errors.NotFound);
});
