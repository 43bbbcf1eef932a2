/** Content of signed data (RFC 5652, 5) in BER or DER. The signature is not checked. */

const deepest = 16;
const tags = { oid: 0x06, octets: 0x04, pieces: 0x24, sequence: 0x30, set: 0x31, explicit: 0xa0 };
const signedData = "2a864886f70d010702";
const looked = 8_192;

/** Null where the bytes are no signed data, or what is signed is no part of a mail. */
export function signedContent(bytes: Uint8Array): Uint8Array | null {
  try {
    const content = contentOf(new Ber(bytes));
    return content && isPart(content) ? content : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isPart(content: Uint8Array): boolean {
  const begin = new TextDecoder("latin1").decode(content.subarray(0, looked));
  const head = begin.split(/\r?\n\r?\n/, 1)[0]!;
  return /^[!-9;-~]+:/.test(head) && /^content-type:/im.test(head);
}

/** @throws RangeError the bytes are not what they should be */
function contentOf(from: Ber): Uint8Array | null {
  from.enter(tags.sequence);
  if (from.take(from.enter(tags.oid)).toHex() !== signedData) return null;
  from.enter(tags.explicit);
  from.enter(tags.sequence);
  from.skip();
  from.skip();
  from.enter(tags.sequence);
  from.take(from.enter(tags.oid));
  if (from.tag !== tags.explicit) return null;
  from.enter(tags.explicit);
  return joined(from.octets());
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const unknownLength = -1;

class Ber {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get tag(): number | undefined {
    return this.bytes[this.#at];
  }

  /** Stands at the content of the next element. @returns its length */
  enter(tag: number): number {
    if (this.tag !== tag) throw new RangeError("it has another element");
    this.#at++;
    return this.#length();
  }

  take(length: number): Uint8Array {
    if (length < 0 || length > this.bytes.length - this.#at) throw new RangeError("it ends early");
    return this.bytes.subarray(this.#at, this.#at += length);
  }

  skip(depth = 0): void {
    const { tag } = this;
    if (tag === undefined || depth > deepest) throw new RangeError("it has too deep a nesting");
    const length = this.enter(tag);
    if (length !== unknownLength) this.take(length);
    else this.#untilEnd(unknownLength, () => this.skip(depth + 1));
  }

  /** A string of octets, which may come in pieces within one another. */
  octets(pieces: Uint8Array[] = [], depth = 0): Uint8Array[] {
    if (depth > deepest) throw new RangeError("it has too deep a nesting");
    if (this.tag === tags.octets) pieces.push(this.take(this.enter(tags.octets)));
    else {
      const length = this.enter(tags.pieces);
      this.#untilEnd(length, () => this.octets(pieces, depth + 1));
    }
    return pieces;
  }

  #untilEnd(length: number, read: () => void): void {
    const end = this.#at + length;
    if (length !== unknownLength) {
      while (this.#at < end) read();
      return;
    }
    while (this.tag !== 0) read();
    this.take(2);
  }

  #length(): number {
    const [first] = this.take(1);
    if (first! < 0x80) return first!;
    if (first === 0x80) return unknownLength;
    if (first! > 0x84) throw new RangeError("it is too long");
    return this.take(first! & 0x7f).reduce((sum, byte) => sum * 256 + byte, 0);
  }
}
