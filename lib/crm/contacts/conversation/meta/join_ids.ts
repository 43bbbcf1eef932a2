import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { EventOf } from "@/lib/channels/handlers.ts";
import { type EventOutcome, personKey } from "@/lib/channels/in/meta/outcome.ts";
import { hearPerson } from "@/lib/crm/contacts/conversation/meta/hear_person.ts";
import { keepPicture } from "@/lib/crm/contacts/conversation/meta/keep_picture.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** A person has changed number or id: the contact learns it, and nobody is told. */
export async function joinIds(
  trx: Trx,
  account: Account,
  { person, others }: EventOf<"identity">,
): Promise<EventOutcome> {
  const contactId = await hearPerson(trx, account, [...person.ids, ...others], null);
  if (contactId === undefined) return { waitsFor: personKey(person.ids[0]!) };
  return { of: { contactId } };
}

/** Says what led to the person's next message: an ad, a link. */
export async function tellSource(
  trx: Trx,
  account: Account,
  { person: { ids }, at, source }: EventOf<"referral">,
): Promise<EventOutcome> {
  const companyId = account.company_id;
  const waits = { waitsFor: personKey(ids[0]!) };
  const contactId = await hearPerson(trx, account, ids, at);
  if (contactId === undefined) return waits;
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    with first as (
      select id, source is null as is_new from contact_messages
      where company_id = ${companyId} and contact_id = ${contactId} and via_id = ${account.id}
        and direction = 'in' and sent_at >= ${at} and sender ->> 'id' = any(${[...ids]}::text[])
        and sent_at < ${at}::timestamptz + interval '1 day'
      order by sent_at, id limit 1)
    update contact_messages m set source = coalesce(source, ${JSON.stringify(source)}::jsonb)
    from first where m.company_id = ${companyId} and m.id = first.id
    returning m.id, first.is_new as "isNew"`.execute(trx);
  const [first] = rows;
  if (!first) return waits;
  const messageId = first.id;
  if (first.isNew) {
    await keepPicture(trx, { companyId }, { accountId: account.id, messageId, source });
  }
  return { of: { contactId, messageId } };
}
