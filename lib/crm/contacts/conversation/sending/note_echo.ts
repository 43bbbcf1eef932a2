import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import { findNamed } from "@/lib/crm/contacts/conversation/sending/find_reported.ts";
import { nameMessages } from "@/lib/crm/contacts/conversation/sending/name_sent.ts";
import {
  lockOwn,
  moveAll,
  type OwnMessage,
} from "@/lib/crm/contacts/conversation/sending/settle.ts";
import type { MessageEvent } from "@/lib/channels/meta/read/event.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";

/**
 * Settles a message of ours by its echo.
 * @returns the message; `wait` while something of ours is on its way to the person, which it may be of;
 * null where somebody else wrote it
 */
export async function noteEcho(
  trx: Trx,
  account: Account,
  event: MessageEvent,
): Promise<Filed | "wait" | null> {
  const { id: externalId, opaque } = event;
  const tenant = { companyId: account.company_id };
  const [named] = await lockOwn(trx, tenant, await findOwn(trx, account, { opaque, externalId }));
  if (named) return await settle(trx, account, named, externalId);
  if (await isSending(trx, account, event)) return "wait";
  // Instagram does not say what we sent along, nor does a page's conversation when it is read.
  const isUnnamed = opaque === null && account.kind !== "whatsapp";
  const alike = isUnnamed ? await findAlike(trx, account, event) : undefined;
  return alike ? await settle(trx, account, alike, externalId) : null;
}

async function settle(
  trx: Trx,
  account: Account,
  message: OwnMessage,
  externalId: string,
): Promise<Filed> {
  const { contactId, messageId } = message;
  const tenant = { companyId: account.company_id };
  await nameMessages(trx, tenant, [{ accountId: account.id, messageId, externalId }]);
  await moveAll(trx, tenant, [{ account, message }], { receipt: "sent" });
  return { contactId, messageId };
}

/** By our id, else Meta's. */
async function findOwn(
  trx: Trx,
  account: Account,
  { opaque, externalId: id }: { opaque: string | null; externalId: string },
): Promise<string[]> {
  const event = { type: "status", id, opaque } as const;
  return (await findNamed(trx, { companyId: account.company_id }, [{ account, event }]))
    .map((match) => match.id);
}

async function isSending(
  trx: Trx,
  { company_id, id }: Account,
  { person }: MessageEvent,
): Promise<boolean> {
  const row = await trx.selectFrom("outbox").select("id")
    .where("company_id", "=", company_id).where("account_id", "=", id)
    .where(sql<boolean>`person = any(${person.ids}::text[])`).where("state", "=", "sending").limit(
      1,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Our clock and Meta's differ by less. */
const skew = "1 second";

/**
 * One of ours without an id of Meta's that says the same, or has a file of the same kind: the last
 * that began to leave before the echo's time.
 */
async function findAlike(
  trx: Trx,
  account: Account,
  { at, text, attachments, person }: MessageEvent,
): Promise<OwnMessage | undefined> {
  const [file] = attachments;
  const isSame = file
    ? sql`exists (select from files f where f.company_id = m.company_id and f.message_id = m.id
        and ${sql.lit(file.kind)} = case split_part(f.type, '/', 1)
          when 'image' then 'image' when 'video' then 'video' when 'audio' then 'audio'
          else 'file' end)`
    : sql`btrim(m.body) = btrim(${text}) and ${text} <> ''`;
  const { company_id: companyId, id } = account;
  const { rows } = await sql<{ id: string }>`
    select o.id from ${keyRows(person.ids.map((one) => ({ id: one })), { id: "text" })} p
    cross join ${
    lookUp(sql`select * from outbox
      where company_id = ${companyId} and account_id = ${id} and person = p.id
        and state in ('sent', 'delivered', 'failed', 'uncertain')`)
  } o
    cross join ${
    lookUp(sql`select * from contact_messages
      where company_id = ${companyId} and id = o.message_id`)
  } m
    cross join lateral (select coalesce((select max(t.started_at) from outbox_attempts t
        where t.company_id = ${companyId} and t.outbox_id = o.id), o.state_at) as began_at) b
    where m.external_id is null and o.state in ('uncertain', 'sent') and ${isSame}
      and o.created_at between ${at}::timestamptz - interval '1 day'
        and ${at}::timestamptz + interval '1 minute'
    order by b.began_at > ${at}::timestamptz + ${skew}::interval,
      abs(extract(epoch from b.began_at - ${at}::timestamptz)), o.id limit 1`.execute(trx);
  const [message] = await lockOwn(trx, { companyId }, rows.map((row) => row.id));
  return message;
}
