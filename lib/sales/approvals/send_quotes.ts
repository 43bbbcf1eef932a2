import { Problem } from "@/lib/input/errors.ts";
import type { BulkBody, BulkRecord } from "@/lib/records/bulk/bulk.ts";
import type { BulkCall } from "@/lib/records/bulk/bulk_noun.ts";
import { toReport } from "@/lib/records/bulk/report.ts";
import { findAsked } from "@/lib/records/bulk/run_bulk.ts";
import { changeQuotes, quotes } from "@/lib/sales/quotes/bulk_quotes.ts";
import { sendQuote } from "@/lib/sales/sharing/send_quote.ts";

/** Quotations of one call, sent one by one since each is kept as a revision. */
const mostSent = 500;

/** Changes or sends quotations; names those refused. @throws Problem as `runBulk` */
export async function changeOrSendQuotes(call: BulkCall, body: BulkBody) {
  if (body.send === undefined) return await changeQuotes(call, body);
  const records: BulkRecord[] = [];
  for (const id of await findAsked(call, quotes, body, mostSent)) {
    records.push(await sendOne(call, id));
  }
  return toReport({ undo_id: null, undo_until: null, records }, call.language);
}

async function sendOne({ trx, member, now }: BulkCall, id: number): Promise<BulkRecord> {
  try {
    const { number: name, version } = await sendQuote(trx, member, id, { now });
    return { id, name, outcome: "changed", version };
  } catch (why) {
    if (!(why instanceof Problem)) throw why;
    const quote = await trx.selectFrom("quotes").select("number")
      .where("company_id", "=", member.companyId).where("id", "=", id)
      .where("deleted_at", "is", null).executeTakeFirst();
    return { id, name: quote?.number ?? null, outcome: "skipped", version: null, why };
  }
}
