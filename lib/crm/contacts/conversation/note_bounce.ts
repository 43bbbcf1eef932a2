import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import type { Bounce, Bounced } from "@/lib/channels/email/read/mail.ts";
import { hearFrom, keepRefused } from "@/lib/channels/email/refused_addresses.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import { addressesOf, afterReturn, stateOf } from "@/lib/channels/out/recipients.ts";
import { movesQuote } from "@/lib/crm/contacts/conversation/about_quote.ts";
import type { MailFacts, OutboxRecipient } from "@/lib/db/tables/channels.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { shownAddress } from "@/lib/records/shown_address.ts";
import { followAnswers } from "@/lib/crm/contacts/unanswered/failed_answers.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Fails the message and keeps its address as refused. Anybody can write a report: ours is named.
 * @returns the message that came back, or arrived late
 */
export async function noteBounce(
  trx: Trx,
  account: Account,
  bounce: Bounce,
): Promise<Filed | undefined> {
  const message = await findReturned(trx, account, bounce.about);
  if (!message) return undefined;
  await noteReturned(trx, account, message, bounce);
  return { contactId: message.contactId, messageId: message.id };
}

async function noteReturned(
  trx: Trx,
  account: Account,
  message: Returned,
  bounce: Bounce,
): Promise<void> {
  const recipients = concerned(bounce, message.addresses);
  const failed = recipients.filter(({ action }) => action === "failed");
  const arrived = recipients.filter(({ action }) => action === "delivered");
  const tenant = { companyId: account.company_id };
  const heard = arrived.flatMap(({ address }) => address ?? []);
  await hearFrom(trx, tenant, heard.filter((one) => message.addresses.includes(one)));
  if (failed.length === 0) return;
  const refusals = failed.filter(isHard).flatMap((one) => {
    const address = bounce.isInWords ? one.address : addressOf(one, message.addresses);
    const reason = one.reason ?? one.status;
    return address ? [{ address, reason }] : [];
  });
  await keepRefused(trx, account, message.id, refusals);
  await fail(trx, account, message, failed);
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
  if (about.length === 0) return undefined;
  const { rows } = await sql<Omit<Returned, "addresses"> & { mail: MailFacts | null }>`
    select m.id, m.contact_id as "contactId", c.converted_client_id as "clientId",
      m.quote_id as "quoteId", m.mail
    from mail_ids i
    join contact_messages m on m.company_id = i.company_id and m.id = i.message_id
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where i.company_id = ${account.company_id} and i.value = any(${[...about]}::text[])
      and i.is_own and m.via_id = ${account.id} and m.direction = 'out'
    limit 1`.execute(trx);
  const { mail, ...message } = rows[0] ?? {};
  if (!("id" in message)) return undefined;
  const addresses = [...mail?.to ?? [], ...mail?.cc ?? []].map(({ address }) =>
    comparedAddress(address)
  );
  return { ...message as Omit<Returned, "addresses">, addresses };
}

/** Recipients that a report is about; a single recipient has failed even where it is not named. */
function concerned(
  { recipients, isInWords }: Bounce,
  sentTo: readonly string[],
): readonly Bounced[] {
  if (!isInWords) return recipients;
  const named = recipients.filter(({ address }) => address !== null && sentTo.includes(address));
  if (named.length > 0 || sentTo.length !== 1) return named;
  const worst = recipients.find(({ action }) => action === "failed") ?? recipients[0];
  return worst ? [{ ...worst, address: null }] : [];
}

function isHard({ status }: Bounced): boolean {
  return !status?.startsWith("4");
}

/** The address written to: of a mail that was passed on, the report names the address behind it. */
function addressOf({ address }: Bounced, sentTo: readonly string[]): string | null {
  if (!address || sentTo.includes(address)) return address;
  return sentTo.length === 1 ? sentTo[0]! : null;
}

async function fail(
  trx: Trx,
  account: Account,
  message: Returned,
  failed: readonly Bounced[],
): Promise<void> {
  const row = await trx.selectFrom("outbox").select(["id", "state", "recipients", "payload"])
    .where("company_id", "=", account.company_id).where("message_id", "=", message.id)
    .where("state", "in", ["queued", "sent", "partly", "delivered", "uncertain"])
    .forUpdate().executeTakeFirst();
  if (!row) return;
  const at = currentTime();
  const { mail } = row.payload as unknown as Payload;
  const earlier = row.recipients ?? (mail ? addressesOf(mail) : message.addresses)
    .map((address): OutboxRecipient => ({
      address,
      error: null,
      at: at.toISOString(),
      state: row.state === "uncertain" ? "queued" : "sent",
    }));
  const returned = returnedOf(failed, earlier);
  const isKnown = earlier.every(({ address, state }) =>
    state === "failed" || !returned.has(comparedAddress(address))
  );
  if (returned.size > 0 && isKnown) return;
  const recipients = afterReturn(earlier, returned, at);
  const state = stateOf(recipients);
  await trx.updateTable("outbox").set({
    ...state === "queued" ? {} : {
      // Of several, where nobody can tell which one it was.
      state: returned.size > 0 ? state : "partly",
      state_at: at,
      due_at: null,
    },
    error: errorOf(failed[0]!),
    recipients: JSON.stringify(recipients),
  }).where("company_id", "=", account.company_id).where("id", "=", row.id).execute();
  const { contactId, clientId, quoteId } = message;
  await followAnswers(trx, { companyId: account.company_id }, [message.id]);
  await recordActivities(trx, { companyId: account.company_id, userId: null }, [{
    verb: "message_failed",
    subject: { contact_id: contactId },
    clientId,
  }, ...movesQuote(quoteId)]);
}

function returnedOf(
  failed: readonly Bounced[],
  recipients: readonly OutboxRecipient[],
): Map<string, string> {
  const addresses = recipients.map(({ address }) => comparedAddress(address));
  return new Map(failed.flatMap((one): [string, string][] => {
    const [only] = addresses;
    if (one.address && addresses.includes(one.address)) return [[one.address, errorOf(one)]];
    return addresses.length === 1 ? [[only!, errorOf(one)]] : [];
  }));
}

function errorOf({ address, status, reason }: Bounced): string {
  const isInReason = status !== null && reason?.includes(status);
  const text = [address && shownAddress(address), isInReason ? null : status, reason].filter(
    Boolean,
  )
    .join(" ");
  return `bounced ${text}`.slice(0, 500);
}
