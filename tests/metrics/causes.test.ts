/** Each metric of a process moves by what it counts, and by that alone. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { authorityPem } from "../support/certificates.ts";
import { startPushService } from "../support/push_service.ts";
import { startReceiver } from "../support/receiver.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";
import { people, testOnEach } from "../support/world.ts";
import { connectMailbox, testWithMail } from "../channels/email/scene.ts";
import { converse, goNow } from "../channels/scene.ts";
import { answer, ask, askAndAnswer, message, postNotify, send } from "../notify/scene.ts";
import { expectData } from "../crm/scene.ts";
import { pass } from "../notify/due/scene.ts";
import { pairPushed } from "../notify/push/scene.ts";
import { familyNames } from "@/lib/metrics/families.ts";
import { reaches, scrape, watch } from "./scene.ts";

const both = { both: true };
/** Of a world on Postgres. */
const poolSize = 12;

testOnEach("requests count by their door and the class of their status", async (world) => {
  const metrics = await watch(world);
  await send(world);
  await world.call("GET", "/api/responses", { key: "nobody" });
  await world.call("GET", "/api/admin/me", { member: people.ana });
  await world.call("GET", "/healthz");
  await world.call("GET", "/api/phone/notifications");
  for (
    const [audience, status, count] of [
      ["api", "2xx", 1],
      ["api", "4xx", 1],
      ["panel", "2xx", 1],
      ["health", "2xx", 1],
      ["phone", "4xx", 1],
      ["form", "2xx", 0],
    ] as const
  ) {
    assert.equal(
      await metrics.grown("relevo_requests_total", { "door": audience, status }),
      count,
      audience,
    );
  }
  assert.equal(await metrics.grown("relevo_request_seconds_count", { door: "api" }), 2);
  assert.ok(await metrics.grown("relevo_request_seconds_sum", { door: "api" }) > 0);
  assert.equal(await metrics.grown("relevo_refusals_total", { code: "unauthorized" }), 2);
}, both);

testOnEach("a refusal counts by its code, also as a page", async (world) => {
  const metrics = await watch(world);
  await postNotify(world, { title: "" });
  assert.equal(await metrics.grown("relevo_refusals_total", { code: "validation_failed" }), 1);
  const headers = { Accept: "text/html" };
  const missing = await fetch(`${world.url}/panel/nothing`, { headers });
  assert.equal(missing.status, 404, await missing.text());
  assert.equal(await metrics.grown("relevo_refusals_total", { code: "not_found" }), 1);
  assert.equal(await metrics.grown("relevo_sends_total"), 0);
});

testOnEach("sends and answers count once they are stored, repeats never", async (world) => {
  const phone = await world.pairPhone("maria");
  const metrics = await watch(world);
  const id = await ask(world, { idempotencyKey: "once" });
  await postNotify(world, { idempotencyKey: "once", title: "another" });
  await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: message({ idempotencyKey: "twice" }),
  });
  await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: message({ idempotencyKey: "twice" }),
  });
  assert.equal(await metrics.grown("relevo_sends_total"), 2);
  for (const _ of [1, 2]) await answer(world, phone, id, { actionId: "yes" });
  await answer(world, phone, id, { actionId: "no" });
  assert.equal(await metrics.grown("relevo_answers_total"), 1);
}, both);

testOnEach("attempts of callbacks count by outcome, and what is given up", async (world) => {
  const statuses = [200, 503, 410];
  await using receiver = startReceiver({
    handler: () => new Response(null, { status: statuses.shift() ?? 200 }),
  });
  const phone = await world.pairPhone("maria");
  const metrics = await watch(world);
  const kind = "callback";
  for (const outcome of ["2xx", "5xx", "4xx"]) {
    await askAndAnswer(world, phone, { callbackUrl: `${receiver.url}/answers` });
    await metrics.by(1, "relevo_attempts_total", { kind, outcome });
  }
  assert.equal(await metrics.grown("relevo_given_up_total", { kind }), 1, "the 410");
  assert.equal(await metrics.grown("relevo_attempt_seconds_count", { kind }), 3);
  await metrics.restart();
  await using closed = startReceiver();
  await closed.close();
  await askAndAnswer(world, phone, { callbackUrl: `${closed.url}/answers` });
  await metrics.by(1, "relevo_attempts_total", { kind, outcome: "connect" });
  assert.equal(await metrics.grown("relevo_given_up_total", { kind }), 0, "it is tried again");
}, both);

testOnEach("a push counts as an attempt", async (world) => {
  await using service = startPushService();
  await pairPushed(world, service, "maria");
  const metrics = await watch(world);
  await send(world);
  await metrics.by(1, "relevo_attempts_total", { kind: "push", outcome: "2xx" });
  assert.equal(await metrics.grown("relevo_given_up_total", { kind: "push" }), 0);
}, { pushCa: authorityPem(), env: { PUSH_HOSTS: "localhost:*" } });

testOnEach("messages count as they come in, are handed over and leave", async (world) => {
  const metrics = await watch(world);
  const { receiver, write } = await converse(world);
  await using _ = receiver;
  const kind = "program";
  assert.equal(await metrics.grown("relevo_messages_total", { direction: "in", kind }), 1);
  await write({ body: "Buenas" });
  assert.equal(await metrics.grown("relevo_messages_total", { direction: "out", kind }), 1);
  assert.equal(await metrics.grown("relevo_attempts_total", { kind: "message" }), 0);
  await goNow(world);
  await metrics.by(1, "relevo_attempts_total", { kind: "message", outcome: "2xx" });
}, both);

testOnEach("open streams and polls are counted while they last", async (world) => {
  const phone = await world.pairPhone("maria");
  await reaches(world, 0, "relevo_streams");
  for (
    const [gauge, path, bearer] of [
      ["relevo_streams", "/api/phone/stream", phone.token],
      ["relevo_polls", "/api/responses?wait=60", world.keys.shop],
    ] as const
  ) {
    const leaving = new AbortController();
    const { signal } = leaving;
    const headers = { Authorization: `Bearer ${bearer}` };
    const waiting = fetch(world.url + path, { headers, signal }).then((answer) => answer.text());
    await reaches(world, 1, gauge);
    leaving.abort();
    await assert.rejects(waiting);
    await reaches(world, 0, gauge);
  }
});

testOnEach("a wait for a connection of the pool is measured", async (world) => {
  if (world.kind !== "postgres") return;
  const metrics = await watch(world);
  const { db } = world.services.database;
  const wait = "relevo_database_wait_seconds_bucket";
  const [begun, holders] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let holding = 0;
  const holds = Array.from({ length: poolSize }, () =>
    db.connection().execute(async (one) => {
      await sql`select 1`.execute(one);
      if (++holding === poolSize) begun.resolve();
      await holders.promise;
    }));
  await deadline(begun.promise, patienceMs, "all connections to be held");
  const late = sql`select 1`.execute(db);
  const askedAt = performance.now();
  await until(() => performance.now() - askedAt > 20, { what: "20 ms to pass" });
  holders.resolve();
  await Promise.all([...holds, late]);
  const all = await metrics.grown("relevo_database_wait_seconds_count");
  assert.ok(await metrics.grown(wait, { le: "0.01" }) < all, "one of them has waited");
});

testOnEach("a process says whether it is ready, held and which part is stuck", async (world) => {
  const families = await scrape(world);
  const [info] = families.get("relevo_info")!.samples.get("relevo_info")!;
  await world.call("GET", "/healthz");
  const { instance } = JSON.parse(world.logged.at(-1)!);
  assert.equal(info!.labels.instance, instance, "that of the log lines");
  assert.match(info!.labels.version!, /^\d+\.\d+\.\d+/);
  await reaches(world, 1, "relevo_ready");
  await reaches(world, 0, "relevo_held");
  await reaches(world, 0, "relevo_stuck", { part: "database" });
  const own = familyNames.filter((name) => !name.startsWith("relevo_gateway_"));
  assert.ok([...families.keys()].every((name) => own.some((one) => one === name)));
  for (const name of ["process_cpu_seconds_total", "process_resident_memory_bytes"]) {
    const [sample] = families.get(name)!.samples.get(name)!;
    assert.ok(sample!.value > 0, name);
  }
  const [bytes] = families.get("relevo_database_bytes")!.samples.get("relevo_database_bytes")!;
  assert.ok(bytes!.value > 0);
  if (world.kind !== "postgres") return;
  await world.owner.db.transaction().execute(async (trx) => {
    await sql`lock table notifications in access exclusive mode`.execute(trx);
    const sending = postNotify(world);
    await reaches(world, 1, "relevo_stuck", { part: "sends" });
    await reaches(world, 0, "relevo_ready");
    return { sending };
  }).then(({ sending }) => sending);
  await reaches(world, 1, "relevo_ready");
});

testOnEach("a held process says so", async (world) => {
  await reaches(world, 1, "relevo_held");
}, { env: { HELD: "1" } });

testOnEach("what has a time counts as it acts", async (world) => {
  const metrics = await watch(world);
  await send(world, { remind: { every: 60, times: 1 } });
  await pass(world, 60);
  await metrics.by(1, "relevo_attempts_total", { kind: "due", outcome: "acted" });
  assert.equal(await metrics.grown("relevo_attempt_seconds_count", { kind: "due" }), 0);
});

testWithMail("a mail counts as mail when it leaves", async (world, post) => {
  const { api, id: via } = await connectMailbox(world, post);
  const contact = await expectData(
    api("POST", "/contacts", { name: "Ana García", email: "ana@cliente.example" }),
    201,
  );
  const write = (body: string) =>
    expectData(
      api("POST", `/contacts/${contact.id}/messages`, { direction: "out", via, body }),
      201,
    );
  const metrics = await watch(world);
  await write("Buenas");
  assert.equal(
    await metrics.grown("relevo_messages_total", { direction: "out", kind: "email" }),
    1,
  );
  await goNow(world);
  await metrics.by(1, "relevo_attempts_total", { kind: "mail", outcome: "sent" });
  assert.equal(await metrics.grown("relevo_given_up_total", { kind: "mail" }), 0);
});
