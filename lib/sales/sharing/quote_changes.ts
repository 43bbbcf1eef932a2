import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";

/** Changes between two revisions of a quotation, as its client reads them. */

type Line = QuoteDocument["lines"][number];

type LineChange = Pick<
  Line,
  "name" | "quantity" | "unit" | "unit_price" | "discount_percent" | "tax_rate" | "line_net"
>;

const texts = ["title", "intro", "terms"] as const;

export interface QuoteChanges {
  added: LineChange[];
  removed: LineChange[];
  changed: { before: LineChange; after: LineChange }[];
  texts: (typeof texts)[number][];
  gross_total: { before: number; after: number } | null;
}

export type Compared = Pick<QuoteDocument, (typeof texts)[number] | "gross_total" | "lines">;

export function changesBetween(before: Compared, after: Compared): QuoteChanges {
  const same = (a: Line) => (b: Line) => words(a) === words(b);
  const gone = without(before.lines, after.lines, same);
  const come = without(after.lines, before.lines, same);
  const alike = (a: Line) => (b: Line) => a.name === b.name && a.sku === b.sku;
  const removed = without(gone, come, alike);
  const added = without(come, gone, alike);
  const stayed = come.filter((line) => !added.includes(line));
  const changed = gone.filter((line) => !removed.includes(line)).map((line) => ({
    before: brief(line),
    after: brief(stayed.splice(stayed.findIndex(alike(line)), 1)[0]!),
  }));
  const [was, is] = [before.gross_total, after.gross_total];
  return {
    added: added.map(brief),
    removed: removed.map(brief),
    changed,
    texts: texts.filter((name) => before[name] !== after[name]),
    gross_total: was === is ? null : { before: was, after: is },
  };
}

/** The lines that have no partner among the others; each of the others is a partner once. */
function without(lines: Line[], others: Line[], match: (line: Line) => (other: Line) => boolean) {
  const free = [...others];
  return lines.filter((line) => {
    const at = free.findIndex(match(line));
    if (at >= 0) free.splice(at, 1);
    return at < 0;
  });
}

function words({ position: _, ...line }: Line): string {
  return JSON.stringify(Object.entries(line).sort());
}

function brief(line: Line): LineChange {
  const { name, quantity, unit, unit_price, discount_percent, tax_rate, line_net } = line;
  return { name, quantity, unit, unit_price, discount_percent, tax_rate, line_net };
}
