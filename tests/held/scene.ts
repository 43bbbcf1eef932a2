/** An installation that owes something of every kind, to receivers that count who comes. */
import { sql } from "kysely";
import { transact } from "@/lib/db/transaction.ts";
import { holdInstallation, noteHolding } from "@/lib/service/hold/holding.ts";
import { recurring } from "@/lib/service/recurring.ts";
import { runOne } from "@/lib/service/start_work.ts";
import { authorityPem } from "../support/certificates.ts";
import { type PushService, startPushService } from "../support/push_service.ts";
import { startReceiver } from "../support/receiver.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { startSmtp } from "../channels/email/smtp.ts";
import { password } from "../channels/email/dovecot.ts";
import { own } from "../channels/email/mails.ts";
import { addPerson, connectMeta } from "../channels/meta/accounts.ts";
import { connect, marta } from "../channels/scene.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { shift } from "../notify/due/scene.ts";
import { pairPushed } from "../notify/push/scene.ts";
import { askAndAnswer, inTenant, send } from "../notify/scene.ts";

export type Receivers = Awaited<ReturnType<typeof openReceivers>>;

async function openReceivers() {
  const smtp = await startSmtp();
  return { hooks: startReceiver(), push: startPushService(), smtp, imap: countCallers() };
}

/** A mail server that says nothing, and counts who connects. */
function countCallers() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const callers = { port: listener.addr.port, count: 0, close: () => listener.close() };
  (async () => {
    for await (const conn of listener) {
      callers.count++;
      conn.close();
    }
  })();
  return callers;
}

export function testHeld(
  name: string,
  test: (world: World, receivers: Receivers) => Promise<void>,
  options: { both?: boolean } = {},
): void {
  testOnEach(name, async (world) => {
    const receivers = await openReceivers();
    await using _push: PushService = receivers.push;
    await using _smtp = receivers.smtp;
    await using _hooks = receivers.hooks;
    try {
      await test(world, receivers);
    } finally {
      receivers.imap.close();
    }
  }, {
    mailCa: authorityPem(),
    pushCa: authorityPem(),
    exchanges: () => Promise.resolve([]),
    hasGraph: true,
    env: { OPERATOR_EMAIL: people.ana },
    ...options,
  });
}

export async function hold(world: World, reason = "asked"): Promise<void> {
  const { database: { db }, hold } = world.services;
  await transact(db, (trx) => holdInstallation(trx, reason));
  await noteHolding(hold, db);
}

/** Connects what sends, before the installation is held. */
export async function connectAll(world: World, { hooks, push, smtp, imap }: Receivers) {
  const program = await connect(world, { callbackUrl: `${hooks.url}/program` });
  const { contactId } = await program.file({ externalId: "1", from: marta, text: "Hola" });
  const api = apiOf(world, people.ana);
  const server = { host: "localhost", security: "tls", user: "taller" };
  const mailbox = await expectData(
    api("POST", "/channels", {
      kind: "email",
      name: "Taller",
      address: own,
      settings: {
        imap: { ...server, port: imap.port, folder: "INBOX" },
        smtp: { ...server, port: smtp.port },
      },
      secrets: { password },
    }),
    201,
  );
  const contact = await expectData(
    api("POST", "/contacts", { name: "Ana García", email: "ana@cliente.example" }),
    201,
  );
  const facebook = await connectMeta(world, "facebook");
  const metaContactId = await addPerson(world, facebook, { id: "7012345678901234" });
  const phone = await pairPushed(world, push, "maria");
  const write = async (contactId: number, via: number, body: string) => {
    const path = `/contacts/${contactId}/messages`;
    return (await expectData(api("POST", path, { direction: "out", via, body }), 201)).id as number;
  };
  /** Owes a callback, a push, and a message of each kind. */
  const owe = async (word: string) => {
    const callbackUrl = `${hooks.url}/callback`;
    const { responseId } = await askAndAnswer(world, phone, { title: word, callbackUrl });
    const sent = await send(world, {
      title: word,
      remind: { every: 3_600, times: 5 },
      fallback: { after: 1_800, email: "maria@taller.example" },
    });
    return {
      responseId,
      notificationId: sent.notificationId as string,
      program: await write(contactId, program.id, word),
      mail: await write(contact.id, mailbox.id, word),
      message: await write(metaContactId, facebook.id, word),
    };
  };
  return { api, owe, contactId, contact, metaContactId, mailbox, facebook, phone };
}

/** Lets an hour and a minute pass for what is owed, and holds the installation from now on. */
export async function holdSinceNow(world: World): Promise<void> {
  await shift(world, 3_660);
  await transact(
    world.services.database.db,
    (trx) => sql`update installation set held_since = now()`.execute(trx),
  );
  await noteHolding(world.services.hold, world.services.database.db);
}

/** Makes everything due, and has every pool and every work of the list look for it. */
export async function lookEverywhere(world: World): Promise<void> {
  const { services } = world;
  const { callbacks, push, outbox, dueTimes, approvedQuotes, mailboxes, catchUps } = services;
  await inTenant(world, async (trx) => {
    await sql`update outbox set due_at = now() where state = 'queued'`.execute(trx);
  });
  for (const pool of [callbacks, push!.pool, outbox, dueTimes, services.fileFetches]) {
    await pool.sweep();
  }
  await mailboxes.sweep();
  await catchUps.sweep("10 minutes");
  await services.nightly.look();
  if (!services.hold.isHeld) await approvedQuotes.sweep();
  for (const one of recurring) await runOne(services, one);
}
