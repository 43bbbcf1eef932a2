import { type RawBuilder, sql } from "kysely";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

interface Conversation {
  contacts: RawBuilder<unknown>;
  /** Id of the mailbox. */
  account: RawBuilder<unknown>;
}

/** Reply-To of the last mail that came, where a member chose it for its sender; never our own. */
export function chosenReply({ companyId }: Tenant, { contacts, account }: Conversation) {
  return sql<{ address: string }>`
    select lower(last.mail #>> '{replyTo,address}') as address
    from (
      select m.sender, m.mail from (${contacts}) c (id) cross join ${
    lookUp(sql`select * from contact_messages
        where company_id = ${companyId} and contact_id = c.id and via_id = ${account}
          and direction = 'in' and deleted_at is null
        order by sent_at desc, id desc limit 1`)
  } m
      order by m.sent_at desc, m.id desc limit 1) last
    join mail_senders s on s.company_id = ${companyId} and s.answers_to = 'reply_to'
      and s.address = lower(last.sender ->> 'email')
    where last.mail #>> '{replyTo,address}' is not null and not exists (
      select from channel_accounts o where o.company_id = ${companyId} and o.kind = 'email'
        and o.deleted_at is null and lower(o.address) = lower(last.mail #>> '{replyTo,address}'))`;
}
