/** The doctor as an operator runs it, and a site of https in front of an app. */
import assert from "node:assert/strict";
import type { Check, CheckName } from "@/lib/doctor/check.ts";
import { runTask } from "../commands/harness.ts";
import { certificateFor } from "../support/certificates.ts";
import { startReceiver } from "../support/receiver.ts";

interface Examined {
  code: number;
  err: string;
  checks: Check[];
  of(name: CheckName): Check;
}

/** `deno task doctor --json` with these settings. */
export async function examine(env: Record<string, string>): Promise<Examined> {
  const { code, out, err } = await runTask("doctor", ["--json"], { LANG: "C", ...env });
  assert.ok(out.startsWith('{"checks":'), `${out}${err}`);
  const { checks } = JSON.parse(out) as { checks: Check[] };
  const of = (name: CheckName) => {
    const check = checks.find((one) => one.name === name);
    assert.ok(check, `${name} is among the checks`);
    return check;
  };
  return { code, err, checks, of };
}

interface SiteOptions {
  /** Where the app is, which may listen later. */
  appUrl: string;
  days?: number;
  /** The headers that go on to the app, of those that came. */
  headers?: (came: Headers) => Headers;
}

/** A proxy with a certificate. @returns its address, of the host `localhost` */
export function openSite({ appUrl, days, headers = (came) => came }: SiteOptions) {
  const receiver = startReceiver({
    tls: certificateFor({ days }),
    handler: async ({ method, url, headers: came }) => {
      const response = await fetch(`${appUrl}${url.pathname}${url.search}`, {
        method,
        headers: headers(came),
      });
      return new Response(await response.text(), { status: response.status });
    },
  });
  return {
    url: `https://localhost:${receiver.port}`,
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}
