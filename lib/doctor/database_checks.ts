/** What is looked at in the database; nothing is written. */
import { sql } from "kysely";
import { failure, type Finding, type Findings, ok, skipped, warning } from "@/lib/doctor/check.ts";
import { databaseWords as words } from "@/lib/doctor/database_words.ts";
import type { Database, Db } from "@/lib/db/connection.ts";
import { missingIn, newerIn, whyTooNew } from "@/lib/db/migration/compatibility.ts";
import { readSchemaState } from "@/lib/db/prepare_schema.ts";
import type { Config } from "@/lib/service/config.ts";
import { readHolding } from "@/lib/service/hold/holding.ts";
import { findElsewhere } from "@/lib/service/hold/place.ts";
import { maxSkewSeconds, skewOf } from "@/lib/tools/clock.ts";
import { sayReason } from "@/lib/words/hold.ts";

const oldestVersion = 150_000;
const fatalSkewSeconds = 60;

interface Server {
  server_version: string;
  version_number: number;
  encoding: string;
  database: string;
  collation_then: string | null;
  collation_now: string | null;
  login: string;
  rights: string[];
  lacks: string[];
  free: number;
  most: number;
  now: Date;
}

/** @returns findings of every check that needs the database's own answers */
export async function examineDatabase(
  database: Pick<Database, "db" | "kind">,
  config: Config,
): Promise<Findings> {
  const askedAt = Date.now();
  const server = await readServer(database.db);
  const skewSeconds = skewOf(server.now, { askedAt, answeredAt: Date.now() });
  const hasSchema = await sql<{ is: boolean }>`
    select to_regclass('installation') is not null as is`.execute(database.db);
  return {
    ...(database.kind === "pglite" ? embeddedFindings() : serverFindings(server, config)),
    schema: await checkSchema(database),
    clock: clockFinding(skewSeconds),
    copy: hasSchema.rows[0]!.is ? await checkPlace(database, config) : ok(words.copy.fresh),
  };
}

function embeddedFindings(): Findings {
  const none = skipped(words.ofPostgres);
  return {
    database: ok(words.database.embedded),
    ...{ database_version: none, encoding: none, collation: none, roles: none },
    ...{ connections: none, pooler: none },
  };
}

function serverFindings(server: Server, { databasePoolSize }: Config): Findings {
  const { collation_then: then, collation_now: now, database, free, most } = server;
  const needed = databasePoolSize + 1;
  const isOld = server.version_number < oldestVersion;
  const version = words.version.is(server.server_version);
  const encoding = words.encoding.is(server.encoding);
  const room = words.connections.room(free, most);
  return {
    database: ok(words.database.answers(`${database}, ${server.login}`)),
    database_version: isOld ? failure(version, words.version.update) : ok(version),
    encoding: server.encoding === "UTF8"
      ? ok(encoding)
      : failure(encoding, words.encoding.makeAnew),
    collation: then !== null && now !== null && then !== now
      ? warning(words.collation.changed(then, now), words.collation.reindex(database))
      : ok(words.collation.same),
    roles: rolesFinding(server),
    connections: free < needed ? warning(room, words.connections.raise(needed)) : ok(room),
  };
}

function rolesFinding({ login, rights, lacks }: Server): Finding {
  const { roles } = words;
  if (rights.length > 0) return warning(roles.wide(login, rights.join(", ")), roles.makeNarrow);
  if (lacks.length > 0) return failure(roles.lacks(login, lacks.join(", ")), roles.grant);
  return ok(roles.narrow(login));
}

function clockFinding(seconds: number): Finding {
  if (Math.abs(seconds) <= maxSkewSeconds) return ok(words.clock.same);
  const saw = words.clock.differs(Math.round(Math.abs(seconds)));
  const isFatal = Math.abs(seconds) > fatalSkewSeconds;
  return (isFatal ? failure : warning)(saw, words.clock.synchronise);
}

async function checkSchema({ db }: Pick<Database, "db">): Promise<Finding> {
  const state = await readSchemaState(db);
  const { schema } = words;
  const newer = newerIn(state).map(({ name }) => name).join(", ");
  if (whyTooNew(state)) return failure(schema.newer(newer), schema.update);
  const missing = missingIn(state);
  if (missing.length > 0) return warning(schema.lacks(missing.length), schema.migrate);
  return ok(newer ? schema.newerFits(newer) : schema.newest);
}

async function checkPlace(
  database: Pick<Database, "db" | "kind">,
  config: Config,
): Promise<Finding> {
  const { copy } = words;
  const holding = await readHolding(database.db);
  if (holding) return warning(copy.held(...reasonOf(holding.reason)), copy.release);
  const elsewhere = await findElsewhere(database, config);
  return elsewhere ? warning(copy.elsewhere(...reasonOf(elsewhere)), copy.release) : ok(copy.own);
}

/** In Spanish and English. */
const reasonOf = (reason: string) => [sayReason(reason, "es"), sayReason(reason, "en")] as const;

async function readServer(db: Db): Promise<Server> {
  const { rows: [server] } = await sql<Server>`
    select current_setting('server_version') as server_version,
      current_setting('server_version_num')::int as version_number,
      current_setting('server_encoding') as encoding,
      current_database()::text as database,
      datcollversion as collation_then,
      pg_database_collation_actual_version(d.oid) as collation_now,
      current_user::text as login,
      array_remove(array[case when rolsuper then 'superuser' end,
        case when rolcreaterole then 'createrole' end,
        case when rolbypassrls then 'bypassrls' end], null) as rights,
      array(select name from unnest(array['relevo_tenant', 'relevo_worker']) name
        where not coalesce(
          (select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = name),
          false)) as lacks,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - (select count(*) from pg_stat_activity where backend_type = 'client backend')::int
        as free,
      current_setting('max_connections')::int as most,
      clock_timestamp() as now
    from pg_database d join pg_roles r on r.rolname = current_user
    where d.datname = current_database()`.execute(db);
  return server!;
}
