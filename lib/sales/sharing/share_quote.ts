import { linkPrefix } from "@/lib/access/links.ts";
import { digestOf, newSecret } from "@/lib/access/tokens.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { type LocalActor, lockRecord } from "@/lib/records/records.ts";
import { dayIn } from "@/lib/dates.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { endOfDay, revokeShare } from "@/lib/sales/quotes/quote_shares.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import type { ShareBody } from "@/lib/sales/sharing/share.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Makes the link that a client reads the quotation by; the one before stops working. The token is
 * 256 random bits, of which the database keeps the digest: it is shown this once.
 * @throws Problem not_found, validation_failed (it would have expired already)
 */
export async function shareQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { expires_at }: ShareBody,
  publicUrl: string,
  now = new Date(),
) {
  const quote = await lockRecord(trx, "quotes", actor, id);
  const over = expires_at ? expires_at <= now : quote.valid_until < dayIn(actor.timezone, now);
  if (over) {
    throw problem("validation_failed", { fields: { expires_at: inputWords.notInFuture } });
  }
  await revokeShare(trx, actor, id);
  const token = newSecret(linkPrefix, 32);
  const share = await trx.insertInto("quote_shares").values({
    company_id: actor.companyId,
    quote_id: id,
    digest: digestOf(token),
    created_by: actor.userId,
    expires_at: expires_at ?? endOfDay(quote.valid_until, actor.timezone),
  }).returning(["created_at", "expires_at", "views", "last_viewed_at"]).executeTakeFirstOrThrow();
  await recordActivities(trx, actor, [
    { verb: "shared", subject: { quote_id: id }, clientId: quote.client_id },
  ]);
  return { ...share, token, url: `${publicUrl}/q/${token}` };
}

/** Stops the quotation's link from working. @throws Problem not_found */
export async function unshareQuote(trx: Trx, actor: LocalActor, id: number) {
  const { client_id } = await lockRecord(trx, "quotes", actor, id);
  if (await revokeShare(trx, actor, id)) {
    await recordActivities(trx, actor, [
      { verb: "unshared", subject: { quote_id: id }, clientId: client_id },
    ]);
  }
  return await findQuote(trx, actor, id);
}
