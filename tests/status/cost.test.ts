/** Status costs what waits, and not what there is. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { inCompany } from "@/lib/db/transaction.ts";
import { readStatus } from "@/lib/status/read_status.ts";
import { membersOfRows } from "../db/old_statistics/more_rows.ts";
import { addRows } from "../db/old_statistics/rows.ts";
import { noAutovacuum } from "../db/old_statistics/states.ts";
import { explaining, type Handled } from "../db/old_statistics/explaining.ts";
import { hasServer } from "../support/kinds.ts";
import { leaveSites } from "../support/sites.ts";
import { assertNamed } from "../db/companies/named.ts";
import { openOnServer } from "../support/world_database.ts";

const rows = 40_000;
/** Of each queue that wait. */
const waiting = 30;
const most = 3_000;

/** Ends all of it but the newest few of each queue. */
const ends = [
  `update callbacks set status = 'delivered', attempts = 1, delivered_at = now() - interval '1 hour', due_at = null
    where ctid not in (select ctid from callbacks limit ${waiting})`,
  `update callbacks set attempts = 3, due_at = now() + interval '1 hour' where status = 'pending'`,
  `insert into callback_attempts
      (company_id, response_id, number, started_at, duration_ms, outcome, status)
    select company_id, response_id, n, now(), 1, 'status', case status when 'pending' then 500 else 200 end
    from callbacks, generate_series(1, attempts) n on conflict do nothing`,
  `delete from push_jobs where ctid not in (select ctid from push_jobs limit ${waiting})`,
  `update due_times set due_at = null, done_at = now(), outcome = 'acted'
    where ctid not in (select ctid from due_times limit ${waiting})`,
  `update outbox set state = 'sent', due_at = null, state_at = now()
    where ctid not in (select ctid from outbox limit ${waiting})`,
  `update channel_events set state = 'read'
    where ctid not in (select ctid from channel_events limit ${waiting})`,
];

const states = {
  async "without statistics"() {},
  analyzed: (run: (text: string) => Promise<unknown>) => run("vacuum analyze"),
};

Deno.test({
  name: "a read handles what waits in a company of 40,000 of everything, in few statements",
  ignore: !hasServer,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    const database = await openOnServer({ growthMs: Infinity });
    const { db } = database;
    const run = (text: string) => sql.raw(text).execute(db);
    await run(noAutovacuum);
    for (const text of membersOfRows) await run(text);
    await addRows(db, 1, { from: 1, to: rows, records: 10 });
    await inCompany(db, 1, async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      for (const end of ends) await sql.raw(end).execute(trx);
    });
    for (const [state, enter] of Object.entries(states)) {
      await test.step(state, async () => {
        await enter(run);
        const heard: Handled[] = [];
        const status = await readStatus({
          database: { ...database, db: explaining(db, (one) => heard.push(one)) },
          config: { dataDir: ".", backupDir: undefined },
          certificate: { read: () => Promise.resolve(null) },
          jobs: [],
        });
        assert.deepEqual(status.owed.map(({ kind, count }) => [kind, count]), [
          ["callback", waiting],
          ["push", waiting],
          ["message", waiting],
          ["mail", 0],
          ["due", waiting],
        ]);
        assert.deepEqual(status.failingReceivers.map(({ kind }) => kind), ["callback"]);
        assert.ok(heard.length <= 10, `${heard.length} statements`);
        const over = heard.filter(({ handled }) => handled > most);
        assert.deepEqual(over.map(({ handled, sql, plan }) => `${handled}: ${sql}\n${plan}`), []);
      });
    }
    await leaveSites();
    assertNamed();
    await database.close();
  },
});
