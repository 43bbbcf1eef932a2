/**
 * A process that runs one version: `@/` is the folder whose configuration it was started with. It
 * prints where the app is as one line, and ends it by SIGTERM.
 */
import pg from "pg";
import { serverPid } from "@/bench/cost/cpu.ts";
import { readOptions } from "@/bench/load/options.ts";
import { type Handled, handledIn, planSettings } from "@/bench/scale/plans.ts";
import { type Equipment, openStage } from "@/bench/stage.ts";
import { fillCompany, memberOf, settle } from "@/tests/support/filled.ts";
import { startKeyServer } from "@/tests/support/gateway.ts";

export interface VersionOptions {
  /** Users with a phone in company 1. */
  users?: string[];
  /** Size of the data that the companies 1 and 2 are filled with; none unless told. */
  scale?: number;
  env?: Record<string, string>;
  runtimeArgs?: string[];
}

/** Where a version's app and database are, and the secrets of company 1. */
export interface Place extends Equipment {
  port: number;
  pid: number;
  /** Process of its Postgres. */
  server: number;
  /** A member's JWT from the gateway. */
  token: string;
  databaseUrl: string;
  adminUrl: string;
  logPath: string;
}

const audience = "bench";
const tokenSeconds = 7_200;

/** Counts what Postgres handles during the work; nothing else may be asked of it. */
export async function countHandled(
  { adminUrl, logPath }: Pick<Place, "adminUrl" | "logPath">,
  work: () => Promise<unknown>,
): Promise<Handled> {
  await configure(adminUrl, { "auto_explain.log_min_duration": "0" });
  const { size } = await Deno.stat(logPath);
  await work();
  const handled = await handledIn(logPath, size);
  await configure(adminUrl, { "auto_explain.log_min_duration": "-1" });
  return handled;
}

async function configure(adminUrl: string, settings: Record<string, string>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const [name, value] of Object.entries(settings)) {
    await admin.query(`alter system set ${name} = '${value}'`);
  }
  await admin.query("select pg_reload_conf()");
  // The server's processes are told one after the other.
  await admin.query("select pg_sleep(0.2)");
  await admin.end();
}

async function run({ users, scale, env, runtimeArgs }: VersionOptions): Promise<void> {
  await using open = new AsyncDisposableStack();
  const stage = open.use(await openStage("postgres", users));
  const { adminUrl, logPath } = stage.cluster!;
  await configure(adminUrl, { session_preload_libraries: "auto_explain" });
  await configure(adminUrl, { ...planSettings, "auto_explain.log_min_duration": "-1" });
  const keys = open.use(await startKeyServer());
  if (scale) {
    await stage.read(async ({ db }) => {
      const now = new Date();
      await Promise.all([1, 2].map((companyId) => fillCompany(db, { companyId, scale, now })));
      await settle(db);
    });
  }
  const email = memberOf(1);
  const gateway = { GATEWAY_JWKS_URL: keys.jwksUrl, GATEWAY_AUDIENCE: audience };
  const app = open.use(await stage.startApp({ ...gateway, ...env }, runtimeArgs));
  const place: Place = {
    key: stage.key,
    phones: stage.phones,
    port: app.port,
    pid: app.pid,
    server: await serverPid(stage.cluster!),
    token: await keys.sign({ email, aud: audience, sub: email }, { expiresIn: tokenSeconds }),
    databaseUrl: stage.databaseUrl!,
    adminUrl,
    logPath,
  };
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  Deno.addSignalListener("SIGTERM", resolve);
  console.log(JSON.stringify(place));
  await ended;
}

if (import.meta.main) {
  await run(await readOptions());
  Deno.exit(0);
}
