/**
 * Pushes per second: one send to as many users as it may have, each with a phone of their own,
 * until a push service in a second process has read the last encrypted message.
 */
import { createECDH } from "node:crypto";
import { startLoad } from "@/bench/children.ts";
import { plain } from "@/bench/notify/samples.ts";
import { type Kind, openStage, type Stage } from "@/bench/stage.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { parsePushHosts } from "@/lib/notify/push/push_hosts.ts";
import { linkSubscription } from "@/lib/notify/push/subscriptions.ts";
import { authorityFile, authorityPem, certificateFor } from "@/tests/support/certificates.ts";
import { until } from "@/tests/support/wait.ts";
import { clock } from "@/bench/load/clock.ts";

interface PushOptions {
  kind: Kind;
  phones: number;
  rounds: number;
}

interface PushRound {
  perSecond: number;
  /** Milliseconds from sending the notification until each push was read. */
  arrivedMs: number[];
}

const company = 1;
const hosts = "localhost:*";
const patienceMs = 120_000;

/** One round more is made first, which does not count. */
export async function measurePush({ kind, phones, rounds }: PushOptions): Promise<PushRound[]> {
  const users = Array.from({ length: phones }, (_, index) => `customer-${index}`);
  await using stage = await openStage(kind, users);
  await using service = startLoad("push_service", certificateFor());
  const url = `https://localhost:${await service.line<number>()}`;
  await subscribe(stage, url);
  const ca = await authorityFile();
  try {
    await using app = await stage.startApp({
      NODE_EXTRA_CA_CERTS: ca,
      VAPID_SUBJECT: "mailto:push@relevo.example",
      PUSH_HOSTS: hosts,
    });
    using client = Deno.createHttpClient({ caCerts: [authorityPem()] });
    const ask = async (method: string) => await fetch(url, requestInit(method, client));
    const results: PushRound[] = [];
    for (let round = 0; round <= rounds; round++) {
      await (await ask("DELETE")).body?.cancel();
      const sentAt = clock();
      await send(app.url, stage.key, users);
      const arrivals = await until(async () => {
        const came: number[] = await (await ask("GET")).json();
        return came.length >= phones && came;
      }, { timeoutMs: patienceMs, what: "all pushes to arrive" });
      if (arrivals.length > phones) throw new Error(`${arrivals.length} pushes came`);
      const arrivedMs = arrivals.map((at) => at - sentAt);
      results.push({ perSecond: phones / Math.max(...arrivedMs) * 1000, arrivedMs });
    }
    return results.slice(1);
  } finally {
    await Deno.remove(ca);
  }
}

function requestInit(
  method: string,
  client: Deno.HttpClient,
): RequestInit & { client: Deno.HttpClient } {
  return { method, client };
}

/** All browsers have the same keys: encrypting costs the same. */
async function subscribe(stage: Stage, url: string): Promise<void> {
  const ecdh = createECDH("prime256v1");
  const p256dh = new Uint8Array(ecdh.generateKeys());
  const keys = { p256dh, auth: crypto.getRandomValues(new Uint8Array(16)) };
  const allowed = parsePushHosts(hosts);
  await stage.read(({ db }) =>
    inCompany(db, company, async (trx) => {
      const devices = await trx.selectFrom("devices").select(["id", "user_id as userId"])
        .where("company_id", "=", company).execute();
      for (const { id, userId } of devices) {
        const device = { id, userId, companyId: company, memberId: null };
        await linkSubscription(trx, device, { endpoint: `${url}/push/${id}`, keys }, allowed);
      }
    }, () => {})
  );
}

async function send(base: string, key: string, userIds: string[]): Promise<void> {
  const { callbackUrl: _url, userId: _user, ...notification } = plain;
  const response = await fetch(`${base}/api/notify`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...notification, userIds }),
  });
  await response.body?.cancel();
  if (response.status !== 202) throw new Error(`a send was answered ${response.status}`);
}
