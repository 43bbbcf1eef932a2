/** The operator is told once of each thing, whoever looks, dies or does not answer. */
import assert from "node:assert/strict";
import { openOwnMail, type OwnMail } from "@/lib/mail/own_mail.ts";
import type { Status } from "@/lib/status/status.ts";
import { openGate } from "@/lib/tools/hold.ts";
import { openMailbox } from "../gateway/support/mailbox.ts";
import { freePort } from "../support/process.ts";
import { type World } from "../support/world.ts";
import { day, mailsIn, openMail, openScene, start, subjectsIn, testAlerts } from "./scene.ts";

const oldBackup = (calm: Status): Status => ({
  ...calm,
  backup: { madeAt: new Date(calm.readAt.getTime() - 27 * 3_600_000), bytes: 1 },
});

const failing = (count: number, kind = "email") => (calm: Status): Status => ({
  ...calm,
  failingChannels: Array.from({ length: count }, (_, at) => ({
    ...{ kind, companyId: 2, company: "Estudio", accountId: at + 1, name: `Ventas ${at + 1}` },
    since: new Date(start.getTime() - 3_600_000 + at * 1_000),
  })),
});

function rowsOf(world: World) {
  return world.services.database.db.selectFrom("alerts").selectAll().execute();
}

testAlerts("a mail comes when it begins, daily while it lasts, and when it ends", async (
  world,
  mailbox,
) => {
  const scene = openScene(world, { mail: openMail(mailbox.port) });
  scene.status = oldBackup;
  await scene.look();
  await scene.look(day - 60);
  assert.equal(mailbox.messages.length, 1);
  await scene.look(60);
  await scene.look(3_600);
  await scene.look(day - 3_600);
  scene.status = (calm) => calm;
  await scene.look(15);
  assert.equal(mailbox.messages.length, 3);
  // One that is back within the minute has not ended.
  scene.status = oldBackup;
  await scene.look(15);
  scene.status = (calm) => calm;
  await scene.lookFor(120);
  await scene.look(day);
  assert.deepEqual(await subjectsIn(mailbox), [
    "crm.example.com: The back-up is old",
    "crm.example.com: still: The back-up is old",
    "crm.example.com: still: The back-up is old",
    "crm.example.com: over: The back-up is old",
  ]);
});

testAlerts("ten mails an hour at most, the rest as one, and a place for what is down", async (
  world,
  mailbox,
) => {
  const scene = openScene(world, { mail: openMail(mailbox.port) });
  scene.status = failing(30);
  await scene.look();
  const mails = await mailsIn(mailbox);
  assert.equal(mails.length, 9);
  assert.equal(mails[0]!.subject, "crm.example.com: A channel fails (Ventas 1, Estudio)");
  assert.equal(mails[8]!.subject, "crm.example.com: 22 alerts");
  for (let at = 9; at <= 30; at++) assert.match(mails[8]!.body, new RegExp(`Ventas ${at}\n`));
  scene.status = (calm) => oldBackup(failing(30)(calm));
  await scene.look();
  assert.equal(mailbox.messages.length, 9, "the hour is full");
  scene.signals = { isDatabaseAway: false };
  scene.status = (calm) => ({
    ...oldBackup(failing(30)(calm)),
    instances: [{ ...calm.instances[0]!, stuck: ["queue"] }],
  });
  await scene.lookFor(150);
  assert.equal(mailbox.messages.length, 10);
  assert.match((await mailsIn(mailbox))[9]!.body, /stuck[^]*back-up is old/);
  await scene.look(3_600);
  assert.equal(mailbox.messages.length, 10, "all of it was told");
});

testAlerts("more than a hundred findings of an alert are one that counts them", async (
  world,
  mailbox,
) => {
  const scene = openScene(world, { mail: openMail(mailbox.port) });
  scene.status = failing(150);
  await scene.look();
  assert.equal((await rowsOf(world)).length, 101);
  await scene.lookFor(1_900);
  await scene.look(3_600);
  assert.match((await mailsIn(mailbox)).map(({ body }) => body).join(), /Count: 50\n/);
});

testAlerts("two instances tell once, also after one has started again", async (world, mailbox) => {
  const mail = openMail(mailbox.port);
  const scenes = [openScene(world, { mail }), openScene(world, { mail })];
  for (const scene of scenes) scene.status = oldBackup;
  for (let at = 0; at < 5; at++) {
    await Promise.all(scenes.map((scene) => scene.look()));
  }
  for (const scene of scenes) assert.deepEqual(scene.names(), ["backup_old"]);
  assert.equal(mailbox.messages.length, 1);
  const next = openScene(world, { mail });
  next.now = scenes[0]!.now;
  next.status = oldBackup;
  await next.look(60);
  assert.deepEqual([next.names(), mailbox.messages.length], [["backup_old"], 1]);
  next.status = (calm) => calm;
  await next.lookFor(120);
  assert.equal(mailbox.messages.length, 2);
});

testAlerts("what an instance alone knows is its own to end, and ends with it", async (
  world,
  mailbox,
) => {
  const mail = openMail(mailbox.port);
  const [one, two] = [openScene(world, { mail }), openScene(world, { mail })];
  two.signals = { instance: "two" };
  one.signals = { requests: { count: 1_000, failures: 500 } };
  const both = (calm: Status): Status => ({
    ...calm,
    instances: ["one", "two"].map((id) => ({ ...calm.instances[0]!, id })),
  });
  one.status = two.status = both;
  await one.look();
  await two.lookFor(180);
  assert.deepEqual([mailbox.messages.length, two.names()], [1, ["errors"]]);
  two.status = (calm) => ({ ...calm, instances: [{ ...calm.instances[0]!, id: "two" }] });
  await two.lookFor(120);
  assert.deepEqual([mailbox.messages.length, two.names()], [2, []]);
});

testAlerts("a process that dies while it tells leaves at most one mail too many", async (
  world,
  mailbox,
) => {
  const mail = openMail(mailbox.port);
  const sending = Promise.withResolvers<void>();
  // The mail has left, and the process is no more.
  const dying: OwnMail = {
    ...mail,
    async send(one) {
      await mail.send(one);
      sending.resolve();
      await new Promise(() => {});
    },
  };
  const scene = openScene(world, { mail: dying });
  scene.status = failing(3);
  void scene.look();
  await sending.promise;
  const next = openScene(world, { mail });
  next.status = failing(3);
  next.now = scene.now;
  await next.look();
  assert.equal(mailbox.messages.length, 1, "the other may still be alive");
  await next.look(150);
  const subjects = await subjectsIn(mailbox);
  assert.deepEqual(
    subjects.slice(1).sort(),
    [1, 2, 3].map((at) => `crm.example.com: A channel fails (Ventas ${at}, Estudio)`),
  );
  assert.equal(subjects[0], subjects[1]);
});

testAlerts("a mail server that is away is asked again, and nothing is lost", async (world) => {
  const port = freePort();
  const mail = openOwnMail(
    { host: "127.0.0.1", port, security: "none", from: "relevo@shop.example" },
    openGate,
  );
  const scene = openScene(world, { mail });
  scene.status = oldBackup;
  await scene.lookFor(60);
  scene.status = (calm) => calm;
  await scene.lookFor(120);
  const warnings = world.logged.filter((line) => line.includes("alert_mail_failed"));
  assert.equal(warnings.length, 1, "it is logged once");
  assert.equal((await rowsOf(world)).length, 1);
  mail.close();
  await using mailbox = await openMailbox();
  const next = openScene(world, { mail: openMail(mailbox.port) });
  next.now = scene.now;
  await next.look();
  assert.deepEqual(await subjectsIn(mailbox), ["crm.example.com: over: The back-up is old"]);
  assert.deepEqual(await rowsOf(world), []);
});

testAlerts("without an address or a mail server alerts are still known and logged", async (
  world,
) => {
  const scene = openScene(world, { operatorEmail: undefined });
  scene.status = oldBackup;
  await scene.look();
  assert.deepEqual(scene.names(), ["backup_old"]);
  const lines = () => world.logged.filter((line) => line.includes('"event":"alert"'));
  assert.match(lines()[0]!, /"name":"backup_old","class":"act","isOn":true/);
  scene.status = (calm) => calm;
  await scene.lookFor(120);
  assert.match(lines()[1]!, /"isOn":false/);
  assert.deepEqual(await rowsOf(world), []);
});

testAlerts("names of companies stay within their line, in subjects too", async (world, mailbox) => {
  const scene = openScene(world, { mail: openMail(mailbox.port) });
  scene.status = (calm) => {
    const status = failing(1)(calm);
    status.failingChannels[0]!.name = "Ventas\r\nBcc: x@y.example\u2028";
    return status;
  };
  await scene.look();
  const [mail] = await mailsIn(mailbox);
  assert.match(mail!.subject, /\(Ventas Bcc: x@y\.example , Estudio\)$/);
  assert.match(mail!.body, /Channel: Ventas Bcc: x@y\.example/);
  assert.equal(mailbox.messages.length, 1);
});

testAlerts("while it is held, what holding brings about neither begins nor ends", async (
  world,
  mailbox,
) => {
  const scene = openScene(world, { mail: openMail(mailbox.port), afterSeconds: 30 });
  scene.status = failing(1);
  await scene.lookFor(45);
  assert.deepEqual(scene.names(), ["channel_failing"]);
  const hold = { since: start, reason: "asked" };
  scene.status = (calm) => ({
    ...calm,
    hold,
    owed: [{ kind: "push", count: 1, oldestDueAt: start, givenUp: 2 }],
    jobs: [{ name: "sweep", periodSeconds: 60, endedAt: null }],
  });
  await scene.lookFor(120);
  assert.deepEqual(scene.names(), ["channel_failing", "held"].toSorted());
  scene.status = (calm) => calm;
  await scene.lookFor(90);
  assert.deepEqual(scene.names(), []);
});

testAlerts("a standby that is gone is missed for a week", async (world) => {
  const scene = openScene(world);
  const without = (calm: Status): Status => ({
    ...calm,
    database: { ...calm.database, standbys: [] },
  });
  await scene.look();
  scene.status = without;
  await scene.lookFor(90);
  assert.deepEqual(scene.names(), ["standby_behind"]);
  await scene.look(6 * day);
  assert.deepEqual(scene.names(), ["standby_behind"]);
  await scene.look(day + 60);
  await scene.lookFor(90);
  assert.deepEqual(scene.names(), []);
});

testAlerts("a full disk is told of although nothing can be written down", async (
  world,
  mailbox,
) => {
  const scene = openScene(world, { mail: openMail(mailbox.port) });
  scene.signals = { isDiskFull: true };
  await scene.lookFor(120);
  assert.deepEqual(scene.names(), ["disk_full"]);
  assert.match((await mailsIn(mailbox))[0]!.body, /^A disk is nearly full: Relevo does not serve/);
  assert.deepEqual(await rowsOf(world), []);
  scene.signals = {};
  await scene.lookFor(120);
  assert.deepEqual([scene.names(), mailbox.messages.length], [[], 2]);
});
