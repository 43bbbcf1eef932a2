/** Shared steps of the push tests. */
import assert from "node:assert/strict";
import type { PushService, SubscriptionJson } from "../../support/push_service.ts";
import { until } from "../../support/wait.ts";
import type { Answer, World } from "../../support/world.ts";
import { inTenant, type Phone } from "../scene.ts";

/** Pushes to the phone through the subscription from now on. */
export function putSubscription(
  world: World,
  phone: Phone,
  json: SubscriptionJson,
): Promise<Answer> {
  return world.call("PUT", "/api/phone/push", { device: phone.token, json });
}

/** Pairs a user's phone whose browser is subscribed under the user's name, or another. */
export async function pairPushed(
  world: World,
  service: PushService,
  userId: string,
  { browser = userId, key = world.keys.shop } = {},
): Promise<Phone> {
  const phone = await world.pairPhone(userId, key);
  const { status, body } = await putSubscription(world, phone, service.subscribe(browser));
  assert.equal(status, 200, JSON.stringify(body));
  return phone;
}

/** The jobs that are pending, in the order of their instants. */
export function jobs(world: World, companyId = 1) {
  return inTenant(
    world,
    (trx) => trx.selectFrom("push_jobs").selectAll().orderBy("due_at").execute(),
    companyId,
  );
}

/** The endpoints that a company's phones are pushed to. */
export async function endpoints(world: World, companyId = 1): Promise<string[]> {
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("push_subscriptions").select("endpoint").orderBy("endpoint").execute(),
    companyId,
  );
  return rows.map(({ endpoint }) => endpoint);
}

/** Makes all jobs due now, as if their time had come, and has them taken up. */
export async function pushNow(world: World): Promise<void> {
  const due_at = new Date(Date.now() - 1_000);
  await inTenant(world, (trx) => trx.updateTable("push_jobs").set({ due_at }).execute());
  await world.services.push!.pool.sweep();
}

/** The same, until nothing is pending any more. */
export async function pushAll(world: World): Promise<void> {
  await until(async () => {
    await pushNow(world);
    return (await jobs(world)).length === 0;
  }, { what: "no push to be owed" });
}
