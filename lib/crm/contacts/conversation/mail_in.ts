import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Bounce } from "@/lib/channels/email/read/mail.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import { movesQuote } from "@/lib/crm/contacts/conversation/about_quote.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities } from "@/lib/records/activities.ts";

/** The contact in whose conversation a mail stands: our signed id, then any Message-ID we know. */
export async function findMailThread(
  trx: Trx,
  account: Account,
  { mail }: Inbound,
): Promise<number | undefined> {
  if (!mail) return undefined;
  const { rows } = await sql<{ id: number }>`
    with recursive named as (
      select ${mail.threadContact ?? null}::int as id, 0 as place
      union all
      select * from (
        select m.contact_id, 1 from mail_ids i
        join contact_messages m on m.company_id = i.company_id and m.id = i.message_id
        where i.company_id = ${account.company_id} and i.value = any(${mail.references}::text[])
        order by i.is_own desc, m.id desc limit 1) known
    ), living as (
      select c.id, c.deleted_at, c.merged_into_id, n.place, 0 as depth from named n
      join contacts c on c.company_id = ${account.company_id} and c.id = n.id
      union all
      select c.id, c.deleted_at, c.merged_into_id, l.place, l.depth + 1 from living l
      join contacts c on c.company_id = ${account.company_id} and c.id = l.merged_into_id
      where l.depth < 20
    )
    select id from living where deleted_at is null order by place limit 1`.execute(trx);
  return rows[0]?.id;
}

/** A mail of ours, by its Message-ID: what went out by the account, or was read from it before. */
export async function findMail(trx: Trx, account: Account, { mail, direction }: Inbound) {
  if (direction !== "out" || !mail?.messageId) return undefined;
  const { rows } = await sql<{ contactId: number; messageId: number }>`
    select m.contact_id as "contactId", m.id as "messageId" from mail_ids i
    join contact_messages m on m.company_id = i.company_id and m.id = i.message_id
    where i.company_id = ${account.company_id} and i.value = ${mail.messageId} and i.is_own
      and m.via_id = ${account.id} and m.direction = 'out'
    limit 1`.execute(trx);
  return rows[0];
}

/** A report that a mail of ours failed: the message has, with the reason. */
export async function noteBounce(trx: Trx, account: Account, bounce: Bounce): Promise<void> {
  const failed = bounce.recipients.find(({ action }) => action === "failed");
  if (!failed || bounce.about.length === 0) return;
  const said = [failed.address, failed.status, failed.reason].filter(Boolean).join(" ");
  const { rows } = await sql<
    { contactId: number; clientId: number | null; quoteId: number | null }
  >`
    update outbox o set state = 'failed', state_at = now(), due_at = null,
      error = ${`bounced ${said}`.slice(0, 500)}
    from mail_ids i, contact_messages m
      join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where i.company_id = ${account.company_id} and i.value = any(${bounce.about}::text[])
      and i.is_own and m.company_id = i.company_id and m.id = i.message_id
      and m.via_id = ${account.id} and o.company_id = m.company_id and o.message_id = m.id
      and o.state in ('sent', 'delivered', 'uncertain')
    returning m.contact_id as "contactId", c.converted_client_id as "clientId",
      m.quote_id as "quoteId"`.execute(trx);
  for (const { contactId, clientId, quoteId } of rows) {
    await recordActivities(trx, { companyId: account.company_id, userId: null }, [{
      verb: "message_failed",
      subject: { contact_id: contactId },
      clientId,
    }, ...movesQuote(quoteId)]);
  }
}
