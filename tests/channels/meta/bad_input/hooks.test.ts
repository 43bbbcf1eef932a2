/** Hooks as nobody should send them, from the door to what is filed: nothing lost, one problem each at most. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { apiOf, expectData, inDatabase } from "../../../crm/scene.ts";
import { people, testOnEach } from "../../../support/world.ts";
import { connectMeta } from "../accounts.ts";
import {
  addAccount,
  addApp,
  allSplit,
  deliver,
  eventsOf,
  post,
  storedHooks,
} from "../app_scene.ts";
import { settled } from "../in/hooks.ts";
import { item, text, whatsapp } from "../in/store.ts";
import { payload } from "../payloads.ts";
import { bringTo, filedOf } from "./scene.ts";

const secret = "0123456789abcdef0123456789abcdef";
const megabytes20 = 20_000_000;

/** A body of no announced length. */
function stream(bytes: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(100_000).fill(0x20);
  let rest = bytes;
  return new ReadableStream({
    pull(controller) {
      if (rest <= 0) return controller.close();
      controller.enqueue(chunk);
      rest -= chunk.length;
    },
  });
}

testOnEach("what Meta's app has not signed, or is too large, leaves nothing", async (world) => {
  const account = await connectMeta(world, "facebook");
  const path = new URL(account.hook).pathname;
  const body = JSON.stringify(payload("facebook/text"));
  const large = " ".repeat(megabytes20);
  const cases: [string, number, Promise<{ status: number }>][] = [
    ["the access token as a secret", 401, post(world, path, { body, key: account.token })],
    ["no such hook", 404, post(world, `/api/hooks/meta/${"x".repeat(43)}`, { body })],
    ["no hook's address", 404, post(world, "/api/hooks/meta/x", { body })],
    ["20 MB, signed", 413, post(world, path, { body: large })],
  ];
  for (const [what, status, answer] of cases) assert.equal((await answer).status, status, what);
  for (const signed of [true, false]) {
    const key = signed ? secret : "another";
    const hex = createHmac("sha256", key).update(large).digest("hex");
    const before = Deno.memoryUsage().rss;
    const answer = await fetch(`${world.url}${path}`, {
      method: "POST",
      headers: { "X-Hub-Signature-256": `sha256=${hex}` },
      body: stream(megabytes20 * 5),
    }).catch(() => null);
    // The connection may end before it has all been sent.
    if (answer) assert.ok([401, 413].includes(answer.status), String(answer.status));
    await answer?.body?.cancel();
    assert.ok(Deno.memoryUsage().rss - before < 80_000_000, "it is not kept");
  }
  assert.deepEqual(await storedHooks(world), []);
  assert.deepEqual(await filedOf(world), []);
}, { hasGraph: true });

testOnEach("a hook of another company's app reaches none of ours", async (world) => {
  const own = await addApp(world);
  const theirs = await addApp(world, {}, people.eva);
  const place = { object: "page", externalId: "107003000000001" } as const;
  const account = await addAccount(world, { appId: own.id, ...place });
  await deliver(world, theirs.path, "facebook/text");
  await allSplit(world);
  assert.deepEqual(await eventsOf(world, 1, account), []);
  assert.deepEqual(await expectData(own.api("GET", `/meta-apps/${own.id}/problems`)), []);
  const eva = apiOf(world, people.eva);
  const [problem, ...others] = await expectData(eva("GET", `/meta-apps/${theirs.id}/problems`));
  assert.deepEqual([problem.kind, problem.external_id, others], [
    "unknown_account",
    place.externalId,
    [],
  ]);
  // Nor by being tried again.
  const retry = eva("POST", `/meta-apps/${theirs.id}/problems/${problem.id}/retry`);
  assert.deepEqual(await expectData(retry), { taken: false });
  await deliver(world, own.path, "facebook/text");
  await allSplit(world);
  assert.deepEqual(await eventsOf(world, 1, account), ["m_text"]);
});

testOnEach("1,000 entries of several accounts and of nobody lose nothing", async (world) => {
  const account = await connectMeta(world, "facebook");
  const entries = Array.from({ length: 1_000 }, (_, n) => {
    const sender = String(7_000_000 + n % 50);
    const { entry } = item("page", { sender }, { message: { mid: `m_${n}`, text: `${n}` } }) as {
      entry: { id: string }[];
    };
    return n % 100 === 0 ? { ...entry[0]!, id: `9${n % 200}` } : entry[0]!;
  });
  assert.equal((await bringTo(world, account, { object: "page", entry: entries })).status, 200);
  await settled(world);
  const bodies = (await filedOf(world)).map((line) => line.split(": ")[1]);
  assert.equal(bodies.length, 990);
  assert.equal(new Set(bodies).size, 990);
  const problems = await expectData(account.api("GET", `/meta-apps/${account.app.id}/problems`));
  const counts = problems.map(({ external_id, count }: { external_id: string; count: number }) => {
    return `${external_id} ${count}`;
  });
  assert.deepEqual(counts.sort(), ["90 5", "9100 5"], "one of each id");
}, { hasGraph: true });

testOnEach("one entry with 1,000 messages of 900 people is as many contacts", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const numberOf = (n: number) => `34600${String(100_000 + n % 900)}`;
  const hook = whatsapp({}, {}) as { entry: { changes: { value: Record<string, unknown> }[] }[] };
  const { value } = hook.entry[0]!.changes[0]!;
  value.contacts = Array.from({ length: 900 }, (_, n) => {
    return { wa_id: numberOf(n), profile: { name: `Persona ${n}` } };
  });
  const timestamp = String(Math.floor(Date.now() / 1_000) - 60);
  value.messages = Array.from({ length: 1_000 }, (_, n) => {
    return { ...text(`wamid.${n}`, `De ${n % 900}`), from: numberOf(n), timestamp };
  });
  const body = JSON.stringify(hook);
  for (const copy of [body, `${body} `]) {
    assert.equal(
      (await post(world, new URL(account.hook).pathname, { body: copy })).status,
      200,
    );
  }
  await settled(world);
  const lines = await filedOf(world);
  assert.equal(lines.length, 1_000, "the same again is none");
  const rows = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("contacts").select(["id", "name"]).orderBy("id").execute(),
  );
  assert.equal(rows.length, 900);
  const names = new Map(rows.map(({ id, name }) => [String(id), name?.replace("Persona", "De")]));
  for (const line of lines) {
    const [id, body] = line.split(": ");
    assert.equal(names.get(id!), body);
  }
  const states = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("channel_events").select("state").distinct().execute(),
  );
  assert.deepEqual(states, [{ state: "read" }]);
}, { hasGraph: true });

testOnEach("envelopes in an array are each read, and what is none beside them", async (world) => {
  const account = await connectMeta(world, "facebook");
  const say = (mid: string) => item("page", { sender: "7001" }, { message: { mid, text: mid } });
  const hook = [
    say("m_1"),
    null,
    5,
    "x",
    [],
    { object: "user", entry: [] },
    [say("m_no")],
    {
      object: "page",
      entry: [null, 1, { id: "107003000000001" }, { messaging: [{}] }],
    },
    say("m_2"),
    say("m_1"),
  ];
  assert.equal((await bringTo(world, account, hook)).status, 200);
  await settled(world);
  const bodies = (await filedOf(world)).map((line) => line.split(": ")[1]);
  assert.deepEqual(bodies, ["m_1", "m_2"]);
  const problems = await expectData(account.api("GET", `/meta-apps/${account.app.id}/problems`));
  assert.equal(problems.length, 1, "an event of no account");
}, { hasGraph: true });
