/** Compares what the app promised with what it kept. */
import assert from "node:assert/strict";
import { patienceMs, until } from "../../support/wait.ts";
import type { Received } from "../../support/receiver.ts";
import type { CallbackReceiver } from "./callbacks.ts";
import { ask, each } from "./client.ts";
import type { Event, Follower } from "./followers.ts";
import type { Load, Sent } from "./load.ts";
import type { Sql, Stage } from "./stage.ts";

interface LedgerOptions {
  stage: Stage;
  base: string;
  load: Load;
  receiver: CallbackReceiver;
  /** How long the last callback may take. */
  timeoutMs?: number;
}

/**
 * Everything promised can be read back through the API, and every callback arrives, well signed.
 */
export async function verifyKept(
  { stage, base, load, receiver, timeoutMs }: LedgerOptions,
): Promise<void> {
  await each(load.sent, 8, (sent) => verifySent(stage, base, sent));
  const responses = await readResponses(base, stage.key);
  verifyAnswers(load, responses);
  await verifyCallbacks(receiver, responses, timeoutMs);
  for (const [key, ids] of load.idsByKey) assert.equal(ids.size, 1, `${key} made ${[...ids]}`);
}

async function verifySent(stage: Stage, base: string, sent: Sent): Promise<void> {
  const { status, body } = await ask(base, "GET", `/api/notifications/${sent.id}`, {
    as: stage.key,
  });
  assert.equal(status, 200, `the accepted ${sent.title} is lost`);
  const { title, idempotencyKey, recipients } = body.data;
  assert.deepEqual({ title, idempotencyKey }, {
    title: sent.title,
    idempotencyKey: sent.idempotencyKey ?? null,
  });
  const users = recipients.map(({ userId }: { userId: string }) => userId);
  assert.deepEqual(users.sort(), [...sent.users].sort());
}

/** A response as the API lists it. */
// deno-lint-ignore no-explicit-any
type Listed = any;

/** All responses, page by page. */
export async function readResponses(base: string, key: string): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let after = "", more = true; more;) {
    const { status, body } = await ask(base, "GET", `/api/responses?limit=200${after}`, {
      as: key,
    });
    assert.equal(status, 200);
    all.push(...body.data);
    after = `&after=${body.meta.nextCursor}`;
    more = body.meta.hasMore;
  }
  return all;
}

function verifyAnswers(load: Load, responses: Listed[]): void {
  const byId = new Map(load.sent.map((sent) => [sent.id, sent]));
  const stored = new Map<string, Listed>();
  for (const response of responses) {
    const name = `${response.notificationId} ${response.userId}`;
    assert.ok(!stored.has(name), `two responses of ${name}`);
    stored.set(name, response);
  }
  for (const { notificationId, userId, record } of load.answered) {
    const response = stored.get(`${notificationId} ${userId}`);
    assert.ok(response, `the accepted answer of ${userId} to ${notificationId} is lost`);
    const { id: _, callback, ...listed } = response;
    assert.deepEqual(listed, record);
    assert.equal(callback !== null, byId.get(notificationId)!.callback, "callback row");
  }
}

async function verifyCallbacks(
  receiver: CallbackReceiver,
  responses: Listed[],
  timeoutMs = patienceMs,
): Promise<void> {
  const pending = new Map(
    responses.filter(({ callback }) => callback !== null).map((
      response,
    ) => [response.id, response]),
  );
  const missing = () => [...pending.keys()].filter((id) => !receiver.acceptedIds.has(id));
  await until(() => missing().length === 0, { timeoutMs, what: "every callback to arrive" })
    .catch((error) => {
      throw new Error(
        `${error.message} ${missing().length} of ${pending.size} did not: ${missing()}`,
      );
    });
  assert.deepEqual(receiver.forged, []);
  for (const request of receiver.requests) verifyCallback(request, pending);
}

function verifyCallback(request: Received, pending: Map<string, Listed>): void {
  const response = pending.get(request.headers.get("webhook-id")!);
  assert.ok(response, `a callback for a response that is not there: ${request.headers}`);
  const { id: _, callback: __, ...record } = response;
  assert.deepEqual(request.json(), record);
}

/** A phone's stream brought every notification, a program's polls every response exactly once. */
export async function verifyFollowed(
  load: Load,
  { user, stream, poll }: { user: string; stream?: Follower<Event>; poll?: Follower<Listed> },
): Promise<void> {
  const unseen = () => {
    const ids = new Set(stream?.got.map(({ data }) => data.id));
    return load.sent.filter(({ id, users }) => users.includes(user) && !ids.has(id));
  };
  const nameOf = (one: Listed) => `${one.notificationId} ${one.userId}`;
  const unread = () => {
    const read = new Set(poll?.got.map(nameOf));
    return load.answered.filter((answered) => !read.has(nameOf(answered)));
  };
  if (stream) await until(() => unseen().length === 0, { what: "the stream to bring everything" });
  if (!poll) return;
  await until(() => unread().length === 0, { what: "the polls to bring every response" });
  assert.equal(
    new Set(poll.got.map(({ id }) => id)).size,
    poll.got.length,
    "a response came twice",
  );
}

/** Makes leases end that a killed process has left, which otherwise takes 30 s. */
export async function endLeases(sql: Sql): Promise<void> {
  await sql("update callbacks set leased_until = now() - interval '1 s' where lease is not null");
}

/** No duplicates; what else is broken is found at the stage's end. */
export async function verifyRows(sql: Sql): Promise<void> {
  for (const [what, query] of Object.entries(faults)) {
    const rows = await sql(`select count(*)::int as n from (${query}) found`);
    assert.deepEqual(rows, [{ n: 0 }], what);
  }
}

const faults = {
  "one notification for each send": `
    select title from notifications group by title having count(*) > 1`,
  "one notification for each idempotency key": `
    select idempotency_key from notifications where idempotency_key is not null
    group by company_id, idempotency_key having count(*) > 1`,
};
