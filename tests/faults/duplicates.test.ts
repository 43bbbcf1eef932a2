import assert from "node:assert/strict";
import { until } from "../support/wait.ts";
import { startCallbackReceiver } from "./support/callbacks.ts";
import { type Answer, ask } from "./support/client.ts";
import { readResponses, verifyRows } from "./support/ledger.ts";
import { proof } from "./support/proof.ts";
import { openStage, type Stage, testOn } from "./support/stage.ts";

const times = 200;

testOn(["postgres", "pglite"], "the same send 200 times at once makes one", async (kind) => {
  await using stage = await openStage(kind);
  await using receiver = startCallbackReceiver({ key: stage.key });
  const names = kind === "postgres" ? ["data", "other"] : ["data"];
  const apps = await Promise.all(names.map((name) => stage.start({ name })));
  const bases = apps.map(({ url }) => url);
  for (const used of kind === "postgres" ? [bases.slice(0, 1), bases] : [bases]) {
    const id = await sendAtOnce(stage, used, receiver.url);
    await answerAtOnce(stage, used, id);
    await contradictAtOnce(stage, used, receiver.url);
    proof(
      `${times} identical sends, then answers, at once on ${kind}, at ${used.length} of it: one each`,
    );
  }
  const responses = await readResponses(bases[0]!, stage.key);
  await until(() => receiver.acceptedIds.size === responses.length, { what: "all callbacks" });
  for (const app of apps) await app.stop();
  assert.equal(receiver.requests.length, responses.length, "a callback came twice");
  await stage.sql(verifyRows);
});

/** The same send at once, to the instances in turn: one is new, the rest repeat its receipt. */
async function sendAtOnce(stage: Stage, bases: string[], callbackUrl: string): Promise<string> {
  const json = {
    userIds: [...stage.phones.keys()],
    title: crypto.randomUUID(),
    body: "Una vez",
    actions: [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }],
    tag: "once",
    idempotencyKey: crypto.randomUUID(),
    callbackUrl,
  };
  const answers = await atOnce(bases, "/api/notify", () => ({ as: stage.key, json }));
  const created = answers.filter(({ status }) => status === 202);
  const repeated = answers.filter(({ status }) => status === 200);
  assertOnce(created, repeated, answers);
  const { duplicate: _, ...receipt } = answers[0]!.body.data;
  assert.ok(created.every(({ body }) => body.data.duplicate === false));
  for (const { body, headers } of repeated) {
    assert.deepEqual(body.data, { ...receipt, duplicate: true });
    assert.equal(headers.get("idempotent-replayed"), "true");
  }
  return receipt.notificationId;
}

/** The same answer at once: the first is 201, the rest get its record. */
async function answerAtOnce(stage: Stage, bases: string[], id: string): Promise<void> {
  const request = { as: stage.phones.get("ana")!, json: { actionId: "yes" } };
  const answers = await atOnce(bases, `/api/phone/notifications/${id}/response`, () => request);
  const created = answers.filter(({ status }) => status === 201);
  const repeated = answers.filter(({ status }) => status === 200);
  assertOnce(created, repeated, answers);
  for (const { body } of answers) assert.deepEqual(body.data, answers[0]!.body.data);
}

/**
 * Half say yes and half say no, at once: the first wins, equal answers repeat it, the others are
 * refused.
 */
async function contradictAtOnce(
  stage: Stage,
  bases: string[],
  callbackUrl: string,
): Promise<void> {
  const id = await sendAtOnce(stage, bases, callbackUrl);
  const answers = await atOnce(bases, `/api/phone/notifications/${id}/response`, (at) => ({
    as: stage.phones.get("bruno")!,
    json: { actionId: at % 4 < 2 ? "yes" : "no" },
  }));
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  assert.ok(count(201) <= 1);
  assert.deepEqual([count(201) + count(200), count(409)], [times / 2, times / 2]);
}

function assertOnce(created: Answer[], repeated: Answer[], all: Answer[]): void {
  assert.ok(created.length <= 1, `${created.length} were new`);
  assert.equal(created.length + repeated.length, times, describe(all));
}

/** A caller told "not now", as on a busy machine, asks again then: it may have been the first. */
async function atOnce(
  bases: string[],
  path: string,
  requestAt: (at: number) => { as: string; json: unknown },
): Promise<Answer[]> {
  const call = async (at: number): Promise<Answer> => {
    while (true) {
      const answer = await ask(bases[at % bases.length]!, "POST", path, requestAt(at));
      if (answer.status !== 503) return answer;
      const seconds = Number(answer.headers.get("retry-after"));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  };
  return await Promise.all(Array.from({ length: times }, (_, at) => call(at)));
}

function describe(answers: Answer[]): string {
  return JSON.stringify(answers.map(({ status, body }) => [status, body.code]).slice(0, 20));
}
