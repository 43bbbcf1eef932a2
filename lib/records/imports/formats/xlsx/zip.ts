import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import { Problem } from "@/lib/input/errors.ts";
import { refusal } from "@/lib/records/imports/formats/table.ts";
import { formatWords } from "@/lib/records/imports/formats/words.ts";

/**
 * Reads single entries of a ZIP file (APPNOTE 6.3), each with a bound of its own: what a stranger
 * packed never takes more memory than that, whatever its sizes say.
 */

interface Entry {
  at: number;
  packedSize: number;
  isStored: boolean;
}

const localHead = 0x04034b50;
const centralHead = 0x02014b50;
const endHead = 0x06054b50;
const endSize = 22;
const mostComment = 65_535;
const mostEntries = 10_000;
/** Bytes of all entries that are read of one file. */
const mostTotal = 160 * 1024 * 1024;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

export class Zip {
  private readonly view: DataView;
  private readonly entries = new Map<string, Entry>();
  private remaining = mostTotal;

  /** @throws Problem validation_failed (`body`): cut off, or none */
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      this.list();
    } catch (cause) {
      throw refusal(formatWords.noWorkbook, cause);
    }
  }

  private list(): void {
    const end = this.endAt();
    const count = Math.min(this.view.getUint16(end + 10, true), mostEntries);
    let at = this.view.getUint32(end + 16, true);
    for (let index = 0; index < count; index++) {
      if (this.view.getUint32(at, true) !== centralHead) throw new Error("no entry of a ZIP file");
      const [nameSize, extraSize, commentSize] = [28, 30, 32]
        .map((offset) => this.view.getUint16(at + offset, true)) as [number, number, number];
      const name = Buffer.from(this.bytes.subarray(at + 46, at + 46 + nameSize)).toString("utf8");
      const method = this.view.getUint16(at + 10, true);
      const isEncrypted = (this.view.getUint16(at + 8, true) & 1) === 1;
      if (!isEncrypted && (method === 0 || method === 8)) {
        this.entries.set(name.replaceAll("\\", "/").toLowerCase(), {
          at: this.view.getUint32(at + 42, true),
          packedSize: this.view.getUint32(at + 20, true),
          isStored: method === 0,
        });
      }
      at += 46 + nameSize + extraSize + commentSize;
    }
  }

  private endAt(): number {
    const last = this.bytes.length - endSize;
    for (let at = last; at >= Math.max(0, last - mostComment); at--) {
      if (this.view.getUint32(at, true) === endHead) return at;
    }
    throw new Error("a ZIP file without its end");
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** @throws Problem validation_failed (`body`): damaged, or larger than `most` bytes */
  read(name: string, most: number): Uint8Array | undefined {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) return undefined;
    try {
      const { at, packedSize, isStored } = entry;
      if (this.view.getUint32(at, true) !== localHead) throw new Error("no entry of a ZIP file");
      const from = at + 30 + this.view.getUint16(at + 26, true) +
        this.view.getUint16(at + 28, true);
      const packed = this.bytes.subarray(from, from + packedSize);
      const room = Math.max(1, Math.min(most, this.remaining));
      const unpacked = isStored ? packed : inflateRawSync(packed, { maxOutputLength: room });
      this.remaining -= unpacked.length;
      if (unpacked.length > room) throw refusal(formatWords.tooMuch);
      return unpacked;
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      const isLarge = (cause as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
      throw refusal(isLarge ? formatWords.tooMuch : formatWords.noWorkbook, cause);
    }
  }
}
