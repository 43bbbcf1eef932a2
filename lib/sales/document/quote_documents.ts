import type { Selectable } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import type { LineRecord } from "@/lib/sales/quotes/quote_line.ts";
import { linesOf } from "@/lib/sales/quotes/quote_lines.ts";
import type { Printable } from "@/lib/sales/document/quote_pdf.ts";
import { companyBrand, companyTerms } from "@/lib/sales/company_terms.ts";
import type { LocalActor } from "@/lib/records/records.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";
import { problem } from "@/lib/input/errors.ts";

type QuoteRow = Selectable<Schema["quotes"]>;

/** The quotation's document as of now. `quote.revision` is the one it becomes. */
export async function documentOf(
  db: Db,
  quote: QuoteRow,
  lines: LineRecord[],
  seller: Awaited<ReturnType<typeof companyBrand>>,
): Promise<QuoteDocument> {
  const client = await db.selectFrom("clients").select(["name", "legal_name", "tax_id", "address"])
    .select(["postal_code", "city", "region", "country"])
    .where("company_id", "=", quote.company_id).where("id", "=", quote.client_id)
    .executeTakeFirstOrThrow();
  const { tax_label } = await companyTerms(db, { companyId: quote.company_id });
  return toDocument({
    ...quote,
    tax_label: tax_label ?? quotationWords.tax[quote.language],
  }, { lines, seller, client });
}

type Parties = Pick<QuoteDocument, "seller" | "client"> & { lines: LineRecord[] };

export function toDocument(
  quote: Omit<QuoteDocument, keyof Parties | "tax_breakdown"> & { tax_breakdown: unknown },
  { lines, seller, client }: Parties,
): QuoteDocument {
  return {
    number: quote.number,
    revision: quote.revision,
    title: quote.title,
    intro: quote.intro,
    terms: quote.terms,
    language: quote.language,
    currency: quote.currency,
    tax_label: quote.tax_label,
    issue_date: quote.issue_date,
    valid_until: quote.valid_until,
    seller,
    client,
    // Whatever is handed to clients is made of this: what a line costs stays out of it.
    lines: lines.map(({ id: _, product_id: __, cost: ___, ...line }) => line),
    net_total: quote.net_total,
    tax_total: quote.tax_total,
    gross_total: quote.gross_total,
    tax_breakdown: quote.tax_breakdown as QuoteDocument["tax_breakdown"],
  };
}

/** A draft as it would be sent, else the last or given revision. @throws Problem not_found */
export async function findPrintable(
  db: Db,
  actor: LocalActor,
  id: number,
  revision?: number,
): Promise<Printable> {
  const { companyId } = actor;
  const quote = await db.selectFrom("quotes as t").selectAll("t").select(linesOf(db).as("lines"))
    .where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!quote) throw problem("not_found");
  const isDraft = quote.status === "draft" && revision === undefined;
  const document = isDraft
    ? await draftDocument(db, quote)
    : await sentDocument(db, quote, revision ?? quote.revision);
  return { document, isDraft, logo: await findLogo(db, actor, document) };
}

/** The last thing sent, with the last day that the offer has by now. */
export function currentDocument(
  snapshot: unknown,
  { valid_until }: Pick<QuoteRow, "valid_until">,
): QuoteDocument {
  return { ...snapshot as QuoteDocument, valid_until };
}

/** The picture that a document shows, if it is one that was uploaded. */
export async function findLogo(
  db: Db,
  { companyId }: Tenant,
  { seller }: QuoteDocument,
): Promise<Uint8Array | null> {
  const hash = /^\/logo\/([0-9a-f]{64})$/.exec(seller.logo ?? "")?.[1];
  if (!hash) return null;
  const row = await db.selectFrom("company_logos").select("bytes")
    .where("company_id", "=", companyId).where("hash", "=", hash).executeTakeFirst();
  return row?.bytes ?? null;
}

async function draftDocument(
  db: Db,
  { lines, ...quote }: QuoteRow & { lines: LineRecord[] },
): Promise<QuoteDocument> {
  const seller = await companyBrand(db, { companyId: quote.company_id });
  return await documentOf(db, { ...quote, revision: quote.revision + 1 }, lines, seller);
}

async function sentDocument(
  db: Db,
  quote: QuoteRow,
  revision: number,
): Promise<QuoteDocument> {
  const row = await db.selectFrom("quote_revisions").select("snapshot")
    .where("company_id", "=", quote.company_id).where("quote_id", "=", quote.id)
    .where("revision", "=", revision).executeTakeFirst();
  if (!row) throw problem("not_found");
  const isLast = revision === quote.revision && quote.status !== "draft";
  return isLast ? currentDocument(row.snapshot, quote) : row.snapshot as QuoteDocument;
}
