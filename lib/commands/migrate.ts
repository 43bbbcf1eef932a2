import { UsageError } from "@/lib/commands/arguments.ts";
import { type Command, runWith, withDatabase } from "@/lib/commands/command.ts";
import { migrations } from "@/lib/db/migrate.ts";
import { missingIn, newerIn, whyTooNew } from "@/lib/db/migration/compatibility.ts";
import type { LockMode } from "@/lib/db/migration/migration.ts";
import { planMigrations, type PlannedMigration } from "@/lib/db/migration/plan.ts";
import { readSchemaState, SchemaNotReady } from "@/lib/db/prepare_schema.ts";
import type { Config } from "@/lib/service/config.ts";

interface Options {
  plan: boolean;
  json: boolean;
}

async function migrateOrPlan(config: Config, { plan, json }: Options): Promise<void> {
  if (json && !plan) throw new UsageError(["--json is for --plan"]);
  if (!plan) {
    await withDatabase(config, {}, () => Promise.resolve());
    console.log("The schema is the newest.");
  } else if (await isThere(config)) {
    await withDatabase(config, { anySchema: true }, async (db) => {
      const state = await readSchemaState(db);
      const reason = whyTooNew(state);
      if (reason) throw new SchemaNotReady(reason);
      const planned = await planMigrations(missingIn(state), db);
      say(planned, { json, isNewer: newerIn(state).length > 0 });
    });
  } else say(await planMigrations(Object.keys(migrations)), { json, isNewer: false });
}

/** Opening an embedded database that is not there would make it. */
async function isThere({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl) return true;
  return await Deno.stat(`${dataDir}/postgres`).then(() => true, () => false);
}

function say(planned: PlannedMigration[], { json, isNewer }: { json: boolean; isNewer: boolean }) {
  if (json) console.log(JSON.stringify({ migrations: planned }));
  else if (planned.length > 0) console.log(planned.map(described).join("\n"));
  else if (isNewer) console.log("The schema is of a newer version, and this one can use it.");
  else console.log("The schema is the newest.");
}

function described({ name, change, runs, locks }: PlannedMigration): string {
  const lines = locks.map(({ table, mode, rows }) =>
    `  ${table}${rows === null ? "" : ` (about ${rows} ${rows === 1 ? "row" : "rows"})`}: ${
      meaning[mode]
    }`
  );
  return [`${name} ${change}, ${runs}`, ...lines].join("\n");
}

const changed = "read and written meanwhile, but for the rows that it changes";
const meaning: Record<LockMode, string> = {
  AccessShareLock: "read and written meanwhile",
  RowShareLock: changed,
  RowExclusiveLock: changed,
  ShareUpdateExclusiveLock: "read and written meanwhile",
  ShareLock: "read, not written meanwhile",
  ShareRowExclusiveLock: "read, not written meanwhile",
  ExclusiveLock: "read, not written meanwhile",
  AccessExclusiveLock: "neither read nor written meanwhile",
};

/** Brings the database to the newest schema; every command and every start does so too. */
const migrateCommand: Command<Config> = {
  usage: `deno task migrate                   brings the database to the newest schema
deno task migrate --plan [--json]   says what that would do, and changes nothing

The plan has each migration that is missing: whether it widens (the release before goes on beside
it) or narrows, and the tables that it locks. Those of one transaction are locked until its end,
those of steps for a moment. A lock that is not given within 2 s is given up and asked for again.
The database is the one of DATABASE_URL, or the embedded one in DATA_DIR.`,
  verbs: {
    "": { options: {}, flags: ["plan", "json"], run: migrateOrPlan },
  },
};

if (import.meta.main) {
  Deno.exit(await runWith((config, work) => work(config), migrateCommand, Deno.args));
}
