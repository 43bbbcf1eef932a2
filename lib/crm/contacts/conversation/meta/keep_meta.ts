import { sql } from "kysely";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import { keepComing } from "@/lib/channels/in/meta/keep_coming.ts";
import { keepPicture } from "@/lib/crm/contacts/conversation/meta/keep_picture.ts";
import type { MessageEvent } from "@/lib/channels/meta/read/event.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { hasKey, keyRows } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** What messages of WhatsApp, Instagram and Facebook bring besides their text. */

export function metaColumns({ answers, content, source }: MessageEvent) {
  return {
    answers_key: answers,
    content: content && JSON.stringify(content),
    source: source && JSON.stringify(source),
  };
}

interface Kept extends Arrival {
  writer: { contactId: number };
  messageId: number;
}

/** Names their files, and completes what is known of their writers. */
export async function keepMeta(
  trx: Trx,
  { companyId }: Tenant,
  messages: readonly Kept[],
): Promise<void> {
  const people = messages.flatMap(({ message: { meta }, writer: { contactId } }) =>
    meta ? [{ contactId, name: meta.person.name, username: meta.person.username }] : []
  );
  for (const { account, message: { meta }, messageId } of messages) {
    const attachments = meta?.attachments ?? [];
    const place = { accountId: account.id, messageId };
    await keepComing(trx, { companyId }, { ...place, attachments });
    await keepPicture(trx, { companyId }, { ...place, source: meta?.source ?? null });
  }
  const names = people.filter(({ name, username }) => name !== null || username !== null);
  if (names.length === 0) return;
  // A name that somebody gave stays; a username changes hands.
  await sql`
    update contacts c set name = coalesce(c.name, p.name),
      username = coalesce(p.username, c.username)
    from ${keyRows(names, { contactId: "int", name: "text", username: "text" })} p
    where c.company_id = ${companyId} and ${hasKey(["c.id"], ["p.contactId"])}
      and (c.name is null and p.name is not null or c.username is distinct from p.username
        and p.username is not null)`.execute(trx);
}
