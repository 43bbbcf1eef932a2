/** One record of each kind in a company, made through the API with its mark. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { digestOf } from "@/lib/access/tokens.ts";
import { remindOfEvents } from "@/lib/crm/events/remind_events.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { inTenant, type Phone } from "../notify/scene.ts";
import { knownBodies } from "../http/routes.ts";
import type { SubscriptionJson } from "../support/push_service.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { makeChannel } from "./channels.ts";
import { makeRecords, type Things } from "./records.ts";
import { type Side, sidesOf } from "./sides.ts";

export interface Scene {
  world: World;
  /** Their owner. */
  side: Side;
  things: Things;
  /** Maria's phone in the company. */
  maria: Phone;
  /** One that the side's member paired. */
  own: Phone;
  /** A program's key of the scope `channel`. */
  channelKey: string;
}

/** Makes the records of company 1, or of another side. */
export async function makeScene(world: World, side = sidesOf(world)[1]): Promise<Scene> {
  // What goes out later by itself would change what is compared and counted.
  await world.services.outbox.stop(0);
  const { maria, ...notified } = await makeNotified(world, side);
  const records = await makeRecords(world, side);
  const [channel, channelKey] = await makeChannel(world, side);
  const things: Things = { ...records, ...channel, ...notified };
  const own = await pairOwn(world, side);
  const { database, announce } = world.services;
  await remindOfEvents(database.db, announce, new Date("2026-11-20T09:55:00Z"));
  const exported = await apiOf(world, side.member, side.companyId)(
    "GET",
    `/contacts/${things.contacts}/export`,
  );
  assert.equal(exported.status, 200);
  await makeErased(world, side);
  return { world, side, things, maria, own, channelKey };
}

/** Makes the records of both companies. */
export async function makeSides(world: World): Promise<Record<1 | 2, Scene>> {
  const sides = sidesOf(world);
  // Many links from one address would reach the limit.
  world.services.linkLimiter.limit.perSecond = 0;
  return { 1: await makeScene(world, sides[1]), 2: await makeScene(world, sides[2]) };
}

/**
 * A notification that was answered and told its sender, others that were not, and Maria's phone.
 */
async function makeNotified(world: World, side: Side) {
  const { word, key } = side;
  await using receiver = startReceiver({ handler: () => new Response(word) });
  const maria = await pairPhone(world, side, "maria");
  const own = apiOf(world, side.member, side.companyId);
  await expectData(own("POST", "/devices/pairings", { name: word }), 201);
  const question = {
    title: word,
    body: word,
    sender: word,
    tag: word,
    data: { word },
    allowReply: true,
    actions: [{ id: "yes", label: word }, { id: "no", label: "no" }],
    url: `https://${word}.example/`,
    callbackUrl: `${receiver.url}/${word}`,
  };
  const send = (json: object) =>
    expectData(world.call("POST", "/api/notify", { key, json: { userId: "maria", ...json } }), 202);
  const answer = (id: string) =>
    expectData(
      world.call("POST", `/api/phone/notifications/${id}/response`, {
        device: maria.token,
        json: { actionId: "yes", reply: word },
      }),
      201,
    );
  const { notificationId: id } = await send(question);
  await answer(id);
  const { callbackUrl: _, tag: __, ...untold } = question;
  await answer((await send(untold)).notificationId);
  await send({ title: word, body: word, idempotencyKey: word });
  const { recipients } = await expectData(world.call("GET", `/api/notifications/${id}`, { key }));
  const response = recipients[0].response.id as string;
  await until(async () => (await attempts(world, side, response)) === 1, { what: "the callback" });
  await makePushed(world, side, id);
  await world.call("PUT", "/api/phone/attention", {
    device: maria.token,
    json: { quiet: null, muted: [word] },
  });
  return {
    // Whom a program sends a text to.
    notify: "maria",
    answer: await makeAsked(world, side, maria),
    notifications: id as string,
    responses: response,
    callbacks: response,
    devices: maria.deviceId,
    maria,
  };
}

/**
 * A question that another user has answered for Maria, and one that is told to others tomorrow.
 * @returns the token of a link that answers it
 */
async function makeAsked(world: World, side: Side, maria: Phone): Promise<string> {
  const { word, key, companyId: company_id } = side;
  const notification = { title: word, body: word, actions: [{ id: "yes", label: word }] };
  const send = (json: object) =>
    expectData(world.call("POST", "/api/notify", { key, json: { ...notification, ...json } }), 202);
  const first = await send({ userIds: ["maria", word], answers: "first" });
  const other = await pairPhone(world, side, word);
  await expectData(
    world.call("POST", `/api/phone/notifications/${first.notificationId}/response`, {
      device: other.token,
      json: { actionId: "yes" },
    }),
    201,
  );
  const { notificationId: notification_id } = await send({
    userId: "maria",
    escalate: { after: 86_400, userIds: [word] },
  });
  const at = new Date(Date.now() + 86_400_000);
  await expectData(
    world.call("POST", `/api/phone/notifications/${notification_id}/snooze`, {
      device: maria.token,
      json: { until: at },
    }),
  );
  const token = `rla_${word}`;
  await inTenant(world, (trx) =>
    trx.insertInto("answer_links").values({
      ...{ id: crypto.randomUUID(), company_id, notification_id, user_id: "maria" },
      digest: digestOf(token),
    }).execute(), company_id);
  return token;
}

/**
 * A push of the notification to a phone that is due tomorrow, so that nothing changes by itself.
 */
async function makePushed(world: World, side: Side, notification_id: string): Promise<void> {
  const { companyId: company_id, word } = side;
  const quiet = await pairPhone(world, side, "quiet");
  const { keys } = knownBodies["PUT /api/phone/push"] as SubscriptionJson;
  const json = { endpoint: `https://${word.toLowerCase()}.push.test/${word}`, keys };
  await expectData(world.call("PUT", "/api/phone/push", { device: quiet.token, json }));
  const tomorrow = new Date(Date.now() + 86_400_000);
  await inTenant(world, async (trx) => {
    const { id: subscription_id, host } = await trx.selectFrom("push_subscriptions")
      .select(["id", "host"]).executeTakeFirstOrThrow();
    await trx.insertInto("push_jobs").values({
      id: crypto.randomUUID(),
      company_id,
      notification_id,
      user_id: "maria",
      subscription_id,
      host,
      due_at: tomorrow,
      ends_at: tomorrow,
    }).execute();
  }, company_id);
}

/** Digests of a mail of somebody who was erased, and of a stranger who got a fallback mail. */
async function makeErased(world: World, { companyId: company_id }: Side): Promise<void> {
  const [salt, digest] = [new Uint8Array(32), new Uint8Array(32).fill(company_id)];
  const at = new Date();
  await inTenant(world, async (trx) => {
    // Its records of before are counted at the next start.
    await trx.insertInto("uncounted_figures").values({ company_id }).execute();
    await trx.insertInto("uncounted_records").values({ company_id }).execute();
    // As of a notification to many.
    const states = { answered: 0, read: 0, opened: 0, delivered: 0, sent: 1, queued: 0, failed: 0 };
    await trx.insertInto("recipient_counts").values({
      ...{ company_id, notification_id: crypto.randomUUID(), ...states, replaced: 0, cancelled: 0 },
    }).execute();
    await trx.insertInto("erased_mail_salts").values({ company_id, salt }).execute();
    await trx.insertInto("erased_mail").values({ company_id, digest, erased_at: at }).execute();
    await trx.insertInto("erasures")
      .values({ id: crypto.randomUUID(), company_id, at, contacts: [], clients: [] }).execute();
    await sql`insert into fallback_strangers (company_id, day, digest)
      values (${company_id}, current_date, ${digest})`.execute(trx);
  }, company_id);
}

/** A phone that the side's member paired in the panel. */
async function pairOwn(world: World, { member, companyId, word: name }: Side): Promise<Phone> {
  const api = apiOf(world, member, companyId);
  const { code } = await expectData(api("POST", "/devices/pairings", { name }), 201);
  return await expectData(world.call("POST", "/api/phone/pair", { json: { code } }), 201);
}

/** Whether it is for phones that a member paired. */
export function isForMembers(path: string): boolean {
  return /^\/api\/phone\/(conversations|files)/.test(path);
}

/** A phone that carries the side's mark in its name, paired by a program under a user's id. */
export async function pairPhone(
  world: World,
  { key, word }: Pick<Side, "key" | "word">,
  userId: string,
): Promise<Phone> {
  const json = { userId, name: word };
  const { code } = await expectData(
    world.call("POST", "/api/devices/pairings", { key, json }),
    201,
  );
  return await expectData(world.call("POST", "/api/phone/pair", { json: { code } }), 201);
}

async function attempts(world: World, { companyId }: Side, response: string): Promise<number> {
  const rows = await inTenant(
    world,
    (trx) =>
      trx.selectFrom("callback_attempts").select("number")
        .where("response_id", "=", response).execute(),
    companyId,
  );
  return rows.length;
}
