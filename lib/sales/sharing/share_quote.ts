import { linkPrefix } from "@/lib/access/links.ts";
import { digestOf, newSecret } from "@/lib/access/tokens.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { type LocalActor, lockRecord } from "@/lib/records/records.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { listShares, revokeShares } from "@/lib/sales/quotes/quote_shares.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import type { ShareBody } from "@/lib/sales/sharing/share.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

export async function listQuoteShares(db: Db, actor: LocalActor, id: number) {
  return (await findQuote(db, actor, id)).shares;
}

/**
 * Makes a link beside the others. The database keeps only the digest of its 256 random bits.
 * @throws Problem not_found, version_conflict, validation_failed (it would already be over)
 */
export async function shareQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { expires_at, version }: ShareBody,
  publicUrl: string,
  now = currentTime(),
) {
  const { client_id } = await lockRecord(trx, "quotes", actor, id, { version });
  const share = await makeLink(trx, actor, id, expires_at ?? null, publicUrl, now);
  await recordActivities(trx, actor, [
    { verb: "shared", subject: { quote_id: id }, clientId: client_id },
  ]);
  return share;
}

/** Makes a link for a locked quotation, without an activity. @throws Problem validation_failed */
export async function makeLink(
  trx: Trx,
  actor: LocalActor,
  id: number,
  expires_at: Date | null,
  publicUrl: string,
  now: Date,
) {
  const token = newSecret(linkPrefix, 32);
  const { id: shareId } = await trx.insertInto("quote_shares").values({
    company_id: actor.companyId,
    quote_id: id,
    digest: digestOf(token),
    created_by: actor.userId,
    expires_at,
  }).returning("id").executeTakeFirstOrThrow();
  const live = await listShares(trx, actor, id, now);
  const share = live.find((one) => one.id === shareId);
  if (!share || expires_at && expires_at <= now) {
    throw problem("validation_failed", { fields: { expires_at: inputWords.notInFuture } });
  }
  return { ...share, token, url: `${publicUrl}/q/${token}` };
}

/** Revokes all links of the quotation, or the one that is named. @throws Problem not_found */
export async function unshareQuote(trx: Trx, actor: LocalActor, id: number, shareId?: number) {
  const { client_id } = await lockRecord(trx, "quotes", actor, id);
  if (await revokeShares(trx, actor, id, shareId) > 0) {
    await recordActivities(trx, actor, [
      { verb: "unshared", subject: { quote_id: id }, clientId: client_id },
    ]);
  }
  return await findQuote(trx, actor, id);
}
