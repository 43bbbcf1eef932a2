/** Messages that cannot go out, and accounts that are taken away while they do. */
import assert from "node:assert/strict";
import { expectData, expectFailure, inDatabase } from "../../../crm/scene.ts";
import { holdAnswer } from "../../../support/graph/sends.ts";
import { until } from "../../../support/wait.ts";
import { people, testOnEach, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { addPerson, connectMeta, type MetaAccount } from "../accounts.ts";

function write(account: MetaAccount, contactId: number, json: Record<string, unknown>) {
  const body = { direction: "out", via: account.id, ...json };
  return account.api("POST", `/contacts/${contactId}/messages`, body);
}

testOnEach(
  "who cannot be reached is refused at once, with the field that says why",
  async (world) => {
    const number = await connectMeta(world, "whatsapp");
    const page = await connectMeta(world, "facebook");
    const other = await connectMeta(world, "facebook", {
      settings: { page_id: "107003000000002" },
    });
    const ofPage = await addPerson(world, page, { id: "7001" });
    const ofNumber = await addPerson(world, number, { id: "34600111222" });
    const username = await inDatabase(world, 1, async (trx) => {
      const { id } = await trx.insertInto("contacts").values({
        ...{ company_id: 1, channel: "whatsapp", name: "Sin número", username: "sin.numero" },
      }).returning("id").executeTakeFirstOrThrow();
      return id;
    });
    const template = { name: "no_hay", language: "es", variables: [] };
    const cases: [string, MetaAccount, number, Record<string, unknown>, string][] = [
      ["a person of another page", other, ofPage, { body: "Hola" }, "via"],
      ["a username without a number", number, username, { body: "Hola" }, "via"],
      ["a page's person by a number", number, ofPage, { body: "Hola" }, "via"],
      [
        "an unknown template",
        number,
        ofNumber,
        { template, opt_in: { source: "web" } },
        "template",
      ],
      ["a template of a page", page, ofPage, { template, opt_in: { source: "web" } }, "template"],
    ];
    for (const [what, account, contactId, json, field] of cases) {
      const { fields } = await expectFailure(
        write(account, contactId, json),
        422,
        "validation_failed",
      );
      assert.ok(field in fields, `${what}: ${Object.keys(fields)}`);
    }
    const large = await world.call("POST", "/api/admin/files?name=a.jpg", {
      member: people.ana,
      body: new Uint8Array(26 * 1024 * 1024),
      headers: { "Content-Type": "application/octet-stream" },
    });
    assert.equal(large.status, 413);
    await goNow(world);
    assert.deepEqual(world.graph.state.sent, []);
  },
  { hasGraph: true },
);

interface Parts {
  account: MetaAccount;
  contactId: number;
  ids: number[];
}

/** Three parts, of which the first is on its way until it is let go. */
async function leave(world: World): Promise<Parts & { letGo: () => void }> {
  const account = await connectMeta(world, "instagram");
  const contactId = await addPerson(world, account, { id: "1234567890123456" });
  const answer = Promise.withResolvers<void>();
  world.graph.faults.push({
    path: "/messages",
    times: 1,
    async answer() {
      await answer.promise;
      return undefined;
    },
  });
  const sent = await write(account, contactId, { body: "Línea de texto.\n".repeat(150) });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  const { parts } = sent.body.meta;
  assert.equal(parts.length, 3);
  await goNow(world);
  await delivered(account, contactId, parts[0], "sending");
  return { account, contactId, ids: parts, letGo: answer.resolve };
}

testOnEach("a pause while parts leave holds the rest, which go in order", async (world) => {
  const { account, contactId, ids, letGo } = await leave(world);
  await expectData(account.api("POST", `/channels/${account.id}/pause`));
  letGo();
  await delivered(account, contactId, ids[0]!, "sent");
  await goNow(world);
  for (const id of ids.slice(1)) {
    const { next_attempt_at } = await delivered(account, contactId, id, "queued");
    assert.equal(next_attempt_at, null);
  }
  assert.equal(world.graph.state.sent.length, 1);
  await expectData(account.api("POST", `/channels/${account.id}/resume`));
  for (const id of ids) await delivered(account, contactId, id, "sent");
  const opaques = await inDatabase(world, 1, async (trx) => {
    const rows = await trx.selectFrom("outbox").select("id").orderBy("message_id").execute();
    return rows.map(({ id }) => id);
  });
  assert.deepEqual(world.graph.state.sent.map(({ opaque }) => opaque), opaques);
}, { hasGraph: true });

testOnEach("a deletion while parts leave cancels the rest", async (world) => {
  const { account, contactId, ids, letGo } = await leave(world);
  await expectData(account.api("DELETE", `/channels/${account.id}`));
  letGo();
  const [first, ...others] = ids;
  await delivered(account, contactId, first!, "sent");
  for (const id of others) await delivered(account, contactId, id, "cancelled");
  await goNow(world);
  assert.equal(world.graph.state.sent.length, 1);
  // Nor may a person have it sent.
  const path = `/contacts/${contactId}/messages/${others[0]}/retry`;
  await expectFailure(account.api("POST", path), 409, "invalid_transition");
}, { hasGraph: true });

testOnEach(
  "a read mark before its message, and an answer before what it answers",
  async (world) => {
    const account = await connectMeta(world, "facebook");
    const contactId = await addPerson(world, account, { id: "7001" });
    const answer = holdAnswer(world.graph);
    const { id } = await expectData(write(account, contactId, { body: "Hola" }), 201);
    await goNow(world);
    const { id: mid } = await until(() => world.graph.state.sent[0], { what: "the call" });
    const say = async (event: object) => {
      const messaging = [{
        ...{ sender: { id: "7001" }, recipient: { id: account.ownId }, timestamp: Date.now() },
        ...event,
      }];
      const entry = [{ id: account.ownId, time: Date.now(), messaging }];
      const response = await world.graph.deliver(account.hook, account.graphApp, {
        ...{ object: "page", entry },
      });
      assert.equal(response.status, 200);
      await response.body?.cancel();
    };
    await say({ delivery: { mids: [mid], watermark: 1 } });
    await say({ message: { mid: "m_2", text: "Sí", reply_to: { mid: "m_1" } } });
    const list = () => expectData(account.api("GET", `/contacts/${contactId}/messages`));
    await until(async () => (await list()).length === 2, { what: "the answer" });
    answer();
    await delivered(account, contactId, id, "delivered");
    await say({ message: { mid: "m_1", text: "¿Vienes?" } });
    await until(async () => {
      const messages: { body: string; answers: { text: string } | null }[] = await list();
      return messages.find(({ body }) => body === "Sí")?.answers?.text === "¿Vienes?";
    }, { what: "the answer to name its question" });
  },
  { hasGraph: true },
);
