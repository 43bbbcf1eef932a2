/** Messages that leave by Meta: what is called, and what each answer becomes. */
import assert from "node:assert/strict";
import { leaseMessages } from "@/lib/channels/out/leases.ts";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { breakSends, refuseSends } from "../../../support/graph/sends.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { addPerson, connectMeta, type MetaAccount, type MetaKind } from "../accounts.ts";

const whatsappId = "34600111222";
const pageId = "7012345678901234";

function write(account: MetaAccount, contactId: number, json: Record<string, unknown>) {
  const body = { direction: "out", via: account.id, ...json };
  return account.api("POST", `/contacts/${contactId}/messages`, body);
}

async function writeOne(account: MetaAccount, contactId: number, body: string): Promise<number> {
  return (await expectData(write(account, contactId, { body }), 201)).id;
}

async function send(world: World, account: MetaAccount, contactId: number, body: string) {
  const id = await writeOne(account, contactId, body);
  await goNow(world);
  return id;
}

testOnEach("each kind is called as Meta has it, and its id is kept", async (world) => {
  const rows: [MetaKind, string, object | undefined, object][] = [
    ["whatsapp", whatsappId, undefined, { to: whatsappId, type: "text" }],
    ["whatsapp", "ES.13491208655302741918", undefined, {
      recipient: "ES.13491208655302741918",
      type: "text",
    }],
    ["facebook", pageId, undefined, {
      recipient: { id: pageId },
      messaging_type: "RESPONSE",
    }],
    ["instagram", "1234567890123456", { login: "instagram" }, {
      recipient: { id: "1234567890123456" },
      messaging_type: "RESPONSE",
    }],
  ];
  for (const [kind, person, settings, expected] of rows) {
    const account = await connectMeta(world, kind, { settings: { ...settings } });
    const contactId = await addPerson(world, account, { id: person });
    const id = await send(world, account, contactId, `Hola por ${kind}`);
    const { code, error } = await delivered(account, contactId, id, "sent");
    assert.deepEqual([code, error], [null, null]);
    const sent = world.graph.state.sent.at(-1)!;
    assert.deepEqual([sent.accountId, sent.to], [account.ownId, person]);
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(sent.body[name], value);
    assert.match(sent.opaque!, /^[\da-f-]{36}$/);
    const [message] = await expectData(account.api("GET", `/contacts/${contactId}/messages`));
    assert.deepEqual([message.external_id, message.to.id], [sent.id, person]);
  }
}, { hasGraph: true });

testOnEach("an error becomes what its class says", async (world) => {
  const account = await connectMeta(world, "facebook");
  const contactId = await addPerson(world, account, { id: pageId });
  const rows = [
    { code: 4, state: "queued" },
    { code: 80007, status: 500, state: "queued" },
    { code: 999_999, status: 429, state: "queued" },
    { code: 2, status: 500, state: "queued" },
    { code: 131000, status: 500, state: "queued" },
    { code: 190, status: 401, state: "queued", account: "failing" },
    { code: 10, status: 403, state: "queued", account: "failing" },
    { code: 1, status: 500, state: "uncertain" },
    { code: 1, subcode: 1357046, state: "uncertain" },
    { code: 999_999, status: 500, state: "uncertain" },
    { code: 551, state: "failed" },
    { code: 100, subcode: 2018001, state: "failed" },
    { code: 100, state: "failed" },
    { code: 999_999, state: "failed" },
    { code: 10, subcode: 2018300, state: "failed" },
    { code: 10, subcode: 2018278, state: "failed", isLast: true },
  ];
  for (const { state, account: accountState = "working", isLast, ...error } of rows) {
    refuseSends(world.graph, error);
    const id = await send(world, account, contactId, `Error ${error.code}`);
    const { attempts } = { attempts: 1 };
    const delivery = await until(async () => {
      const [message] = await expectData(account.api("GET", `/contacts/${contactId}/messages`));
      const is = message.delivery;
      return message.id === id && is.attempts === attempts && is.state === state && is;
    }, { what: `${JSON.stringify(error)} to be ${state}` });
    assert.equal(delivery.code, error.code, JSON.stringify(error));
    if (state !== "uncertain") assert.match(delivery.error, /^(Meta|Another|They|It )/);
    const { state: actual } = await expectData(account.api("GET", `/channels/${account.id}`));
    assert.equal(actual, accountState, JSON.stringify(error));
    if (state === "queued") {
      await goNow(world);
      await delivered(account, contactId, id, "sent");
    }
    if (isLast) {
      const body = { direction: "out", via: account.id, body: "Otra" };
      const answer = await account.api("POST", `/contacts/${contactId}/messages`, body);
      assert.deepEqual([answer.status, answer.body.code], [409, "window_closed"]);
    }
  }
}, { hasGraph: true });

testOnEach("what may have left is uncertain, and never repeated by itself", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: whatsappId });
  for (const [when, count] of [["before", 0], ["after", 1]] as const) {
    world.graph.state.sent.length = 0;
    breakSends(world.graph, when);
    const id = await send(world, account, contactId, `Se corta: ${when}`);
    const { can } = await delivered(account, contactId, id, "uncertain");
    assert.deepEqual(can, ["resend", "settle"]);
    await goNow(world);
    assert.equal(world.graph.state.sent.length, count);
  }
}, { hasGraph: true });

testOnEach("one person's messages leave in order, whatever becomes of them", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: whatsappId });
  const other = await addPerson(world, account, { id: "34600333444", name: "Otra" });
  refuseSends(world.graph, { code: 131000, status: 500 });
  const ids: number[] = [];
  for (let n = 0; n < 12; n++) ids.push(await writeOne(account, contactId, `Mensaje ${n}`));
  await goNow(world);
  await delivered(account, contactId, ids[0]!, "queued");
  // Nobody waits for somebody else.
  const away = await send(world, account, other, "A otra persona");
  await delivered(account, other, away, "sent");
  await until(async () => {
    await goNow(world);
    return world.graph.state.sent.length === 13;
  }, { what: "all to leave" });
  const own = world.graph.state.sent.filter(({ to }) => to === whatsappId);
  assert.deepEqual(
    own.map(({ body }) => (body.text as { body: string }).body),
    ids.map((_, n) => `Mensaje ${n}`),
  );
}, { hasGraph: true });

testOnEach("another app's conversation is taken on a retry", async (world) => {
  const account = await connectMeta(world, "facebook");
  const contactId = await addPerson(world, account, { id: pageId });
  refuseSends(world.graph, { code: 10, subcode: 2018300 });
  const id = await send(world, account, contactId, "Hola");
  await delivered(account, contactId, id, "failed");
  await expectData(account.api("POST", `/contacts/${contactId}/messages/${id}/retry`));
  await goNow(world);
  await delivered(account, contactId, id, "sent");
  const calls = world.graph.calls.filter((one) => one.startsWith("POST"));
  assert.deepEqual(calls.slice(-2).map((one) => one.split("/").at(-1)), [
    "take_thread_control",
    "messages",
  ]);
}, { hasGraph: true });

testOnEach("what a gone process was sending is uncertain, and the next goes on", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: whatsappId });
  const [first, second] = [
    await writeOne(account, contactId, "Una"),
    await writeOne(account, contactId, "Dos"),
  ];
  const { database: { db }, outbox } = world.services;
  const rows = await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("outbox").set({ due_at: new Date() }).where("state", "=", "queued")
        .returning("id").execute(),
  );
  const gone = crypto.randomUUID();
  const { pending } = await leaseMessages(db, rows.map(({ id }) => id), gone);
  assert.deepEqual(pending.map(({ payload }) => payload.messageId), [first]);
  await outbox.takeOver([gone]);
  await delivered(account, contactId, first, "uncertain");
  await delivered(account, contactId, second, "sent");
  assert.equal(world.graph.state.sent.length, 1);
}, { hasGraph: true });

testOnEach("an account that works again sends at once what waited for it", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: whatsappId });
  const other = await addPerson(world, account, { id: "34600333444", name: "Otra" });
  refuseSends(world.graph, { code: 131042 });
  const id = await send(world, account, contactId, "Sin pago");
  await until(async () => {
    const [message] = await expectData(account.api("GET", `/contacts/${contactId}/messages`));
    return message.delivery.attempts === 1;
  });
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("outbox").set({ due_at: new Date(Date.now() + 3_600_000) })
        .where("state", "=", "queued").execute(),
  );
  const json = { direction: "out", via: account.id, body: "Con pago" };
  const next = await expectData(account.api("POST", `/contacts/${other}/messages`, json), 201);
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("outbox").set({ due_at: new Date() }).where("message_id", "=", next.id)
        .execute(),
  );
  await world.services.outbox.sweep();
  await delivered(account, other, next.id, "sent");
  await delivered(account, contactId, id, "sent");
}, { hasGraph: true });
