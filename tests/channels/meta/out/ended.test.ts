/** Messages whose process or account has ended while they were on their way. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { findNext, freeMessages, leaseMessages, returnLeases } from "@/lib/channels/out/leases.ts";
import { graphCallers } from "@/lib/channels/meta/graph/callers.ts";
import { lookUpUncertain } from "@/lib/crm/contacts/conversation/sending/lookups.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { graphError } from "../../../support/graph/graph.ts";
import { breakSends, deliverEcho } from "../../../support/graph/sends.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { addPerson, connectMeta, type MetaAccount } from "../accounts.ts";

async function write(account: MetaAccount, contactId: number, body: string): Promise<number> {
  const json = { direction: "out", via: account.id, body };
  return (await expectData(account.api("POST", `/contacts/${contactId}/messages`, json), 201)).id;
}

function change(world: World, query: ReturnType<typeof sql<{ id: string }>>) {
  return inDatabase(world, 1, async (trx) => (await query.execute(trx)).rows);
}

/** Another process has taken what is due. */
async function leaseAs(world: World, holder: string) {
  const rows = await change(world, sql`update outbox set due_at = now() returning id`);
  const { db } = world.services.database;
  return (await leaseMessages(db, rows.map(({ id }) => id), holder)).pending;
}

testOnEach("after what a gone process was sending, the next goes to that person", async (world) => {
  const { db } = world.services.database;
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: "34600111222" });
  const [first, second] = [
    await write(account, contactId, "1"),
    await write(account, contactId, "2"),
  ];
  const holder = crypto.randomUUID();
  const [own, ...others] = await leaseAs(world, holder);
  assert.deepEqual([own!.payload.messageId, others], [first, []]);
  const { lost } = await freeMessages(db, [holder]);
  await delivered(account, contactId, first, "uncertain");
  const [next, ...more] = await asWorker(db, (trx) => findNext(trx, lost));
  assert.deepEqual(more, []);
  const [row] = await change(world, sql`select id from outbox where message_id = ${second}`);
  assert.equal(next!.id, row!.id);
}, { hasGraph: true });

testOnEach("a message on its way ends with its account, and is not tried again", async (world) => {
  const { db } = world.services.database;
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: "34600111222" });
  const other = await addPerson(world, account, { id: "34600333444" });
  const untried = await write(account, other, "Adiós");
  const pending = await leaseAs(world, crypto.randomUUID());
  const answer = Promise.withResolvers<void>();
  const message = "(#4) Application request limit reached";
  world.graph.faults.push({
    path: "/messages",
    times: 1,
    async answer() {
      await answer.promise;
      return graphError(429, { code: 4, message });
    },
  });
  const id = await write(account, contactId, "Hola");
  await goNow(world);
  await until(() => world.graph.calls.some((call) => call.endsWith("/messages")), {
    what: "the call",
  });
  await expectData(account.api("DELETE", `/channels/${account.id}`));
  answer.resolve();
  await delivered(account, contactId, id, "cancelled");
  await returnLeases(db, pending);
  await delivered(account, other, untried, "cancelled");
  assert.equal(world.graph.state.sent.length, 0);
}, { hasGraph: true });

function lookUp({ services }: World) {
  const { database: { db }, secretCipher } = services;
  return lookUpUncertain({ ...services, db, findCaller: graphCallers(db, secretCipher) });
}

testOnEach("what was named and not stored as sent is found by its id", async (world) => {
  const account = await connectMeta(world, "facebook");
  const contactId = await addPerson(world, account, { id: "7012345678901234" });
  const alike: number[] = [];
  for (const when of ["before", "after"] as const) {
    breakSends(world.graph, when);
    const id = await write(account, contactId, "Lo mismo");
    await goNow(world);
    await delivered(account, contactId, id, "uncertain");
    alike.push(id);
  }
  const [sent] = world.graph.state.sent;
  await change(
    world,
    sql`
    update contact_messages set external_id = ${sent!.id} where id = ${alike[1]}`,
  );
  await change(world, sql`update outbox set due_at = now()`);
  await lookUp(world);
  await delivered(account, contactId, alike[1]!, "sent");
  await delivered(account, contactId, alike[0]!, "uncertain");
}, { hasGraph: true });

testOnEach("what a gone process was looking up is looked up later", async (world) => {
  const account = await connectMeta(world, "facebook");
  const contactId = await addPerson(world, account, { id: "7012345678901234" });
  breakSends(world.graph, "after");
  const id = await write(account, contactId, "¿Llegó?");
  await goNow(world);
  await delivered(account, contactId, id, "uncertain");
  const due = () => change(world, sql`select id from outbox where due_at is not null`);
  await change(world, sql`update outbox set due_at = now()`);
  const { database: { db }, ...services } = world.services;
  await assert.rejects(lookUpUncertain({
    ...{ ...services, db },
    findCaller: () => Promise.reject(new Error("the process ends")),
  }));
  await delivered(account, contactId, id, "uncertain");
  assert.equal((await due()).length, 1);
  await change(world, sql`update outbox set due_at = now()`);
  await lookUp(world);
  await delivered(account, contactId, id, "sent");
  assert.equal((await due()).length, 0);
}, { hasGraph: true });

testOnEach("of two that say the same, the one that left is found", async (world) => {
  for (const kind of ["facebook", "instagram"] as const) {
    const settings = kind === "instagram" ? { login: "instagram" } : {};
    const account = await connectMeta(world, kind, { settings });
    const person = kind === "facebook" ? "7012345678901234" : "1234567890123456";
    const contactId = await addPerson(world, account, { id: person });
    const ids: number[] = [];
    for (const when of ["before", "after"] as const) {
      breakSends(world.graph, when);
      const id = await write(account, contactId, "Vale");
      await goNow(world);
      await delivered(account, contactId, id, "uncertain");
      ids.push(id);
      // Meta tells whole seconds.
      await change(
        world,
        sql`
        update outbox_attempts set started_at = started_at - interval '5 seconds'
        where outbox_id in (select id from outbox where message_id = ${id}) and ${
          when === "before"
        }`,
      );
    }
    if (kind === "facebook") {
      await change(world, sql`update outbox set due_at = now() where state = 'uncertain'`);
      await lookUp(world);
    } else {
      const sent = world.graph.state.sent.at(-1)!;
      await deliverEcho(world.graph, account, sent, {
        object: "instagram",
        ownId: String(account.settings.ig_id),
      });
    }
    await delivered(account, contactId, ids[1]!, "sent");
    await delivered(account, contactId, ids[0]!, "uncertain");
  }
}, { hasGraph: true });

testOnEach("a page's conversation that is read settles what is uncertain", async (world) => {
  const account = await connectMeta(world, "facebook");
  const contactId = await addPerson(world, account, { id: "7012345678901234" });
  breakSends(world.graph, "after");
  const id = await write(account, contactId, "¿Llegó?");
  await goNow(world);
  await delivered(account, contactId, id, "uncertain");
  const sent = world.graph.state.sent.at(-1)!;
  const place = { object: "page", ownId: account.ownId } as const;
  await deliverEcho(world.graph, account, { ...sent, opaque: null }, place);
  await delivered(account, contactId, id, "sent");
  const messages = await expectData(account.api("GET", `/contacts/${contactId}/messages`));
  assert.equal(messages.length, 1);
}, { hasGraph: true });
