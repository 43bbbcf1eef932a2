import type { Selectable } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/crm_schema.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type Notice, notifyAll, notifyMembers } from "@/lib/crm/notices/notifying.ts";
import type { Actor } from "@/lib/records/records.ts";
import { speak } from "@/lib/words/language.ts";
import { noticeWords } from "@/lib/words/notices.ts";

export async function notifyNewContact(
  trx: Trx,
  actor: Actor,
  contact: Selectable<Contacts>,
): Promise<void> {
  await notifyAll(trx, actor, newContact(actor, contact));
}

export function newContact({ companyId, userId }: Actor, contact: Selectable<Contacts>): Notice[] {
  return toWhoAnswers(contact, {
    companyId,
    by: userId,
    words: ({ language }) => {
      const { newContact, take } = speak(noticeWords, language);
      return { title: newContact(nameOf(contact)), body: gist(contact), button: take };
    },
  });
}

/** A known contact has written again. */
export function wroteAgain(
  { companyId }: Tenant,
  contact: Selectable<Contacts>,
  { text, files }: { text: string; files: number },
): Notice[] {
  return toWhoAnswers(contact, {
    companyId,
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      const body = [text.trim(), files > 0 && words.files(files)].filter(Boolean).join("\n");
      return { title: words.wroteAgain(nameOf(contact)), body, button: words.take };
    },
  });
}

/** To the assignee, else to everybody with a button to take it. None of what is put aside. */
function toWhoAnswers(
  { id, assignee_id: userId, is_spam, held }: Selectable<Contacts>,
  notice: Pick<Notice, "companyId" | "by" | "words">,
): Notice[] {
  if (is_spam || held) return [];
  return [{
    ...notice,
    kind: "contact_new",
    tag: `contact:${id}`,
    page: `/panel/contacts/${id}`,
    ...(userId === null
      ? { answer: { id: "take", handler: "contact_take", ref: { contact_id: id } } }
      : { userId }),
  }];
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
