import { type Selectable, sql } from "kysely";
import { fallbackName } from "@/lib/values/shown_id.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { recordChange } from "@/lib/records/activities.ts";
import { changeRecord } from "@/lib/records/records.ts";

export interface NamedPerson {
  accountId: number;
  personId: string;
  name: string | null;
  username: string | null;
}

/** Fills the contact's name where nobody gave one, and the username. */
export async function namePerson(
  trx: Trx,
  { companyId }: Tenant,
  { accountId, personId, name, username }: NamedPerson,
): Promise<void> {
  const { rows: [contact] } = await sql<Selectable<Contacts>>`
    select c.* from ${
    lookUp(sql`select contact_id from identities where company_id = ${companyId}
      and kind = 'account_id' and value = ${`${accountId}:${personId}`}`)
  } i cross join ${
    lookUp(sql`select * from contacts
      where company_id = ${companyId} and id = i.contact_id for update`)
  } c
    where c.deleted_at is null order by c.id desc limit 1`.execute(trx);
  if (!contact) return;
  const isNameless = contact.name === null ||
    contact.name === fallbackName(contact.channel, personId);
  const values = {
    ...name !== null && isNameless && { name },
    ...username !== null && { username },
  };
  const actor = { companyId, userId: null };
  const { changes } = await changeRecord(trx, "contacts", actor, contact, values);
  await recordChange(trx, actor, {
    subject: { contact_id: contact.id },
    clientId: contact.converted_client_id,
    changes,
  });
}
