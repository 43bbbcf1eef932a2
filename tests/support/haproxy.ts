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
  port = freePort(),
): Promise<AsyncDisposable & { url: string }> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-haproxy-" });
  const file = join(folder, "haproxy.cfg");
  await Deno.writeTextFile(file, await settings(port, origins, headers));
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

/** Those of the page, but for addresses, certificate and further headers. */
async function settings(
  port: number,
  origins: string[],
  headers: Record<string, string>,
): Promise<string> {
  const page = await Deno.readTextFile(new URL("../../docs/operating/install.md", import.meta.url));
  const [, text] = /^```haproxy\n([^]*?)^```$/m.exec(page)!;
  const set = Object.entries(headers)
    .map(([name, value]) => `  http-request set-header ${name} ${value}\n`);
  const servers = origins.map((origin, at) => `  server app${at} ${new URL(origin).host}\n`);
  return text!
    .replace(/^ {2}bind .*\n/m, `  bind 127.0.0.1:${port}\n${set.join("")}`)
    .replace(/(?:^ {2}server .*\n)+/m, servers.join(""));
}
