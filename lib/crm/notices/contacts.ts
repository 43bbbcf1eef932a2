import type { Selectable } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/crm_schema.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { notifyMember, notifyMembers, type Reader } from "@/lib/crm/notices/notifying.ts";
import type { Actor } from "@/lib/records/records.ts";
import { speak } from "@/lib/words/language.ts";
import { noticeWords } from "@/lib/words/notices.ts";

/** Goes to the assignee, else to everybody with a button to take it. */
export async function notifyNewContact(
  trx: Trx,
  actor: Actor,
  contact: Selectable<Contacts>,
): Promise<void> {
  const { id, assignee_id: userId } = contact;
  if (contact.is_spam || contact.held) return;
  const notice = {
    companyId: actor.companyId,
    kind: "contact_new" as const,
    tag: `contact:${id}`,
    page: `/panel/contacts/${id}`,
    by: actor.userId,
    words: ({ language }: Reader) => {
      const { newContact, take } = speak(noticeWords, language);
      return { title: newContact(nameOf(contact)), body: gist(contact), button: take };
    },
  };
  if (userId !== null) return await notifyMember(trx, { ...notice, userId });
  const answer = { id: "take", handler: "contact_take", ref: { contact_id: id } };
  await notifyMembers(trx, { ...notice, answer });
}

/** A known contact has written again: goes to the assignee, else to everybody with a button to take it. */
export async function notifyWroteAgain(
  trx: Trx,
  actor: Actor,
  contact: Selectable<Contacts>,
  { text, files = 0 }: { text: string; files?: number },
): Promise<void> {
  const { id, assignee_id: userId } = contact;
  if (contact.is_spam || contact.held) return;
  const notice = {
    companyId: actor.companyId,
    kind: "contact_new" as const,
    tag: `contact:${id}`,
    page: `/panel/contacts/${id}`,
    words: ({ language }: Reader) => {
      const words = speak(noticeWords, language);
      const body = [text.trim(), files > 0 && words.files(files)].filter(Boolean).join("\n");
      return { title: words.wroteAgain(nameOf(contact)), body, button: words.take };
    },
  };
  if (userId !== null) return await notifyMember(trx, { ...notice, userId });
  const answer = { id: "take", handler: "contact_take", ref: { contact_id: id } };
  await notifyMembers(trx, { ...notice, answer });
}

/** Says that today's posts of the public form are put aside from now on, to everybody. */
export async function notifyFormLimit(
  trx: Trx,
  { companyId }: Tenant,
  perDay: number,
): Promise<void> {
  await notifyMembers(trx, {
    companyId,
    kind: "contact_new",
    tag: "contact-form:limit",
    page: "/panel/contacts?held=true",
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.formLimit, body: words.formLimitMeans(perDay) };
    },
  });
}

/** Says that several contacts that were held are in the inbox now, to everybody else. */
export async function notifyReleased(trx: Trx, actor: Actor, count: number): Promise<void> {
  await notifyMembers(trx, {
    companyId: actor.companyId,
    kind: "contact_new",
    tag: "contact-form:released",
    page: "/panel/contacts?status=new",
    by: actor.userId,
    words: ({ language, by }) => {
      const words = speak(noticeWords, language);
      return { title: words.released(count), body: words.releasedBy(by ?? "") };
    },
  });
}

function nameOf(contact: Selectable<Contacts>): string {
  const { name, email, phone, channel_contact_id, id } = contact;
  return name ?? email ?? phone ?? channel_contact_id ?? String(id);
}

function gist({ subject, message, organization, email, phone, channel }: Selectable<Contacts>) {
  const said = [subject, message].filter(Boolean).join("\n");
  return said || [organization, email, phone].filter(Boolean).join(" · ") || channel;
}
