const mostLineBytes = 65_536;
const chunkBytes = 65_536;

/** Lines and counted bytes of a connection. What is written leaves in order, whoever writes it. */
export class Wire {
  #held: Uint8Array<ArrayBufferLike> = new Uint8Array();
  #written: Promise<void> = Promise.resolve();

  constructor(private readonly conn: Deno.Conn) {}

  /**
   * Reads a line without its end; undefined once the other side is gone or sends no end of line.
   */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#held.indexOf(10);
      if (end >= 0) {
        const line = new TextDecoder().decode(this.#held.subarray(0, end));
        this.#held = this.#held.subarray(end + 1);
        return line.replace(/\r$/, "");
      }
      if (this.#held.length > mostLineBytes) return undefined;
      const chunk = new Uint8Array(chunkBytes);
      const count = await this.conn.read(chunk);
      if (count === null) return undefined;
      const buffer = new Uint8Array(this.#held.length + count);
      buffer.set(this.#held);
      buffer.set(chunk.subarray(0, count), this.#held.length);
      this.#held = buffer;
    }
  }

  async bytes(count: number): Promise<Uint8Array | undefined> {
    const bytes = new Uint8Array(count);
    const first = this.#held.subarray(0, count);
    bytes.set(first);
    this.#held = this.#held.subarray(first.length);
    for (let at = first.length; at < count;) {
      const read = await this.conn.read(bytes.subarray(at));
      if (read === null) return undefined;
      at += read;
    }
    return bytes;
  }

  write(...parts: (string | Uint8Array)[]): Promise<void> {
    const write = async () => {
      for (const part of parts) {
        const bytes = typeof part === "string" ? new TextEncoder().encode(part) : part;
        for (let at = 0; at < bytes.length;) at += await this.conn.write(bytes.subarray(at));
      }
    };
    return this.#written = this.#written.then(write);
  }
}
