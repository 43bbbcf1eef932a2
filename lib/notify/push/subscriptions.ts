import { sql } from "kysely";
import type { Device } from "@/lib/access/devices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { isUsableKey } from "@/lib/notify/push/encrypt.ts";
import { isPushEndpoint, type PushHosts } from "@/lib/notify/push/push_hosts.ts";
import type { Subscription } from "@/lib/notify/push/subscription.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Pushes to the pairing through its browser's subscription from now on. A company has each
 * subscription once; the pairings of one browser share it.
 * @throws Problem validation_failed (`endpoint`, `keys.p256dh`)
 */
export async function linkSubscription(
  trx: Trx,
  { companyId, id: deviceId }: Device,
  { endpoint, keys }: Subscription,
  hosts: PushHosts,
) {
  const fields = {
    ...(isPushEndpoint(endpoint, hosts) ? {} : { endpoint: inputWords.pushEndpoint }),
    ...(await isUsableKey(keys.p256dh) ? {} : { "keys.p256dh": inputWords.pushKey }),
  };
  if (Object.keys(fields).length > 0) throw problem("validation_failed", { fields });
  await sql`
    with subscription as (
      insert into push_subscriptions (id, company_id, endpoint, host, p256dh, auth)
      values (${crypto.randomUUID()}, ${companyId}, ${endpoint}, ${new URL(endpoint).host},
        ${keys.p256dh}, ${keys.auth})
      on conflict (endpoint, company_id)
        do update set p256dh = excluded.p256dh, auth = excluded.auth
      returning id
    )
    update devices set push_subscription_id = subscription.id from subscription
    where devices.company_id = ${companyId} and devices.id = ${deviceId}`.execute(trx);
  return { deviceId, endpoint };
}

/** A subscription goes with the last of its pairings. */
export async function unlinkSubscription(trx: Trx, { companyId, id: deviceId }: Device) {
  await trx.updateTable("devices").set({ push_subscription_id: null })
    .where("company_id", "=", companyId).where("id", "=", deviceId).execute();
  return { deviceId, endpoint: null };
}
