/** The part of the tar format (POSIX.1-1988, "ustar") that back-ups and releases need. */
import { Buffer } from "node:buffer";

export const blockBytes = 512;
export const endBytes = 2 * blockBytes;

export interface EntryHeader {
  name: string;
  bytes: number;
}

export interface PathHeader extends EntryHeader {
  mode?: number;
  /** Path that a symbolic link points to. */
  target?: string;
}

const maxNameBytes = 100;
const maxFolderBytes = 155;
const maxBytes = 0o77777777777;

/** @throws RangeError for names and sizes that the format has no room for */
export function writeHeader(
  { name, bytes, mode = 0o600, target = "" }: PathHeader,
  madeAt: Date,
): Uint8Array {
  const [folder, rest] = split(name);
  const fits = Buffer.byteLength(rest) <= maxNameBytes &&
    Buffer.byteLength(target) <= maxNameBytes && Buffer.byteLength(folder) <= maxFolderBytes;
  if (!fits || bytes > maxBytes) throw new RangeError(`${name} does not fit into a tar`);
  const block = Buffer.alloc(blockBytes);
  block.write(rest, 0);
  block.write(folder, 345);
  block.write(target, 157);
  const number = (value: number, at: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, "0"), at);
  number(mode, 100, 7);
  number(0, 108, 7);
  number(0, 116, 7);
  number(bytes, 124, 11);
  number(Math.max(0, Math.floor(madeAt.getTime() / 1_000)), 136, 11);
  block.write(target ? "2" : "0", 156);
  block.write("ustar\x0000", 257);
  block.write(`${sumOf(block).toString(8).padStart(6, "0")}\0 `, 148);
  return new Uint8Array(block);
}

/** The folders of a long name stand in a field of their own. */
function split(name: string): [string, string] {
  if (Buffer.byteLength(name) <= maxNameBytes) return ["", name];
  const at = name.indexOf("/", name.length - maxNameBytes - 1);
  return at < 0 ? ["", name] : [name.slice(0, at), name.slice(at + 1)];
}

/** Null where the block is no header of a plain file as {@linkcode writeHeader} writes it. */
export function readHeader(bytes: Uint8Array): EntryHeader | null {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (at: number, length: number) => {
    const text = block.toString("latin1", at, at + length).replace(/[\0 ]+$/, "");
    return /^[0-7]+$/.test(text) ? parseInt(text, 8) : NaN;
  };
  if (block.length < blockBytes || block.toString("latin1", 257, 262) !== "ustar") return null;
  if (number(148, 8) !== sumOf(block) || block[156] !== 0x30) return null;
  const size = number(124, 12);
  const [name] = block.toString("utf8", 0, maxNameBytes).split("\0");
  return Number.isSafeInteger(size) && name ? { name, bytes: size } : null;
}

export function paddingOf(bytes: number): number {
  return (blockBytes - bytes % blockBytes) % blockBytes;
}

/** The checksum counts its own place as blanks. */
function sumOf(block: Uint8Array): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < blockBytes; at++) if (at < 148 || at >= 156) sum += block[at]!;
  return sum;
}
