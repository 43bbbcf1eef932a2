/** Quotations' documents and pictures that the tests of paper and page start from. */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";

type Line = QuoteDocument["lines"][number];

/** A whole line. */
export function lineOf(values: Partial<Line> = {}): Line {
  return {
    position: 1,
    sku: null,
    name: "Montaje",
    description: null,
    unit: "h",
    quantity: 12.125,
    unit_price: 45.1234,
    discount_percent: 0,
    tax_rate: 21,
    line_net: 0,
    ...values,
  };
}

/** A document whose totals are calculated from its lines. */
export function documentOf(values: Partial<QuoteDocument> = {}): QuoteDocument {
  const lines = values.lines ?? [
    lineOf({ description: "Con dos oficiales.\nEn horario de cierre.", sku: "MON-1" }),
    lineOf({ name: "Horno", unit: null, quantity: 1, unit_price: 18450, discount_percent: 4.5 }),
    lineOf({ name: "Proyecto", quantity: 2, unit_price: 600, tax_rate: 10 }),
  ];
  const { line_nets, ...totals } = totalsOf(lines, values.currency ?? "EUR");
  return {
    number: "P-2026-0042",
    revision: 2,
    title: "Reforma del obrador",
    intro: "Gracias.",
    terms: "Pago: 40 % a la firma.",
    language: "es",
    currency: "EUR",
    issue_date: "2026-11-20",
    valid_until: "2026-12-20",
    seller: {
      name: "Talleres Ibáñez",
      color: "#e11d48",
      logo: null,
      country: "ES",
      legal_name: "Ibáñez e Hijas, S. L.",
      tax_id: "B84512376",
      phone: "+34 916 555 010",
      address: "Calle del Pez, 4\n28004 Madrid",
      email: "hola@ibanez.example",
      website: "https://ibanez.example/",
    },
    client: {
      name: "Panadería Núñez",
      legal_name: "Núñez, C. B.",
      tax_id: "E81234567",
      address: "Avenida de América, 112",
      postal_code: "1000-205",
      city: "Lisboa",
      region: null,
      country: "PT",
    },
    ...totals,
    ...values,
    lines: lines.map((line, at) => ({ ...line, position: at + 1, line_net: line_nets[at]! })),
  } as QuoteDocument;
}

interface PngOptions {
  width?: number;
  height?: number;
  /** 2 RGB, 3 palette, 6 RGB with transparency. */
  colour?: 2 | 3 | 6;
  interlace?: 0 | 1;
  /** Deflated instead of the pixels. */
  pixels?: Uint8Array;
  /** Text that a tool noted in it. */
  note?: string;
}

/** A PNG that a viewer shows; each pixel has samples of one byte. */
export function png(
  { width = 8, height = 4, colour = 6, interlace = 0, pixels, note = "secret" }: PngOptions = {},
) {
  const samples = { 2: 3, 3: 1, 6: 4 }[colour];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colour, 0, 0, interlace], 8);
  const palette = colour === 3 ? [chunk("PLTE", [9, 9, 9, 250, 0, 0]), chunk("tRNS", [0])] : [];
  const data = deflateSync(pixels ?? new Uint8Array(height * (1 + width * samples)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Comment\0${note}`)),
    ...palette,
    chunk("IDAT", data),
    chunk("IEND", []),
  ]));
}

function chunk(type: string, data: ArrayLike<number>): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** The segments of a JPEG of 8 × 4 grey pixels, with what a camera noted; the scan is empty. */
export function jpeg(): Uint8Array {
  const noted = Buffer.from("Exif\0\0GPS 40.4N 3.7W");
  return new Uint8Array(Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    Buffer.from([0xff, 0xe1, 0, noted.length + 2]),
    noted,
    Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 4, 0, 8, 1, 1, 0x11, 0]),
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9]),
  ]));
}
