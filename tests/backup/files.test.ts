/** The file of a back-up: written as others read it, and refused where it is none or not whole. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { manifestName, sumsName } from "@/lib/backup/format/manifest.ts";
import { blockBytes, endBytes, readHeader, writeHeader } from "@/lib/backup/format/tar.ts";
import { BackupFile, RestoreRefused } from "@/lib/backup/restore/backup_file.ts";
import { Archive } from "@/lib/backup/write/archive.ts";
import { keepNewest, OutputFile, OutputRefused } from "@/lib/backup/write/output.ts";
import { inPieces } from "@/lib/backup/write/pieces.ts";
import { makePlace, restoreFrom } from "./support.ts";
import { inFolder } from "./folders.ts";

const madeAt = new Date("2026-11-30T05:00:00Z");
const bytesOf = (text: string) => new TextEncoder().encode(text);

const manifest = {
  format: 1,
  version: "1.1.0",
  build: null,
  schema: ["0001_tenancy"],
  gateway_schema: null,
  database: "postgres",
  server_version: "15.1",
  made_at: madeAt.toISOString(),
  tables: { companies: 2 },
  columns: { companies: ["id", "name", "slug"] },
  sequences: {},
  keys: { secrets: [], gateway: null },
};

async function tarOf(entries: Record<string, Uint8Array | string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const archive = new Archive(
    { write: (bytes) => Promise.resolve(void parts.push(bytes.slice())) },
    madeAt,
  );
  for (const [name, content] of Object.entries(entries)) {
    await archive.add(name, typeof content === "string" ? bytesOf(content) : content);
  }
  await archive.end();
  return new Uint8Array(Buffer.concat(parts));
}

const piece = new Uint8Array(gzipSync("1\tOne\tone\n2\tTwo\ttwo\n"));
const whole = (over: object = {}) =>
  tarOf({
    [manifestName]: JSON.stringify({ ...manifest, ...over }),
    "app/companies.1.copy.gz": piece,
  });

Deno.test("tar reads the file that was written, with the sizes and sums that it says", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.tar");
    await Deno.writeFile(path, await whole());
    const tar = async (...args: string[]) => {
      const { stdout, success } = await new Deno.Command("tar", { args }).output();
      assert.ok(success);
      return stdout;
    };
    const list = new TextDecoder().decode(await tar("-tf", path)).trim().split("\n");
    assert.deepEqual(list, [manifestName, "app/companies.1.copy.gz", sumsName]);
    assert.deepEqual(new Uint8Array(await tar("-xOf", path, list[1]!)), piece);
    const sums = JSON.parse(new TextDecoder().decode(await tar("-xOf", path, sumsName)));
    const sha256 = createHash("sha256").update(piece).digest("hex");
    assert.deepEqual(sums[list[1]!], { sha256, bytes: piece.length });
    using file = await BackupFile.open(path, { spoolIn: folder });
    assert.deepEqual(file.manifest, manifest);
    const names: string[] = [];
    for await (const { name } of file.pieces()) names.push(name);
    assert.deepEqual(names, [list[1]]);
  }));

Deno.test("a header says what it was given, and a changed one is none", () => {
  const header = writeHeader({ name: "app/á.1.copy.gz", bytes: 123_456_789 }, madeAt);
  assert.deepEqual(readHeader(header), { name: "app/á.1.copy.gz", bytes: 123_456_789 });
  for (const at of [0, 124, 148, 156, 257]) {
    const changed = header.slice();
    changed[at]! ^= 1;
    assert.equal(readHeader(changed), null, String(at));
  }
  assert.equal(readHeader(new Uint8Array(blockBytes)), null);
  assert.throws(() => writeHeader({ name: "x".repeat(101), bytes: 1 }, madeAt), RangeError);
});

Deno.test("pieces are whole rows, in order, and at most so large unless a row is larger", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 60 }),
      async (lengths, most) => {
        const chunks = lengths.map((rows) =>
          bytesOf(rows.map((n) => `${"x".repeat(n)}\n`).join(""))
        );
        const pieces: Uint8Array[] = [];
        for await (const one of inPieces(asyncOf(chunks), most)) pieces.push(one);
        assert.deepEqual(Buffer.concat(pieces), Buffer.concat(chunks));
        for (const one of pieces) {
          assert.equal(one.at(-1), 0x0a);
          assert.ok(one.length <= most || one.indexOf(0x0a) === one.length - 1, String(one.length));
        }
      },
    ),
  ));

async function* asyncOf<T>(all: T[]): AsyncIterable<T> {
  yield* all;
}

const notOurs = /no back-up of Relevo/;
const isCut = /it is cut/;
const isChanged = /was changed/;

type Bad = [name: string, content: () => Promise<Uint8Array> | Uint8Array, problem: RegExp];

const badFiles: Bad[] = [
  ["an empty file", () => new Uint8Array(), notOurs],
  ["a text", () => bytesOf("select 1;\n".repeat(100)), notOurs],
  ["zeros", () => new Uint8Array(1 << 20), notOurs],
  ["a tar of others", () => tarOf({ "etc/passwd": "root" }), notOurs],
  ["a tar with another manifest", () => tarOf({ [manifestName]: '{"name":"app"}' }), notOurs],
  ["a manifest that is no JSON", () => tarOf({ [manifestName]: "{" }), notOurs],
  ["a manifest of null", () => tarOf({ [manifestName]: "null" }), notOurs],
  ["one in a newer format", () => whole({ format: 2 }), /newer version of Relevo/],
  ["one without tables", () => whole({ tables: undefined }), isChanged],
  ["a table by another type", () => whole({ tables: { companies: "2" } }), isChanged],
  ["nothing but its head", async () => (await whole()).subarray(0, blockBytes), isCut],
  ["half a header", async () => (await whole()).subarray(0, 300), isCut],
  ["without its last block", async () => (await whole()).slice(0, -1), isCut],
  ["without its end", async () => (await whole()).slice(0, -endBytes), isCut],
  ["without its sums", async () => (await whole()).slice(0, -endBytes - 2 * blockBytes), isCut],
  ["with more behind it", async () => joined(await whole(), new Uint8Array(blockBytes)), isChanged],
  ["two of them", async () => joined(await whole(), await whole()), isChanged],
  ["another byte", async () => changed(await whole(), piece), isChanged],
  ["another manifest", async () => changed(await whole(), bytesOf("0001_tenancy")), isChanged],
  ["an entry twice", twice, isChanged],
];

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([one, other]));
}

function changed(bytes: Uint8Array, where: Uint8Array): Uint8Array {
  const at = Buffer.from(bytes).indexOf(Buffer.from(where));
  assert.ok(at > 0);
  bytes[at + where.length - 1]! ^= 1;
  return bytes;
}

async function twice(): Promise<Uint8Array> {
  const bytes = await whole();
  const at = Buffer.from(bytes).indexOf("app/companies");
  const entry = bytes.slice(at, at + 2 * blockBytes);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), entry, bytes.subarray(at)]));
}

Deno.test("what is no back-up, or not a whole one, is refused by name", () =>
  inFolder(async (folder) => {
    const path = join(folder, "bad.tar");
    const refuses = async (name: string, from: string, problem: RegExp) =>
      await assert.rejects(BackupFile.open(from, { spoolIn: folder }), (error: Error) => {
        assert.ok(error instanceof RestoreRefused, `${name}: ${error.stack}`);
        assert.match(error.message, problem, name);
        return true;
      });
    for (const [name, content, problem] of badFiles) {
      await Deno.writeFile(path, await content());
      await refuses(name, path, problem);
    }
    await refuses("a folder", folder, /is a folder/);
    await refuses("nothing", join(folder, "none.tar"), /there is no file/);
    await refuses("/dev/null", "/dev/null", notOurs);
    await Deno.truncate(path, 0);
    await Deno.truncate(path, 10_000_000_000);
    await refuses("10 GB of zeros", path, notOurs);
    const remaining = [...Deno.readDirSync(folder)].map(({ name }) => name);
    assert.deepEqual(remaining, ["bad.tar"]);
  }));

const badRows: [name: string, over: object, rows: Uint8Array, problem: RegExp][] = [
  ["a schema of tomorrow", { schema: ["0001_tenancy", "9999_new"] }, piece, /newer .*9999_new/],
  ["a schema with a gap", { schema: ["0002_notifications"] }, piece, /none that a version/],
  ["more rows than it says", { tables: { companies: 1 } }, piece, /companies has 2 rows/],
  ["rows that are not inside", { tables: { companies: 2, users: 1 } }, piece, /users has 0 rows/],
  ["a column that is not there", { columns: { companies: ["id", 'x"y'] } }, piece, /x"y/],
  ["rows that are not packed", {}, bytesOf("1\tone\n"), /cannot be unpacked/],
  ["a row of other values", {}, new Uint8Array(gzipSync("x\tOne\tone\n")), /integer/],
  ["a row that is cut", {}, new Uint8Array(gzipSync("1\tOne\tone\n2")), /column/],
];

Deno.test("a file whose rows do not fit changes nothing", () =>
  inFolder(async (folder) => {
    await using place = await makePlace("pglite");
    const path = join(folder, "a.tar");
    for (const [name, over, rows, problem] of badRows) {
      const content = {
        [manifestName]: JSON.stringify({ ...manifest, ...over }),
        "app/companies.1.copy.gz": rows,
      };
      await Deno.writeFile(path, await tarOf(content));
      await assert.rejects(restoreFrom(path, place), (error: Error) => {
        assert.match(error.message, problem, name);
        return true;
      });
      await place.asOwner(async ({ query }) => {
        const { rows } = await query(
          "select from pg_class where relnamespace = 'public'::regnamespace",
        );
        assert.equal(rows.length, 0, name);
      });
    }
    await place.asOwner(({ query }) => query("create table orders (id int)"));
    await Deno.writeFile(path, await whole());
    await assert.rejects(
      restoreFrom(path, place, { isReplaced: true }),
      /another program's.*orders/,
    );
  }));

Deno.test("an output is whole under its name, or nothing is left of it", () =>
  inFolder(async (folder) => {
    const path = join(folder, "out.tar");
    await Deno.writeTextFile(path, "before");
    const broken = new OutputFile(path);
    await broken.open();
    await broken.write(bytesOf("half"));
    broken.discard();
    assert.equal(await Deno.readTextFile(path), "before");
    const file = new OutputFile(path);
    await file.open();
    await file.write(bytesOf("whole"));
    assert.equal(await Deno.readTextFile(path), "before");
    await file.end();
    file.discard();
    assert.equal(await Deno.readTextFile(path), "whole");
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    for (const wrong of [folder, join(folder, "none", "a.tar"), join(path, "a.tar"), "/dev/null"]) {
      await assert.rejects(new OutputFile(wrong).open(), OutputRefused, wrong);
    }
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["out.tar"]);
  }));

Deno.test("the newest back-ups stay, others' files too", () =>
  inFolder(async (folder) => {
    const names: string[] = [];
    const make = async (day: number) => {
      const file = OutputFile.inFolder(folder, new Date(Date.UTC(2026, 10, day, 3, 4, 5, 9)));
      await file.open();
      await file.end();
      file.discard();
      names.push(basename(file.path));
    };
    for (const day of [1, 2, 3, 5, 5, 4, 5]) await make(day);
    assert.deepEqual(
      names.map((name) => name.slice("relevo-202611".length)),
      ["01T030405Z.tar", "02T030405Z.tar", "03T030405Z.tar", "05T030405Z.tar"]
        .concat("05T030405Z-2.tar", "04T030405Z.tar", "05T030405Z-3.tar"),
    );
    for (const name of ["mine.tar", "relevo-old.tar", ".relevo-x.part"]) {
      await Deno.writeTextFile(join(folder, name), "x");
    }
    await Deno.utime(join(folder, ".relevo-x.part"), 0, 0);
    assert.deepEqual((await keepNewest(folder, 2)).length, 5);
    const remaining = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    assert.deepEqual(remaining, ["mine.tar", names[4], names[6], "relevo-old.tar"]);
    await make(1);
    assert.deepEqual(await keepNewest(folder, 1, names.at(-1)), [names[4]], "files of a later day");
  }));
