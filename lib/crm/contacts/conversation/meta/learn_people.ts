import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { numberedChannels } from "@/lib/channels/kinds.ts";
import { accountValue } from "@/lib/crm/contacts/conversation/find_writers.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

interface Learnt {
  account: Account;
  contactId: number;
  ids: readonly string[];
}

/**
 * Makes each id of a person one of the contact's, unless another live contact has it: that one keeps
 * it, and a member may merge the two. Two statements.
 */
export async function learnPeople(
  trx: Trx,
  { companyId }: Tenant,
  learnt: readonly Learnt[],
): Promise<void> {
  const rows = learnt.flatMap(({ account, contactId, ids }) =>
    ids.map((id) => ({
      contactId,
      id,
      accountValue: accountValue(account, id),
      channelKind: numberedChannels.includes(account.channel) ? `${account.channel}_id` : null,
    }))
  );
  if (rows.length === 0) return;
  await sql`
    with told as (
      select distinct on (r."accountValue") r.*, coalesce(holder.id, r."contactId") as holder
      from ${
    keyRows(rows, { contactId: "int", id: "text", accountValue: "text", channelKind: "text" })
  } r
      left join lateral (
        select c.id from (values ('account_id', r."accountValue"), (r."channelKind", r.id))
          v (kind, value)
        cross join ${
    lookUp(sql`select * from identities
          where company_id = ${companyId} and kind = v.kind and value = v.value`)
  } i
        cross join ${
    lookUp(sql`select id, deleted_at from contacts
          where company_id = ${companyId} and id = i.contact_id`)
  } c
        where c.deleted_at is null
        order by c.id = r."contactId" desc, i.created_at desc, i.id desc limit 1
      ) holder on true
    )
    insert into identities (company_id, contact_id, kind, value, source)
    select ${companyId}, t.holder, k.kind, k.value, 'channel'
    from told t cross join lateral (values ('account_id', t."accountValue"),
      (t."channelKind", t.id)) k (kind, value)
    where k.kind is not null and not exists (select from ${
    lookUp(sql`select contact_id from identities
      where company_id = ${companyId} and kind = k.kind and value = k.value`)
  } i where i.contact_id = t.holder)`.execute(trx);
}
