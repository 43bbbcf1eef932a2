import { moveSent } from "@/lib/crm/contacts/messages.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Actor } from "@/lib/records/records.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Messages that carry a quotation's link to its client. */

/** Cancels mails without a delivery attempt, and revokes their links. @returns whether any */
export async function takeBackMessages(
  trx: Trx,
  actor: Actor,
  quoteId: number,
): Promise<boolean> {
  const waiting = await trx.selectFrom("contact_messages as m")
    .innerJoin(
      "outbox as o",
      (on) => on.onRef("o.company_id", "=", "m.company_id").onRef("o.message_id", "=", "m.id"),
    )
    .innerJoin(
      "quote_shares as s",
      (on) => on.onRef("s.company_id", "=", "m.company_id").onRef("s.message_id", "=", "m.id"),
    )
    .select(["m.id", "m.contact_id"])
    .where("m.company_id", "=", actor.companyId).where("m.quote_id", "=", quoteId)
    .where("o.state", "=", "queued").where("o.attempts", "=", 0)
    .orderBy("m.id").forUpdate("o").execute();
  for (const { id, contact_id: contactId } of waiting) {
    await moveSent(trx, actor, { id, contactId }, "cancel");
    await revokeLinkOf(trx, actor, id);
  }
  return waiting.length > 0;
}

/** @returns whether the message carried a live one */
export async function revokeLinkOf(
  trx: Trx,
  { companyId }: Actor,
  messageId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("quote_shares").set({
    revoked_at: currentTime(),
  })
    .where("company_id", "=", companyId).where("message_id", "=", messageId)
    .where("revoked_at", "is", null).executeTakeFirst();
  return numUpdatedRows > 0n;
}
