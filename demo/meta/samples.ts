/** A photo and a voice note to send where nobody chooses a file: made here, of nobody. */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

const width = 320;
const height = 240;

/** A table before a wall, as PNG (PNG 3, section 5). */
export function samplePhoto(): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) row.set(colourAt(x, y), 1 + x * 3);
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8); // eight bits each of red, green and blue
  return new Uint8Array(Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]));
}

function colourAt(x: number, y: number): [number, number, number] {
  const isTop = y >= 110 && y < 126 && x >= 40 && x < 280;
  const isLeg = y >= 126 && y < 210 && (x >= 60 && x < 76 || x >= 244 && x < 260);
  const grain = (x * 7 + y * 3) % 11;
  if (isTop || isLeg) return [176 - grain, 126 - grain, 78 - grain];
  return y < 200 ? [226, 222, 214] : [198, 190, 178];
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), whole.length - 4);
  return whole;
}

const seconds = 3;
/** Twenty milliseconds of silence (RFC 6716). */
const silence = Buffer.from([0xf8, 0xff, 0xfe]);
const samplesEach = 960;

/** Three quiet seconds of Opus in Ogg (RFC 7845), as WhatsApp's voice notes are. */
export function sampleVoice(): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(19);
  head.write("OpusHead");
  head.set([1, 1], 8); // version, channels
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.alloc(22);
  tags.write("OpusTags");
  tags.writeUInt32LE(6, 8);
  tags.write("Relevo", 12);
  const packets = Array.from({ length: seconds * 50 }, () => silence);
  return new Uint8Array(Buffer.concat([
    oggPage([head], { number: 0, flags: 2, samples: 0 }),
    oggPage([tags], { number: 1, flags: 0, samples: 0 }),
    oggPage(packets, { number: 2, flags: 4, samples: packets.length * samplesEach }),
  ]));
}

interface OggPage {
  number: number;
  /** 2: the first of its stream, 4: the last. */
  flags: number;
  samples: number;
}

/** Of packets of fewer than 255 bytes each, at most 255 of them (RFC 3533, section 6). */
function oggPage(packets: Buffer[], { number, flags, samples }: OggPage): Buffer {
  const head = Buffer.alloc(27 + packets.length);
  head.write("OggS");
  head[5] = flags;
  head.writeUInt32LE(samples, 6);
  head.writeUInt32LE(1, 14); // serial number of the stream
  head.writeUInt32LE(number, 18);
  head[26] = packets.length;
  packets.forEach((packet, at) => head[27 + at] = packet.length);
  const page = Buffer.concat([head, ...packets]);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
}

/** CRC-32 of the polynomial 0x04c11db7, unreflected and from zero. */
function oggChecksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? sum << 1 ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}
