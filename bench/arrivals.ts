/** Waits for callbacks that a receiver of ours (`bench/load/receiver.ts`) was sent. */
import type { Arrivals } from "@/bench/load/receiver.ts";
import { authorityPem } from "@/tests/support/certificates.ts";
import { until } from "@/tests/support/wait.ts";

const patienceMs = 120_000;

/** Waits until each notification's callback has come; a machine that is too slow takes longer. */
export async function arrivalsOf(url: string, notificationIds: string[]): Promise<Arrivals> {
  using client = Deno.createHttpClient({ caCerts: [authorityPem()] });
  const init: RequestInit & { client: Deno.HttpClient } = { client };
  return await until(async () => {
    const arrivals: Arrivals = await (await fetch(`${url}/arrivals`, init)).json();
    const missing = notificationIds.filter((id) => !arrivals[id]);
    if (missing.length > 0) throw new Error(`${missing.length} callbacks have not come`);
    return arrivals;
  }, { timeoutMs: patienceMs, what: "all callbacks to arrive" });
}
