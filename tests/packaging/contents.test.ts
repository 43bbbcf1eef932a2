/** What a release has of the sources and packages, without making one. */
import assert from "node:assert/strict";
import { contentsOf } from "@/lib/commands/pack/contents.ts";
import { packageFolders, packagesIn } from "@/lib/commands/pack/packages.ts";
import { writeRelease } from "@/lib/commands/pack/release_archive.ts";
import { currentBuild } from "@/lib/launch/builds.ts";
import { importsOf, root } from "../tidy/sources.ts";

Deno.test("every file that a packed source imports is packed too, and every package", async () => {
  const build = (await currentBuild(root))!.id;
  const files = await contentsOf(root, { build, deno: Deno.execPath() });
  const paths = new Set(files.map(({ path }) => path));
  assert.equal(paths.size, files.length);
  const code = files.filter(({ path }) => /^(?!node_modules|_fresh|docs).*\.tsx?$/.test(path));
  assert.ok(code.length > 1_000);
  for (const { path } of code) {
    for (const target of importsOf(path, { types: false })) {
      if (!/\.(tsx?|json)$/.test(target)) continue;
      assert.ok(paths.has(target), `${path} → ${target}`);
    }
  }
  for (const name of ["pdfmake", "iconv-lite", "pg", "@electric-sql/pglite", "preact"]) {
    assert.ok(paths.has(`node_modules/${name}`), name);
  }
  for (const name of ["esbuild", "exceljs", "typescript", "yaml"]) {
    assert.ok(!paths.has(`node_modules/${name}`), name);
  }
  const licences = files.filter(({ path }) => /^node_modules\/\.deno\/.*licen[cs]e/i.test(path));
  assert.ok(licences.length > 50);
});

Deno.test("packages are those that the code asks for when it runs, with all that these need", async () => {
  const sources = [
    'import pg from "pg";\nimport type { Kysely } from "kysely";\n',
    'export type { Ajv } from "axe-core";\nconst { build } = await import("esbuild");',
    "const file = import.meta.resolve(`pdfmake/fonts/Roboto/${name}`);",
    'createRequire(import.meta.url)("iconv-lite");\nimport {\n  type A,\n  b,\n} from "zod";',
    'import { aLongName } from "@preact/signals";\n// zod-openapi is only spoken of',
    'await import("exceljs/dist/exceljs.bare.min.js");',
  ];
  const names = ["@preact/signals", "esbuild", "iconv-lite", "pdfmake", "pg", "zod"];
  assert.deepEqual(packagesIn(sources), names);
  const folders = await packageFolders(root, ["pg"]);
  assert.ok(folders.includes("pg"));
  assert.ok(folders.some((path) => /^\.deno\/pgpass@/.test(path)));
  assert.ok(!folders.some((path) => /zod/.test(path)));
});

Deno.test("the same files make the same bytes, which tar unpacks as they were", async () => {
  const folder = await Deno.makeTempDir();
  const long = `${"a-long-folder/".repeat(12)}name.txt`;
  const files = [
    { path: "bin/run", source: `${folder}/run`, isProgram: true },
    { path: "empty", source: `${folder}/empty`, isProgram: false },
    { path: "link", source: `${folder}/link`, isProgram: false, target: "bin/run" },
    { path: long, source: `${folder}/run`, isProgram: false },
  ];
  await Deno.writeTextFile(`${folder}/run`, "#!/bin/sh\n");
  await Deno.writeTextFile(`${folder}/empty`, "");
  const write = async () => {
    const chunks: Uint8Array[] = [];
    const sink = { write: (bytes: Uint8Array) => Promise.resolve(void chunks.push(bytes)) };
    const { sha256 } = await writeRelease({ folder: "it", files, texts: { made: "text" } }, sink);
    return { sha256, bytes: new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()) };
  };
  const [one, other] = [await write(), await write()];
  assert.equal(one.sha256, other.sha256);
  await Deno.writeFile(`${folder}/it.tar.gz`, one.bytes);
  const { success, stderr } = await new Deno.Command("sh", {
    args: ["-euc", "tar -xzf it.tar.gz; cd it; sha256sum --check --quiet SHA256SUMS"],
    cwd: folder,
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  assert.equal(await Deno.readTextFile(`${folder}/it/link`), "#!/bin/sh\n");
  assert.equal(await Deno.readTextFile(`${folder}/it/${long}`), "#!/bin/sh\n");
  assert.equal((await Deno.stat(`${folder}/it/bin/run`)).mode! & 0o777, 0o755);
  assert.equal((await Deno.stat(`${folder}/it/empty`)).mode! & 0o777, 0o644);
  await Deno.remove(folder, { recursive: true });
  const tooLong = [{ path: "x".repeat(200), source: "/dev/null", isProgram: false }];
  await assert.rejects(
    writeRelease({ folder: "it", files: tooLong, texts: {} }, { write: async () => {} }),
    RangeError,
  );
});
