import { type Happening, silentVerb } from "@/lib/records/activities.ts";

/** Draws pages of the quotation anew that a message is about, if it is about one. */
export function movesQuote(quoteId: number | null | undefined): Happening[] {
  return quoteId == null ? [] : [{ verb: silentVerb, subject: { quote_id: quoteId } }];
}
