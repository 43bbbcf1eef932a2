import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Bounce, Bounced } from "@/lib/channels/email/read/mail.ts";
import { hearFrom, keepRefused } from "@/lib/channels/email/refused_addresses.ts";
import { movesQuote } from "@/lib/crm/contacts/conversation/about_quote.ts";
import type { MailFacts } from "@/lib/db/channels_schema.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities } from "@/lib/records/activities.ts";

/** Fails the message and keeps its address as refused. Anybody can write a report: ours is named. */
export async function noteBounce(trx: Trx, account: Account, bounce: Bounce): Promise<void> {
  const failed = bounce.recipients.filter(({ action }) => action === "failed");
  const arrived = bounce.recipients.filter(({ action }) => action === "delivered");
  if (failed.length + arrived.length === 0 || bounce.about.length === 0) return;
  const message = await findReturned(trx, account, bounce.about);
  if (!message) return;
  const tenant = { companyId: account.company_id };
  const heard = arrived.flatMap(({ address }) => address ?? []);
  await hearFrom(trx, tenant, heard.filter((one) => message.addresses.includes(one)));
  const [first] = failed;
  if (!first) return;
  const refusals = failed.flatMap((one) => {
    const address = addressOf(one, message.addresses);
    const reason = one.reason ?? one.status;
    return address ? [{ address, reason }] : [];
  });
  await keepRefused(trx, account, message.id, refusals);
  await fail(trx, account, message, first);
}

interface Returned {
  id: number;
  contactId: number;
  clientId: number | null;
  quoteId: number | null;
  addresses: string[];
}

async function findReturned(
  trx: Trx,
  account: Account,
  about: readonly string[],
): Promise<Returned | undefined> {
  const { rows } = await sql<Omit<Returned, "addresses"> & { mail: MailFacts | null }>`
    select m.id, m.contact_id as "contactId", c.converted_client_id as "clientId",
      m.quote_id as "quoteId", m.mail
    from mail_ids i
    join contact_messages m on m.company_id = i.company_id and m.id = i.message_id
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where i.company_id = ${account.company_id} and i.value = any(${[...about]}::text[])
      and i.is_own and m.via_id = ${account.id} and m.direction = 'out'
    limit 1`.execute(trx);
  const { mail, ...found } = rows[0] ?? {};
  if (!("id" in found)) return undefined;
  const addresses = [...mail?.to ?? [], ...mail?.cc ?? []].map(({ address }) => address);
  return { ...found as Omit<Returned, "addresses">, addresses };
}

/** Where a mail was passed on, the report names the address behind the one that it was sent to. */
function addressOf({ address }: Bounced, sentTo: readonly string[]): string | undefined {
  if (address && sentTo.includes(address)) return address;
  return sentTo.length === 1 ? sentTo[0] : undefined;
}

async function fail(trx: Trx, account: Account, message: Returned, why: Bounced): Promise<void> {
  const said = [why.address, why.status, why.reason].filter(Boolean).join(" ");
  const { numUpdatedRows } = await trx.updateTable("outbox").set((eb) => ({
    state: "failed",
    state_at: eb.fn<Date>("now"),
    due_at: null,
    error: `bounced ${said}`.slice(0, 500),
  })).where("company_id", "=", account.company_id).where("message_id", "=", message.id)
    .where("state", "in", ["sent", "delivered", "uncertain"]).executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const { contactId, clientId, quoteId } = message;
  await recordActivities(trx, { companyId: account.company_id, userId: null }, [{
    verb: "message_failed",
    subject: { contact_id: contactId },
    clientId,
  }, ...movesQuote(quoteId)]);
}
