import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrateTo, migrations } from "@/lib/db/migrate.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testCommands } from "./harness.ts";

const log = createLog("error");

testCommands("the plan says what is missing and what it locks, and changes nothing", async (
  { url, dataDir, run },
) => {
  const plan = async (...more: string[]) => {
    const { code, out, err } = await run("migrate", "--plan", ...more);
    assert.deepEqual([code, err], [0, ""]);
    return out;
  };
  const all = JSON.parse(await plan("--json")).migrations;
  assert.deepEqual(all.map(({ name }: { name: string }) => name), Object.keys(migrations));
  assert.deepEqual([...Deno.readDirSync(dataDir)].filter(({ name }) => name === "postgres"), []);

  const dir = `${dataDir}/postgres`;
  await Deno.mkdir(dir, { recursive: true });
  const within = async <T>(work: (db: Parameters<typeof migrateTo>[0]) => Promise<T>) => {
    const database = await openDatabase({ url, dir, log, poolSize: 1 });
    try {
      return await work(database.db);
    } finally {
      await database.close();
    }
  };
  const notes = () =>
    within(async (db) =>
      (await sql`select name, timestamp from kysely_migration order by 1`.execute(db)).rows
    );
  await within(async (db) => {
    await migrateTo(db, "0080_validated_activities");
    await sql`analyze`.execute(db);
  });
  const before = await notes();
  const text = await plan();
  assert.ok(
    text.startsWith(`0081_key_indexes widens, in a transaction
  channel_events (about 0 rows): neither read nor written meanwhile
`),
    text,
  );
  assert.ok(
    text.includes(`
0083_held_installations widens, in a transaction
  installation (about 1 row): neither read nor written meanwhile
0084_versions widens, in a transaction
  installation (about 1 row): neither read nor written meanwhile
0085_instances widens, in a transaction
0086_alerts widens, in a transaction
0087_failed_indexes widens, in steps
  callbacks (about 0 rows): read and written meanwhile
  outbox (about 0 rows): read and written meanwhile
  due_times (about 0 rows): read and written meanwhile
0088_old_statistics widens, in steps
  notification_recipients (about 0 rows): read and written meanwhile
  contact_messages (about 0 rows): read and written meanwhile
0089_more_keys widens, in steps
  channel_events (about 0 rows): read and written meanwhile
  devices (about 0 rows): read and written meanwhile
  due_times (about 0 rows): read and written meanwhile
0090_given_up_pushes widens, in a transaction
0091_shared_work widens, in a transaction
  channel_accounts (about 0 rows): neither read nor written meanwhile
0092_newest_message widens, in steps
  contact_messages (about 0 rows): read and written meanwhile
0093_morning_times widens, in steps
  user_companies (about 0 rows): neither read nor written meanwhile
  companies (about 2 rows): read, not written meanwhile
0094_company_keys narrows, in steps
  activities (about 0 rows): neither read nor written meanwhile
`),
    text,
  );
  assert.ok(
    text.endsWith(`
0096_credentials widens, in steps
  companies (about 2 rows): read, not written meanwhile
  api_keys (about 0 rows): read, not written meanwhile
  devices (about 0 rows): read, not written meanwhile
  pairings (about 0 rows): read, not written meanwhile
  answer_links (about 0 rows): read, not written meanwhile
  entry_links (about 0 rows): read, not written meanwhile
  quote_shares (about 0 rows): read, not written meanwhile
  meta_apps (about 0 rows): read, not written meanwhile
  credentials: read and written meanwhile, but for the rows that it changes
0097_event_reminders widens, in steps
  events (about 0 rows): neither read nor written meanwhile
0098_growth widens, in a transaction
  activities (about 0 rows): neither read nor written meanwhile
0099_idempotency_keys widens, in steps
  notifications (about 0 rows): read, not written meanwhile
  idempotency_keys: read and written meanwhile, but for the rows that it changes
`),
    text,
  );
  assert.deepEqual(JSON.parse(await plan("--json")).migrations.find(isVersions), {
    name: "0084_versions",
    change: "widens",
    runs: "in a transaction",
    locks: [{ table: "installation", mode: "AccessExclusiveLock", rows: 1 }],
  });
  assert.deepEqual(await notes(), before);

  assert.equal((await run("migrate")).code, 0);
  assert.equal(await plan(), "The schema is the newest.\n");
  assert.deepEqual(JSON.parse(await plan("--json")), { migrations: [] });
  await within((db) =>
    sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'now')`.execute(db)
  );
  assert.equal(await plan(), "The schema is of a newer version, and this one can use it.\n");
}, { both: true });

const isVersions = ({ name }: { name: string }) => name === "0084_versions";

testCommands("wrong use of migrate is told from what went wrong", async ({ run, dataDir }) => {
  const wrong: [args: string[], complaint: RegExp][] = [
    [["--json"], /^--json is for --plan/],
    [["--plan", "now"], /now/],
    [["--paln"], /--paln/],
    [["--plan=yes"], /--plan/],
  ];
  for (const [args, complaint] of wrong) {
    const { code, out, err } = await run("migrate", ...args);
    assert.deepEqual([code, out], [2, ""], args.join(" "));
    assert.match(err, complaint);
    assert.match(err, /deno task migrate --plan \[--json\]/);
  }
  assert.deepEqual([...Deno.readDirSync(dataDir)], [], "nothing was opened");
});
