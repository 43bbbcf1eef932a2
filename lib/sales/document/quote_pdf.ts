import { Buffer } from "node:buffer";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import { layOut } from "@/lib/sales/document/quote_layout.ts";

export interface Printable {
  document: QuoteDocument;
  /** Whether it is not sent yet: every page says so. */
  isDraft: boolean;
  logo: Uint8Array | null;
}

/** A printable whose logo was read (`logo_picture.ts`): as a data URL. */
export type PrintJob = Omit<Printable, "logo"> & { picture: string | null };

/** The part of pdfmake that is used; it ships no types. */
interface PdfMake {
  virtualfs: { writeFileSync(name: string, bytes: Uint8Array): void };
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (path: string) => boolean): void;
  createPdf(definition: object): { getBuffer(): Promise<Uint8Array<ArrayBuffer>> };
}

/** Roboto covers Latin, Greek and Cyrillic; what it has no glyph for is printed as a box. */
const fonts = { normal: "Roboto-Regular.ttf", bold: "Roboto-Medium.ttf" };

let loading: Promise<PdfMake> | undefined;

/** The same printable makes the same bytes. It blocks its thread for 0.1 s, or for several. */
export async function makeQuotePdf(
  { document, isDraft, picture }: PrintJob,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdfmake = await (loading ??= load());
  const definition = layOut({ document: breakable(document), isDraft, logo: picture });
  return Uint8Array.from(await pdfmake.createPdf(definition).getBuffer());
}

/** Breaks very long words: pdfmake's own search takes the square of their length. */
function breakable(document: QuoteDocument): QuoteDocument {
  return JSON.parse(
    JSON.stringify(document),
    (_, value) => typeof value === "string" ? value.replace(/\S{60}(?=\S)/gu, "$&\u200b") : value,
  );
}

/** Loads the library and its fonts, once and at the first use: neither start nor memory suffers. */
async function load(): Promise<PdfMake> {
  const { default: pdfmake } = await import("pdfmake") as unknown as { default: PdfMake };
  for (const name of Object.values(fonts)) {
    const file = new URL(import.meta.resolve(`pdfmake/fonts/Roboto/${name}`));
    // pdfkit takes a font's bytes for such only in Node's own kind of array.
    pdfmake.virtualfs.writeFileSync(name, Buffer.from(await Deno.readFile(file)));
  }
  pdfmake.setFonts({ Roboto: fonts });
  // Everything it needs is handed to it: whatever a text says, nothing is fetched or opened.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  return pdfmake;
}
