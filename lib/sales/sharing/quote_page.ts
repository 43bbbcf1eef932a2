import type { Link } from "@/lib/access/links.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { companyBrand } from "@/lib/sales/company_terms.ts";
import { readSharedQuote, viewSharedQuote } from "@/lib/sales/sharing/shared_quote.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface PageCall {
  trx: Trx;
  link: Link;
  /** The browser's, for a quotation that shows no document just now. */
  language: Language;
}

/** Page for the link's holder. @throws Problem link_expired */
export async function readQuotePage(
  { trx, link, language: requested }: PageCall,
  { countView = false }: { countView?: boolean } = {},
) {
  const quote = countView ? await viewSharedQuote(trx, link) : await readSharedQuote(trx, link);
  const { number, document } = quote;
  const company = document?.seller ?? await companyBrand(trx, link);
  const language = document?.language ?? requested;
  const title = `${speak(quotationWords, language).kind} ${number}`;
  return {
    quote,
    company,
    timezone: link.timezone,
    front: { title, language, company },
  };
}

export type QuotePage = Awaited<ReturnType<typeof readQuotePage>>;
