import { sql } from "kysely";
import { chosenReply } from "@/lib/crm/contacts/conversation/chosen_reply.ts";
import { answering } from "@/lib/crm/contacts/conversation/subjects.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { domainOf, newMessageId } from "@/lib/channels/email/thread_ids.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import { checkRefused } from "@/lib/channels/email/refused_addresses.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Address, MailFacts } from "@/lib/db/tables/channels.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { inputWords } from "@/lib/words/input.ts";

export interface MailGiven {
  subject?: string | null;
  to?: string | null;
  cc: string[];
  despite_refusal: boolean;
}

interface Written extends MailGiven {
  contactId: number;
  recipient: Address;
  sentBy: string;
  sentAt: Date;
  /** Whether it goes to the client, at their own address. */
  isToClient: boolean;
}

export interface MailOut {
  recipient: Address;
  subject: string;
  facts: MailFacts;
  mail: NonNullable<Payload["mail"]>;
}

/** Refuses fields that only mail has on other accounts. @throws Problem validation_failed */
export function refuseForOthers(account: Account | undefined, mail: MailGiven): void {
  if (account?.kind === "email") return;
  const has = {
    subject: mail.subject != null,
    to: mail.to != null,
    cc: mail.cc.length > 0,
    despite_refusal: mail.despite_refusal,
  };
  const wrong = Object.entries(has).filter(([, isGiven]) => isGiven)
    .map(([name]) => [name, inputWords.otherKind]);
  if (wrong.length > 0) throw problem("validation_failed", { fields: Object.fromEntries(wrong) });
}

/**
 * Composes a mail with a Message-ID of its own that answers the newest one of the conversation, by
 * its Message-ID and subject.
 * @throws Problem validation_failed (`via`): there is no address; address_refused
 */
export async function writeMail(trx: Trx, account: Account, written: Written): Promise<MailOut> {
  const companyId = account.company_id;
  const { contactId, recipient, sentBy, sentAt } = written;
  const parent = await findParent(trx, { companyId }, account, contactId);
  const chosen = written.to ?? await findChosen(trx, account, written);
  const receiver = chosen ?? addressIn(recipient);
  if (!receiver) throw problem("validation_failed", { fields: { via: inputWords.noAddressThere } });
  const address = comparedAddress(receiver);
  const settings = emailSettingsOf(account.settings);
  const to = [{ name: chosen ? null : recipient.name, address }];
  const cc = [...new Set(written.cc.map(comparedAddress))]
    .filter((one) => one !== address).map((one) => ({ name: null, address: one }));
  const addresses = [address, ...cc.map((one) => one.address)];
  await checkRefused(trx, { companyId }, { addresses, isConfirmed: written.despite_refusal });
  const subject = written.subject?.replace(/\s+/g, " ") ??
    (parent?.subject ? answering(parent.subject) : account.name);
  const from = account.address!;
  return {
    recipient: { ...recipient, id: address, email: address },
    subject,
    facts: {
      to,
      cc,
      recipients: 1 + cc.length,
      replyTo: null,
      isVerified: true,
      remotePictures: 0,
      invitation: null,
    },
    mail: {
      messageId: newMessageId(domainOf(from)),
      inReplyTo: parent?.messageId ?? null,
      references: parent ? [...parent.references, parent.messageId] : [],
      contactId,
      subject,
      from: { name: settings.from_name ?? sentBy, address: from },
      to,
      cc,
      date: sentAt.toISOString(),
      signature: settings.signature,
    },
  };
}

async function findChosen(
  trx: Trx,
  { id, company_id: companyId }: Account,
  { contactId, isToClient }: Pick<Written, "contactId" | "isToClient">,
): Promise<string | undefined> {
  if (isToClient) return undefined;
  const conversation = { contacts: sql`select ${contactId}::int`, account: sql`${id}::int` };
  const { rows } = await chosenReply({ companyId }, conversation).execute(trx);
  return rows[0]?.address;
}

/** Address of a mailbox as its id within the account. */
function addressIn({ id, email }: Address): string | null {
  return id?.includes("@") ? id : email;
}

const mostReferences = 20;

/** Newest mail of the conversation with a Message-ID, and its references. */
async function findParent(trx: Trx, { companyId }: Tenant, account: Account, contactId: number) {
  const { rows } = await sql<{ subject: string | null; messageId: string; references: string[] }>`
    select m.subject, own.value as "messageId", coalesce((
      select json_agg(r.value) from mail_ids r
      where r.company_id = m.company_id and r.message_id = m.id and not r.is_own), '[]')
      as references
    from contact_messages m
    join mail_ids own on own.company_id = m.company_id and own.message_id = m.id and own.is_own
    where m.company_id = ${companyId} and m.contact_id = ${contactId}
      and m.via_id = ${account.id} and m.deleted_at is null
    order by m.sent_at desc, m.id desc limit 1`.execute(trx);
  const parent = rows[0];
  return parent && { ...parent, references: parent.references.slice(-mostReferences) };
}

/** Message-ID of a mail, and those in its References. */
interface MailNames {
  messageId: number;
  own: string | null;
  references: readonly string[];
}

/** Stores Message-IDs by which answers are matched to their conversation. */
export async function knowMailIds(
  trx: Trx,
  { companyId }: Tenant,
  mails: readonly MailNames[],
): Promise<void> {
  const rows = mails.flatMap(({ messageId, own, references }) => {
    const others = new Set(references);
    if (own) others.delete(own);
    return [
      ...(own ? [{ value: own, is_own: true }] : []),
      ...[...others].map((value) => ({ value, is_own: false })),
    ].map((row) => ({ company_id: companyId, message_id: messageId, ...row }));
  });
  for (let at = 0; at < rows.length; at += mostRows) {
    await trx.insertInto("mail_ids").values(rows.slice(at, at + mostRows))
      .onConflict((on) => on.doNothing()).execute();
  }
}

/** Postgres takes 65,535 values in a statement. */
const mostRows = 5_000;
