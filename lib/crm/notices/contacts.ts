import type { Selectable } from "kysely";
import type { Person } from "@/lib/access/people.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type Notice, notifyAll, notifyMembers } from "@/lib/crm/notices/notifying.ts";
import { inWords } from "@/lib/crm/notices/notices.ts";
import { sentences } from "@/lib/crm/notices/sentences.ts";
import { conversationTag } from "@/lib/notify/sending/conversation_tag.ts";
import { shownId } from "@/lib/values/shown_id.ts";
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

/** @param via account of the message */
export function newContact(
  { companyId, userId }: Actor,
  contact: Selectable<Contacts>,
  via?: number,
): Notice[] {
  return toWhoAnswers(contact, {
    companyId,
    via,
    by: userId,
    words: ({ language }) => {
      const { newContact, take } = speak(noticeWords, language);
      return { title: newContact(nameOfContact(contact)), body: gist(contact), button: take };
    },
  });
}

/** A known contact has written again. */
export function wroteAgain(
  { companyId }: Tenant,
  contact: Selectable<Contacts>,
  { text, files, via }: { text: string; files: number; via?: number },
): Notice[] {
  return toWhoAnswers(contact, {
    companyId,
    via,
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      const body = [text.trim(), files > 0 && words.files(files)].filter(Boolean).join("\n");
      return { title: words.wroteAgain(nameOfContact(contact)), body, button: words.take };
    },
  });
}

/** Addresses the assignee, else those who hear of the account; nobody for what is put aside. */
function toWhoAnswers(
  contact: Selectable<Contacts>,
  notice: Pick<Notice, "companyId" | "by" | "words" | "via">,
): Notice[] {
  const { assignee_id: userId, is_spam, held } = contact;
  if (is_spam || held) return [];
  const about = { ...notice, ...ofConversation(contact), kind: "contact_new" as const };
  return [userId === null ? about : { ...about, userId }];
}

/** Actions of the notice: while nobody has the contact, a button to take it. */
function ofConversation({ id, assignee_id }: Selectable<Contacts>) {
  return {
    tag: conversationTag(id),
    page: `/panel/contacts/${id}`,
    ...(assignee_id === null
      ? { answer: { id: "take", handler: "contact_take", ref: { contact_id: id } } }
      : {}),
  };
}

interface Late {
  since: Date;
  text: string;
  isAloud: boolean;
}

/** Notifies everybody that a customer has waited too long, also without an assignee. */
export function stillWaits(
  { companyId }: Tenant,
  contact: Selectable<Contacts> & { assignee: Person | null },
  { since, text, isAloud }: Late,
): Notice {
  const { assignee } = contact;
  return {
    companyId,
    ...ofConversation(contact),
    kind: "contact_waiting",
    type: "warning",
    priority: isAloud ? "normal" : "low",
    words: (reader) => {
      const words = speak(noticeWords, reader.language);
      const facts = sentences(
        words.waitsSince(inWords(reader, since, false)),
        assignee && words.hasIt(assignee.name),
      );
      const body = [facts, text.trim()].filter(Boolean).join("\n");
      return { title: words.waits(nameOfContact(contact)), body, button: words.take };
    },
  };
}

/** Notifies that an answer has not arrived; with `isWaiting` the contact waits for one again. */
export function answerFailed(
  { companyId }: Tenant,
  contact: Selectable<Contacts>,
  { isWaiting }: { isWaiting: boolean },
): Notice {
  return {
    companyId,
    kind: "contact_waiting",
    tag: conversationTag(contact.id),
    page: `/panel/contacts/${contact.id}`,
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return {
        title: words.notArrived(nameOfContact(contact)),
        body: isWaiting ? words.waitsAgain : words.notArrivedMeans,
      };
    },
  };
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

type Named = "id" | "name" | "email" | "phone" | "channel" | "channel_contact_id";

/** Name of a contact, or an address that reaches it. */
export function nameOfContact(
  { id, name, email, phone, channel, channel_contact_id }: Pick<Selectable<Contacts>, Named>,
): string {
  return name ?? email ?? phone ?? shownId(channel, channel_contact_id) ?? String(id);
}

function gist({ subject, message, organization, email, phone, channel }: Selectable<Contacts>) {
  const text = [subject, message].filter(Boolean).join("\n");
  return text || [organization, email, phone].filter(Boolean).join(" · ") || channel;
}
