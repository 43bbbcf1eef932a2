import { type Selectable, sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { findSender } from "@/lib/channels/out/outbox.ts";
import type { ClientMessageCreate } from "@/lib/crm/contacts/message.ts";
import { accountValues, isKnown } from "@/lib/crm/contacts/conversation/recipient.ts";
import { type Writer } from "@/lib/crm/contacts/conversation/message_records.ts";
import { addMessage } from "@/lib/crm/contacts/messages.ts";
import { places } from "@/lib/crm/contacts/held/hold.ts";
import { normaliseEmail } from "@/lib/crm/contacts/normalise.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Clients } from "@/lib/db/tables/crm.ts";
import { problem } from "@/lib/input/errors.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { insertRecord, lockRecord } from "@/lib/records/records.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Writes to a client by an account, or records a message, in the thread of a contact of theirs; one
 * is made where there is none. @throws Problem as `addMessage`
 */
export async function messageClient(
  trx: Trx,
  actor: Writer,
  clientId: number,
  written: ClientMessageCreate,
  options: { isCaptioned?: boolean } = {},
) {
  const client = await lockRecord(trx, "clients", actor, clientId);
  const account = written.via === undefined ? null : await findSender(trx, actor, written.via);
  const to = account?.kind === "email" ? written.to ?? null : null;
  const channel = account?.channel ?? written.channel ?? "other";
  const contactId = await findThread(trx, client, account, to) ??
    await openThread(trx, actor, { ...client, email: to ?? client.email }, channel);
  return await addMessage(trx, actor, contactId, written, { ...options, client });
}

/**
 * Finds a contact that became the client, or has its address or the one written to; the first comes
 * first, then the one that the account knows.
 */
async function findThread(
  trx: Trx,
  client: Pick<Selectable<Clients>, "company_id" | "id">,
  account: Account | null,
  to: string | null,
) {
  const { company_id: companyId } = client;
  const address = normaliseEmail(to);
  const hasAddress = sql`exists (
    select from identities i where i.company_id = c.company_id and i.contact_id = c.id
      and i.kind = 'email' and i.value = ${address})`;
  const tenant = { companyId };
  const contacts = sql`select ${sql.ref("c.id")}`;
  const whomItKnows = account
    ? sql`${isKnown(tenant, { account: accountValues(account), contacts })} desc,`
    : sql``;
  const ofAddress = lookUp(sql`select contact_id as id from identities
    where company_id = ${companyId} and kind = mine.kind and value = mine.value`);
  const { rows } = await sql<{ id: number }>`
    with own as materialized (
      select id from contacts
      where company_id = ${companyId} and converted_client_id = ${client.id}
    ), mine as materialized (
      select kind, value from identities
      where company_id = ${companyId} and client_id = ${client.id} and kind in ('email', 'phone')
      union select 'email', ${address}::text where ${address}::text is not null
    ), candidates as (
      select id from own
      union select i.id from mine cross join ${ofAddress} i where i.id is not null
    )
    select c.id from candidates k cross join ${
    lookUp(sql`select * from contacts where company_id = ${companyId} and id = k.id`)
  } c
    where c.deleted_at is null and ${places.inbox}
      and (c.converted_client_id is null or c.converted_client_id = ${client.id})
    order by ${hasAddress} desc,
      ${whomItKnows}
      c.id desc
    limit 1`.execute(trx);
  return rows[0]?.id;
}

/** Refuses before a thread opens. @throws Problem validation_failed (`via`) as `messageClient` */
export async function refuseUnreachable(
  trx: Trx,
  account: Account,
  clientId: number,
): Promise<void> {
  const { company_id } = account;
  const contactId = await findThread(trx, { company_id, id: clientId }, account, null) ?? null;
  const isReachable = isKnown({ companyId: company_id }, {
    account: accountValues(account),
    contacts: sql`select ${contactId}::int`,
    clientId,
  });
  const { rows } = await sql<{ isReachable: boolean }>`select ${isReachable} as "isReachable"`
    .execute(trx);
  if (rows[0]!.isReachable) return;
  throw problem("validation_failed", { fields: { via: inputWords.noAddressThere } });
}

async function openThread(
  trx: Trx,
  actor: Writer,
  client: Selectable<Clients>,
  channel: Account["channel"],
): Promise<number> {
  const { name, email, phone, phone_e164, language, assignee_id } = client;
  const contact = await insertRecord(trx, "contacts", actor, {
    channel,
    name,
    email,
    email_norm: normaliseEmail(email),
    phone,
    phone_e164,
    language,
    assignee_id,
    status: "read",
    converted_client_id: client.id,
    converted_at: currentTime(),
    converted_by: actor.userId,
  });
  await recordActivities(trx, actor, [{
    verb: "created",
    subject: { contact_id: contact.id },
    clientId: client.id,
  }]);
  return contact.id;
}
