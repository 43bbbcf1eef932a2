/** What an installation's status says, as gauges. */
import assert from "node:assert/strict";
import { databaseGauges } from "@/lib/service/metrics/database_gauges.ts";
import type { Status } from "@/lib/status/status.ts";
import { metricsOf } from "@/lib/service/metrics/scrape.ts";
import { testOnEach } from "../support/world.ts";
import { readExposition, valueOf } from "./exposition.ts";

const now = new Date("2026-11-30T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const receiver = { companyId: 1, company: "Primary", host: "shop.example", since: ago(900) };

const status: Status = {
  readAt: now,
  schema: "0085_instances",
  hold: null,
  instances: [],
  owed: [
    { kind: "callback", count: 7, oldestDueAt: ago(90), givenUp: 2 },
    { kind: "push", count: 1, oldestDueAt: null, givenUp: 0 },
    { kind: "mail", count: 1, oldestDueAt: new Date(now.getTime() + 5_000), givenUp: 0 },
  ],
  failingReceivers: [{ kind: "callback", ...receiver }, { kind: "callback", ...receiver }],
  channels: [
    { kind: "email", state: "works", count: 3 },
    { kind: "email", state: "fails", count: 1 },
  ],
  failingChannels: [],
  eventsUnread: 4,
  problems: 5,
  jobs: [
    { name: "retention", periodSeconds: 86_400, endedAt: ago(3_600) },
    { name: "mailboxes", periodSeconds: 60, endedAt: null },
  ],
  database: {
    kind: "postgres",
    serverVersion: "15.18",
    bytes: 1_200_000_000,
    connections: [{ state: "active", count: 2 }, { state: "idle", count: 19 }],
    maxConnections: 100,
    standbys: [
      { name: "b", lagSeconds: 1.5, isSynchronous: true },
      { name: "c", lagSeconds: 40, isSynchronous: false },
    ],
    openTransactionSeconds: 12,
    isFull: false,
  },
  growth: {
    readAt: ago(60),
    mostRecords: 200,
    tables: [{ table: "contacts", rows: 150, bytes: 90_000 }],
    companies: [
      { ...{ companyId: 1, company: "Primary" }, table: "contacts", rows: 150, isBounded: true },
      {
        ...{ companyId: 1, company: "Primary" },
        table: "notifications",
        rows: 900,
        isBounded: false,
      },
    ],
  },
  disks: [{ place: "data", freeBytes: 10, bytes: 100 }],
  certificate: { endsAt: new Date(now.getTime() + 864_000_000) },
  backup: { madeAt: ago(7_200), bytes: 2_450_000 },
};

Deno.test("gauges of the database say what the status says", () => {
  assert.deepEqual(databaseGauges(status, now), {
    relevo_owed: [[["callback"], 7], [["push"], 1], [["mail"], 1]],
    relevo_oldest_owed_seconds: [[["callback"], 90], [["push"], 0], [["mail"], 0]],
    relevo_failing_receivers: [[["callback"], 2], [["push"], 0], [["mail"], 0]],
    relevo_channels: [[["email", "works"], 3], [["email", "fails"], 1]],
    relevo_events_unread: [[[], 4]],
    relevo_problems: [[[], 5]],
    relevo_job_age_seconds: [[["retention"], 3_600]],
    relevo_database_bytes: [[[], 1_200_000_000]],
    relevo_database_connections: [[["active"], 2], [["idle"], 19]],
    relevo_database_standbys: [[[], 2]],
    relevo_standby_lag_seconds: [[[], 40]],
    relevo_open_transaction_seconds: [[[], 12]],
    relevo_table_rows: [[["contacts"], 150]],
    relevo_table_bytes: [[["contacts"], 90_000]],
    relevo_company_records_share: [[[], 0.75]],
    relevo_disk_free_bytes: [[["data"], 10]],
    relevo_disk_bytes: [[["data"], 100]],
    relevo_certificate_seconds: [[[], 864_000]],
    relevo_backup_age_seconds: [[[], 7_200]],
    relevo_backup_bytes: [[[], 2_450_000]],
  });
});

testOnEach(
  "what the status says is exposed; without it nothing stays from before",
  async (world) => {
    const alerts = { current: ["held", "given_up", "given_up"].map((name) => ({ name })) };
    const further = { instance: { id: "this-one" }, alerts };
    let last: Status | null = null;
    let read: () => Promise<Status> = () => Promise.resolve(status);
    const metrics = metricsOf({
      ...world.services,
      status: {
        read: () => read(),
        get last() {
          return last;
        },
      },
      ...further,
    });
    const full = readExposition(await metrics());
    assert.equal(valueOf(full, "relevo_owed", { kind: "callback" }), 7);
    assert.equal(
      valueOf(full, "relevo_info", { schema: "0085_instances", instance: "this-one" }),
      1,
    );
    assert.equal(valueOf(full, "relevo_alerts", { alert: "given_up" }), 2);
    for (
      const failing of [() => Promise.reject(new Error("away")), () => new Promise<never>(() => {})]
    ) {
      read = failing;
      const bare = readExposition(await metrics());
      assert.equal(valueOf(bare, "relevo_ready"), 1);
      for (const name of ["relevo_owed", "relevo_database_bytes", "relevo_backup_bytes"]) {
        assert.ok(!bare.has(name), name);
      }
    }
    last = { ...status, readAt: new Date(Date.now() - 50_000) };
    assert.ok(readExposition(await metrics()).has("relevo_owed"), "a read that is slow");
    last = { ...status, readAt: new Date(Date.now() - 70_000) };
    assert.ok(!readExposition(await metrics()).has("relevo_owed"), "too old");
    read = () => Promise.resolve({ ...status, certificate: null, backup: null, owed: [] });
    const less = readExposition(await metrics());
    assert.ok(!less.has("relevo_certificate_seconds") && !less.has("relevo_backup_age_seconds"));
    assert.equal(less.get("relevo_owed")!.samples.size, 0, "kinds that are gone stay no longer");
  },
);
