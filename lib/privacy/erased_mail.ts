import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { threadOf } from "@/lib/channels/in/erased_mail.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { isAny, type Scope, theirs } from "@/lib/privacy/scope.ts";

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
  await sql`
    insert into erased_mail (company_id, digest, erased_at)
    select s.company_id, sha256(s.salt || convert_to(named.id, 'UTF8')), ${at}::timestamptz
    from erased_mail_salts s cross join (
      select i.value as id from mail_ids i
      join contact_messages m on m.company_id = i.company_id and m.id = i.message_id
      where i.company_id = ${companyId} and i.is_own and ${isAny("m.contact_id", scope.contacts)}
      union
      select ${idOf("t.via_id")} from contact_messages t
      join channel_accounts a on a.company_id = t.company_id and a.id = t.via_id
      where t.company_id = ${companyId} and ${isAny("t.contact_id", scope.contacts)}
      union
      select ${idOf("t.account_id")} from channel_events t
      join channel_accounts a on a.company_id = t.company_id and a.id = t.account_id
      where t.company_id = ${companyId} and ${theirs.channel_events!(scope)}
      union
      select o.payload -> 'mail' ->> 'messageId' from outbox o
      where o.company_id = ${companyId} and o.notification_id is not null
        and o.payload -> 'to' ->> 'email' = any (${scope.addresses}::text[])
      union
      select unnest(${others}::text[])
    ) named
    where s.company_id = ${companyId} and named.id is not null
    on conflict (company_id, digest)
      do update set erased_at = greatest(erased_mail.erased_at, excluded.erased_at)`.execute(trx);
}
