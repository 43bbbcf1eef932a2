import { setImmediate } from "node:timers/promises";

/** A message on a byte stream: a header of three unsigned 32-bit numbers, then the body. */
export interface Frame {
  outcome: Outcome;
  /** Processor time in ms: a request's limit; in a response, all that the process has taken. */
  number: number;
  body: Uint8Array[];
}

export function sizeOf({ body }: Frame): number {
  return body.reduce((sum, { length }) => sum + length, 0);
}

/** Results of a job: the reader sends the first two, its supervisor the others. */
export const outcomes = ["done", "thrown", "late", "memory", "ended", "unavailable"] as const;
export type Outcome = (typeof outcomes)[number];

interface Source {
  read(into: Uint8Array): Promise<number | null>;
}

interface Sink {
  write(bytes: Uint8Array): Promise<number>;
}

const headerBytes = 12;
const mostBytes = 256 * 1024 * 1024;

/** Reads the next frame; null where the stream ends. @throws Error it ends within, or is no frame */
export async function readFrame(source: Source): Promise<Frame | null> {
  const header = await readBytes(source, headerBytes);
  if (!header) return null;
  const view = new DataView(header.buffer);
  const [length, place, number] = [0, 4, 8].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
  ];
  const outcome = outcomes[place];
  if (outcome === undefined || length > mostBytes) throw new Error("no frame of a reader");
  const body = length === 0 ? new Uint8Array() : await readBytes(source, length);
  if (!body) throw new Error("a frame of a reader ends early");
  return { outcome, number, body: [body] };
}

export async function writeFrame(sink: Sink, frame: Frame): Promise<void> {
  const { outcome, number, body } = frame;
  const size = sizeOf(frame);
  const header = new Uint8Array(headerBytes);
  const view = new DataView(header.buffer);
  [size, outcomes.indexOf(outcome), number].forEach((value, at) => view.setUint32(4 * at, value));
  const pieces = size > smallBytes ? [header, ...body] : [joined([header, ...body], size)];
  for (const piece of pieces) await writeAll(sink, piece);
}

function joined(pieces: Uint8Array[], bodySize: number): Uint8Array {
  const whole = new Uint8Array(headerBytes + bodySize);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const smallBytes = 256 * 1024;
const pauseBytes = 512 * 1024;

async function readBytes(source: Source, length: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(length);
  for (let at = 0, pausedAt = 0; at < length;) {
    // What is there already is read at once, for as long as more comes: others have their turn.
    if (at - pausedAt >= pauseBytes) {
      pausedAt = at;
      await setImmediate();
    }
    const count = await source.read(bytes.subarray(at));
    if (count === null) {
      if (at === 0) return null;
      throw new Error("a frame of a reader ends early");
    }
    at += count;
  }
  return bytes;
}

async function writeAll(sink: Sink, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await sink.write(bytes.subarray(at, at + pauseBytes));
    if (at < bytes.length) await setImmediate();
  }
}
