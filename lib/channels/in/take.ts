import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { markAutomatic, markRead, storeEvent } from "@/lib/channels/in/events.ts";
import { isLoop, pauseForLoop } from "@/lib/channels/in/loops.ts";
import {
  type Inbound,
  type MessageIn,
  type Taken,
  toInbound,
} from "@/lib/channels/in/message_in.ts";
import { recordActivities, silentVerb } from "@/lib/records/activities.ts";
import { hearFrom } from "@/lib/channels/out/refused_addresses.ts";
import { inputWords } from "@/lib/words/input.ts";

export interface Brought {
  message: MessageIn;
  body: Uint8Array;
}

/**
 * Stores what a program brought and files it, in one transaction. A paused account keeps it unread.
 * @param options.isStoredOnly it could not be filed just now, and is tried again later
 * @throws Problem validation_failed (`channelId`, `files`)
 */
export async function takeMessage(
  trx: Trx,
  handlers: ChannelHandlers,
  { companyId, message, body }: Brought & { companyId: number },
  { isStoredOnly = false } = {},
): Promise<Taken & { accountId: number }> {
  const account = await findProgram(trx, companyId, message.channelId);
  const accountId = account.id;
  const given = { accountId, externalId: message.externalId, body };
  const { id, known } = await storeEvent(trx, { companyId }, given);
  if (known) return { ...known, duplicate: true, accountId };
  const kept = { messageId: null, contactId: null, duplicate: false, accountId };
  if (isStoredOnly || account.state === "paused") return kept;
  const event = { id, receivedAt: new Date() };
  const filed = await fileEvent(trx, handlers, { account, event, message: toInbound(message) });
  return filed ? { ...filed, duplicate: false, accountId } : kept;
}

/** @returns nothing where it waits, since more came of the person than people write */
export async function fileEvent(
  trx: Trx,
  handlers: ChannelHandlers,
  { account, event, message }: {
    account: Account;
    event: { id: number; receivedAt: Date };
    message: Inbound;
  },
): Promise<{ contactId: number; messageId: number } | undefined> {
  const known = await handlers.findMail(trx, account, message);
  if (known) {
    await markRead(trx, { companyId: account.company_id }, event.id, known);
    return known;
  }
  const writer = await handlers.findWriter(trx, account, message);
  const { contactId } = writer;
  if (!message.isQuiet && await isLoop(trx, account, { contactId, receivedAt: event.receivedAt })) {
    if (account.kind !== "email") {
      if (await pauseForLoop(trx, account)) await handlers.tellOfLoop(trx, account, contactId);
      return undefined;
    }
    // Anybody may write mail: it puts its sender aside, and not the mailbox.
    await handlers.holdWriter(trx, account, writer);
    message.isQuiet = true;
  }
  const messageId = await handlers.fileMessage(trx, account, message, writer);
  await noteHeard(trx, account, message);
  const filed = { contactId, messageId };
  await markRead(trx, { companyId: account.company_id }, event.id, filed);
  return filed;
}

/** Kept out of conversations; what it says of our own mail is noted. Pages of the account see it. */
export async function noteAutomatic(
  trx: Trx,
  handlers: ChannelHandlers,
  account: Account,
  eventId: number,
  inbound: Inbound,
): Promise<void> {
  const { from, mail } = inbound;
  const tenant = { companyId: account.company_id };
  if (mail!.bounce) await handlers.noteBounce(trx, account, mail!.bounce);
  else await noteHeard(trx, account, inbound);
  await markAutomatic(trx, tenant, eventId, {
    kind: mail!.automatic!,
    from: from.email ? { name: from.name, address: from.email } : null,
    subject: mail!.subject,
  });
  if (inbound.isQuiet) return;
  const subject = { channel_id: account.id };
  await recordActivities(trx, { ...tenant, userId: null }, [{ verb: silentVerb, subject }]);
}

/** Mail from an address shows that it exists, whoever vouches for it: only a warning goes. */
async function noteHeard(trx: Trx, account: Account, { direction, mail, from }: Inbound) {
  if (direction !== "in" || !mail || !from.email) return;
  await hearFrom(trx, { companyId: account.company_id }, from.email);
}

async function findProgram(trx: Trx, companyId: number, id: number): Promise<Account> {
  const account = await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id)
    .where("kind", "=", "program").where("deleted_at", "is", null).executeTakeFirst();
  if (!account) throw problem("validation_failed", { fields: { channelId: inputWords.notOurs } });
  return account;
}
