/** What each migration does to a schema, against what it says of itself. */
import assert from "node:assert/strict";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrations } from "@/lib/db/migrate.ts";
import { locksOf } from "@/lib/db/migration/locks.ts";
import type { Migration } from "@/lib/db/migration/migration.ts";
import { changeOf } from "@/lib/db/migration/standing.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testDatabases } from "../../support/test_server.ts";
import { type Deed, lookAtEach } from "./each_alone.ts";

const server = await testDatabases();
const lastStanding = "0083_held_installations";

/** Of those that stand, what looks like a demand: new columns are null or a default there. */
const harmless: Record<string, RegExp> = {
  "0010_as_sent": /^callbacks CHECK .*schedule_start >= 0/,
  "0040_questions": /^notes CHECK .*NOT to_client/,
  "0049_refused_addresses": /^activities CHECK .* is demanded$/,
  "0050_due_times": /^outbox CHECK .*num_nonnulls\(message_id, notification_id\)/,
  "0051_approvals": /^activities CHECK .* is demanded$/,
  "0053_opening_hours": /^activities CHECK .* is demanded$/,
  "0071_meta_conversations": /^files CHECK .*state <> 'coming'/,
};

function excess({ name, narrowed }: Deed, migration: Migration): string[] {
  if (changeOf(name, migration) === "widens") {
    return narrowed.filter((one) =>
      !migration.harmless?.includes(one) && !harmless[name]?.test(one)
    );
  }
  return name <= lastStanding ? [] : narrowed.filter((one) => !migration.takes?.includes(one));
}

Deno.test({
  name: "migrations say whether they narrow, what they take, and what they lock",
  ignore: server === null,
  async fn() {
    const url = await server!.createDatabase();
    const log = createLog("error");
    const database = await openDatabase({ url, log, poolSize: 2, deadlineMs: 120_000 });
    try {
      const deeds = await lookAtEach(database.db);
      const wrong = deeds.map((deed) => [deed.name, excess(deed, migrations[deed.name]!)]);
      assert.deepEqual(wrong.filter(([, more]) => more!.length > 0), []);
      const locks = deeds.filter(({ name }) => !migrations[name]!.steps)
        .map(({ name, locks }) => [name, locks]);
      if (Deno.env.get("UPDATE_LOCKS")) {
        const path = new URL("../../../lib/db/migration/locks.json", import.meta.url);
        await Deno.writeTextFile(path, JSON.stringify(Object.fromEntries(locks)));
      } else {
        const listed = locks.map(([name]) => [
          name,
          locksOf(name as string, migrations[name as string]!),
        ]);
        assert.deepEqual(listed, locks, "UPDATE_LOCKS=1 makes the list anew");
      }
    } finally {
      await database.close();
      await server!.dropDatabase(url);
    }
  },
});

Deno.test("each migration since 0084 says of itself whether it widens or narrows", () => {
  const silent = Object.entries(migrations).filter(([name, { change }]) =>
    name > lastStanding && change === undefined
  );
  assert.deepEqual(silent.map(([name]) => name), []);
});

Deno.test("locks of steps are those of their kinds, the strongest of each table", () => {
  const add = { sql: "alter table contacts add a int", locks: { contacts: "AccessExclusiveLock" } };
  const columns = "(company_id)";
  const locks = locksOf("9000_steps", {
    steps: [
      { index: { name: "contacts_a", table: "contacts", columns } },
      { statement: add as { sql: string; locks: { contacts: "AccessExclusiveLock" } } },
      { backfill: { table: "notes", key: ["id"], set: "a = 1", where: "a is null" } },
      {
        foreignKey: { name: "notes_a", table: "notes", columns, references: "companies (id)" },
      },
    ],
  });
  assert.deepEqual(locks, {
    AccessExclusiveLock: ["contacts"],
    ShareRowExclusiveLock: ["notes", "companies"],
  });
});
