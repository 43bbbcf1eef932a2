import { type AccountReader, listAccounts, listSending } from "@/lib/channels/accounts/accounts.ts";
import { findClient } from "@/lib/crm/clients/clients.ts";
import { senderRecords } from "@/lib/crm/contacts/conversation/sending/sender_record.ts";
import { readSenders } from "@/lib/crm/contacts/conversation/senders.ts";
import type { Db } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { findSubject } from "@/lib/records/subjects.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Mailboxes, which take any address, and the programs that know the client, also a trashed one.
 * @throws Problem validation_failed (`client_id`): no such client
 */
export async function listReachingAccounts(db: Db, reader: AccountReader, clientId: number) {
  const client = await findSubject(db, reader, { name: "client_id", id: clientId });
  if (client.clientId === null) {
    throw problem("validation_failed", { fields: { client_id: inputWords.notOurs } });
  }
  const { accounts: senders } = await readSenders(db, reader, { clientId });
  const ids = new Set(senders.map(({ id }) => id));
  return (await listAccounts(db, reader)).filter(({ id, kind }) => kind === "email" || ids.has(id));
}

/** The same with how each reaches the client. @throws Problem not_found */
export async function listClientSenders(db: Db, reader: AccountReader, clientId: number) {
  await findClient(db, reader, clientId, { gone: true });
  const senders = await readSenders(db, reader, { clientId });
  const ids = new Set(senders.accounts.map(({ id }) => id));
  const mailboxes = (await listSending(db, reader))
    .filter(({ id, kind }) => kind === "email" && !ids.has(id))
    .map(({ id, name, kind, channel, state }) => ({
      ...{ id, name, kind, channel, isPaused: state === "paused", mail: null, meta: null },
    }));
  return senderRecords({ ...senders, accounts: [...senders.accounts, ...mailboxes] });
}
