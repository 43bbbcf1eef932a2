import { type LogoType, logoTypeOf, maxLogoSide } from "@/lib/values/logo.ts";

/** Width and height in pixels, from a header. */
type Size = [width: number, height: number];

interface Form {
  /** End of the picture; what follows is no part of it. Null where a part is missing or odd. */
  end: number | null;
  /** Sizes of the picture and of each picture inside it, as far as they were read. */
  sizes: Size[];
}

export type PictureRefusal = "other" | "broken" | "large";

/**
 * Checks a logo before browsers or the PDF printer decode it: a PNG, JPEG or WebP, complete from
 * header to end, of 1 to `maxLogoSide` pixels a side. Nothing is decoded here: a small file that
 * would fill the memory is refused by its headers.
 * @returns the type, and the bytes without anything after the picture's end
 */
export function wholePicture(
  bytes: Uint8Array,
): { type: LogoType; bytes: Uint8Array } | PictureRefusal {
  const type = logoTypeOf(bytes);
  if (!type) return "other";
  const { end, sizes } = forms[type](bytes, viewOf(bytes));
  if (sizes.some(([width, height]) => Math.max(width, height) > maxLogoSide)) return "large";
  const isEmpty = sizes.length === 0 || sizes.some((size) => Math.min(...size) < 1);
  return end === null || isEmpty ? "broken" : { type, bytes: bytes.subarray(0, end) };
}

const forms: Record<LogoType, (bytes: Uint8Array, view: DataView) => Form> = {
  "image/png": pngForm,
  "image/jpeg": jpegForm,
  "image/webp": webpForm,
};

/** Chunks from IHDR to IEND, with pixels between (PNG, 3rd edition, section 5). */
function pngForm(bytes: Uint8Array, view: DataView): Form {
  const sizes: Size[] = [];
  let hasPixels = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = letters(bytes, at + 4);
    const end = at + 12 + length;
    const isFirst = at === 8;
    if (end > bytes.length || isFirst !== (type === "IHDR")) break;
    if (isFirst && length !== 13) break;
    // Frames of an animation have sizes of their own.
    if (isFirst) sizes.push([view.getUint32(at + 8), view.getUint32(at + 12)]);
    if (type === "fcTL" && length === 26) {
      sizes.push([view.getUint32(at + 12), view.getUint32(at + 16)]);
    }
    hasPixels ||= type === "IDAT" && length > 0;
    if (type === "IEND") return { end: hasPixels ? end : null, sizes };
    at = end;
  }
  return { end: null, sizes };
}

const [endOfImage, startOfScan] = [0xd9, 0xda];
/** Start of frame, whatever the coding: 0xc0 to 0xcf without tables and reserved ones. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Segments and scans from SOI to EOI (ITU-T T.81, annex B). */
function jpegForm(bytes: Uint8Array, view: DataView): Form {
  const sizes: Size[] = [];
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1]!;
    if (marker === endOfImage) return { end: hasScan ? at + 2 : null, sizes };
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = at + 4 <= bytes.length ? view.getUint16(at + 2) : 0;
    const end = at + 2 + length;
    if (marker < 0xc0 || length < 2 || end > bytes.length) break;
    if (isFrame(marker)) {
      if (length < 8) break;
      sizes.push([view.getUint16(at + 7), view.getUint16(at + 5)]);
    }
    if (marker === startOfScan && sizes.length === 0) break;
    hasScan ||= marker === startOfScan;
    at = marker === startOfScan ? endOfScan(bytes, end) : end;
  }
  return { end: null, sizes };
}

/** The next marker after entropy-coded data; within it 0xff is followed by 0 or a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] === 0xff && bytes[at + 1] !== 0 && !isBare(bytes[at + 1]!)) return at;
  }
  return bytes.length;
}

/** Reads the chunks that the RIFF header announces, one with pixels among them (RFC 9649). */
function webpForm(bytes: Uint8Array, view: DataView): Form {
  const end = bytes.length < 12 ? Infinity : 8 + view.getUint32(4, true);
  const sizes: Size[] = [];
  const isWhole = end <= bytes.length && readWebpChunks({ bytes, view, at: 12, end, sizes });
  return { end: isWhole ? end : null, sizes };
}

interface Chunks {
  bytes: Uint8Array;
  view: DataView;
  at: number;
  end: number;
  sizes: Size[];
}

/** @returns whether the chunks fill the space to `end` and hold pixels */
function readWebpChunks({ bytes, view, at, end, sizes }: Chunks): boolean {
  const int24 = (at: number) => view.getUint16(at, true) | (bytes[at + 2]! << 16);
  let hasPixels = false;
  while (at + 8 <= end) {
    const type = letters(bytes, at);
    const [data, length] = [at + 8, view.getUint32(at + 4, true)];
    if (data + length > end) return false;
    if (type === "VP8X" && length >= 10) sizes.push([1 + int24(data + 4), 1 + int24(data + 7)]);
    if (type === "VP8 ") {
      const isKeyFrame = length >= 10 && (bytes[data]! & 1) === 0 && int24(data + 3) === 0x2a019d;
      if (!isKeyFrame) return false;
      const side = (at: number) => view.getUint16(at, true) & 0x3fff;
      sizes.push([side(data + 6), side(data + 8)]);
      hasPixels = true;
    }
    if (type === "VP8L") {
      if (length < 5 || bytes[data] !== 0x2f) return false;
      const bits = view.getUint32(data + 1, true);
      sizes.push([1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]);
      hasPixels = true;
    }
    if (type === "ANMF") {
      const frame = { bytes, view, at: data + 16, end: data + length, sizes };
      if (length < 16 || !readWebpChunks(frame)) return false;
      hasPixels = true;
    }
    at = data + length + (length & 1);
  }
  return hasPixels && at >= end;
}

function letters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
