import { refusal, type Table, type TableLimits } from "@/lib/records/imports/formats/table.ts";
import { type Card, readCard } from "@/lib/records/imports/formats/vcard/card.ts";
import { propertiesIn, type Property } from "@/lib/records/imports/formats/vcard/lines.ts";
import { cardHeads, formatWords } from "@/lib/records/imports/formats/words.ts";
import type { Encoding } from "@/lib/records/imports/import.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language } from "@/lib/words/language.ts";

interface CardText {
  text: string;
  encoding: Encoding;
}

const begin = "BEGIN:VCARD";

export function cardText(bytes: Uint8Array): CardText | undefined {
  const wide = wideEncoding(bytes);
  const start = new TextDecoder(wide).decode(bytes.subarray(0, 256)).trimStart();
  if (!start.toUpperCase().startsWith(begin)) return undefined;
  if (wide) return { encoding: wide, text: new TextDecoder(wide).decode(bytes) };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { encoding: "utf-8", text };
  } catch {
    return { encoding: "windows-1252", text: new TextDecoder("windows-1252").decode(bytes) };
  }
}

function wideEncoding([first, second]: Uint8Array): "utf-16be" | "utf-16le" | undefined {
  if (first === 0xfe || first === 0) return "utf-16be";
  return first === 0xff || second === 0 ? "utf-16le" : undefined;
}

interface Options {
  limits: TableLimits;
  language: Language;
}

const mostAlike = 10;
type Head = keyof typeof cardHeads;

/**
 * A table with a row for each card, and as many columns of a kind as a card has values of it.
 * @throws Problem validation_failed (`body`)
 */
export function readCards({ text, encoding }: CardText, { limits, language }: Options): Table {
  const cards: Card[] = [];
  let count = 0;
  for (const properties of cardsIn(text)) {
    const card = readCard(properties);
    if (card && Object.values(card).some(({ length }) => length > 0)) cards.push(card);
    // Empty ones between the others are no error, but there may be no more of them.
    if (cards.length > limits.rows || ++count > 2 * limits.rows) {
      throw refusal(importWords.mostRows(limits.rows));
    }
  }
  if (cards.length === 0) throw refusal(formatWords.noCards);
  const columns = (Object.keys(cardHeads) as Head[]).flatMap((head) => {
    const most = cards.reduce((most, card) => Math.max(most, card[head]?.length ?? 0), 0);
    return Array.from({ length: Math.min(most, mostAlike) }, (_, at) => ({ head, at }));
  });
  const header = columns.map(({ head, at }) =>
    at === 0 ? cardHeads[head][language] : `${cardHeads[head][language]} ${at + 1}`
  );
  const rows = cards.map((card, index) => ({
    row: index + 2,
    cells: columns.map(({ head, at }) => card[head]?.[at] ?? ""),
  }));
  const long = rows.find(({ cells }) => cells.some(({ length }) => length > limits.cell));
  if (long) throw refusal(importWords.longCell(long.row, limits.cell));
  return { format: "vcard", sheets: [], encoding, delimiter: ",", header, rows };
}

/** The properties of each card, without those of cards within it: an agent's, in version 2.1. */
function* cardsIn(text: string): Generator<Property[]> {
  let properties: Property[] | undefined;
  let depth = 0;
  let isAgent = false;
  for (const property of propertiesIn(text)) {
    const { name, value } = property;
    const isCard = /^\s*vcard\s*$/i.test(value);
    if (name === "BEGIN" && isCard) {
      if (depth > 0 && isAgent) depth++;
      else {
        if (properties) yield properties;
        properties = [];
        depth = 1;
      }
    } else if (name === "END" && isCard && depth > 0) {
      depth--;
      if (depth === 0 && properties) {
        yield properties;
        properties = undefined;
      }
    } else if (depth === 1 && !pictures.has(name)) properties?.push(property);
    isAgent = name === "AGENT" && value.trim() === "";
  }
  if (properties) yield properties;
}

const pictures = new Set(["PHOTO", "LOGO", "SOUND", "KEY", "AGENT"]);
