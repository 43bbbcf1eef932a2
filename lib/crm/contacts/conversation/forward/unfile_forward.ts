import { sql } from "kysely";
import { shareFiling } from "@/lib/channels/in/erased_mail.ts";
import {
  findForwarding,
  leaveThread,
  moveMail,
  noteMove,
} from "@/lib/crm/contacts/conversation/forward/forwarded_mail.ts";
import { findMessage, type Writer } from "@/lib/crm/contacts/conversation/message_records.ts";
import { trashContact } from "@/lib/crm/contacts/contacts.ts";
import { contactLinks } from "@/lib/crm/contacts/merge_contacts.ts";
import { afterMessage, lockThread } from "@/lib/crm/contacts/messages.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { changeRecord, lockRecord } from "@/lib/records/records.ts";

/**
 * Takes a filed forward back to its colleague's conversation, and its note away. A contact that was
 * made for it alone goes to the trash.
 * @throws Problem not_found (also where that conversation is gone), invalid_transition (not filed)
 */
export async function unfileForward(trx: Trx, actor: Writer, contactId: number, id: number) {
  await shareFiling(trx, actor);
  const previous = await lockRecord(trx, "contacts", actor, contactId);
  const { contact_id, body, quoted, sent_at, mail } = await findForwarding(trx, actor, id, {
    isLocked: true,
  });
  if (contact_id !== contactId) throw problem("not_found");
  const { filed, ...forwarded } = mail.forwarded;
  if (!filed) throw problem("invalid_transition", { details: { allowed: ["file-forward"] } });
  const contact = await lockThread(trx, actor, filed.contactId);
  const { facts, ...before } = filed.before;
  await moveMail(trx, actor, id, contact.id, {
    ...before,
    mail: { ...mail, ...facts, forwarded: { ...forwarded, text: body, quoted } },
  });
  await dropNote(trx, actor, filed.noteId);
  if (contact.id !== contactId) {
    await leaveThread(trx, actor, previous);
    const { status: _, ...thread } = afterMessage(contact, "in", sent_at);
    await changeRecord(trx, "contacts", actor, contact, thread);
    await planAnswers(trx, actor, [contact.id]);
  }
  await noteMove(
    trx,
    actor,
    "forward_unfiled",
    contact.id === contactId ? [previous] : [previous, contact],
  );
  if (filed.isOpened && await isBare(trx, actor, contactId)) {
    await trashContact(trx, actor, contactId);
  }
  return await findMessage(trx, actor, contact.id, id);
}

async function dropNote(trx: Trx, { companyId, userId }: Writer, id: number | null): Promise<void> {
  if (id === null) return;
  await trx.updateTable("contact_messages").set({ deleted_at: sql`now()`, updated_by: userId })
    .where("company_id", "=", companyId).where("id", "=", id).execute();
}

/** Whether nothing but its history is left of it. */
async function isBare(trx: Trx, { companyId }: Tenant, id: number): Promise<boolean> {
  const links = contactLinks.filter(([table]) => table !== "activities").map(([table, column]) =>
    sql`select 1 from ${sql.table(table)} t where t.company_id = ${companyId}
      and ${sql.ref(`t.${column}`)} = ${id} and t.deleted_at is null`
  );
  const { rows } = await sql`
    select 1 from contacts where company_id = ${companyId} and id = ${id}
      and converted_client_id is not null
    union all ${sql.join(links, sql` union all `)} limit 1`.execute(trx);
  return rows.length === 0;
}
