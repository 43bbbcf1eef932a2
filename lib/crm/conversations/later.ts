import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { nameOfContact } from "@/lib/crm/notices/contacts.ts";
import { findReachable, type PhoneMember } from "@/lib/crm/conversations/reach.ts";
import { sendingWords } from "@/lib/crm/conversations/words.ts";
import { readLastMessages } from "@/lib/crm/contacts/threads.ts";
import { notifySnoozed, snoozeNotice } from "@/lib/crm/notices/conversations.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { removeOld } from "@/lib/db/remove_old.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { eachInOrder } from "@/lib/tools/each_in_order.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

const longestMs = 366 * 86_400_000;
const keptDays = 60;

/** Snoozes the conversation for this member. @throws Problem not_found, validation_failed */
export async function snooze(
  trx: Trx,
  member: PhoneMember,
  contactId: number,
  at: Date | null,
): Promise<number> {
  const [id] = await findReachable(trx, member, contactId) as [number];
  const leftMs = at === null ? 0 : at.getTime() - currentMs();
  if (at !== null && leftMs <= 0) {
    throw problem("validation_failed", { fields: { at: inputWords.notInFuture } });
  }
  if (leftMs > longestMs) {
    throw problem("validation_failed", { fields: { at: sendingWords.withinAYear } });
  }
  const { companyId, userId } = member;
  if (at === null) {
    await trx.deleteFrom("conversation_reminders").where("company_id", "=", companyId)
      .where("contact_id", "=", id).where("user_id", "=", userId).execute();
    return id;
  }
  await trx.insertInto("conversation_reminders")
    .values({ company_id: companyId, contact_id: id, user_id: userId, due_at: at })
    .onConflict((on) =>
      on.columns(["company_id", "contact_id", "user_id"])
        .doUpdateSet({ due_at: at, created_at: sql<Date>`now()` })
    ).execute();
  await snoozeNotice(trx, member, id, member.recipient);
  return id;
}

/** Sends due reminders. A row goes with its notice, so each acts once. */
export async function remindOfConversations(
  db: Db,
  announce: Announce,
  now = currentTime(),
): Promise<void> {
  const rows = await asWorker(
    db,
    (trx) =>
      trx.selectFrom("conversation_reminders").select("company_id").distinct()
        .where("due_at", "<=", now).execute(),
  );
  await eachInOrder(
    rows,
    ({ company_id: companyId }) =>
      inCompany(db, companyId, (trx) => remind(trx, { companyId }, now), announce),
  );
}

async function remind(trx: Trx, { companyId }: Tenant, now: Date): Promise<void> {
  const due = await trx.deleteFrom("conversation_reminders")
    .where("company_id", "=", companyId).where("due_at", "<=", now)
    .returning(["contact_id", "user_id"]).execute();
  for (const { contact_id, user_id: userId } of due) {
    const { email } = await trx.selectFrom("users").select("email").where("id", "=", userId)
      .executeTakeFirstOrThrow();
    const member = { companyId, userId, recipient: email };
    const [contactId] = await findReachable(trx, member, contact_id).catch(() => []);
    if (contactId === undefined) continue;
    const contact = await trx.selectFrom("contacts")
      .select(["id", "name", "email", "phone", "channel", "channel_contact_id"])
      .where("company_id", "=", companyId).where("id", "=", contactId).executeTakeFirstOrThrow();
    const last = await readLastMessages(trx, { companyId }, [contact.id]);
    const text = last.get(contact.id)?.body ?? "";
    const notice = { contactId: contact.id, userId, name: nameOfContact(contact), text };
    await notifySnoozed(trx, { companyId }, notice);
  }
}

/** Ends due reminders that were asked for earlier, without a word. @returns how many */
export async function dropConversationReminders(
  trx: BareTrx,
  { companyId }: Tenant,
  { before, now = currentTime() }: { before: Date; now?: Date },
): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("conversation_reminders")
    .where("company_id", "=", companyId).where("due_at", "<=", now)
    .where("created_at", "<", before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export function forgetPhoneSends(trx: BareTrx): Promise<boolean> {
  const before = sql`now() - make_interval(days => ${keptDays})`;
  return removeOld(trx, { table: "phone_sends", column: "sent_at", before });
}
