/** Shared steps of the notification tests, over HTTP and in SQL. */
import assert from "node:assert/strict";
import type { Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { until } from "../support/wait.ts";
import type { Answer, World } from "../support/world.ts";

export interface Phone {
  token: string;
  deviceId: string;
}

export const yesNo = [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }];

/** A body that POST /api/notify takes, with what the test is about. */
export function message(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const to = "userIds" in fields ? {} : { userId: "maria" };
  return { ...to, title: "¿Abrimos mañana?", body: "Es festivo.", ...fields };
}

export function postNotify(
  world: World,
  fields: Record<string, unknown> = {},
  key = world.keys.shop,
): Promise<Answer> {
  return world.call("POST", "/api/notify", { key, json: message(fields) });
}

/** Sends, expects 202 and returns the receipt. */
// deno-lint-ignore no-explicit-any -- tests assert on the parts they know
export async function send(world: World, fields = {}, key = world.keys.shop): Promise<any> {
  const sent = await postNotify(world, fields, key);
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  return sent.body.data;
}

/** Sends a question with two buttons and text, and returns its id. */
export async function ask(world: World, fields = {}, key = world.keys.shop): Promise<string> {
  const receipt = await send(world, { actions: yesNo, allowReply: true, ...fields }, key);
  return receipt.notificationId;
}

export function answer(world: World, phone: Phone, id: string, json: unknown): Promise<Answer> {
  return world.call("POST", `/api/phone/notifications/${id}/response`, {
    device: phone.token,
    json,
  });
}

/**
 * Waits until `path` lists that many, and returns the page: a list by cursor leaves out the newest
 * for a moment when a transaction of another database ends just then (docs/decisions/0028).
 */
export function untilListed(
  world: World,
  path: string,
  count: number,
  key = world.keys.shop,
): Promise<Answer> {
  return until(async () => {
    const page = await world.call("GET", path, { key });
    return page.body.data.length >= count && page;
  }, { what: `${count} on ${path}` });
}

/** Asks and answers; returns the ids of the notification and of the response. */
export async function askAndAnswer(world: World, phone: Phone, fields = {}) {
  const id = await ask(world, fields);
  const answered = await answer(world, phone, id, { actionId: "yes" });
  assert.equal(answered.status, 201, JSON.stringify(answered.body));
  const read = await readBack(world, id);
  const { userId } = answered.body.data;
  // deno-lint-ignore no-explicit-any
  const mine = read.recipients.find((recipient: any) => recipient.userId === userId);
  return { id, responseId: mine.response.id as string, record: answered.body.data };
}

/** The notification as its sender reads it. */
// deno-lint-ignore no-explicit-any
export async function readBack(world: World, id: string, key = world.keys.shop): Promise<any> {
  const read = await world.call("GET", `/api/notifications/${id}`, { key });
  assert.equal(read.status, 200, JSON.stringify(read.body));
  return read.body.data;
}

/** The phone's inbox, as ids. */
export async function inboxOf(world: World, phone: Phone): Promise<string[]> {
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  return inbox.body.data.map(({ id }: { id: string }) => id);
}

/** Acts on the tables as company 1 (or another). */
export function inTenant<T>(
  world: World,
  work: (trx: Trx) => Promise<T>,
  companyId = 1,
): Promise<T> {
  const { database, announce } = world.services;
  return inCompany(database.db, companyId, work, announce);
}

/** Makes a notification expire. */
export async function expire(world: World, id: string): Promise<void> {
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("notifications").set({ ttl: 60, expires_at: new Date(Date.now() - 1_000) })
        .where("company_id", "=", 1).where("id", "=", id).execute(),
  );
}

/** The row of a callback, with what the API does not show. */
export function callbackRow(world: World, responseId: string) {
  return inTenant(world, (trx) =>
    trx.selectFrom("callbacks").selectAll()
      .where("response_id", "=", responseId).executeTakeFirstOrThrow());
}

/** A response's callback as the API shows it. */
export const callbackOf = (world: World, responseId: string, key = world.keys.shop) =>
  world.call("GET", `/api/responses/${responseId}/callback`, { key });

/** Waits until that many attempts are stored, and gives the callback as the API shows it. */
export function attempted(world: World, responseId: string, attempts: number) {
  return until(async () => {
    const { body } = await callbackOf(world, responseId);
    return body.data.attempts >= attempts && body.data;
  }, { what: `${attempts} attempts to be stored` });
}

/** Makes a callback due now, as if its time had come. */
export async function makeDue(world: World, responseId: string): Promise<void> {
  await asWorker(
    world.services.database.db,
    (trx) =>
      trx.updateTable("callbacks").set({ due_at: new Date(Date.now() - 1_000) })
        .where("response_id", "=", responseId).where("status", "=", "pending").execute(),
  );
}

/** Checks a failure's envelope, and returns it. */
export function assertFailure(answer: Answer, status: number, code: string) {
  assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body));
  assert.equal(answer.body.success, false);
  assert.equal(typeof answer.body.error, "string");
  assert.equal(answer.body.requestId, answer.headers.get("x-request-id"));
  return answer.body;
}
