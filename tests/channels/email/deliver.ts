/** A mailbox that mails are put into, and what is read of them. */
import { Buffer } from "node:buffer";
import { ImapFlow } from "imapflow";
import { expectData } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { authorityPem } from "../../support/certificates.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { password } from "./dovecot.ts";
import { authservId, mailOf } from "./mails.ts";
import { connectMailbox, type Post } from "./scene.ts";

/** Puts mails into a folder as a server does that delivers them. */
export function deliver(
  post: Pick<Post, "imap">,
  mails: Uint8Array[],
  folder = "INBOX",
  user = "taller",
  at?: Date,
): Promise<void> {
  return asOwner(post, user, async (client) => {
    for (const raw of mails) await client.append(folder, Buffer.from(raw), [], at);
  });
}

/** Mails that came in a time ago. */
export function deliverPast(post: Pick<Post, "imap">, mails: Uint8Array[], hours = 2) {
  return deliver(post, mails, "INBOX", "taller", new Date(Date.now() - hours * 3_600_000));
}

/** What its owner's program shows of each mail in the inbox. */
export function marksOf(post: Pick<Post, "imap">): Promise<string[][]> {
  return asOwner(post, "taller", async (client) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const mails = await client.fetchAll("1:*", { flags: true });
    return mails.map(({ flags }) => [...flags!].filter((mark) => mark !== "\\Recent"));
  });
}

async function asOwner<T>(
  { imap }: Pick<Post, "imap">,
  user: string,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const client = new ImapFlow({
    ...{ host: "127.0.0.1", port: imap.tlsPort, secure: true, servername: "localhost" },
    ...{ disableCompression: true, disableAutoIdle: true, logger: false },
    tls: { ca: authorityPem() },
    auth: { user, pass: password },
  });
  client.on("error", () => {});
  await client.connect();
  return await work(client).finally(() => client.close());
}

/** A mailbox of company 1 that has been read once, empty. */
export async function watched(world: World, post: Post, settings: Record<string, unknown> = {}) {
  const mailbox = await connectMailbox(world, post, { authserv_id: authservId, ...settings });
  const { api, id } = mailbox;
  const read = () => world.services.mailboxes.read(1, id);
  await read();
  return {
    ...mailbox,
    read,
    /** All events are read, one way or another. */
    settled: (count: number) =>
      until(() =>
        inTenant(world, async (trx) => {
          const rows = await trx.selectFrom("channel_events").select(["state", "problem_text"])
            .where("account_id", "=", id).execute();
          return rows.length === count && rows.every(({ state }) => state !== "waiting");
        }), { what: `${count} mails to be read` }),
    contacts: () => expectData(api("GET", "/contacts?sort=created_at")),
    messagesOf: (contactId: number) => expectData(api("GET", `/contacts/${contactId}/messages`)),
  };
}

export const verified = [
  `Authentication-Results: ${authservId}; dmarc=pass header.from=cliente.example`,
];
export const numbered = (n: number, parts: Parameters<typeof mailOf>[0] = {}) =>
  renumbered(n, mailOf(parts));

/** The same mail under another Message-ID. */
export function renumbered(n: number, raw: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(raw).replace("<a1@", `<a${n}@`));
}
