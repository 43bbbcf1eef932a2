/** Each alert begins and ends by its condition, and the operator hears of it once. */
import assert from "node:assert/strict";
import type { AlertName, Signals } from "@/lib/alerts/alert.ts";
import { alerts } from "@/lib/alerts/alerts.ts";
import type { Status } from "@/lib/status/status.ts";
import { pairOwn } from "../crm/notices/phones.ts";
import { apiOf } from "../crm/scene.ts";
import { people } from "../support/world.ts";
import { day, mailsIn, openMail, openScene, start, subjectsIn, testAlerts } from "./scene.ts";

interface Cause {
  /** @param at when it begins */
  status?: (calm: Status, at: Date) => Partial<Status>;
  signals?: (at: Date) => Partial<Signals>;
  /** What is named. */
  about?: RegExp;
}

const company = { companyId: 2, company: "Estudio" };
const before = ({ readAt }: Status, seconds: number) =>
  new Date(readAt.getTime() - seconds * 1_000);
const withDatabase = (change: Partial<Status["database"]>) => ({ database }: Status) => ({
  database: { ...database, ...change },
});
const withInstance = (change: Partial<Status["instances"][number]>) => ({ instances }: Status) => ({
  instances: [...instances, { ...instances[0]!, id: "two", ...change }],
});

const causes: Record<AlertName, Cause> = {
  database_away: { signals: () => ({ isDatabaseAway: true }) },
  part_stuck: { status: withInstance({ stuck: ["listener"] }), about: /Part: listener/ },
  disk_full: {
    status: () => ({ disks: [{ place: "data", freeBytes: 9e9, bytes: 100e9 }] }),
    about: /Disk: data/,
  },
  callbacks_failing: {
    status: (_, at) => ({
      failingReceivers: [{ kind: "callback", host: "shop.example", since: at, ...company }],
    }),
    about: /Company: Estudio\nHost: shop\.example/,
  },
  deliveries_late: {
    status: (_, at) => ({ owed: [{ kind: "push", count: 4, oldestDueAt: at, givenUp: 0 }] }),
    about: /Kind: pushes\nCount: 4/,
  },
  given_up: {
    status: () => ({ owed: [{ kind: "callback", count: 0, oldestDueAt: null, givenUp: 3 }] }),
    about: /Count: 3/,
  },
  channel_failing: {
    status: (_, at) => ({
      failingChannels: [{ kind: "email", accountId: 7, name: "Ventas", since: at, ...company }],
    }),
    about: /Company: Estudio\nChannel: Ventas/,
  },
  pushes_failing: {
    status: (_, at) => ({
      failingReceivers: [{ kind: "push", host: "push.example", since: at, ...company }],
    }),
    about: /Host: push\.example/,
  },
  backup_old: { status: (calm) => ({ backup: { madeAt: before(calm, 27 * 3_600), bytes: 1 } }) },
  certificate_ends: { status: (calm) => ({ certificate: { endsAt: before(calm, -5 * day) } }) },
  sign_in_keys_away: { signals: (at) => ({ keysAwaySince: at }) },
  job_missing: {
    status: (calm) => ({
      jobs: [{ name: "sweep", periodSeconds: 60, endedAt: before(calm, 200) }],
    }),
    about: /Work: sweep/,
  },
  standby_behind: {
    status: withDatabase({ standbys: [{ name: "b", lagSeconds: 90, isSynchronous: false }] }),
    about: /Standby: b\nSeconds: 90/,
  },
  transaction_open: {
    status: ({ database, readAt }, at) => ({
      database: { ...database, openTransactionSeconds: (readAt.getTime() - at.getTime()) / 1_000 },
    }),
  },
  held: { status: (_, at) => ({ hold: { since: at, reason: "asked" } }), about: /Reason: Its op/ },
  versions_differ: { status: withInstance({ version: "2" }), about: /1 \(aaaaaaaa\), 2 \(/ },
  company_large: {
    status: ({ readAt }) => ({
      growth: {
        ...{ readAt, mostRecords: 100, tables: [] },
        companies: [{ ...company, table: "contacts", rows: 51, isBounded: true }],
      },
    }),
    about: /Company: Estudio\nTable: contacts\nCount: 51\nShare: 51 %/,
  },
  table_large: {
    status: ({ readAt }) => ({
      growth: {
        ...{ readAt, mostRecords: 100, companies: [] },
        tables: [{ table: "activities", rows: 51_000_000, bytes: 9e9 }],
      },
    }),
    about: /Table: activities\nCount: 51000000\nSize: 8\.4 GB/,
  },
  errors: { signals: () => ({ requests: { count: 1_000, failures: 20 } }), about: /Share: 2 %/ },
};

testAlerts("each alert begins after its time, says what it is about, and ends", async (
  world,
  mailbox,
) => {
  const scene = openScene(world, { mail: openMail(mailbox.port) });
  await scene.look();
  assert.deepEqual(scene.names(), [], "all is well");
  for (const { name, afterSeconds } of alerts) {
    const { status, signals, about } = causes[name];
    // Hours later, so that no mail waits for its turn.
    const at = scene.now = new Date(start.getTime() + mailbox.messages.length * 3_600_000);
    scene.status = (calm) => ({ ...calm, ...status?.(calm, at) });
    scene.signals = signals?.(at) ?? {};
    await scene.look();
    if (afterSeconds > 15) assert.deepEqual(scene.names(), [], `${name} begins at once`);
    await scene.lookFor(Math.max(afterSeconds, 300) + 30);
    assert.deepEqual(scene.names(), [name]);
    const [begun] = (await mailsIn(mailbox)).slice(-1);
    assert.equal(begun!.to, people.ana);
    assert.match(begun!.subject, /^crm\.example\.com: (?!over|still)/, name);
    assert.match(begun!.body, /Since: .*\nWhat to do: /, name);
    if (about) assert.match(begun!.body, about, name);
    scene.status = (calm) => calm;
    scene.signals = {};
    await scene.lookFor(90);
    assert.deepEqual(scene.names(), [], `${name} is over`);
    assert.match((await subjectsIn(mailbox)).at(-1)!, /^crm\.example\.com: over: /);
  }
  assert.equal(mailbox.messages.length, 2 * alerts.length);
  const rows = await world.services.database.db.selectFrom("alerts").selectAll().execute();
  assert.deepEqual(rows, [], "nothing is kept of what is over");
}, { both: true });

testAlerts("the operator's phones are told too, loudly of what is down", async (world) => {
  const phone = await pairOwn(world, apiOf(world, people.ana));
  const scene = openScene(world);
  scene.status = (calm) => ({ ...calm, ...causes.part_stuck.status!(calm, start) });
  await scene.lookFor(150);
  const [notice] = await phone.inbox();
  assert.equal(notice!.priority, "high");
  assert.equal(notice!.title, "crm.example.com: A part of Relevo is stuck (listener)");
  assert.match(notice!.body, /Part: listener\n.*What to do: /s);
  scene.status = (calm) => ({ ...calm, ...causes.channel_failing.status!(calm, start) });
  await scene.lookFor(1_900);
  const [other, over] = await phone.inbox();
  assert.equal(other!.priority, "normal");
  // Ana's company may read what was sent in it.
  assert.doesNotMatch(JSON.stringify(other), /Estudio|Ventas/);
  assert.match(over!.title, /: over: A part/);
  assert.equal((await phone.inbox()).length, 2, "one replaces the other");
});
