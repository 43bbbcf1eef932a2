/** A status may tell that Meta took a message and then did not send it: what leaves again, and what not. */
import assert from "node:assert/strict";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { breakSends, holdAnswer } from "../../../support/graph/sends.ts";
import type { GraphSent } from "../../../support/graph/state.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { addPerson, connectMeta, type MetaAccount } from "../accounts.ts";
import { type Status, tellStatus } from "./statuses.ts";

const person = "34600111222";
const failed = (code: number): Status => ({ state: "failed", code });

interface Scene {
  world: World;
  account: MetaAccount;
  contactId: number;
}

async function enter(world: World): Promise<Scene> {
  const account = await connectMeta(world, "whatsapp");
  return { world, account, contactId: await addPerson(world, account, { id: person }) };
}

async function write({ world, account, contactId }: Scene): Promise<number> {
  const json = { direction: "out", via: account.id, body: "Hola" };
  const { id } = await expectData(
    account.api("POST", `/contacts/${contactId}/messages`, json),
    201,
  );
  await goNow(world);
  return id;
}

/** A message that Meta has taken. */
async function send(scene: Scene): Promise<{ id: number; sent: GraphSent }> {
  const id = await write(scene);
  await delivered(scene.account, scene.contactId, id, "sent");
  return { id, sent: scene.world.graph.state.sent.at(-1)! };
}

function press({ account, contactId }: Scene, id: number, verb: string, json?: object) {
  return expectData(account.api("POST", `/contacts/${contactId}/messages/${id}/${verb}`, json));
}

testOnEach("each class of an error ends a message, or has it leave again", async (world) => {
  const scene = await enter(world);
  const { account, contactId } = scene;
  const rows: [statuses: Status[], end: string, sends: number, waitsMs?: [number, number]][] = [
    [[failed(131000)], "queued", 2, [3_000, 7_000]],
    [[failed(131016)], "queued", 2, [3_000, 7_000]],
    [[failed(2)], "queued", 2, [3_000, 7_000]],
    [[failed(130429)], "queued", 2, [55_000, 61_000]],
    [[failed(131056)], "queued", 2, [55_000, 61_000]],
    [[failed(131042)], "queued", 2],
    // Nobody knows what 1 is, but that it failed.
    [[failed(1)], "failed", 1],
    [[failed(131026)], "failed", 1],
    [[failed(131047)], "failed", 1],
    [[failed(132000)], "failed", 1],
    [[failed(999_999)], "failed", 1],
    [[{ state: "failed" }], "failed", 1],
    // It was sent after all.
    [[failed(131000), { state: "sent" }], "sent", 1],
    [[failed(131000), { state: "delivered" }], "delivered", 1],
    [[failed(131000), { state: "read" }, { state: "sent" }], "read", 1],
    [[{ state: "delivered" }, failed(131000)], "delivered", 1],
    // Statuses come in any order.
    [[failed(131000), { state: "sent", at: new Date(Date.now() - 60_000) }], "queued", 2],
    [[failed(131000), failed(131000)], "queued", 2],
  ];
  for (const [statuses, end, sends, waitsMs] of rows) {
    world.graph.state.personOf(person)!.wroteAt.set(account.ownId, new Date());
    world.graph.state.sent.length = 0;
    const what = JSON.stringify(statuses);
    const { id, sent } = await send(scene);
    const before = Date.now();
    for (const one of statuses) {
      const filed = await tellStatus(world, account, sent, one);
      assert.deepEqual(filed, { contactId, messageId: id }, what);
    }
    const { attempts, error, code, next_attempt_at } = await delivered(account, contactId, id, end);
    assert.equal(attempts, 1, what);
    if (end === "queued" || end === "failed") {
      assert.equal(code, statuses[0]!.code ?? null, what);
      assert.match(error, /^(Meta|They|It )/, what);
    }
    if (waitsMs) {
      // It began between the two, however long a busy machine takes.
      const [most, least] = [before, Date.now()].map((at) => Date.parse(next_attempt_at) - at);
      assert.ok(most! > waitsMs[0] && least! < waitsMs[1], `${what} waits ${least} to ${most} ms`);
    }
    await goNow(world);
    await delivered(account, contactId, id, end === "queued" ? "sent" : end);
    assert.equal(world.graph.state.sent.length, sends, what);
    await inDatabase(
      world,
      1,
      (trx) => trx.updateTable("account_people").set({ closed_at: null }).execute(),
    );
  }
  const { state } = await expectData(account.api("GET", `/channels/${account.id}`));
  assert.equal(state, "working");
}, { both: true, hasGraph: true });

testOnEach("what is told of an attempt says nothing of the next", async (world) => {
  const scene = await enter(world);
  const { account, contactId } = scene;
  const { id, sent: first } = await send(scene);
  await tellStatus(world, account, first, failed(131000));
  await goNow(world);
  await delivered(account, contactId, id, "sent");
  const second = world.graph.state.sent.at(-1)!;
  assert.notEqual(second.id, first.id);
  const [message] = await expectData(account.api("GET", `/contacts/${contactId}/messages`));
  assert.equal(message.external_id, second.id, "Meta's id of the one that counts");
  for (const status of [failed(131000), failed(131026), { state: "sent" } as const]) {
    await tellStatus(world, account, first, status);
    await delivered(account, contactId, id, "sent");
  }
  await tellStatus(world, account, second, failed(131000));
  const { attempts } = await delivered(account, contactId, id, "queued");
  assert.equal(attempts, 2);
  await tellStatus(world, account, first, { state: "delivered" });
  await delivered(account, contactId, id, "delivered");
  await goNow(world);
  assert.equal(world.graph.state.sent.length, 2);
}, { hasGraph: true });

testOnEach("the schedule ends, and a person begins it anew", async (world) => {
  const scene = await enter(world);
  const { account, contactId } = scene;
  const { id } = await send(scene);
  for (let attempts = 1; attempts <= 7; attempts++) {
    await tellStatus(world, account, world.graph.state.sent.at(-1)!, failed(130429));
    const end = attempts < 7 ? "queued" : "failed";
    const delivery = await delivered(account, contactId, id, end);
    assert.equal(delivery.attempts, attempts);
    if (end === "failed") {
      assert.match(delivery.error, /try again/);
      assert.deepEqual(delivery.can, ["retry"]);
      break;
    }
    await goNow(world);
    await delivered(account, contactId, id, "sent");
  }
  await goNow(world);
  assert.equal(world.graph.state.sent.length, 7);
  await press(scene, id, "retry");
  await goNow(world);
  await delivered(account, contactId, id, "sent");
  await tellStatus(world, account, world.graph.state.sent.at(-1)!, failed(130429));
  await delivered(account, contactId, id, "queued");
}, { hasGraph: true });

testOnEach(
  "the uncertain leaves again only where no other attempt may have",
  async (world) => {
    const scene = await enter(world);
    const { account, contactId } = scene;
    const { graph } = world;
    breakSends(graph, "after");
    const id = await write(scene);
    await delivered(account, contactId, id, "uncertain");
    await tellStatus(world, account, graph.state.sent.at(-1)!, failed(131000));
    await delivered(account, contactId, id, "queued");
    breakSends(graph, "after");
    await goNow(world);
    await delivered(account, contactId, id, "uncertain");
    await tellStatus(world, account, graph.state.sent.at(-1)!, failed(131000));
    await delivered(account, contactId, id, "queued");
    await goNow(world);
    await delivered(account, contactId, id, "sent");

    breakSends(graph, "after");
    const twice = await write(scene);
    await delivered(account, contactId, twice, "uncertain");
    const first = graph.state.sent.at(-1)!;
    await expectData(account.api("POST", `/channels/${account.id}/pause`));
    await press(scene, twice, "resend", { confirm: true });
    // A person has decided.
    await tellStatus(world, account, first, failed(131000));
    await delivered(account, contactId, twice, "queued");
    breakSends(graph, "after");
    await expectData(account.api("POST", `/channels/${account.id}/resume`));
    await delivered(account, contactId, twice, "uncertain");
    const count = graph.state.sent.length;
    await tellStatus(world, account, graph.state.sent.at(-1)!, failed(131000));
    const { can } = await delivered(account, contactId, twice, "failed");
    assert.deepEqual(can, ["retry"]);
    await goNow(world);
    assert.equal(graph.state.sent.length, count);
  },
  { hasGraph: true },
);

testOnEach("a resend of what a gone process was sending counts that attempt", async (world) => {
  const scene = await enter(world);
  const { account, contactId } = scene;
  breakSends(world.graph, "after");
  const id = await write(scene);
  await delivered(account, contactId, id, "uncertain");
  const first = world.graph.state.sent.at(-1)!;
  // As it is where nobody stored the attempt.
  await inDatabase(world, 1, async (trx) => {
    await trx.deleteFrom("outbox_attempts").execute();
    await trx.updateTable("outbox").set({ attempts: 0 }).execute();
  });
  breakSends(world.graph, "before");
  await press(scene, id, "resend", { confirm: true });
  await goNow(world);
  await delivered(account, contactId, id, "uncertain");
  await tellStatus(world, account, first, failed(131000));
  await delivered(account, contactId, id, "failed");
}, { hasGraph: true });

testOnEach("a failure waits for the attempt that it may be of", async (world) => {
  const scene = await enter(world);
  const { account, contactId } = scene;
  const answer = holdAnswer(world.graph);
  const id = await write(scene);
  const sent = await until(() => world.graph.state.sent[0], { what: "the call" });
  assert.equal(await tellStatus(world, account, sent, failed(131000)), "wait");
  answer();
  await delivered(account, contactId, id, "sent");
  await tellStatus(world, account, sent, failed(131000));
  await delivered(account, contactId, id, "queued");
}, { hasGraph: true });

testOnEach(
  "what leaves again keeps its place, and waits while its account is paused",
  async (world) => {
    const scene = await enter(world);
    const { account, contactId } = scene;
    const { id, sent } = await send(scene);
    await tellStatus(world, account, sent, failed(131000));
    const next = await write(scene);
    await until(() => world.graph.state.sent.length === 3, { what: "both to leave" });
    await delivered(account, contactId, next, "sent");
    const opaques = world.graph.state.sent.map(({ opaque }) => opaque);
    assert.equal(opaques[1], sent.opaque);
    assert.notEqual(opaques[2], sent.opaque);

    await expectData(account.api("POST", `/channels/${account.id}/pause`));
    await tellStatus(world, account, world.graph.state.sent[1]!, failed(131000));
    const { next_attempt_at } = await delivered(account, contactId, id, "queued");
    assert.equal(next_attempt_at, null);
    await expectData(account.api("POST", `/channels/${account.id}/resume`));
    await delivered(account, contactId, id, "sent");
    assert.equal(world.graph.state.sent.length, 4);
  },
  { hasGraph: true },
);

testOnEach("pace that a status tells of halves the account's calls at once", async (world) => {
  const scene = await enter(world);
  const { account, contactId } = scene;
  const { id, sent } = await send(scene);
  await tellStatus(world, account, sent, failed(130429));
  await delivered(account, contactId, id, "queued");
  const answers = Array.from({ length: 8 }, () => holdAnswer(world.graph));
  for (let n = 0; n < answers.length; n++) {
    const other = await addPerson(world, account, { id: `3460022233${n}` });
    const json = { direction: "out", via: account.id, body: "Hola" };
    await expectData(account.api("POST", `/contacts/${other}/messages`, json), 201);
  }
  await inDatabase(
    world,
    1,
    (trx) => trx.updateTable("outbox").set({ due_at: null }).where("message_id", "=", id).execute(),
  );
  await goNow(world);
  await until(() => {
    const { active, waiting } = world.services.outbox.load;
    return active === 4 && waiting === 4;
  }, { what: "half of the usual calls at once" });
  for (const answer of answers) answer();
  await until(() => world.graph.state.sent.length === 9, { what: "all to leave" });
}, { hasGraph: true });
