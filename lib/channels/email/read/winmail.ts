import type { Attachment, Email } from "@/lib/channels/email/read/mime/parsed.ts";

/** Unpacks `winmail.dat` of Outlook (MS-OXTNEF): files, and the text if the mail has no other. */

const signature = 0x223e9f78;
const attributes = {
  body: 0x2800c,
  title: 0x18010,
  bytes: 0x6800f,
  fileBegins: 0x69002,
  fileProperties: 0x69005,
  messageProperties: 0x69003,
  codePage: 0x69007,
};
const properties = {
  text: 0x1000,
  html: 0x1013,
  bytes: 0x3701,
  longName: 0x3707,
  shortName: 0x3704,
  type: 0x370e,
  contentId: 0x3712,
};
/** Bytes of one value of each fixed-size property type. */
const widths: Record<number, number> = {
  0x01: 0,
  0x02: 2,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 2,
  0x14: 8,
  0x40: 8,
  0x48: 16,
};
const text8 = 0x1e;
const text16 = 0x1f;
const object = 0x0d;
const sized = new Set([text8, text16, object, 0x102]);
/** Files that are told apart: many more than a mail's may be kept or named. */
const mostFiles = 200;

/** Replaces each `winmail.dat` by its content; one that cannot be unpacked stays. */
export function unpackWinmail(email: Email): Email {
  const packed = email.attachments.filter(({ mimeType, filename }) =>
    /^application\/(vnd\.)?ms-tnef$/.test(mimeType) || filename?.toLowerCase() === "winmail.dat"
  );
  let { text, html } = email;
  const hasText = Boolean(text?.trim() || html);
  const attachments = email.attachments.flatMap((part) => {
    const contents = packed.includes(part) && unpack(part.content);
    if (!contents || contents.files.length === 0 && !hasText && !contents.text && !contents.html) {
      return [part];
    }
    if (!hasText) [text, html] = [text?.trim() ? text : contents.text, html || contents.html];
    return contents.files;
  });
  return { ...email, ...(text ? { text } : {}), ...(html ? { html } : {}), attachments };
}

interface Unpacked {
  files: Attachment[];
  text?: string;
  html?: string;
}

function unpack(bytes: Uint8Array): Unpacked | undefined {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws RangeError the bytes are not valid TNEF */
function read(bytes: Uint8Array): Unpacked {
  const from = new Bytes(bytes);
  if (from.number(4) !== signature) throw new RangeError("it has another beginning");
  from.take(2);
  let codePage: number | undefined;
  let decoder = new TextDecoder("windows-1252");
  const mail: Unpacked = { files: [] };
  while (from.left > 0) {
    from.take(1);
    const attribute = from.number(4);
    const value = from.take(from.number(4));
    from.take(2);
    const file = mail.files.at(-1);
    if (attribute === attributes.codePage) {
      if (codePage === undefined) decoder = decoderOf(codePage = new Bytes(value).number(4));
    } else if (attribute === attributes.body) {
      mail.text ??= withoutPadding(decoder.decode(value));
    } else if (attribute === attributes.messageProperties) {
      const values = readProperties(new Bytes(value), decoder);
      mail.text = textOf(values.get(properties.text), decoder) ?? mail.text;
      mail.html = textOf(values.get(properties.html), decoder);
    } else if (attribute === attributes.fileBegins) {
      if (mail.files.length >= mostFiles) break;
      mail.files.push(emptyFile());
    } else if (file && attribute === attributes.title) {
      file.filename ??= withoutPadding(decoder.decode(value)) ?? null;
    } else if (file && attribute === attributes.bytes) {
      file.content = value;
    } else if (file && attribute === attributes.fileProperties) {
      complete(file, readProperties(new Bytes(value), decoder));
    }
  }
  return mail;
}

function emptyFile(): Attachment {
  return {
    filename: null,
    mimeType: "application/octet-stream",
    disposition: "attachment",
    content: new Uint8Array(),
  };
}

function complete(file: Attachment, values: Map<number, Value>): void {
  const textAt = (property: number) => textOf(values.get(property));
  file.filename = textAt(properties.longName) ?? file.filename ?? textAt(properties.shortName) ??
    null;
  file.mimeType = textAt(properties.type)?.toLowerCase() ?? file.mimeType;
  const contentId = textAt(properties.contentId);
  if (contentId) file.contentId = contentId;
  const inside = values.get(properties.bytes);
  if (inside instanceof Uint8Array && file.content.length === 0) {
    file.content = inside;
  }
}

type Value = string | Uint8Array;

/** First value of each property of variable size, by its id. */
function readProperties(from: Bytes, decoder: TextDecoder): Map<number, Value> {
  const valueById = new Map<number, Value>();
  const count = from.number(4);
  for (let at = 0; at < count; at++) {
    const kind = from.number(2);
    const property = from.number(2);
    if (property >= 0x8000) skipName(from);
    const type = kind & 0xfff;
    const values = kind & 0x1000 || sized.has(type) ? from.number(4) : 1;
    if (!sized.has(type)) {
      from.take(values * (widthOf(type) + 3 & ~3));
      continue;
    }
    for (let value = 0; value < values; value++) {
      const bytes = from.padded(from.number(4));
      if (value > 0) continue;
      const isText = type === text8 || type === text16;
      const content = type === object ? bytes.subarray(16) : bytes;
      valueById.set(
        property,
        isText ? (type === text8 ? decoder : utf16).decode(content) : content,
      );
    }
  }
  return valueById;
}

function skipName(from: Bytes): void {
  from.take(16);
  if (from.number(4) === 0) from.take(4);
  else from.padded(from.number(4));
}

function widthOf(type: number): number {
  const width = widths[type];
  if (width === undefined) throw new RangeError(`type ${type} is not known`);
  return width;
}

const utf16 = new TextDecoder("utf-16le");

function decoderOf(codePage: number): TextDecoder {
  try {
    return new TextDecoder(codePage === 65_001 ? "utf-8" : `windows-${codePage}`);
  } catch {
    return new TextDecoder("windows-1252");
  }
}

function textOf(value: Value | undefined, decoder = utf16): string | undefined {
  return value === undefined
    ? undefined
    : withoutPadding(typeof value === "string" ? value : decoder.decode(value));
}

/** Text up to its terminating NUL. */
function withoutPadding(text: string): string | undefined {
  return text.split("\0", 1)[0]!.trim() || undefined;
}

class Bytes {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get left(): number {
    return this.bytes.length - this.#at;
  }

  /** @throws RangeError fewer bytes are left */
  take(length: number): Uint8Array {
    if (length > this.left) throw new RangeError("it ends too early");
    return this.bytes.subarray(this.#at, this.#at += length);
  }

  /** Reads bytes and skips the padding to a multiple of four. */
  padded(length: number): Uint8Array {
    const value = this.take(length);
    this.take(Math.min(this.left, -length & 3));
    return value;
  }

  /** Reads an unsigned little-endian integer. */
  number(length: number): number {
    const bytes = this.take(length);
    let sum = 0;
    for (let at = length - 1; at >= 0; at--) sum = sum * 256 + bytes[at]!;
    return sum;
  }
}
