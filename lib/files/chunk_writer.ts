import { chunkBytes, chunksAtOnce } from "@/lib/files/chunks.ts";

/** Bytes by which a file's type is told. */
const headBytes = 65_536;

/** Gathers a file's bytes as they come, and hands on a megabyte at a time. */
export class ChunkWriter {
  /** Bytes so far. */
  size = 0;
  /** The file's first bytes. */
  head = new Uint8Array();
  #buffer = new Uint8Array(chunkBytes * chunksAtOnce);
  #filled = 0;
  #number = 0;

  /** @param write gets the number of the first chunk, and whole chunks but for the file's last */
  constructor(private readonly write: (from: number, bytes: Uint8Array) => Promise<void>) {}

  async add(part: Uint8Array): Promise<void> {
    this.size += part.length;
    while (part.length > 0) {
      const slice = part.subarray(0, this.#buffer.length - this.#filled);
      this.#buffer.set(slice, this.#filled);
      this.#filled += slice.length;
      part = part.subarray(slice.length);
      if (this.#filled === this.#buffer.length) await this.#flush();
    }
  }

  async end(): Promise<void> {
    if (this.#filled > 0) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = this.#buffer.subarray(0, this.#filled);
    await this.write(this.#number, bytes);
    if (this.#number === 0) this.head = bytes.slice(0, headBytes);
    this.#number += Math.ceil(bytes.length / chunkBytes);
    this.#filled = 0;
  }
}
