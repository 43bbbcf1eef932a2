/** Large back-ups: what headers say of sizes, and memory that does not grow with them. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { manifestName, maxEntryBytes, pieceName } from "@/lib/backup/format/manifest.ts";
import { readHeader, writeHeader } from "@/lib/backup/format/tar.ts";
import { readWhole, RestoreRefused } from "@/lib/backup/restore/backup_file.ts";
import { Archive } from "@/lib/backup/write/archive.ts";
import { long, proof } from "../faults/support/proof.ts";

const gib = 1024 ** 3;
const mib = 1024 ** 2;
const madeAt = new Date("2026-11-30T05:00:00Z");

const manifest = {
  ...{ format: 1, version: "1.1.0", build: null, schema: ["0001_tenancy"], gateway_schema: null },
  ...{ database: "postgres", server_version: "15.1", made_at: madeAt.toISOString() },
  ...{ tables: {}, columns: {}, sequences: {}, keys: { secrets: [], gateway: null } },
};

Deno.test("sizes up to the format's last byte are read as they were written, by tar too", async () => {
  for (const bytes of [2 ** 31 - 1, 2 ** 31, 2 ** 32, 8 * gib - 1]) {
    const header = writeHeader({ name: "app/files.1.copy.gz", bytes }, madeAt);
    assert.deepEqual(readHeader(header), { name: "app/files.1.copy.gz", bytes });
    assert.equal(await sizeByTar(header), bytes);
  }
});

Deno.test("a size that the format has no room for is refused, and none is cut to fit", () => {
  for (const bytes of [8 * gib, 10 * gib]) {
    assert.throws(() => writeHeader({ name: "app/files.1.copy.gz", bytes }, madeAt), RangeError);
  }
});

Deno.test("an entry that no restore would take is not written", async () => {
  let written = 0;
  const sink = { write: ({ length }: Uint8Array) => Promise.resolve(void (written += length)) };
  const archive = new Archive(sink, madeAt);
  await assert.rejects(
    archive.add("app/a.1.copy.gz", new Uint8Array(maxEntryBytes + 1)),
    RangeError,
  );
  assert.equal(written, 0);
});

Deno.test("a back-up goes through a pipe and is checked in memory of a few pieces", async () => {
  const least = long ? 10 * gib : 48 * mib;
  const before = Deno.memoryUsage().rss;
  let peak = before;
  const pipe = new TransformStream<Uint8Array>();
  const writing = writeEntries(pipe.writable, least, () => {
    peak = Math.max(peak, Deno.memoryUsage().rss);
  });
  const [{ sums }, written] = await Promise.all([readWhole(sourceOf(pipe.readable)), writing]);
  const pieces = Object.entries(sums).filter(([name]) => name !== manifestName);
  const total = pieces.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  assert.ok(total >= least && written > total, `${written} bytes written, ${total} of rows`);
  const grown = Math.round((peak - before) / mib);
  assert.ok(grown < 300, `memory grew by ${grown} MiB`);
  proof(`a back-up of ${Math.round(written / mib)} MiB through a pipe: ${grown} MiB of memory`);
});

Deno.test("one that ends within an entry or before the end's blocks is cut", async () => {
  const parts: Uint8Array[] = [];
  const keep = new WritableStream<Uint8Array>({ write: (part) => void parts.push(part) });
  await writeEntries(keep, 1, () => {});
  for (const drop of [1, 2, 3]) {
    const cut = ReadableStream.from(parts.slice(0, -drop));
    await assert.rejects(
      readWhole(sourceOf(cut)),
      (error) => error instanceof RestoreRefused && /it is cut/.test(error.message),
    );
  }
});

/** @returns bytes of the whole file */
async function writeEntries(
  to: WritableStream<Uint8Array>,
  least: number,
  note: () => void,
): Promise<number> {
  const writer = to.getWriter();
  const archive = new Archive({ write: (bytes) => writer.write(bytes) }, madeAt);
  const piece = new Uint8Array(randomBytes(8 * mib - 1));
  await archive.add(manifestName, new TextEncoder().encode(JSON.stringify(manifest)));
  for (let number = 1; (number - 1) * piece.length < least; number++) {
    await archive.add(pieceName("app", "files", number), piece);
    note();
  }
  const bytes = await archive.end();
  await writer.close();
  return bytes;
}

function sourceOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  let rest = new Uint8Array();
  return {
    async read(into: Uint8Array): Promise<number | null> {
      while (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        rest = new Uint8Array(value);
      }
      const count = Math.min(rest.length, into.length);
      into.set(rest.subarray(0, count));
      rest = rest.subarray(count);
      return count;
    },
  };
}

/** The size as Debian's own tar lists it; it ends with an error, for the content is missing. */
async function sizeByTar(header: Uint8Array): Promise<number> {
  const args = ["--numeric-owner", "-tvf", "-"];
  const tar = new Deno.Command("tar", { args, stdin: "piped", stdout: "piped", stderr: "null" })
    .spawn();
  const writer = tar.stdin.getWriter();
  await writer.write(header);
  await writer.close();
  const { stdout } = await tar.output();
  return Number(/^\S+ \S+ +(\d+) /.exec(new TextDecoder().decode(stdout))?.[1]);
}
