import { type Account, holdAccount } from "@/lib/channels/accounts/accounts.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { domainOf, newMessageId } from "@/lib/channels/email/thread_ids.ts";
import { enqueue } from "@/lib/channels/out/outbox.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Mail in place of a notification that nobody saw to: of no conversation. */

interface MailInPlace {
  notificationId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
}

export async function canMail(trx: Trx, tenant: Tenant): Promise<boolean> {
  return await findMailbox(trx, tenant) !== undefined;
}

/** Sends at once by the account that works best. @returns false where there is none */
export async function sendInPlace(trx: Trx, tenant: Tenant, mail: MailInPlace): Promise<boolean> {
  const id = await findMailbox(trx, tenant);
  const account = id === undefined ? undefined : await holdAccount(trx, tenant, id);
  if (!account) return false;
  await enqueue(trx, account, payloadOf(account, mail), { waitMs: 0 });
  return true;
}

const bestFirst = ["working", "checking", "failing", "paused"] as const;

async function findMailbox(trx: Trx, { companyId }: Tenant): Promise<number | undefined> {
  const accounts = await trx.selectFrom("channel_accounts").select(["id", "state"])
    .where("company_id", "=", companyId).where("kind", "=", "email")
    .where("deleted_at", "is", null).orderBy("id").execute();
  return bestFirst.flatMap((state) => accounts.filter((one) => one.state === state))[0]?.id;
}

function payloadOf(account: Account, mail: MailInPlace) {
  const { notificationId, from: name, subject, text } = mail;
  const address = comparedAddress(mail.to);
  const from = account.address!;
  const settings = emailSettingsOf(account.settings);
  return {
    messageId: null,
    notificationId,
    channelId: account.id,
    to: { id: address, name: null, email: address, phone: null },
    text,
    files: [],
    sentBy: name,
    mail: {
      messageId: newMessageId(domainOf(from)),
      inReplyTo: null,
      references: [],
      contactId: null,
      isAutomatic: true,
      subject,
      from: { name: settings.from_name ?? name, address: from },
      to: [{ name: null, address }],
      cc: [],
      date: currentTime().toISOString(),
      signature: null,
    },
  };
}
