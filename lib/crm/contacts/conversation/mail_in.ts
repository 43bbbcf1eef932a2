import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** The contact in whose conversation a mail stands: our signed id, then any Message-ID we know. */
export async function findMailThread(
  trx: Trx,
  account: Account,
  { mail }: Inbound,
): Promise<number | undefined> {
  if (!mail || (mail.threadContact === undefined && mail.references.length === 0)) return undefined;
  const { rows } = await sql<{ id: number }>`
    with recursive named as (
      select ${mail.threadContact ?? null}::int as id, 0 as rank
      union all
      select * from (
        select m.contact_id, 1 from mail_ids i
        join contact_messages m on m.company_id = i.company_id and m.id = i.message_id
        where i.company_id = ${account.company_id} and i.value = any(${mail.references}::text[])
        order by i.is_own desc, m.id desc limit 1) known
    ), living as (
      select c.id, c.deleted_at, c.merged_into_id, n.rank, 0 as depth from named n
      join contacts c on c.company_id = ${account.company_id} and c.id = n.id
      union all
      select c.id, c.deleted_at, c.merged_into_id, l.rank, l.depth + 1 from living l
      join contacts c on c.company_id = ${account.company_id} and c.id = l.merged_into_id
      where l.depth < 20
    )
    select id from living where deleted_at is null order by rank limit 1`.execute(trx);
  return rows[0]?.id;
}

/** A mail of ours, by its Message-ID: what went out by an account, or was read from one before. */
export async function findMail(trx: Trx, account: Account, { mail, direction }: Inbound) {
  if (direction !== "out" || !mail?.messageId) return undefined;
  const { rows } = await sql<{ contactId: number; messageId: number }>`
    select m.contact_id as "contactId", m.id as "messageId" from mail_ids i
    join contact_messages m on m.company_id = i.company_id and m.id = i.message_id
    where i.company_id = ${account.company_id} and i.value = ${mail.messageId} and i.is_own
      and m.via_id is not null and m.direction = 'out'
    order by m.via_id = ${account.id} desc, m.id
    limit 1`.execute(trx);
  return rows[0];
}
