/** Copies of a running server that follow it, and take its place. */
import { dirname, join } from "node:path";
import pg from "pg";
import { type Cluster, findServerPrograms, serverUser, startCluster } from "./cluster.ts";
import { until } from "./wait.ts";

/** A standby of the server, on a port of its own or that of one whose place it takes. */
export async function startStandby(
  primary: Cluster,
  { name, port }: { name: string; port?: number },
): Promise<Cluster> {
  const { hostname, port: from, password } = new URL(primary.adminUrl);
  const user = serverUser();
  const folder = await Deno.makeTempDir({ prefix: "relevo-base-" });
  if (user.uid !== undefined) await Deno.chown(folder, user.uid, user.gid!);
  try {
    const { success, stderr } = await new Deno.Command(
      serverProgram("pg_basebackup"),
      {
        args: ["-D", join(folder, "data"), "-R", "-X", "stream", "-c", "fast", "--no-sync"]
          .concat("-h", hostname, "-p", from, "-U", "postgres"),
        env: { PGPASSWORD: password },
        cwd: folder,
        ...user,
        stdout: "null",
        stderr: "piped",
      },
    ).output();
    if (!success) throw new Error(`pg_basebackup: ${new TextDecoder().decode(stderr)}`);
    const copyOf = { folder: join(folder, "data"), password };
    return await startCluster({ copyOf, port, settings: { cluster_name: name } });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A program that comes with the server, which the folder on the path may have no link to. */
export function serverProgram(name: string): string {
  return join(dirname(Deno.realPathSync(join(findServerPrograms()!, "postgres"))), name);
}

/** Has each commit wait for the standby of that name, once it follows. */
export async function waitForStandby(primary: Cluster, name: string): Promise<void> {
  await ask(primary, `alter system set synchronous_standby_names = '${name}'`);
  await ask(primary, "select pg_reload_conf()");
  await until(async () => {
    const [row] = await ask(primary, "select sync_state from pg_stat_replication");
    return row?.sync_state === "sync";
  }, { what: "the standby to follow" });
}

/** Makes a standby take writes, which begins another timeline; it waits for none of its own. */
export async function promote(standby: Cluster): Promise<void> {
  await ask(standby, "alter system set synchronous_standby_names = ''");
  await ask(standby, "select pg_promote(true, 600)");
}

/** As the superuser. */
export async function ask(cluster: Cluster, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: cluster.adminUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The address of a database on several servers, asked in this order. */
export function addressOn(clusters: Cluster[], databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const hosts = clusters.map(({ adminUrl }) => new URL(adminUrl).host).join(",");
  return databaseUrl.replace(`@${url.host}/`, `@${hosts}/`);
}
