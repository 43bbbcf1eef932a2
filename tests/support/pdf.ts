/**
 * Reads the text of a PDF as a viewer would: fonts map glyphs to Unicode, pages name their fonts.
 */
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";

interface ReadPdf {
  /** Each page's text without its white space, which a PDF does not have. */
  pages: string[];
  /** All pages' text. */
  text: string;
  /** The right end of a text, in points; A4 is 595 wide. */
  rightmost: number;
  /** The document's information: `Title`, `Author`, `CreationDate`. */
  info: Record<string, string>;
  /** Number of pictures on its pages. */
  images: number;
}

interface Part {
  /** The object but for its stream, one character a byte. */
  head: string;
  stream: string;
}

/** @throws Error it is no PDF, or one of another kind than pdfkit writes */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString("latin1");
  if (!file.startsWith("%PDF-") || !file.trimEnd().endsWith("%%EOF")) throw new Error("no PDF");
  const parts = partsOf(file);
  const root = [...parts.values()];
  const pages = kidsOf(parts, root.find(({ head }) => /\/Type \/Pages\b/.test(head))!)
    .map((page) => readPage(page, parts));
  const info = follow(parts, /\/Info (\d+) 0 R/.exec(file))!.head;
  return {
    pages: pages.map(({ text }) => text),
    text: pages.map(({ text }) => text).join(""),
    rightmost: Math.max(...pages.map(({ rightmost }) => rightmost)),
    info: Object.fromEntries(
      [...info.matchAll(/\/(\w+) (\d+) 0 R/g)].map((
        [, name, id],
      ) => [name!, textString(parts.get(id!)!.head)]),
    ),
    images: new Set(root.flatMap(({ head }) => head.match(/\/I\d+ \d+ 0 R/g) ?? [])).size,
  };
}

/** Text as {@link ReadPdf} has it. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

function partsOf(file: string): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const [, id, body] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head, ...rest] = body!.split("\nstream\n");
    const raw = rest.join("\nstream\n").replace(/\nendstream$/, "");
    const isDeflated = /\/Filter \/FlateDecode/.test(head!) && raw !== "";
    const stream = isDeflated ? inflateSync(Buffer.from(raw, "latin1")).toString("latin1") : raw;
    parts.set(id!, { head: head!, stream });
  }
  return parts;
}

function follow(parts: Map<string, Part>, reference: RegExpExecArray | null): Part | undefined {
  return reference ? parts.get(reference[1]!) : undefined;
}

function kidsOf(parts: Map<string, Part>, pages: Part): Part[] {
  const kids = /\/Kids \[([^\]]*)\]/.exec(pages.head)![1]!;
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => parts.get(id!)!);
}

interface Font {
  /** The text of each glyph. */
  glyphs: Map<number, string>;
  /** By glyph, in thousandths of the size. */
  widths: number[];
}

function readPage(page: Part, parts: Map<string, Part>): { text: string; rightmost: number } {
  const resources = follow(parts, /\/Resources (\d+) 0 R/.exec(page.head))?.head ?? page.head;
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map((
      [, name, id],
    ) => [name!, fontOf(parts.get(id!)!, parts)]),
  );
  const { stream } = follow(parts, /\/Contents (\d+) 0 R/.exec(page.head))!;
  const steps = /1 0 0 1 ([\d.-]+) [\d.-]+ Tm|\/(F\d+) ([\d.]+) Tf|([\d.-]+) Tc|\[([^\]]*)\] TJ/g;
  let [x, size, spacing, text, rightmost] = [0, 0, 0, "", 0];
  let font: Font | undefined;
  for (const [, moved, name, points, spaced, hexes] of stream.matchAll(steps)) {
    if (moved) [x, spacing] = [Number(moved), 0];
    if (spaced) spacing = Number(spaced);
    if (name) [font, size] = [fonts.get(name), Number(points)];
    for (const [, hex] of (hexes ?? "").matchAll(/<([0-9a-f]+)>/g)) {
      for (const code of hex!.match(/.{4}/g)!.map((digits) => parseInt(digits, 16))) {
        const character = font!.glyphs.get(code) ?? "\ufffd";
        text += character;
        x += (font!.widths[code] ?? 0) * size / 1000 + spacing;
        if (character.trim()) rightmost = Math.max(rightmost, x);
      }
    }
  }
  return { text: squeezed(text), rightmost };
}

function fontOf(font: Part, parts: Map<string, Part>): Font {
  const inner = follow(parts, /\/DescendantFonts \[(\d+) 0 R/.exec(font.head))!;
  const widths = /\/W \[0 \[([^\]]*)\]/.exec(inner.head)![1]!.trim().split(/\s+/).map(Number);
  return { glyphs: glyphsOf(font, parts), widths };
}

/** A font's glyphs as text, by its ToUnicode map. */
function glyphsOf(font: Part, parts: Map<string, Part>): Map<number, string> {
  const { stream } = follow(parts, /\/ToUnicode (\d+) 0 R/.exec(font.head))!;
  const glyphs = new Map<number, string>();
  for (const [, from, , list] of stream.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    for (const [at, [, hex]] of [...list!.matchAll(/<([\w ]*)>/g)].entries()) {
      glyphs.set(parseInt(from!, 16) + at, fromUtf16(hex!.replaceAll(" ", "")));
    }
  }
  return glyphs;
}

function fromUtf16(hex: string): string {
  return String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16)));
}

/** A string object: Latin, or UTF-16 after its mark. */
function textString(head: string): string {
  const plain = head.slice(1, -1).replace(
    /\\([\s\S])/g,
    (_, character) => plainOf[character] ?? character,
  );
  if (!plain.startsWith("\xfe\xff")) return plain;
  return new TextDecoder("utf-16be").decode(Buffer.from(plain, "latin1"));
}

const plainOf: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
