/** Texts that Meta is asked for: nothing else waits for them, and the newest edit holds. */
import assert from "node:assert/strict";
import { storeEvents } from "@/lib/channels/in/events.ts";
import { splitHook } from "@/lib/channels/meta/hook/split.ts";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { connectMeta, type MetaAccount } from "../accounts.ts";
import { item, read } from "./store.ts";

const sender = "91000";
const start = Date.now() - 600_000;

function say(seconds: number, event: object) {
  return item("instagram", { sender, at: start + seconds * 1_000 }, event);
}

function edit(seconds: number, mid: string, more: object = {}) {
  return say(seconds, { message_edit: { mid, num_edit: 1, ...more } });
}

/** Graph has the message with this text, and answers when it is let. */
function hold(world: World, account: MetaAccount, mid: string, text: string, times = 1) {
  const answer = Promise.withResolvers<void>();
  const call = Promise.withResolvers<void>();
  const at = new Date(start);
  world.graph.state.written.push({
    ...{ id: mid, accountId: account.ownId, personId: sender, at, media: [], text },
  });
  let count = 0;
  world.graph.faults.push({
    path: mid,
    times,
    async answer() {
      if (++count === times) call.resolve();
      await answer.promise;
      return undefined;
    },
  });
  return { letGo: answer.resolve, whenAsked: call.promise };
}

/** Stores and reads, and waits for nothing. */
async function bring(world: World, { companyId, id: accountId }: MetaAccount, hooks: unknown[]) {
  const events = hooks.flatMap((hook) => splitHook(hook)!);
  await inDatabase(world, companyId, (trx) =>
    storeEvents(
      trx,
      { companyId },
      events.map(({ key, route: { object }, part }) => ({
        ...{ accountId, externalId: key },
        body: new TextEncoder().encode(JSON.stringify({ object, part })),
      })),
    ));
  await world.services.reading.sweep();
}

async function bodies(account: MetaAccount): Promise<string[]> {
  const [contact] = await expectData(account.api("GET", "/contacts?per_page=1"));
  if (!contact) return [];
  const messages = await expectData(account.api("GET", `/contacts/${contact.id}/messages`));
  return messages.map(({ body }: { body: string }) => body).sort();
}

function shows(account: MetaAccount, expected: string[]) {
  return until(async () => String(await bodies(account)) === String(expected), {
    what: `the texts to be ${expected}`,
  });
}

function message(seconds: number, mid: string, text: string) {
  return say(seconds, { message: { mid, text } });
}

testOnEach("a text that Graph is slow to tell holds nothing else", async (world) => {
  const account = await connectMeta(world, "instagram");
  await read(world, account, [message(0, "m_1", "uno")]);
  const gate = hold(world, account, "m_1", "dos");
  await bring(world, account, [edit(1, "m_1"), message(2, "m_2", "otro")]);
  await gate.whenAsked;
  await shows(account, ["otro", "uno"]);
  await bring(world, account, [message(3, "m_3", "tercero")]);
  await shows(account, ["otro", "tercero", "uno"]);
  gate.letGo();
  await shows(account, ["dos", "otro", "tercero"]);
}, { both: true, hasGraph: true });

testOnEach("the newest edit holds, however late an earlier one's text comes", async (world) => {
  const account = await connectMeta(world, "instagram");
  await read(world, account, [message(0, "m_1", "uno"), message(0, "m_2", "uno")]);
  const [first, second] = ["m_1", "m_2"].map((mid) => hold(world, account, mid, "dos"));
  await bring(world, account, [
    edit(1, "m_1"),
    edit(1, "m_2", { num_edit: 0 }),
  ]);
  await Promise.all([first!.whenAsked, second!.whenAsked]);
  await bring(world, account, [
    edit(2, "m_1", { num_edit: 2, text: "tres" }),
    edit(2, "m_2", { num_edit: 2, text: "tres" }),
  ]);
  await shows(account, ["tres", "tres"]);
  first!.letGo();
  second!.letGo();
  await read(world, account, []);
  await shows(account, ["tres", "tres"]);
}, { hasGraph: true });

testOnEach("what is taken back meanwhile stays empty", async (world) => {
  const account = await connectMeta(world, "instagram");
  await read(world, account, [message(0, "m_1", "uno")]);
  const gate = hold(world, account, "m_1", "dos");
  await bring(world, account, [edit(1, "m_1")]);
  await gate.whenAsked;
  await bring(world, account, [say(2, { message: { mid: "m_1", is_deleted: true } })]);
  await shows(account, [""]);
  gate.letGo();
  await read(world, account, []);
  assert.deepEqual(await bodies(account), [""]);
}, { hasGraph: true });

testOnEach("few texts of an account are asked for at once, and all are had", async (world) => {
  const account = await connectMeta(world, "instagram");
  const mids = Array.from({ length: 12 }, (_, n) => `m_${n}x`);
  await read(world, account, mids.map((mid) => message(0, mid, "uno")));
  const gates = mids.map((mid) => hold(world, account, mid, "dos"));
  await bring(world, account, mids.map((mid) => edit(1, mid)));
  const countCalls = () => world.graph.calls.filter((call) => /GET \/m_\d+x$/.test(call)).length;
  await until(() => countCalls() === 3, { what: "the first to be asked for" });
  const waiting = () =>
    inDatabase(world, 1, async (trx) => {
      const rows = await trx.selectFrom("channel_events").select("id")
        .where("waits_for", "=", "text").where("attempts", "=", 0).execute();
      return rows.length;
    });
  await until(async () => await waiting() === 9, { what: "the others to wait" });
  assert.equal(countCalls(), 3);
  for (const one of gates) one.letGo();
  await shows(account, mids.map(() => "dos"));
  assert.equal(countCalls(), 12, "each once");
}, { hasGraph: true });
