import type { Trx } from "@/lib/db/connection.ts";
import { recordChange } from "@/lib/records/activities.ts";
import { type Actor, changeRecord } from "@/lib/records/records.ts";

/** Assigns a contact that nobody has to the member. @returns its assignee, if it exists */
export async function takeConversation(
  trx: Trx,
  actor: Actor,
  id: number,
): Promise<number | undefined> {
  const contact = await trx.selectFrom("contacts").selectAll()
    .where("company_id", "=", actor.companyId).where("id", "=", id)
    .where("deleted_at", "is", null).forUpdate().executeTakeFirst();
  if (!contact || contact.assignee_id !== null) return contact?.assignee_id ?? undefined;
  const { changes } = await changeRecord(trx, "contacts", actor, contact, {
    assignee_id: actor.userId,
  });
  const clientId = contact.converted_client_id;
  await recordChange(trx, actor, { subject: { contact_id: id }, clientId, changes });
  return actor.userId!;
}
