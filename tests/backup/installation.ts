/** Installations of the commands' tests: on a server of their own, by the scripts for its roles. */
import assert from "node:assert/strict";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import deno from "@/deno.json" with { type: "json" };
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import { pathOf } from "@/lib/backup/session/session.ts";
import { readCatalogue } from "@/lib/backup/write/catalogue.ts";
import { commandFor } from "@/lib/launch/command.ts";
import { openGatewayDatabase } from "@/gateway/storage/database.ts";
import { createLog } from "@/lib/tools/log.ts";
import { runTask } from "../commands/harness.ts";
import { type Cluster, findServerPrograms } from "../support/cluster.ts";

export const root = resolve(import.meta.dirname!, "../..");
const programs = findServerPrograms();
export const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && programs !== null;

export interface Installation {
  database: string;
  adminUrl: string;
  /** What the operator sets. */
  env: Record<
    | "DATABASE_URL"
    | "MIGRATE_DATABASE_URL"
    | "BACKUP_DATABASE_URL"
    | "GATEWAY_DATABASE_URL"
    | "DATA_DIR",
    string
  >;
}

const password = "a:b/c@d";
const usualLogins = { owner: "own", login: "app", gateway: "gate" };

/** Makes the roles and the empty database as docs/operating/install.md says. */
export async function install(
  cluster: Cluster,
  { database, folder, logins = usualLogins }: {
    database: string;
    folder: string;
    logins?: typeof usualLogins;
  },
): Promise<Installation> {
  const { owner, login, gateway } = logins;
  // Links are resolved: the client programs of the same version lie beside the server's.
  const psql = join(dirname(await Deno.realPath(join(programs!, "initdb"))), "psql");
  const run = async (script: string, variables: string[]) => {
    const args = variables.flatMap((one) => ["-v", one]);
    const { success, stderr } = await new Deno.Command(psql, {
      args: ["--quiet", "--no-psqlrc", ...args, "-f", join(root, script), cluster.adminUrl],
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
  };
  await run("lib/db/roles.sql", [`database=${database}`, `owner=${owner}`, `login=${login}`]);
  await run("gateway/storage/roles.sql", [`database=${database}`, `login=${gateway}`]);
  const admin = new pg.Client({ connectionString: cluster.adminUrl });
  await admin.connect();
  for (const role of [owner, login, gateway, "relevo_backup"]) {
    await admin.query(`alter role ${role} password '${password}'`);
  }
  await admin.end();
  const urlOf = (username: string) =>
    Object.assign(new URL(cluster.adminUrl), { username, password, pathname: `/${database}` }).href;
  const adminUrl = Object.assign(new URL(cluster.adminUrl), { pathname: `/${database}` }).href;
  return {
    database,
    adminUrl,
    env: {
      DATABASE_URL: urlOf(login),
      MIGRATE_DATABASE_URL: urlOf(owner),
      BACKUP_DATABASE_URL: urlOf("relevo_backup"),
      GATEWAY_DATABASE_URL: urlOf(gateway),
      DATA_DIR: join(folder, database),
    },
  };
}

/** Counts and digests of all tables, of the app and of the gateway where it has some. */
export async function rowsOf(adminUrl: string): Promise<Record<string, string>> {
  return await withPostgres(adminUrl, async (session) => {
    const { rows: gateway } = await session.query(
      "select from pg_class where relname = 'gateway_migration'",
    );
    const { tables } = await readCatalogue(session, "public", "kysely_migration");
    const others = gateway.length > 0
      ? (await readCatalogue(session, "gate", "gateway_migration")).tables
      : [];
    const digests: Record<string, string> = {};
    for (const table of [...tables, ...others]) {
      const row = table.name === "installation"
        ? "(to_jsonb(t) - 'held_since' - 'held_reason')::text"
        : "t::text";
      const { rows: [one] } = await session.query<{ count: number; digest: string }>(
        `select count(*) as count, md5(string_agg(${row}, '' order by ${row} collate "C")) as digest
         from ${pathOf(table)} t`,
      );
      digests[`${table.schema}.${table.name}`] = `${one!.count} ${one!.digest}`;
    }
    return digests;
  });
}

interface Start extends Pick<Deno.CommandOptions, "stdin" | "stdout"> {
  /** Without the launcher, so that a signal is for the command itself. */
  isBare?: boolean;
}

export function startTask(
  task: "backup" | "restore",
  args: string[],
  more: Record<string, string>,
  { isBare = false, ...stdio }: Start = {},
): Deno.ChildProcess {
  const env = { NO_COLOR: "1", DATABASE_URL: "", BACKUP_DIR: "", ...more };
  const words = deno.tasks[task].split(" ").slice(1);
  const command = isBare ? commandFor(words.at(-1)!, { root, env, args }) : words;
  return new Deno.Command(Deno.execPath(), {
    args: [...command, ...args],
    cwd: root,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...stdio,
  }).spawn();
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return await work(client).finally(() => client.end());
}

/** Has a company, a key, a member, and somebody who signed in by the gateway. */
export async function use({ env }: Installation): Promise<void> {
  const run = async (task: string, ...args: string[]) => {
    const { code, err } = await runTask(task, args, env);
    assert.equal(code, 0, err);
  };
  await run("migrate");
  await run("key", "create", "--company", "1", "--name", "shop");
  await run("member", "add", "--company", "2", "--email", "eva@design.example", "--role", "x");
  const gateway = await openGatewayDatabase({
    url: env.GATEWAY_DATABASE_URL,
    log: createLog("error"),
  });
  await gateway.close();
  await withClient(env.GATEWAY_DATABASE_URL, async (client) => {
    await client.query(`insert into "user" (id, name, email, "emailVerified")
      values ('u', 'Eva', 'eva@design.example', true)`);
    await client.query(`insert into session (id, "expiresAt", token, "updatedAt", "userId")
      values ('s', now() + interval '30 days', 'token of the cookie', now(), 'u')`);
  });
}

export async function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  return await new Response(stream).text();
}

export async function holdOf({ adminUrl }: Installation): Promise<{ held: string }> {
  return await withClient(adminUrl, async (admin) => {
    const { rows: [row] } = await admin.query("select held_reason as held from installation");
    return row;
  });
}

/** Keeps the command waiting for a table while `work` runs. */
export async function whileWaiting(
  { adminUrl }: Installation,
  lock: string,
  work: (isWaiting: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  await withClient(adminUrl, async (holder) => {
    await holder.query("begin");
    await holder.query(lock);
    await work(() =>
      withClient(adminUrl, async (looker) =>
        (await looker.query(`select from pg_stat_activity
          where application_name = 'relevo-backup' and wait_event_type = 'Lock'`)).rowCount! > 0)
    );
    await holder.query("rollback");
  });
}
