import { type AccountReader, listAccounts } from "@/lib/channels/accounts/accounts.ts";
import { findClient } from "@/lib/crm/clients/clients.ts";
import { readSenders } from "@/lib/crm/contacts/conversation/senders.ts";
import type { Db } from "@/lib/db/connection.ts";

/** Mailboxes, which take any address, and the programs that know the client. @throws Problem not_found */
export async function listReachingAccounts(db: Db, reader: AccountReader, clientId: number) {
  await findClient(db, reader, clientId, { gone: true });
  const { accounts: senders } = await readSenders(db, reader, { clientId });
  const ids = new Set(senders.map(({ id }) => id));
  return (await listAccounts(db, reader)).filter(({ id, kind }) => kind === "email" || ids.has(id));
}
