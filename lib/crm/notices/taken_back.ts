import { type Selectable, sql } from "kysely";
import { nameOfContact } from "@/lib/crm/notices/contacts.ts";
import { notifyAll } from "@/lib/crm/notices/notifying.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import { conversationTag } from "@/lib/notify/sending/conversation_tag.ts";
import { speak } from "@/lib/words/language.ts";
import { noticeWords } from "@/lib/words/notices.ts";

/** So much of a text is surely in a notice of it, which is cut. */
const comparedCharacters = 500;
/** A message without text is told of at once. */
const noticeWithin = "5 seconds";

/**
 * Takes the text of a message that is no more out of the conversation's notices; who still has one
 * on a phone gets another in its place.
 */
export async function replaceNotices(
  trx: Trx,
  contact: Selectable<Contacts>,
  { since, wordings }: { since: Date; wordings: readonly string[] },
): Promise<void> {
  const { company_id: companyId } = contact;
  const tag = conversationTag(contact.id);
  const starts = wordings.map((text) => [...text.trim()].slice(0, comparedCharacters).join(""))
    .filter(Boolean);
  const { rows } = await sql<{ isOpen: boolean }>`
    with told as (
      update notifications n set body = ''
      where n.company_id = ${companyId} and n.internal and n.tag = ${tag}
        and n.created_at >= ${since}::timestamptz - interval '1 minute'
        and (exists (select from unnest(${starts}::text[]) s where position(s in n.body) > 0)
          or ${starts.length === 0}
            and n.created_at < ${since}::timestamptz + ${noticeWithin}::interval)
      returning n.id
    )
    select exists (select from told join notification_recipients r
      on r.company_id = ${companyId} and r.notification_id = told.id
      where r.status not in ('replaced', 'cancelled') and r.answered_at is null) as "isOpen"`
    .execute(trx);
  if (!rows[0]!.isOpen) return;
  await notifyAll(trx, { companyId }, [{
    companyId,
    kind: "contact_new",
    tag,
    page: `/panel/contacts/${contact.id}`,
    priority: "low",
    ...(contact.assignee_id === null ? {} : { userId: contact.assignee_id }),
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.wroteAgain(nameOfContact(contact)), body: words.tookBack };
    },
  }]);
}
