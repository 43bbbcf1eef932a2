import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { endBytes, paddingOf, writeHeader } from "@/lib/backup/format/tar.ts";
import type { Sink } from "@/lib/backup/write/archive.ts";
import type { PackedFile } from "@/lib/commands/pack/contents.ts";

export interface ArchiveSummary {
  files: number;
  /** Size of the packed file. */
  bytes: number;
  sha256: string;
}

/** In every archive, so that the same sources have the same bytes. */
const madeAt = new Date("2000-01-01T00:00:00Z");
/** File of sums, as `sha256sum --check` reads it. */
const sumsName = "SHA256SUMS";

export interface ReleaseContents {
  /** Name of the one folder in it. */
  folder: string;
  files: readonly PackedFile[];
  /** Files made for it, by path. */
  texts: Readonly<Record<string, string>>;
}

/** Writes the release as a packed tar, with the sums of all its files at the end. */
export async function writeRelease(contents: ReleaseContents, sink: Sink): Promise<ArchiveSummary> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(entriesOf(contents), createGzip({ level: 9 }), async (packed) => {
    for await (const chunk of packed as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      bytes += chunk.length;
      await sink.write(chunk);
    }
  });
  const files = contents.files.length + Object.keys(contents.texts).length + 1;
  return { files, bytes, sha256: hash.digest("hex") };
}

async function* entriesOf({ folder, files, texts }: ReleaseContents): AsyncGenerator<Uint8Array> {
  const sums: string[] = [];
  for (const { path, source, target, isProgram } of files) {
    const name = `${folder}/${path}`;
    if (target !== undefined) {
      yield writeHeader({ name, bytes: 0, mode: 0o777, target }, madeAt);
      continue;
    }
    const content = await Deno.readFile(source);
    sums.push(sumOf(path, content));
    yield* entry(name, content, isProgram ? 0o755 : 0o644);
  }
  for (const [path, text] of Object.entries(texts)) {
    const content = new TextEncoder().encode(text);
    sums.push(sumOf(path, content));
    yield* entry(`${folder}/${path}`, content, 0o644);
  }
  yield* entry(`${folder}/${sumsName}`, new TextEncoder().encode(sums.join("")), 0o644);
  yield new Uint8Array(endBytes);
}

function* entry(name: string, content: Uint8Array, mode: number): Generator<Uint8Array> {
  yield writeHeader({ name, bytes: content.length, mode }, madeAt);
  yield content;
  yield new Uint8Array(paddingOf(content.length));
}

function sumOf(path: string, content: Uint8Array): string {
  return `${createHash("sha256").update(content).digest("hex")}  ${path}\n`;
}
