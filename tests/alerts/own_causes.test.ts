/** Alerts by causes in pushes, in work that runs by itself, and in the processes that serve. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { recurring } from "@/lib/service/recurring.ts";
import { runOne } from "@/lib/service/start_work.ts";
import { Instance } from "@/lib/status/instances.ts";
import { runningBuild, setRunningBuild } from "@/lib/tools/build.ts";
import { send } from "../notify/scene.ts";
import { jobs as pushJobs, pairPushed, pushNow } from "../notify/push/scene.ts";
import { authorityPem } from "../support/certificates.ts";
import { created, refusing, startPushService } from "../support/push_service.ts";
import { until } from "../support/wait.ts";
import { expectBoth, minutes, openReal } from "./real.ts";
import { testAlerts } from "./scene.ts";

testAlerts("a push service that refuses is told of until it accepts", async (world, mailbox) => {
  await using service = startPushService({ answer: refusing(503) });
  await pairPushed(world, service, "maria");
  await send(world, {});
  const attempts = async () => (await pushJobs(world))[0]?.attempts;
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (attempt > 1) await pushNow(world);
    await until(async () => await attempts() === attempt, { what: `attempt ${attempt}` });
  }
  const real = openReal(world, mailbox);
  await real.look(14 * minutes);
  assert.deepEqual(real.names(), []);
  await real.look(2 * minutes);
  assert.deepEqual(real.names(), ["pushes_failing"]);
  await expectBoth(real, mailbox, /Company: Primary\nHost: localhost/, async () => {
    service.answerWith(created);
    await pushNow(world);
    await until(async () => await attempts() === undefined, { what: "the push to be accepted" });
  });
  service.answerWith(refusing(403));
  await send(world, {});
  await until(async () => await attempts() === undefined, { what: "the push to be given up" });
  await real.look();
  assert.deepEqual(real.names(), ["given_up"]);
  await expectBoth(real, mailbox, /A delivery was given up[^]*Kind: pushes/, async () => {
    await sql`update given_up_pushes set at = at - interval '25 hours'`.execute(world.owner.db);
  });
}, { pushCa: authorityPem(), env: { PUSH_HOSTS: "localhost:*" } });

testAlerts("work that did not end for twice its period is told of until it does", async (
  world,
  mailbox,
) => {
  const { instance, database: { db } } = world.services;
  const one = recurring.find(({ name }) => name === "sweep pushes that are due")!;
  const run = async () => {
    await runOne(world.services, one);
    await instance.look();
  };
  await run();
  const real = openReal(world, mailbox, { jobs: [{ name: one.name, periodSeconds: 60 }] });
  await real.look(10 * minutes);
  assert.deepEqual(real.names(), [], "it has just ended");
  // As if the process had gone on without it.
  await sql`update job_ends set ended_at = ended_at - interval '3 minutes'`.execute(db);
  await sql`update instances set started_at = started_at - interval '1 hour'`.execute(db);
  await real.look();
  await real.look(5 * minutes);
  assert.deepEqual(real.names(), ["job_missing"]);
  await expectBoth(real, mailbox, new RegExp(`Work: ${one.name}`), run);
});

testAlerts("two builds that serve are told of while both do", async (world, mailbox) => {
  const { database: { db }, log } = world.services;
  const before = runningBuild();
  const start = async (build: string) => {
    setRunningBuild(build);
    const id = crypto.randomUUID();
    const instance = new Instance({ db, log, id, findStuck: () => Promise.resolve([]) });
    await instance.look();
    return instance;
  };
  try {
    const [older] = [await start("a".repeat(40)), await start("b".repeat(40))];
    const real = openReal(world, mailbox);
    await real.look();
    await real.look(59 * minutes);
    assert.deepEqual(real.names(), []);
    await real.look(2 * minutes);
    assert.deepEqual(real.names(), ["versions_differ"]);
    setRunningBuild("a".repeat(40));
    await expectBoth(real, mailbox, /\(aaaaaaaa\), .*\(bbbbbbbb\)/, () => older.stop());
  } finally {
    setRunningBuild(before!);
  }
});

testAlerts("a part that is stuck is told of until it works", async (world, mailbox) => {
  const { instance, schema, database: { db } } = world.services;
  const need = async (oldest: string) => {
    await sql`update installation set oldest = ${oldest}`.execute(world.owner.db);
    await schema.look();
    await instance.look();
  };
  const { rows: [before] } = await sql<{ oldest: string }>`select oldest from installation`
    .execute(db);
  await need("9999_later");
  const real = openReal(world, mailbox);
  await real.look();
  await real.look(1 * minutes);
  assert.deepEqual(real.names(), []);
  await real.look(2 * minutes);
  assert.deepEqual(real.names(), ["part_stuck"]);
  await expectBoth(real, mailbox, /Part: schema/, () => need(before!.oldest));
});
