import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { threadOf } from "@/lib/channels/in/erased_mail.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { idRows, keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Scope } from "@/lib/privacy/persons.ts";
import { theirKeys } from "@/lib/privacy/their_keys.ts";

/** Keeps salted digests of all ids by which the persons' mail would be known. Two statements. */
export async function keepErasedMail(
  trx: Trx,
  { companyId }: Tenant,
  scope: Scope,
  at: Date,
): Promise<void> {
  await sql`
    insert into erased_mail_salts (company_id, salt)
    select ${companyId}::int, ${new Uint8Array(randomBytes(32))}::bytea
    where exists (select from channel_accounts
      where company_id = ${companyId} and deleted_at is null)
    on conflict do nothing`.execute(trx);
  const others = [
    ...scope.contacts.map(threadOf),
    ...scope.mails.flatMap(({ messageId }) => messageId ?? []),
  ];
  // A program's ids are its account's own, as `programId` says.
  const idOf = (account: string) =>
    sql`case when a.kind = 'email' then t.external_id
      else ${sql.ref(account)} || ':' || t.external_id end`;
  const messages = messagesOf(companyId, scope);
  const events = theirKeys.channel_events!(companyId, scope);
  await sql`
    with accounts as materialized (
      select id, kind from channel_accounts where company_id = ${companyId}
    )
    insert into erased_mail (company_id, digest, erased_at)
    select s.company_id, sha256(s.salt || convert_to(named.id, 'UTF8')), ${at}::timestamptz
    from erased_mail_salts s cross join (
      select i.value as id from ${messages} m cross join ${
    lookUp(sql`select value, is_own from mail_ids
        where company_id = ${companyId} and message_id = m.id`)
  } i where i.is_own
      union
      select ${idOf("t.via_id")} from ${messages} t
      join accounts a on a.id = t.via_id
      union
      select ${idOf("t.account_id")} from (${events}) k cross join ${
    lookUp(sql`select account_id, external_id from channel_events
        where company_id = ${companyId} and id = k.id`)
  } t
      join accounts a on a.id = t.account_id
      union
      select o.payload -> 'mail' ->> 'messageId'
      from ${
    keyRows(scope.addresses.map((email) => ({ email })), { email: "text" })
  } k cross join ${
    lookUp(sql`select payload from outbox
        where company_id = ${companyId} and notification_id is not null
          and payload -> 'to' ->> 'email' = k.email`)
  } o
      union
      select unnest(${others}::text[])
    ) named
    where s.company_id = ${companyId} and named.id is not null
    on conflict (company_id, digest)
      do update set erased_at = greatest(erased_mail.erased_at, excluded.erased_at)`.execute(trx);
}

/** The contacts' messages. */
function messagesOf(companyId: number, { contacts }: Scope) {
  return sql`(select m.* from ${idRows(contacts, "int")} k cross join ${
    lookUp(sql`select id, via_id, external_id from contact_messages
      where company_id = ${companyId} and contact_id = k.id`)
  } m)`;
}
