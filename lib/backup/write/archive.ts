import { createHash } from "node:crypto";
import { maxEntryBytes, sumsName } from "@/lib/backup/format/manifest.ts";
import type { Sums } from "@/lib/backup/format/manifest.ts";
import { endBytes, paddingOf, writeHeader } from "@/lib/backup/format/tar.ts";

export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
}

/** A tar that is written entry by entry; at its end stand the sums of all of them. */
export class Archive {
  #sums: Sums = {};
  #bytes = 0;

  constructor(private readonly sink: Sink, private readonly madeAt: Date) {}

  async add(name: string, content: Uint8Array): Promise<void> {
    if (content.length > maxEntryBytes) {
      throw new RangeError(`${name} is ${content.length} bytes, and may have ${maxEntryBytes}`);
    }
    const sha256 = createHash("sha256").update(content).digest("hex");
    this.#sums[name] = { sha256, bytes: content.length };
    await this.#write(writeHeader({ name, bytes: content.length }, this.madeAt));
    await this.#write(content);
    await this.#write(new Uint8Array(paddingOf(content.length)));
  }

  async end(): Promise<number> {
    await this.add(sumsName, new TextEncoder().encode(JSON.stringify(this.#sums)));
    await this.#write(new Uint8Array(endBytes));
    return this.#bytes;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    await this.sink.write(bytes);
    this.#bytes += bytes.length;
  }
}
