/** Debian's haproxy in front of apps, as the page of installing has it, where it is installed. */
import { join } from "node:path";
import { authorityPem, type Certificate } from "./certificates.ts";
import { findInstalled } from "./installed.ts";
import { freePort, guardProcess } from "./process.ts";
import { until } from "./wait.ts";

export const findHaproxy = () => findInstalled("HAPROXY_PATH", "/usr/sbin/haproxy");

/** @param headers set in each request; @param tls a certificate, for HTTPS as the page has it */
export async function startHaproxy(
  origins: string[],
  headers: Record<string, string>,
  port = freePort(),
  tls?: Certificate,
): Promise<AsyncDisposable & { url: string }> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-haproxy-" });
  const file = join(folder, "haproxy.cfg");
  const pem = join(folder, "site.pem");
  if (tls) await Deno.writeTextFile(pem, tls.cert + tls.key);
  const place = `127.0.0.1:${port}${tls ? ` ssl crt ${pem}` : ""}`;
  await Deno.writeTextFile(file, await settings(place, origins, headers));
  const process = new Deno.Command(findHaproxy()!, { args: ["-db", "-f", file], stderr: "null" })
    .spawn();
  const guard = guardProcess(process.pid);
  const url = `${tls ? "https" : "http"}://127.0.0.1:${port}`;
  using client = Deno.createHttpClient(tls ? { caCerts: [authorityPem()] } : {});
  await until(async () => {
    const answer = await fetch(`${url}/readyz`, { method: "GET", ...{ client } });
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
  place: string,
  origins: string[],
  headers: Record<string, string>,
): Promise<string> {
  const page = await Deno.readTextFile(new URL("../../docs/operating/install.md", import.meta.url));
  const [, text] = /^```haproxy\n([^]*?)^```$/m.exec(page)!;
  const set = Object.entries(headers)
    .map(([name, value]) => `  http-request set-header ${name} ${value}\n`);
  const servers = origins.map((origin, at) => `  server app${at} ${new URL(origin).host}\n`);
  return text!
    .replace(/^ {2}bind .*\n/m, `  bind ${place}\n${set.join("")}`)
    .replace(/(?:^ {2}server .*\n)+/m, servers.join(""));
}
