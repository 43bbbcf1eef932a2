import type { findClient } from "@/lib/crm/clients/clients.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { brandOf, companyTerms } from "@/lib/sales/company_terms.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import { currentDocument, toDocument } from "@/lib/sales/document/quote_documents.ts";
import type { findQuote } from "@/lib/sales/quotes/quotes.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";

type Quote = Awaited<ReturnType<typeof findQuote>>;
type Client = Awaited<ReturnType<typeof findClient>>;

/**
 * The client's document, for its seller: a draft as it would be sent now, else the one sent last.
 * One statement.
 */
export async function readShownDocument(
  db: Db,
  tenant: Tenant,
  { quote, client, terms }: {
    quote: Quote;
    client: Client;
    terms: Awaited<ReturnType<typeof companyTerms>>;
  },
): Promise<QuoteDocument> {
  const { companyId } = tenant;
  const { snapshot, ...seller } = await brandOf(db, tenant)
    .select((eb) =>
      eb.selectFrom("quote_revisions").select("quote_revisions.snapshot")
        .where("quote_revisions.company_id", "=", companyId)
        .where("quote_revisions.quote_id", "=", quote.id)
        .where("quote_revisions.revision", "=", quote.revision).as("snapshot")
    ).executeTakeFirstOrThrow();
  const isDraft = quote.status === "draft";
  if (!isDraft && snapshot) return currentDocument(snapshot, quote);
  // One that was filed as sent elsewhere has no snapshot, and is drawn as it is.
  const revision = quote.revision + (isDraft ? 1 : 0);
  const tax_label = terms.tax_label ?? quotationWords.tax[quote.language];
  const { name, legal_name, tax_id, address, postal_code, city, region, country } = client;
  return toDocument({ ...quote, revision, tax_label }, {
    lines: quote.lines,
    seller,
    client: { name, legal_name, tax_id, address, postal_code, city, region, country },
  });
}
