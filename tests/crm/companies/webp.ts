/** WebP files as their headers say them (RFC 9649); the pixels are not to be decoded. */
import { Buffer } from "node:buffer";

/** A chunk, padded to an even length. */
export function webpChunk(type: string, data: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
}

/** The file of these chunks. */
export function webpOf(...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const rest = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(rest.length);
  return new Uint8Array(Buffer.concat([Buffer.from("RIFF"), length, rest]));
}

/** Lossless pixels. */
export function vp8l(width: number, height: number): Uint8Array {
  const data = Buffer.alloc(12);
  data[0] = 0x2f;
  data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  return webpChunk("VP8L", data);
}

/** A lossy key frame. */
export function vp8(width: number, height: number): Uint8Array {
  const data = Buffer.alloc(15);
  data.set([0x9d, 0x01, 0x2a], 3);
  data.writeUInt16LE(width, 6);
  data.writeUInt16LE(height, 8);
  return webpChunk("VP8 ", data);
}

/** The canvas of an extended file. */
export function vp8x(width: number, height: number): Uint8Array {
  const data = Buffer.alloc(10);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk("VP8X", data);
}
