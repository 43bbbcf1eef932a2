import { findMessage, type Writer } from "@/lib/crm/contacts/conversation/message_records.ts";
import { moveMessage } from "@/lib/crm/contacts/messages.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { LocalActor } from "@/lib/records/records.ts";
import { revokeLinkOf } from "@/lib/sales/quotes/quote_mails.ts";
import { recallQuote } from "@/lib/sales/quotes/quote_moves.ts";
import { listShares } from "@/lib/sales/quotes/quote_shares.ts";

/** A quotation that it was to bring is a draft again. @throws Problem not_found, invalid_transition */
export async function cancelMessage(
  trx: Trx,
  actor: LocalActor & Writer,
  contactId: number,
  id: number,
) {
  const { quote } = await findMessage(trx, actor, contactId, id);
  const { companyId } = actor;
  // Before the message's row, as recalling locks them.
  const locked = quote && await trx.selectFrom("quotes").select(["id", "status", "sent_at"])
    .where("company_id", "=", companyId).where("id", "=", quote.id)
    .where("deleted_at", "is", null).forUpdate().executeTakeFirst();
  await moveMessage(trx, actor, contactId, id, "cancel");
  const wasSent = await revokeLinkOf(trx, actor, id) && locked?.status === "sent";
  if (wasSent && !await isKnown(trx, actor, locked)) await recallQuote(trx, actor, locked.id);
  return await findMessage(trx, actor, contactId, id);
}

/** Whether its client may have it by another link: one made or opened since it was sent. */
async function isKnown(
  trx: Trx,
  actor: LocalActor,
  { id, sent_at }: { id: number; sent_at: Date | null },
): Promise<boolean> {
  if (!sent_at) return false;
  const shares = await listShares(trx, actor, id);
  return shares.some(({ created_at, last_viewed_at }) =>
    created_at > sent_at || (last_viewed_at !== null && last_viewed_at > sent_at)
  );
}
