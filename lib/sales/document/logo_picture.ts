import { inflateSync } from "node:zlib";

/** The PDF's decoder hangs or crashes on broken pictures: only sound pixels reach it. */

const maxPixels = 4_000_000;

/** The picture as a data URL; null where it cannot be printed (WebP, interlaced, broken, huge). */
export function printableLogo(bytes: Uint8Array): string | null {
  const png = soundPng(bytes);
  if (png) return `data:image/png;base64,${png.toBase64()}`;
  const jpeg = soundJpeg(bytes);
  return jpeg && `data:image/jpeg;base64,${jpeg.toBase64()}`;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Samples of a pixel by colour type, and the depths that each may have (PNG 3rd ed., 11.2.1). */
const pngColours: Record<number, { samples: number; bits: number[] }> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
};
const palette = 3;

interface Chunk {
  type: string;
  /** With its length, type and checksum. */
  whole: Uint8Array;
  data: Uint8Array;
}

/** The PNG with just the chunks that its pixels are in; null where they are not all there. */
function soundPng(bytes: Uint8Array): Uint8Array | null {
  if (!pngSignature.every((byte, at) => bytes[at] === byte)) return null;
  const chunks = pngChunks(bytes);
  if (chunks?.[0]?.type !== "IHDR" || chunks[0].data.length !== 13) return null;
  const view = viewOf(chunks[0].data);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [bits, colour, compression, filter, interlace] = chunks[0].data.slice(8);
  const { samples, bits: depths } = pngColours[colour!] ?? { samples: 0, bits: [] };
  if (!depths.includes(bits!) || compression || filter || interlace) return null;
  if (width === 0 || height === 0 || width * height > maxPixels) return null;
  const of = (type: string) => chunks.filter((chunk) => chunk.type === type);
  const rows = height * (1 + Math.ceil(width * samples * bits! / 8));
  if (!inflatesTo(joined(of("IDAT").map(({ data }) => data)), rows)) return null;
  const colours = colour === palette ? [...of("PLTE"), ...of("tRNS")] : [];
  if (colour === palette && !isPalette(of("PLTE"), of("tRNS"), bits!)) return null;
  const parts = [chunks[0], ...colours, ...of("IDAT"), ...of("IEND")];
  return joined([Uint8Array.from(pngSignature), ...parts.map(({ whole }) => whole)]);
}

/** The chunks as far as IEND; null where it is not reached. */
function pngChunks(bytes: Uint8Array): Chunk[] | null {
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const whole = bytes.subarray(at, end);
    chunks.push({ type, whole, data: bytes.subarray(at + 8, end - 4) });
    if (type === "IEND") return chunks;
    at = end;
  }
  return null;
}

function isPalette(colours: Chunk[], alphas: Chunk[], bits: number): boolean {
  const length = colours[0]?.data.length ?? 0;
  if (colours.length !== 1 || length === 0 || length > 768 || length % 3 !== 0) return false;
  // Where several pixels share a byte, their transparency is not told apart.
  return alphas.length === 0 ||
    (alphas.length === 1 && bits === 8 && alphas[0]!.data.length <= length / 3);
}

function inflatesTo(data: Uint8Array, length: number): boolean {
  try {
    return inflateSync(data, { maxOutputLength: length }).length === length;
  } catch {
    return false;
  }
}

const [startOfImage, startOfScan] = [0xd8, 0xda];
/** Baseline, extended and progressive frames: what DCTDecode of PDF knows (ISO 32000, 7.4.8). */
const frames = [0xc0, 0xc1, 0xc2];
/** Application data and comments, except what says how the colours are meant (JFIF, Adobe). */
const isAside = (marker: number) =>
  marker === 0xfe || (marker > 0xe0 && marker <= 0xef && marker !== 0xee);

/** The JPEG without what its camera and tools noted; null where no frame comes before the scan. */
function soundJpeg(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return null;
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  let hasFrame = false;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === startOfScan) return hasFrame ? joined([...parts, bytes.subarray(at)]) : null;
    const end = at + 2 + view.getUint16(at + 2);
    if (marker < 0xc0 || end < at + 4 || end > bytes.length) return null;
    const segment = bytes.subarray(at, end);
    if (frames.includes(marker)) hasFrame = isFrame(segment);
    if (!isAside(marker)) parts.push(segment);
    at = end;
  }
  return null;
}

function isFrame(segment: Uint8Array): boolean {
  if (segment.length < 10 || segment[4] !== 8) return false;
  const view = viewOf(segment);
  const [height, width] = [view.getUint16(5), view.getUint16(7)];
  return width > 0 && height > 0 && [1, 3, 4].includes(segment[9]!);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
