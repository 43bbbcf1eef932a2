/** Debian's haproxy in front of apps, as the page of installing has it, where it is installed. */
import { join } from "node:path";
import { findInstalled } from "./installed.ts";
import { freePort, guardProcess } from "./process.ts";
import { until } from "./wait.ts";

export const findHaproxy = () => findInstalled("HAPROXY_PATH", "/usr/sbin/haproxy");

/** @param headers set in each request */
export async function startHaproxy(
  origins: string[],
  headers: Record<string, string>,
): Promise<AsyncDisposable & { url: string }> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-haproxy-" });
  const port = freePort();
  const file = join(folder, "haproxy.cfg");
  await Deno.writeTextFile(file, settings(port, origins, headers));
  const process = new Deno.Command(findHaproxy()!, { args: ["-db", "-f", file], stderr: "null" })
    .spawn();
  const guard = guardProcess(process.pid);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    const answer = await fetch(`${url}/readyz`);
    await answer.body?.cancel();
    return answer.status === 200;
  }, { what: "haproxy to find an app" });
  return {
    url,
    async [Symbol.asyncDispose]() {
      process.kill("SIGTERM");
      await process.status;
      await guard.release();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function settings(port: number, origins: string[], headers: Record<string, string>): string {
  const set = Object.entries(headers).map(([name, value]) =>
    `  http-request set-header ${name} ${value}`
  );
  const servers = origins.map((origin, at) => `  server app${at} ${new URL(origin).host}`);
  return `defaults
  mode http
  timeout connect 5s
  timeout check 4s
  timeout client 120s
  timeout server 120s
  retries 15
  option redispatch 1
  retry-on conn-failure
  option httpchk GET /readyz
  default-server check inter 500ms fall 1 rise 1
frontend site
  bind 127.0.0.1:${port}
${set.join("\n")}
  default_backend apps
backend apps
${servers.join("\n")}
`;
}
