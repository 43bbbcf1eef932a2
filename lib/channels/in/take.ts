import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { findStored, storeEvents } from "@/lib/channels/in/events.ts";
import { findErased, programId } from "@/lib/channels/in/erased_mail.ts";
import { fileArrivals } from "@/lib/channels/in/file_arrivals.ts";
import { type MessageIn, type Receipt, toInbound } from "@/lib/channels/in/message_in.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

export interface Brought {
  message: MessageIn;
  body: Uint8Array;
}

export type Outcome = { receipt: Receipt } | { refused: Problem };

/**
 * Stores and files what programs brought, in order. A paused account keeps it unread.
 * @param options.isStoredOnly it could not be filed just now, and is tried again later
 * @throws Problem validation_failed (`files`)
 */
export async function takeMessages(
  trx: Trx,
  handlers: ChannelHandlers,
  tenant: Tenant,
  brought: readonly Brought[],
  { isStoredOnly = false } = {},
): Promise<Outcome[]> {
  const accounts = await findPrograms(trx, tenant, brought.map(({ message }) => message.channelId));
  const delivered = brought.filter(({ message }) => accounts.has(message.channelId))
    .map(({ message, body }) => {
      const { channelId: accountId, externalId } = message;
      return { message, accountId, externalId, body };
    });
  const nameOf = ({ accountId, externalId }: { accountId: number; externalId: string }) =>
    programId(accountId, externalId);
  const erased = await findErased(trx, tenant, delivered.map(nameOf));
  const remaining = delivered.filter((one) => !erased.has(nameOf(one)));
  const stored = (await storeEvents(trx, tenant, remaining)).values();
  const ids = delivered.map((one) => erased.has(nameOf(one)) ? undefined : stored.next().value);
  const receivedAt = currentTime();
  const arrivals = delivered.flatMap(({ message, accountId }, at) => {
    const [id, account] = [ids[at], accounts.get(accountId)!];
    if (id === undefined || isStoredOnly || account.state === "paused") return [];
    return [{ account, event: { id, receivedAt }, message: toInbound(message) }];
  });
  const filed = await fileArrivals(trx, handlers, tenant, arrivals);
  const repeated = delivered.filter((_, at) => ids[at] === undefined);
  const repeats = (await findStored(trx, tenant, repeated)).values();
  const receipts = ids.map((id): Receipt => {
    if (id === undefined) return { ...repeats.next().value!, duplicate: true };
    return { messageId: null, contactId: null, ...filed.get(id), duplicate: false };
  }).values();
  return brought.map(({ message }) => {
    if (accounts.has(message.channelId)) return { receipt: receipts.next().value! };
    const fields = { channelId: inputWords.notOurs };
    return { refused: problem("validation_failed", { fields }) };
  });
}

async function findPrograms(
  trx: Trx,
  { companyId }: Tenant,
  ids: readonly number[],
): Promise<Map<number, Account>> {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", companyId).where("id", "in", [...new Set(ids)])
    .where("kind", "=", "program").where("deleted_at", "is", null).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
