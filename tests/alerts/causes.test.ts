/** Alerts by their causes: what is broken is broken, and what is mended ends them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { sql } from "kysely";
import { transact } from "@/lib/db/transaction.ts";
import { holdInstallation } from "@/lib/service/hold/holding.ts";
import { jobs } from "@/lib/service/recurring.ts";
import { password } from "../channels/email/dovecot.ts";
import { connectMailbox, testWithMail } from "../channels/email/scene.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { pairOwn } from "../crm/notices/phones.ts";
import { mayMount, mountSmallDisk } from "../faults/support/small_disk.ts";
import { openMailbox } from "../gateway/support/mailbox.ts";
import { askAndAnswer, attempted, inTenant, makeDue, send } from "../notify/scene.ts";
import { certificateFor } from "../support/certificates.ts";
import { startReceiver } from "../support/receiver.ts";
import { people } from "../support/world.ts";
import { expectBoth, minutes, openReal } from "./real.ts";
import { mailsIn, testAlerts } from "./scene.ts";

testAlerts("a receiver that refuses, deliveries that are late, and one given up", async (
  world,
  mailbox,
) => {
  let status = 500;
  await using receiver = startReceiver({ handler: () => new Response("", { status }) });
  const own = await pairOwn(world, apiOf(world, people.ana));
  const phone = await world.pairPhone("maria");
  const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
  for (let attempt = 1; attempt <= 3; attempt++) {
    await attempted(world, responseId, attempt);
    if (attempt < 3) await makeDue(world, responseId);
    if (attempt < 3) await world.services.callbacks.sweep();
  }
  const real = openReal(world, mailbox);
  await real.look();
  assert.deepEqual(real.names(), [], "a quarter of an hour has not passed");
  await real.look(16 * minutes);
  assert.deepEqual(real.names(), ["callbacks_failing"]);
  const { host } = new URL(receiver.url);
  assert.match((await own.inbox())[0]!.body, new RegExp(`Company: Primary\nHost: ${host}`));
  await expectBoth(real, mailbox, new RegExp(`Company: Primary\nHost: ${host}`), async () => {
    status = 200;
    await makeDue(world, responseId);
    await world.services.callbacks.sweep();
    await attempted(world, responseId, 4);
  });
  const late = (ago: string | null) =>
    inTenant(
      world,
      (trx) => sql`update due_times set due_at = now() - ${ago}::interval`.execute(trx),
    );
  await send(world, { remind: { every: 3_600, times: 2 } });
  await late("20 minutes");
  await real.look();
  assert.deepEqual(real.names(), ["deliveries_late"]);
  await expectBoth(real, mailbox, /Deliveries are late[^]*Kind: reminders/, () => late("-1 hour"));
  await inTenant(
    world,
    (trx) =>
      sql`update callbacks set status = 'failed', due_at = null, attempts = 4,
      delivered_at = null`.execute(trx),
  );
  await real.look();
  assert.deepEqual(real.names(), ["given_up"]);
});

testWithMail("a mailbox that does not let us in fails until it does", async (world, post) => {
  await using mailbox = await openMailbox();
  await world.services.database.db.updateTable("users").set({ language: "en" })
    .where("email", "=", people.ana).execute();
  const { api, id } = await connectMailbox(world, post);
  const tryWith = async (secret: string) => {
    await expectData(api("PATCH", `/channels/${id}`, { secrets: { password: secret } }));
    await expectData(api("POST", `/channels/${id}/test`));
  };
  await tryWith("wrong");
  const real = openReal(world, mailbox);
  await real.look(29 * minutes);
  assert.deepEqual(real.names(), []);
  await real.look(2 * minutes);
  assert.deepEqual(real.names(), ["channel_failing"]);
  await expectBoth(
    real,
    mailbox,
    /Company: Primary\nChannel: Taller\nKind: email/,
    () => tryWith(password),
  );
}, { env: { OPERATOR_EMAIL: people.ana } });

testAlerts("a held copy is told of after an hour, by mail", async (world, mailbox) => {
  const { database: { db } } = world.services;
  await transact(db, (trx) => holdInstallation(trx, "another_server"));
  const real = openReal(world, mailbox);
  await real.look(59 * minutes);
  assert.deepEqual(real.names(), []);
  await real.look(2 * minutes);
  assert.deepEqual(real.names(), ["held"]);
  await expectBoth(
    real,
    mailbox,
    /is held[^]*Reason: Its database is on another server/,
    () => sql`update installation set held_since = null, held_reason = null`.execute(db),
  );
});

testAlerts("an idle transaction is told of after ten minutes", async (world, mailbox) => {
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const transaction = inTenant(world, async (trx) => {
    await sql`select relevo_txid()`.execute(trx);
    started.resolve();
    await release.promise;
  });
  await started.promise;
  const real = openReal(world, mailbox);
  try {
    await real.look(9 * minutes);
    assert.deepEqual(real.names(), []);
    await real.look(2 * minutes);
    assert.deepEqual(real.names(), ["transaction_open"]);
    await expectBoth(real, mailbox, /A transaction stays open/, async () => {
      release.resolve();
      await transaction;
    });
  } finally {
    release.resolve();
    await transaction;
  }
});

testAlerts("a back-up of the day before yesterday is old, and so is none at all", async (
  world,
  mailbox,
) => {
  const backupDir = await Deno.makeTempDir({ prefix: "relevo-backups-" });
  const file = join(backupDir, "relevo-2026-11-28T10:00:00Z.tar");
  await Deno.writeTextFile(file, "x");
  const at = (hoursAgo: number) => {
    const time = new Date(Date.now() - hoursAgo * 3_600_000);
    return Deno.utime(file, time, time);
  };
  await at(27);
  const real = openReal(world, mailbox, { backupDir });
  await real.look();
  assert.deepEqual(real.names(), ["backup_old"]);
  // A clock that was wrong makes files of tomorrow.
  await expectBoth(real, mailbox, /The back-up is old\n[^]*Date: /, () => at(-20));
  await Deno.remove(backupDir, { recursive: true });
  await real.look();
  await real.look(25 * 3_600);
  assert.deepEqual(real.names(), []);
  await real.look(2 * 3_600);
  assert.deepEqual(real.names(), ["backup_old"]);
});

testAlerts("a certificate of five days is told of until it is renewed", async (world, mailbox) => {
  const receiver = startReceiver({ tls: certificateFor({ days: 5 }) });
  await using renewed = startReceiver({ tls: certificateFor() });
  const real = openReal(world, mailbox, { publicUrl: receiver.url });
  await real.look();
  await receiver.close();
  assert.deepEqual(real.names(), ["certificate_ends"]);
  assert.match((await mailsIn(mailbox))[0]!.body, /^The certificate ends soon: .*\nDate: /);
  const next = openReal(world, mailbox, { publicUrl: renewed.url });
  await next.look(60);
  await next.settle();
  assert.deepEqual([next.names(), mailbox.messages.length], [[], 2]);
});

if (mayMount) {
  testAlerts("a small disk is told of until there is room", async (world, mailbox) => {
    await using disk = await mountSmallDisk(40);
    const real = openReal(world, mailbox, { dataDir: disk.path });
    await real.look();
    await real.look(61);
    // A disk of 40 MB never has the 2 GB.
    assert.deepEqual(real.names(), ["disk_full"]);
    await disk.fill();
    await real.look();
    assert.match((await mailsIn(mailbox))[0]!.body, /Disk: data\nShare: \d+ %\nRoom: /);
  });
}

testAlerts("keys of sign-in that cannot be fetched, and requests that fail", async (
  world,
  mailbox,
) => {
  const member = people.ana;
  await world.keyServer.stop();
  for (let at = 0; at < 6; at++) {
    const { status } = await world.call("GET", "/api/admin/me", { member });
    assert.equal(status, 503);
  }
  const real = openReal(world, mailbox);
  await real.look();
  assert.deepEqual(real.names(), ["errors"]);
  await real.look(11 * minutes);
  assert.deepEqual(real.names().toSorted(), ["errors", "sign_in_keys_away"]);
  assert.match((await mailsIn(mailbox))[0]!.body, /Share: \d+ %/);
  await world.keyServer.start();
  for (let at = 0; at < 600; at++) await world.call("GET", "/api/admin/me", { member });
  await real.settle();
  assert.deepEqual(real.names(), []);
  assert.equal(mailbox.messages.length, 4);
});

Deno.test("each job of the list is one that an alert can miss", () => {
  assert.ok(jobs.every(({ periodSeconds }) => [60, 3_600, 86_400].includes(periodSeconds)));
});
