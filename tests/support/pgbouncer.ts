/** Debian's PgBouncer in front of a database, where it is installed. */
import { join } from "node:path";
import { findInstalled } from "./installed.ts";
import { freePort, guardProcess } from "./process.ts";
import { until } from "./wait.ts";

export const findPgBouncer = () => findInstalled("PGBOUNCER_PATH", "/usr/sbin/pgbouncer");

interface Options {
  mode: "session" | "transaction";
  /** Startup parameters that it takes and does not pass on. */
  ignores?: string;
}

/** @param url the database's own address. @returns the same by the pooler */
export async function startPgBouncer(
  url: string,
  { mode, ignores }: Options,
): Promise<AsyncDisposable & { url: string }> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-pooler-" });
  const port = freePort();
  const pooled = new URL(url);
  const { hostname, port: serverPort, username, password, pathname } = pooled;
  pooled.port = String(port);
  await Deno.writeTextFile(join(folder, "users.txt"), `"${username}" "${password}"\n`);
  const file = join(folder, "pgbouncer.ini");
  await Deno.writeTextFile(
    file,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = ${mode}
${ignores ? `ignore_startup_parameters = ${ignores}` : ""}
`,
  );
  // It refuses to run as root.
  const isRoot = Deno.uid() === 0;
  if (isRoot) await new Deno.Command("chown", { args: ["-R", "postgres", folder] }).output();
  const process = new Deno.Command(findPgBouncer()!, {
    args: ["-q", ...(isRoot ? ["-u", "postgres"] : []), file],
    ...{ stdout: "null", stderr: "null" },
  }).spawn();
  const guard = guardProcess(process.pid);
  await until(async () => {
    const socket = await Deno.connect({ hostname: "127.0.0.1", port });
    socket.close();
    return true;
  }, { what: "PgBouncer to listen" });
  return {
    url: pooled.href,
    async [Symbol.asyncDispose]() {
      process.kill("SIGTERM");
      await process.status;
      await guard.release();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
