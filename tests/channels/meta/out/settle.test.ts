/** Statuses, receipts and echoes of what we sent, in every order. */
import assert from "node:assert/strict";
import { lockAccount } from "@/lib/channels/accounts/accounts.ts";
import { graphCallers } from "@/lib/channels/meta/graph/callers.ts";
import { lookUpUncertain } from "@/lib/crm/contacts/conversation/sending/lookups.ts";
import { noteEcho } from "@/lib/crm/contacts/conversation/sending/note_echo.ts";
import type { MessageEvent } from "@/lib/channels/meta/read/event.ts";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import {
  breakSends,
  deliverEcho,
  deliverStatus,
  echoPayload,
  holdAnswer,
} from "../../../support/graph/sends.ts";
import type { GraphSent } from "../../../support/graph/state.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { addPerson, connectMeta, type MetaAccount } from "../accounts.ts";
import { eventOf, type State, tell, tellStatus } from "./statuses.ts";

function tellEcho(world: World, account: MetaAccount, sent: GraphSent) {
  const object = account.kind === "facebook" ? "page" : "instagram";
  const ownId = object === "page" ? "107003000000001" : "17841400000000001";
  const event = eventOf(echoPayload(object, ownId, sent)) as MessageEvent;
  return inDatabase(world, 1, async (trx) => {
    const row = await lockAccount(trx, { companyId: 1 }, account.id);
    return await noteEcho(trx, row, event);
  });
}

function lookUp({ services }: World) {
  const { database: { db }, secretCipher } = services;
  return lookUpUncertain({ ...services, db, findCaller: graphCallers(db, secretCipher) });
}

async function send(world: World, account: MetaAccount, contactId: number, body = "Hola") {
  const json = { direction: "out", via: account.id, body };
  const { id } = await expectData(
    account.api("POST", `/contacts/${contactId}/messages`, json),
    201,
  );
  await goNow(world);
  return id as number;
}

testOnEach("statuses in every order end where Meta's do", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: "34600111222" });
  const orders: [State[], State][] = [
    [["sent", "delivered", "read"], "read"],
    [["read", "delivered", "sent"], "read"],
    [["delivered", "sent"], "delivered"],
    [["failed", "sent"], "failed"],
    [["failed", "delivered"], "delivered"],
    [["delivered", "failed"], "delivered"],
    [["sent", "failed", "read"], "read"],
    [["sent", "sent", "failed", "sent"], "failed"],
  ];
  for (const [states, end] of orders) {
    const id = await send(world, account, contactId);
    await delivered(account, contactId, id, "sent");
    const sent = world.graph.state.sent.at(-1)!;
    for (const state of states) {
      const code = state === "failed" ? 131026 : undefined;
      const filed = await tellStatus(world, account, sent, { state, code });
      assert.deepEqual(filed, { contactId, messageId: id });
    }
    const { code } = await delivered(account, contactId, id, end);
    assert.equal(code, end === "failed" ? 131026 : null, states.join());
  }
  const stranger = { ...world.graph.state.sent[0]!, id: "wamid.other", opaque: "o-1" };
  assert.equal(await tellStatus(world, account, stranger, { state: "read" }), "wait");
}, { hasGraph: true });

testOnEach("a failure says what Meta's code means, and closes what it closes", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: "34600111222" });
  const id = await send(world, account, contactId);
  await delivered(account, contactId, id, "sent");
  await tellStatus(world, account, world.graph.state.sent[0]!, { state: "failed", code: 131047 });
  const { error } = await delivered(account, contactId, id, "failed");
  assert.match(error, /^They wrote too long ago/);
  const [sender] = await expectData(account.api("GET", `/contacts/${contactId}/accounts`));
  assert.ok(new Date(sender.window_until) <= new Date());
}, { hasGraph: true });

testOnEach("what nobody knew is settled by its status or echo", async (world) => {
  const number = await connectMeta(world, "whatsapp");
  const page = await connectMeta(world, "facebook");
  const instagram = await connectMeta(world, "instagram", { settings: { login: "instagram" } });
  for (
    const [account, person] of [
      [number, "34600111222"],
      [page, "7012345678901234"],
      [instagram, "1234567890123456"],
    ] as const
  ) {
    const contactId = await addPerson(world, account, { id: person });
    breakSends(world.graph, "after");
    const id = await send(world, account, contactId, `¿Llegó? ${account.kind}`);
    await delivered(account, contactId, id, "uncertain");
    const sent = world.graph.state.sent.at(-1)!;
    const filed = account.kind === "whatsapp"
      ? await tellStatus(world, account, sent, { state: "sent" })
      : await tellEcho(world, account, sent);
    assert.deepEqual(filed, { contactId, messageId: id });
    await delivered(account, contactId, id, "sent");
    const [message] = await expectData(account.api("GET", `/contacts/${contactId}/messages`));
    assert.equal(message.external_id, sent.id);
    if (account.kind === "whatsapp") continue;
    // The same again, and what somebody wrote in another app.
    assert.deepEqual(await tellEcho(world, account, sent), { contactId, messageId: id });
    const other = { ...sent, id: "m_other", opaque: "o-1" };
    assert.equal(await tellEcho(world, account, other), null);
  }
}, { hasGraph: true });

testOnEach("an echo waits for what is on its way to that person", async (world) => {
  const account = await connectMeta(world, "instagram", { settings: { login: "instagram" } });
  const contactId = await addPerson(world, account, { id: "1234567890123456" });
  const answer = holdAnswer(world.graph);
  const id = await send(world, account, contactId);
  await delivered(account, contactId, id, "sending");
  while (world.graph.state.sent.length === 0) await delivered(account, contactId, id, "sending");
  const sent = world.graph.state.sent[0]!;
  assert.equal(await tellEcho(world, account, sent), "wait");
  answer();
  await delivered(account, contactId, id, "sent");
  assert.deepEqual(await tellEcho(world, account, sent), { contactId, messageId: id });
}, { hasGraph: true });

testOnEach("a mark reads what had left by then, and no more", async (world) => {
  const account = await connectMeta(world, "facebook");
  const contactId = await addPerson(world, account, { id: "7012345678901234" });
  const first = await send(world, account, contactId, "Una");
  await delivered(account, contactId, first, "sent");
  const until = new Date();
  const second = await send(world, account, contactId, "Dos");
  await delivered(account, contactId, second, "sent");
  const person = { ids: ["7012345678901234"], name: null, username: null, phone: null };
  const mark = (state: "delivered" | "read", more: { until?: Date; ids?: string[] }) =>
    tell(world, account, {
      ...{ type: "receipt", state, at: new Date(), person, until: null, ids: [], ...more },
    });
  assert.deepEqual(await mark("read", { until }), { contactId, messageId: first });
  await delivered(account, contactId, first, "read");
  await delivered(account, contactId, second, "sent");
  await mark("delivered", { ids: [world.graph.state.sent[1]!.id] });
  await delivered(account, contactId, second, "delivered");
  await mark("delivered", { until: new Date() });
  await delivered(account, contactId, first, "read");
}, { hasGraph: true });

testOnEach("after a minute the conversation tells what has left", async (world) => {
  const account = await connectMeta(world, "facebook");
  const contactId = await addPerson(world, account, { id: "7012345678901234" });
  const ids: number[] = [];
  for (const when of ["after", "before"] as const) {
    breakSends(world.graph, when);
    const id = await send(world, account, contactId, `Se corta ${when}`);
    await delivered(account, contactId, id, "uncertain");
    ids.push(id);
  }
  await lookUp(world);
  await delivered(account, contactId, ids[0]!, "uncertain");
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("outbox").set({ due_at: new Date(0) }).where("state", "=", "uncertain")
        .execute(),
  );
  await lookUp(world);
  await delivered(account, contactId, ids[0]!, "sent");
  const { can } = await delivered(account, contactId, ids[1]!, "uncertain");
  assert.deepEqual(can, ["resend", "settle"]);
  // Asked once, whatever came of it.
  const count = world.graph.calls.length;
  await lookUp(world);
  assert.equal(world.graph.calls.length, count);
}, { hasGraph: true });

testOnEach("hooks tell what became of a message, and name it", async (world) => {
  const number = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, number, { id: "34600111222" });
  const id = await send(world, number, contactId);
  await delivered(number, contactId, id, "sent");
  await deliverStatus(world.graph, number, world.graph.state.sent[0]!, { state: "delivered" });
  await delivered(number, contactId, id, "delivered");

  const page = await connectMeta(world, "facebook");
  const onPage = await addPerson(world, page, { id: "7012345678901234" });
  breakSends(world.graph, "after");
  const unknown = await send(world, page, onPage, "¿Llegó?");
  await delivered(page, onPage, unknown, "uncertain");
  const place = { object: "page", ownId: page.ownId } as const;
  const sent = world.graph.state.sent[1]!;
  await deliverEcho(world.graph, page, sent, place);
  await delivered(page, onPage, unknown, "sent");
  await deliverEcho(world.graph, page, { ...sent, id: "m_2", opaque: null }, place);
  await until(async () => {
    const [last, ...others] = await expectData(page.api("GET", `/contacts/${onPage}/messages`));
    return others.length === 1 && last.source?.kind === "elsewhere";
  }, { what: "what somebody wrote elsewhere" });
}, { hasGraph: true });
