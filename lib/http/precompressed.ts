/** Precompressed copies of the build's files: `_fresh/static/app.css.br` beside `app.css`. */
import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { SmallCoding } from "@/lib/http/accept_encoding.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const codings: Record<string, SmallCoding> = { br: "br", gz: "gzip" };
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export class PrecompressedFiles {
  #byName = new Map<string, Promise<Bytes>>();
  #files = new Set<string>();

  /** @param folder the build's static files */
  static async read(folder: string): Promise<PrecompressedFiles> {
    const files = new PrecompressedFiles();
    await files.#readFolder(folder, "");
    return files;
  }

  async #readFolder(folder: string, below: string): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(folder + below)) {
      const path = `${below}/${name}`;
      const [, original, extension] = /^(.+)\.(br|gz)$/.exec(path) ?? [];
      if (isDirectory) await this.#readFolder(folder, path);
      else if (!original) this.#files.add(encodeURI(path));
      else {
        const bytes = await Deno.readFile(folder + path);
        this.#byName.set(nameOf(encodeURI(original), codings[extension!]!), Promise.resolve(bytes));
      }
    }
  }

  isFile(path: string): boolean {
    return this.#files.has(path);
  }

  find(path: string, etag: string, coding: SmallCoding): Promise<Bytes> | undefined {
    return this.#byName.get(nameOf(path, coding)) ?? this.#byName.get(nameOf(etag, coding));
  }

  /** Keeps a copy by its tag alone, because paths have aliases. */
  make(etag: string, coding: SmallCoding, file: Promise<ArrayBuffer>): Promise<Bytes> {
    const name = nameOf(etag, coding);
    const compressed = file.then((plain) => compress(Buffer.from(plain), coding));
    this.#byName.set(name, compressed);
    // A failed read is tried again.
    compressed.catch(() => this.#byName.delete(name));
    return compressed;
  }
}

function nameOf(file: string, coding: SmallCoding): string {
  return `${coding} ${file}`;
}

/** Bytes beyond which compressing as small as the build does would take seconds. */
const maxSmallBytes = 100_000;

async function compress(plain: Buffer, coding: SmallCoding): Promise<Bytes> {
  const quality = plain.length > maxSmallBytes ? 9 : 11;
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: quality };
  const compressed = coding === "br"
    ? await brotli(plain, { params })
    : await gzip(plain, { level: 9 });
  return new Uint8Array(compressed);
}
