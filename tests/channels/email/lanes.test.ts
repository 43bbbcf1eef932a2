/** Mail that takes long to read holds up its own sender first, and nobody for long. */
import assert from "node:assert/strict";
import { guessSender } from "@/lib/channels/in/sender.ts";
import { storeEvents } from "@/lib/channels/in/events.ts";
import { inTenant } from "../../notify/scene.ts";
import { bytesOf, mailOf } from "./mails.ts";
import { deliver, watched } from "./deliver.ts";
import { testWithMail } from "./scene.ts";

/** Takes many times the processor time that the tests below allow to large mails. */
const slowBody = "a b\n".repeat(1_500_000);
const slow = (from: string) => mailOf({ from, body: slowBody });
const quick = (from: string) => mailOf({ from, body: `From ${from}` });
const readingMs = (size: number) => size > 1_000_000 ? 1 : 60_000;

interface Row {
  id: number;
  lane: number;
  state: string;
  problem: string | null;
  attempts: number;
  at: number;
}

testWithMail("contacts' mails are read first, and what was killed is tried alone", async (
  world,
  post,
) => {
  const { id: accountId, api, settled } = await watched(world, post);
  const { status } = await api("POST", "/contacts", { name: "Ana", email: "ana@known.example" });
  assert.equal(status, 201);
  const { reading } = world.services;
  const store = (mails: [body: Uint8Array, lane: 0 | 1][]) =>
    inTenant(world, async (trx) => {
      const events = mails.map(([body, lane], at) => ({
        ...{ accountId, body, lane, externalId: `mail:${crypto.randomUUID()}:${at}` },
      }));
      return (await storeEvents(trx, { companyId: 1 }, events)).map((id) => id!);
    });
  const rowsOf = (ids: number[]) =>
    inTenant(world, async (trx): Promise<Row[]> => {
      const rows = await trx.selectFrom("channel_events")
        .select(["id", "lane", "state", "problem", "attempts", "tried_at"])
        .where("id", "in", ids).orderBy("id").execute();
      return rows.map(({ tried_at, ...row }) => ({ ...row, at: tried_at!.getTime() }));
    });

  const ids = await store([
    [slow("x@stranger.example"), 1],
    [slow("ana@known.example"), 0],
    [quick("new@stranger.example"), 1],
    [quick("ana@known.example"), 0],
  ]);
  await reading.sweep(1);
  await settled(4);
  const [stranger, forged, unknown, customer] = await rowsOf(ids) as [Row, Row, Row, Row];
  for (const killed of [stranger, forged]) {
    assert.deepEqual([killed.state, killed.problem], ["problem", "thread"]);
    assert.deepEqual([killed.lane, killed.attempts], [2, 2], "tried once more, and no more");
  }
  assert.deepEqual([unknown.state, unknown.attempts], ["read", 1]);
  // Read after the unknown one: in its sender's name a mail was killed just before.
  assert.deepEqual([customer.state, customer.lane], ["read", 1]);
  assert.ok(Math.max(customer.at, unknown.at) <= Math.min(stranger.at, forged.at));

  // By a member's wish it is tried alone again.
  const retry = `/channels/${accountId}/problems/${stranger.id}/retry`;
  assert.equal((await api("POST", retry)).status, 200);
  await settled(4);
  const [again] = await rowsOf([stranger.id]) as [Row];
  assert.deepEqual([again.state, again.problem, again.attempts], ["problem", "thread", 1]);
}, { readingMs });

testWithMail("a mail from the mailbox waits in the queue of its sender", async (world, post) => {
  const { api, read, settled } = await watched(world, post);
  await api("POST", "/contacts", { name: "Ana", email: "ana@known.example" });

  await deliver(post, [quick("Ana <Ana@known.example>"), quick("new@stranger.example")]);
  await read();
  await settled(2);
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("channel_events").select("lane").orderBy("id").execute(),
  );
  assert.deepEqual(rows.map(({ lane }) => lane), [0, 1]);
});

Deno.test("a sender is guessed from the head", () => {
  const cases: [head: string, sender: string | null][] = [
    ["From: Ana <ana@x.example>", "ana@x.example"],
    ["from:ana@x.example", "ana@x.example"],
    ['FROM: "García, Ana" <ANA@x.example>', "ana@x.example"],
    ["From: =?utf-8?q?Ana_<b@y.example>?=\r\n <ana@x.example>", "ana@x.example"],
    ["From:\r\n\tana@x.example", "ana@x.example"],
    ["From: Ana <ana@x.example", "ana@x.example"],
    ["From: Ana", null],
    ["From: <<<<", null],
    ["Subject: x\r\n\r\nFrom: ana@x.example", null],
    ["", null],
  ];
  for (const [head, sender] of cases) {
    assert.equal(guessSender(bytesOf(`Subject: x\r\n${head}\r\n\r\nHola`)), sender, head);
  }
});
