import { printAccent } from "@/lib/values/accent.ts";
import { formatDay } from "@/lib/values/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { type QuotationWords, quotationWords } from "@/lib/words/quotations/quotation.ts";
import {
  clientLines,
  grossTotal,
  lineFigures,
  sellerLines,
  taxLabel,
  totalLines,
} from "@/lib/sales/document/document_parts.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";

/** A quotation laid out for paper, as pdfmake's definition: plain data, made anew each time. */

interface Sheet {
  document: QuoteDocument;
  /** Whether it is not sent yet: every page says so. */
  isDraft: boolean;
  /** A data URL; without one the company's name stands in its place. */
  logo: string | null;
}

const ink = "#1c1e22";
const soft = "#5d626b";
const rule = "#d9dbdf";
const margin = 48;
/** Width between the margins of A4. */
const breadth = 595.28 - 2 * margin;
const gap = 24;
const datesWidth = 120;
/** Least width of a line's words, however large its figures, in points. */
const leastWords = 170;
const maxQuantity = 80;
/** Lines kept in one piece, which must fit on a page: pdfmake leaves out what does not. */
const maxUnbroken = 40;

/** Sheets are A4; sizes are in points. */
export function layOut({ document, isDraft, logo }: Sheet) {
  const words = speak(quotationWords, document.language);
  const accent = printAccent(document.seller.color);
  return {
    pageSize: "A4",
    pageMargins: [margin, margin, margin, 64],
    language: document.language,
    displayTitle: true,
    info: aboutFile(document, words),
    images: logo ? { logo } : {},
    defaultStyle: { font: "Roboto", fontSize: 9, lineHeight: 1.25, color: ink },
    ...(isDraft ? { watermark: markOf(words.draft) } : {}),
    footer: (page: number, pages: number) => footer(document, words, page, pages),
    content: [
      head(document, words, { accent, logo, isDraft }),
      parties(document, words),
      ...opening(document),
      lineTable(document, words),
      totals(document, words, accent),
      ...terms(document, words),
    ],
  };
}

function markOf(text: string) {
  return { text: text.toUpperCase(), fontSize: 110, color: soft, opacity: 0.08 };
}

/** Metadata of the file, with the quotation's date: the same input makes the same file. */
function aboutFile({ number, title, seller, issue_date }: QuoteDocument, words: QuotationWords) {
  return {
    title: `${words.kind} ${number}`,
    author: seller.name,
    subject: title ?? "",
    creator: "Relevo",
    producer: "Relevo",
    creationDate: new Date(`${issue_date}T00:00:00Z`),
  };
}

interface Look {
  accent: string;
  logo: string | null;
  isDraft: boolean;
}

function head(document: QuoteDocument, words: QuotationWords, { accent, logo, isDraft }: Look) {
  const { number, revision, seller } = document;
  const state = [
    ...(isDraft ? [words.draft] : []),
    ...(revision > 1 ? [words.revision(revision)] : []),
  ].join(" · ");
  const name = { text: seller.name, fontSize: 15, bold: true, color: accent };
  return {
    columns: [
      { width: (breadth - gap) / 2, stack: [logo ? { image: "logo", fit: [170, 52] } : name] },
      {
        width: (breadth - gap) / 2,
        stack: [
          { text: words.kind.toUpperCase(), fontSize: 8, color: soft, characterSpacing: 0.8 },
          { text: number, fontSize: 15, bold: true, color: logo ? accent : ink },
          ...(state ? [{ text: state, color: soft }] : []),
          { text: words.notInvoice, fontSize: 8, color: soft },
        ],
        alignment: "right",
      },
    ],
    columnGap: gap,
    margin: [0, 0, 0, 28],
  };
}

function parties(document: QuoteDocument, words: QuotationWords) {
  const { client, seller, language, issue_date, valid_until } = document;
  const block = (label: string, name: string, lines: string[]) => ({
    width: (breadth - datesWidth - 2 * gap) / 2,
    stack: [
      { text: label, fontSize: 8, color: soft, margin: [0, 0, 0, 2] },
      { text: name, bold: true },
      ...lines.map((text) => ({ text, color: soft })),
    ],
  });
  return {
    columns: [
      block(words.client, client.name, clientLines(document)),
      block(words.seller, seller.name, sellerLines(document)),
      {
        width: datesWidth,
        stack: [
          { text: words.issued, fontSize: 8, color: soft, margin: [0, 0, 0, 2] },
          { text: formatDay(issue_date, language), margin: [0, 0, 0, 8] },
          { text: words.validUntil, fontSize: 8, color: soft, margin: [0, 0, 0, 2] },
          { text: formatDay(valid_until, language) },
        ],
      },
    ],
    columnGap: gap,
    margin: [0, 0, 0, 28],
  };
}

function opening({ title, intro }: QuoteDocument) {
  return [
    ...(title ? [{ text: title, fontSize: 13, bold: true, margin: [0, 0, 0, 6] }] : []),
    ...(intro ? [{ text: intro, margin: [0, 0, 0, 16] }] : []),
  ];
}

function lineTable(document: QuoteDocument, words: QuotationWords) {
  const { lines } = document;
  const hasDiscount = lines.some(({ discount_percent }) => discount_percent > 0);
  const visibleCells = (cells: string[]) => hasDiscount ? cells : cells.toSpliced(2, 1);
  const { quantity, unitPrice, discount, amount } = words;
  const headings = visibleCells([quantity, unitPrice, discount, taxLabel(document), amount]);
  const rows = lines.map((line) => {
    const { quantity, unitPrice, discount, tax, net } = lineFigures(line, document);
    return visibleCells([quantity, unitPrice, discount, tax, net]);
  });
  const { widths, fontSize } = fitFigures([headings, ...rows]);
  const isShort = lines.every(({ name, description }) =>
    maxRows(name) + maxRows(description ?? "") <= maxUnbroken
  );
  const headCell = { fontSize: 8, color: soft };
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: isShort ? 1 : 0,
      dontBreakRows: isShort,
      widths,
      body: [
        [
          { text: words.line, ...headCell },
          ...headings.map((text) => ({ text, ...headCell, alignment: "right" })),
        ],
        ...rows.map((figures, at) => [
          lineText(lines[at]!),
          ...figures.map((text) => ({ text, fontSize, alignment: "right" })),
        ]),
      ],
    },
    layout: {
      hLineWidth: (at: number) => at === 0 ? 0 : at === 1 ? 0.8 : 0.4,
      vLineWidth: () => 0,
      hLineColor: (at: number) => at === 1 ? ink : rule,
      paddingLeft: (at: number) => at === 0 ? 0 : figurePadding,
      paddingRight: () => 0,
      paddingTop: () => 6,
      paddingBottom: () => 6,
    },
  };
}

const figurePadding = 12;

/**
 * Column widths, the words' first, and the figures' size, smaller where large sums would leave the
 * words no room. Widths are numbers: only then does pdfmake break a long word at the edge.
 */
function fitFigures(rows: string[][]): { widths: number[]; fontSize: number } {
  const needed = rows[0]!.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]!))));
  needed[0] = Math.min(needed[0]!, maxQuantity);
  const sum = needed.reduce((total, width) => total + width, 0);
  const room = breadth - leastWords - needed.length * figurePadding;
  const scale = Math.min(1, room / sum);
  const widths = needed.map((width) => width * scale);
  const words = breadth - needed.length * figurePadding - sum * scale;
  return { widths: [words, ...widths], fontSize: 9 * scale };
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    width += /[\d]/.test(character) ? 5.1 : /[\s.,]/.test(character) ? 2.6 : 7;
  }
  return width;
}

function maxRows(text: string): number {
  const paragraphs = text.split(/[\n\v\f\r\u0085\u2028\u2029]/);
  return paragraphs.reduce((rows, { length }) => rows + Math.max(1, Math.ceil(length / 20)), 0);
}

function lineText({ name, description, sku }: QuoteDocument["lines"][number]) {
  return {
    stack: [
      { text: name, bold: true },
      ...(description ? [{ text: description, color: soft }] : []),
      ...(sku ? [{ text: sku, fontSize: 8, color: soft }] : []),
    ],
  };
}

function totals(document: QuoteDocument, words: QuotationWords, accent: string) {
  const row = ([label, amount]: [string, string]) => [
    { text: label, color: soft },
    { text: amount, alignment: "right", noWrap: true },
  ];
  const big = { fontSize: 13, bold: true };
  return {
    unbreakable: document.tax_breakdown.length < maxUnbroken / 2,
    columns: [
      { width: breadth - 270, text: "" },
      {
        width: 270,
        table: {
          widths: [140, 130],
          body: [
            ...totalLines(document).map(row),
            [{ text: words.total, ...big }, {
              text: grossTotal(document),
              ...big,
              color: accent,
              alignment: "right",
              noWrap: true,
            }],
          ],
        },
        layout: {
          hLineWidth: (at: number, { table }: { table: { body: unknown[] } }) =>
            at === table.body.length - 1 ? 0.8 : 0,
          vLineWidth: () => 0,
          hLineColor: () => ink,
          paddingLeft: () => 0,
          paddingRight: () => 0,
          paddingTop: (at: number, { table }: { table: { body: unknown[] } }) =>
            at === table.body.length - 1 ? 6 : 3,
          paddingBottom: () => 3,
        },
      },
    ],
    margin: [0, 14, 0, 24],
  };
}

function terms({ terms }: QuoteDocument, words: QuotationWords) {
  if (!terms) return [];
  return [
    { text: words.terms, bold: true, margin: [0, 0, 0, 3], headlineLevel: 1 },
    { text: terms, fontSize: 8.5, color: soft },
  ];
}

function footer(
  { seller, number }: QuoteDocument,
  words: QuotationWords,
  page: number,
  pages: number,
) {
  return {
    columns: [
      { width: breadth - 100 - gap, text: `${seller.legal_name ?? seller.name} · ${number}` },
      { width: 100, text: words.page(page, pages), alignment: "right" },
    ],
    columnGap: gap,
    fontSize: 8,
    color: soft,
    margin: [margin, 20, margin, 0],
  };
}
