/** Each fact of an installation's status is true by its cause. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { transact } from "@/lib/db/transaction.ts";
import { holdInstallation } from "@/lib/service/hold/holding.ts";
import { recurring } from "@/lib/service/recurring.ts";
import { runOne } from "@/lib/service/start_work.ts";
import { Instance, readInstances } from "@/lib/status/instances.ts";
import { periodOf } from "@/lib/status/period.ts";
import { KeptStatus, readStatus } from "@/lib/status/read_status.ts";
import type { OwedKind, Status } from "@/lib/status/status.ts";
import { connect, goNow, marta } from "../channels/scene.ts";
import { expectData } from "../crm/scene.ts";
import { askAndAnswer, attempted, inTenant, makeDue, send } from "../notify/scene.ts";
import { jobs as pushJobs, pairPushed } from "../notify/push/scene.ts";
import { authorityPem } from "../support/certificates.ts";
import { passNight } from "../support/nights.ts";
import { created, type PushAnswer, refusing, startPushService } from "../support/push_service.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { testOnEach, type World } from "../support/world.ts";

const jobs = [{ name: "fail", periodSeconds: 60 }, { name: "work", periodSeconds: 3_600 }];

function read(world: World, config = {}): Promise<Status> {
  const { database, config: { dataDir } } = world.services;
  return readStatus({
    database,
    jobs,
    config: { dataDir, backupDir: undefined, ...config },
    certificate: { read: () => Promise.resolve(null) },
  });
}

const pendingOf = ({ owed }: Status, kind: OwedKind) => owed.find((one) => one.kind === kind)!;

testOnEach("an installation at rest owes nothing, and says what it is", async (world) => {
  const status = await read(world);
  for (const { count, oldestDueAt, givenUp } of status.owed) {
    assert.deepEqual([count, oldestDueAt, givenUp], [0, null, 0]);
  }
  assert.deepEqual(status.owed.map(({ kind }) => kind), [
    ...["callback", "push", "message", "mail", "due"],
  ]);
  assert.deepEqual([status.failingReceivers, status.failingChannels, status.hold], [[], [], null]);
  assert.deepEqual([status.eventsUnread, status.problems], [0, 0]);
  assert.match(status.schema, /^\d{4}_/);
  const { kind, bytes, serverVersion, connections, maxConnections, isFull } = status.database;
  assert.equal(kind, world.kind);
  assert.ok(bytes > 1_000_000 && /^\d+/.test(serverVersion) && maxConnections > 0);
  assert.ok(world.kind === "pglite" || connections.length > 0);
  assert.equal(isFull, false);
  assert.deepEqual(status.disks.map(({ place }) => place), ["data"]);
  assert.ok(status.disks[0]!.bytes > status.disks[0]!.freeBytes && status.disks[0]!.freeBytes > 0);
}, { both: true });

testOnEach("a receiver that refuses three times fails until it takes one", async (world) => {
  let status = 500;
  await using receiver = startReceiver({ handler: () => new Response("", { status }) });
  const phone = await world.pairPhone("maria");
  const callbackUrl = `${receiver.url}/callback`;
  const { responseId } = await askAndAnswer(world, phone, { callbackUrl });
  for (let attempt = 1; attempt <= 3; attempt++) {
    await attempted(world, responseId, attempt);
    const { failingReceivers } = await read(world);
    assert.equal(failingReceivers.length, attempt < 3 ? 0 : 1, `after ${attempt}`);
    await makeDue(world, responseId);
    if (attempt < 3) await world.services.callbacks.sweep();
  }
  const failing = await read(world);
  const [{ kind, companyId, company, host, since }] = failing.failingReceivers as [
    Status["failingReceivers"][0],
  ];
  assert.deepEqual([kind, companyId, company], ["callback", 1, "Primary"]);
  assert.equal(host, new URL(receiver.url).host);
  assert.ok(since <= failing.readAt);
  assert.equal(pendingOf(failing, "callback").count, 1);
  assert.ok(pendingOf(failing, "callback").oldestDueAt! < failing.readAt);
  status = 200;
  await world.services.callbacks.sweep();
  await attempted(world, responseId, 4);
  const better = await read(world);
  assert.deepEqual(better.failingReceivers, []);
  assert.equal(pendingOf(better, "callback").count, 0);
}, { both: true });

testOnEach("what was given up within a day is counted, and its receiver fails", async (world) => {
  await using receiver = startReceiver({ handler: () => new Response("", { status: 500 }) });
  const phone = await world.pairPhone("maria");
  const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
  await attempted(world, responseId, 1);
  await inTenant(world, async (trx) => {
    await sql`insert into callback_attempts
        (company_id, response_id, number, started_at, duration_ms, outcome, status)
      select 1, ${responseId}::uuid, n, now(), 1, 'status', 500 from generate_series(2, 12) n`
      .execute(trx);
    await sql`update callbacks set status = 'failed', due_at = null, attempts = 12`.execute(trx);
  });
  const status = await read(world);
  assert.deepEqual([pendingOf(status, "callback").count, pendingOf(status, "callback").givenUp], [
    0,
    1,
  ]);
  assert.equal(status.failingReceivers.length, 1);
  await inTenant(world, async (trx) => {
    await sql`update callback_attempts set started_at = started_at - interval '25 hours'`
      .execute(trx);
  });
  assert.equal(pendingOf(await read(world), "callback").givenUp, 0);
}, { both: true });

testOnEach("pushes that were given up are counted for a day", async (world) => {
  await using service = startPushService({ answer: refusing(403) });
  await pairPushed(world, service, "maria");
  const ending = async (answer: PushAnswer, fields = {}) => {
    service.answerWith(answer);
    await send(world, fields);
    await until(async () => (await pushJobs(world)).length === 0, { what: "no push to be owed" });
    return pendingOf(await read(world), "push").givenUp;
  };
  assert.equal(await ending(refusing(403)), 1, "refused");
  assert.equal(await ending(refusing(503, { "Retry-After": "90" }), { ttl: 60 }), 2, "over");
  assert.equal(await ending(created), 2);
  assert.equal(await ending(refusing(410)), 2, "the phone ended it");
  const pass = (hours: number) =>
    sql`update given_up_pushes set at = at - ${`${hours} hours`}::interval`.execute(world.owner.db);
  await pass(25);
  assert.equal(pendingOf(await read(world), "push").givenUp, 0);
  const rest = async () => {
    await passNight(world);
    return (await sql`select from given_up_pushes`.execute(world.owner.db)).rows.length;
  };
  assert.equal(await rest(), 2);
  await pass(24);
  assert.equal(await rest(), 0);
}, { both: true, pushCa: authorityPem(), env: { PUSH_HOSTS: "localhost:*" } });

testOnEach("messages wait by kind, and a channel fails, rests or works", async (world) => {
  await using receiver = startReceiver({ handler: () => new Response("", { status: 500 }) });
  const program = await connect(world, { callbackUrl: `${receiver.url}/out` });
  const { contactId } = await program.file({ externalId: "1", from: marta, text: "Hola" });
  const path = `/contacts/${contactId}/messages`;
  await expectData(
    program.api("POST", path, { direction: "out", via: program.id, body: "Buenas" }),
    201,
  );
  const waiting = await read(world);
  assert.deepEqual([pendingOf(waiting, "message").count, pendingOf(waiting, "mail").count], [1, 0]);
  assert.equal(pendingOf(waiting, "message").oldestDueAt, null, "it can still be taken back");
  for (let attempt = 1; attempt <= 3; attempt++) {
    await goNow(world);
    await world.services.outbox.sweep();
    await receiver.received(attempt);
    await until(async () => {
      const rows = await inTenant(world, (trx) => trx.selectFrom("outbox").selectAll().execute());
      return rows[0]!.attempts === attempt;
    }, { what: "the attempt to be stored" });
  }
  const failing = await read(world);
  assert.deepEqual(failing.channels, [{ kind: "program", state: "fails", count: 1 }]);
  assert.deepEqual(
    failing.failingChannels.map(({ kind, company, accountId, name }) => [
      ...[kind, company, accountId, name],
    ]),
    [["program", "Primary", program.id, program.name]],
  );
  assert.deepEqual(failing.failingReceivers.map(({ kind }) => kind), ["message"]);
  await expectData(program.api("POST", `/channels/${program.id}/pause`));
  const paused = await read(world);
  assert.deepEqual(paused.channels, [{ kind: "program", state: "rests", count: 1 }]);
  assert.deepEqual(paused.failingChannels, []);
  assert.equal(pendingOf(paused, "message").count, 1, "it waits for its account");
  assert.equal(pendingOf(paused, "message").oldestDueAt, null);
}, { both: true });

testOnEach("times that are ahead wait, and are late once they have passed", async (world) => {
  await send(world, { remind: { every: 3_600, times: 2 } });
  const ahead = pendingOf(await read(world), "due");
  assert.deepEqual([ahead.count, ahead.oldestDueAt], [1, null]);
  await inTenant(world, (trx) =>
    sql`update due_times set due_at = now() - interval '1 hour'`
      .execute(trx));
  const late = pendingOf(await read(world), "due");
  assert.ok(late.oldestDueAt!.getTime() < Date.now() - 3_000_000);
}, { both: true });

testOnEach("a held installation says since when and why", async (world) => {
  await transact(world.services.database.db, (trx) => holdInstallation(trx, "moving house"));
  const { hold } = await read(world);
  assert.equal(hold!.reason, "moving house");
  assert.ok(hold!.since instanceof Date);
});

testOnEach("instances write what they are, and take themselves away", async (world) => {
  const { database: { db }, log } = world.services;
  const instances = [["database"], []].map((stuck) =>
    new Instance({ db, log, id: crypto.randomUUID(), findStuck: () => Promise.resolve(stuck) })
  );
  const [one, other] = instances as [Instance, Instance];
  await one.start();
  await other.start();
  const { instances: both } = await read(world);
  assert.deepEqual(both.map(({ stuck }) => stuck).sort(), [[], ["database"]]);
  assert.deepEqual(new Set(both.map(({ version }) => version)).size, 1);
  const endedAt = new Date("2026-11-30T10:00:00Z");
  one.noteEnd("work", endedAt);
  other.noteEnd("work", new Date("2026-11-30T09:00:00Z"));
  await one.stop();
  await other.look();
  const { instances: [last, ...more], jobs: ends } = await read(world);
  assert.deepEqual([last!.stuck, more], [[], []]);
  assert.deepEqual(ends, [
    { name: "fail", periodSeconds: 60, endedAt: null },
    { name: "work", periodSeconds: 3_600, endedAt },
  ]);
  await sql`update instances set seen_at = now() - interval '3 minutes'`.execute(db);
  assert.deepEqual(await readInstances(db), [], "one that is silent serves no more");
  await sql`update instances set seen_at = now() - interval '2 days'`.execute(db);
  await one.look();
  const { rows } = await sql<{ id: string }>`select id from instances`.execute(db);
  assert.equal(rows.length, 1, "and is forgotten");
  await Promise.all(instances.map((instance) => instance.stop()));
}, { both: true });

testOnEach("a job that fails has no good end", async (world) => {
  const { services } = world;
  const run = (name: string, run: () => Promise<void>) =>
    runOne(services, { name, schedule: "* * * * *", run });
  await run("work", () => Promise.resolve());
  await run("fail", () => Promise.reject(new Error("no")));
  await services.instance.look();
  const { jobs } = await read(world);
  assert.deepEqual(jobs.map(({ name, endedAt }) => [name, endedAt !== null]), [
    ["fail", false],
    ["work", true],
  ]);
  await services.instance.stop();
});

testOnEach("an idle transaction is as old as it is", async (world) => {
  if (world.kind !== "postgres") return;
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const open = transact(world.services.database.db, async (trx) => {
    await sql`select 1 from companies limit 1`.execute(trx);
    begin();
    await over;
  });
  await begun;
  await until(async () => (await read(world)).database.openTransactionSeconds > 0.2, {
    what: "the transaction to be seen",
  });
  end();
  await open;
});

testOnEach("the newest back-up counts by its time, and other files do not", async (world) => {
  const backupDir = await Deno.makeTempDir();
  assert.equal((await read(world, { backupDir })).backup, null);
  const at = new Date("2026-11-20T00:00:00Z");
  for (const [name, mtime] of [["relevo-1.tar", at], ["relevo-2.tar", new Date(0)]] as const) {
    await Deno.writeTextFile(`${backupDir}/${name}`, "12345");
    await Deno.utime(`${backupDir}/${name}`, mtime, mtime);
  }
  await Deno.writeTextFile(`${backupDir}/relevo-3.tar.part`, "1");
  await Deno.mkdir(`${backupDir}/relevo-4.tar`);
  const { backup, disks } = await read(world, { backupDir });
  assert.deepEqual(backup, { madeAt: at, bytes: 5 });
  assert.deepEqual(disks.map(({ place }) => place), ["data", "backups"]);
  const away = await read(world, { backupDir: `${backupDir}/none` });
  assert.deepEqual([away.backup, away.disks.length], [null, 1]);
});

testOnEach("callers share a read for 15 seconds", async (world) => {
  let now = 0;
  let reads = 0;
  const shared = new KeptStatus(() => {
    reads++;
    return read(world);
  }, () => now);
  assert.equal(shared.last, null);
  const [one, other] = await Promise.all([shared.read(), shared.read()]);
  assert.equal(one, other);
  now = 14_999;
  assert.equal(await shared.read(), one);
  now = 15_000;
  assert.notEqual(await shared.read(), one);
  assert.equal(reads, 2);
  now = 60_000;
  const failing = new KeptStatus(() => Promise.reject(new Error("away")), () => now);
  await assert.rejects(failing.read(), /away/);
  assert.equal(failing.last, null);
});

Deno.test("each job of the list has a period", () => {
  const periods = new Set(recurring.map(({ schedule }) => periodOf(schedule)));
  assert.deepEqual([...periods].sort((a, b) => a - b), [60, 3_600, 86_400]);
  assert.throws(() => periodOf("0 0 1 * *"), RangeError);
});
