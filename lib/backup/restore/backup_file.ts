import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  format,
  type Manifest,
  manifestName,
  manifestSchema,
  maxEntryBytes,
  readPieceName,
  type Sums,
  sumsName,
  sumsSchema,
} from "@/lib/backup/format/manifest.ts";
import { blockBytes, endBytes, paddingOf, readHeader } from "@/lib/backup/format/tar.ts";
import { tellRefusals, writeAll } from "@/lib/backup/write/output.ts";
import { ensureDir } from "@/lib/db/folder.ts";

/** It cannot be restored from this file, or into this database; nothing was changed. */
export class RestoreRefused extends Error {
  override name = "RestoreRefused";
}

export interface Source {
  read(bytes: Uint8Array): Promise<number | null>;
}

export interface Entry {
  name: string;
  content: Uint8Array;
}

const notOurs = "it is no back-up of Relevo";
const isCut = "it is cut: its end is missing";
const isChanged = "it was changed since it was made";

export class BackupFile implements Disposable {
  private constructor(
    private readonly file: Deno.FsFile,
    readonly manifest: Manifest,
    private readonly sums: Sums,
  ) {}

  /**
   * Reads all of it. A pipe (`-`), which cannot be read twice, is put into a file without a name.
   * @throws RestoreRefused
   */
  static async open(path: string, { spoolIn }: { spoolIn: string }): Promise<BackupFile> {
    const file = path === "-" ? await spooled(Deno.stdin, spoolIn) : await opened(path, spoolIn);
    try {
      await rewind(file);
      const { manifest, sums } = await readWhole(file);
      return new BackupFile(file, manifest, sums);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Pieces of tables, in order. @throws RestoreRefused where the file was changed meanwhile */
  async *pieces(): AsyncIterable<Entry> {
    await rewind(this.file);
    for await (const entry of entriesOf(this.file)) {
      if (!isAsSummed(entry, this.sums) && entry.name !== sumsName) throw refused(isChanged);
      if (readPieceName(entry.name)) yield entry;
    }
  }

  [Symbol.dispose](): void {
    this.file.close();
  }
}

function refused(why: string): RestoreRefused {
  return new RestoreRefused(why);
}

async function opened(path: string, spoolIn: string): Promise<Deno.FsFile> {
  const file = await Deno.open(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) throw refused(`there is no file ${path}`);
    if (error instanceof Deno.errors.NotCapable) throw refused(`${path} is no file: give "-"`);
    throw refused((error as Error).message);
  });
  const info = await file.stat();
  if (info.isFile) return file;
  try {
    if (info.isDirectory) throw refused(`${path} is a folder`);
    return await spooled(file, spoolIn);
  } finally {
    file.close();
  }
}

/** A copy that can be read twice, and that nobody else sees or has to remove. */
async function spooled(
  from: Source,
  folder: string,
): Promise<Deno.FsFile> {
  await ensureDir(folder);
  const path = join(folder, `.restore-${crypto.randomUUID()}.part`);
  const file = await Deno.open(path, { createNew: true, read: true, write: true, mode: 0o600 });
  try {
    await Deno.remove(path);
    const bytes = new Uint8Array(256 * 1024);
    const first = await fill(from, bytes.subarray(0, blockBytes));
    if (readHeader(bytes.subarray(0, first))?.name !== manifestName) throw refused(notOurs);
    for (let count: number | null = first; count !== null; count = await from.read(bytes)) {
      await tellRefusals(folder, () => writeAll(file, bytes.subarray(0, count!)));
    }
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Reads until `bytes` are full or there is no more. @returns how many there were */
async function fill(
  from: Source,
  bytes: Uint8Array,
): Promise<number> {
  let count = 0;
  while (count < bytes.length) {
    const more = await from.read(bytes.subarray(count));
    if (more === null) break;
    count += more;
  }
  return count;
}

/** All entries to the last, the sums. @throws RestoreRefused */
async function* entriesOf(from: Source): AsyncIterable<Entry> {
  for (let isFirst = true;; isFirst = false) {
    const block = new Uint8Array(blockBytes);
    const count = await fill(from, block);
    const header = readHeader(block);
    if (isFirst && header?.name !== manifestName) throw refused(notOurs);
    if (count < blockBytes) throw refused(isCut);
    if (!header) throw refused(block.some((byte) => byte !== 0) ? isChanged : isCut);
    const { name, bytes } = header;
    if (bytes > maxEntryBytes) throw refused(isChanged);
    const content = new Uint8Array(bytes);
    const padding = new Uint8Array(paddingOf(bytes));
    const length = await fill(from, content) + await fill(from, padding);
    if (length < content.length + padding.length) throw refused(isCut);
    yield { name, content };
    if (name !== sumsName) continue;
    const rest = await fill(from, new Uint8Array(endBytes + 1));
    if (rest < endBytes) throw refused(isCut);
    if (rest > endBytes) throw refused(isChanged);
    return;
  }
}

async function rewind(file: Deno.FsFile): Promise<void> {
  await file.seek(0, Deno.SeekMode.Start);
}

/** Reads from the first header to the end. @throws RestoreRefused */
export async function readWhole(from: Source): Promise<{ manifest: Manifest; sums: Sums }> {
  const read: Sums = {};
  let manifest: Manifest | undefined;
  let sums: Sums | undefined;
  for await (const { name, content } of entriesOf(from)) {
    if (name in read) throw refused(isChanged);
    if (name === manifestName) manifest = readManifest(content);
    if (name === sumsName) sums = readJson(content, sumsSchema, isChanged);
    else read[name] = sumOf(content);
  }
  const names = Object.keys(read);
  const isWhole = names.length === Object.keys(sums!).length &&
    names.every((name) => Object.hasOwn(sums!, name) && isSame(read[name]!, sums![name]!));
  if (!isWhole) throw refused(isChanged);
  return { manifest: manifest!, sums: sums! };
}

type Sum = Sums[string];

function isSame(one: Sum, other: Sum): boolean {
  return one.sha256 === other.sha256 && one.bytes === other.bytes;
}

function isAsSummed({ name, content }: Entry, sums: Sums): boolean {
  return Object.hasOwn(sums, name) && isSame(sumOf(content), sums[name]!);
}

function sumOf(content: Uint8Array): Sum {
  return {
    sha256: createHash("sha256").update(content).digest("hex"),
    bytes: content.length,
  };
}

function readManifest(content: Uint8Array): Manifest {
  const outline = readJson(
    content,
    { safeParse: (value) => ({ success: true, data: value }) },
    notOurs,
  );
  const { format: number } = (outline ?? {}) as { format?: unknown };
  if (typeof number !== "number") throw refused(notOurs);
  if (number > format) throw refused("a newer version of Relevo made it, in another format");
  return readJson(content, manifestSchema, isChanged);
}

function readJson<T>(
  content: Uint8Array,
  schema: { safeParse(value: unknown): { success: boolean; data?: T } },
  otherwise: string,
): T {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    throw refused(otherwise);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refused(otherwise);
  return parsed.data!;
}
