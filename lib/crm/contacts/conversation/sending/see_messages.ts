import { sql } from "kysely";
import { kindsWhere } from "@/lib/channels/kinds.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** A member has seen a thread: by accounts that tell it, people hear so of their newest message. */
export async function seeMessages(
  trx: Trx,
  { companyId }: Tenant,
  contactId: number,
): Promise<void> {
  const { rows: people } = await sql<{ accountId: number; personId: string }>`
    insert into account_people as p (company_id, account_id, person_id, seen_key)
    select distinct on (m.via_id) m.company_id, m.via_id, m.sender ->> 'id', m.external_id
    from contact_messages m
    join channel_accounts a on a.company_id = m.company_id and a.id = m.via_id
    where m.company_id = ${companyId} and m.contact_id = ${contactId} and m.direction = 'in'
      and m.deleted_at is null and m.unsent_at is null and m.external_id is not null
      and m.sender ->> 'id' is not null and a.deleted_at is null
      and a.kind = any(${kindsWhere(({ sends }) => sends === "meta")}::text[])
      and a.settings -> 'read_marks' = 'true'
    order by m.via_id, m.sent_at desc, m.id desc
    on conflict (company_id, account_id, person_id) do update set seen_key = excluded.seen_key
      where p.seen_key is distinct from excluded.seen_key
    returning account_id as "accountId", person_id as "personId"`.execute(trx);
  if (people.length > 0) trx.afterCommit({ kind: "seen", companyId, people });
}
