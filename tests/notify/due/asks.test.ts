/** Follow-ups that a send may ask for, and what readers are told of them. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import {
  answer,
  ask,
  assertFailure,
  inboxOf,
  message,
  postNotify,
  readBack,
  send,
  untilListed,
} from "../scene.ts";
import { acted, addMailbox, mailsOf, pass, recipientOf, shift, timesOf } from "./scene.ts";

testOnEach("reminders count until it is read, and skip what was missed", async (world) => {
  const maria = await world.pairPhone("maria");
  const remind = { every: 60, times: 10 };
  const { notificationId: id, createdAt } = await send(world, {
    userIds: ["maria", "eva"],
    remind,
  });
  const at = (seconds: number) => new Date(Date.parse(createdAt) + seconds * 1_000).toISOString();
  const fresh = await recipientOf(world, id, "maria");
  assert.deepEqual(fresh.reminders, { sent: 0, nextAt: at(60) });
  await pass(world, 60);
  const inbox = await world.call("GET", "/api/phone/notifications", { device: maria.token });
  assert.equal(inbox.body.data[0].reminded, 1);
  await pass(world, 200);
  const late = await recipientOf(world, id, "maria");
  assert.equal(late.reminders.sent, 2, "three that were missed are told once");
  assert.deepEqual(late.reminders.nextAt, at(300 - 260));
  await world.call("POST", `/api/phone/notifications/${id}/read`, { device: maria.token });
  await pass(world, 60);
  assert.deepEqual((await recipientOf(world, id, "maria")).reminders, { sent: 2, nextAt: null });
  assert.equal((await recipientOf(world, id, "eva")).reminders.sent, 3);
  assert.equal(
    (await recipientOf(world, (await send(world)).notificationId, "maria")).reminders,
    null,
  );
});

testOnEach("no reminder follows the last one or the end", async (world) => {
  const { notificationId: few } = await send(world, { remind: { every: 60, times: 2 } });
  const { notificationId: short } = await send(world, {
    ...{ userId: "eva", ttl: 100, remind: { every: 60, times: 10 } },
  });
  for (let n = 0; n < 4; n++) await pass(world, 60);
  assert.deepEqual(await timesOf(world, few), ["remind acted 1", "remind acted 1"]);
  assert.deepEqual(await timesOf(world, short), ["remind acted 1"]);
});

testOnEach("people of an escalation can answer and are listed as such", async (world) => {
  const jefa = await world.pairPhone("jefa");
  const question = {
    idempotencyKey: "once",
    escalate: { after: 60, userIds: ["jefa", "maria", "jefa"] },
  };
  const id = await ask(world, question);
  assert.deepEqual(await inboxOf(world, jefa), []);
  await pass(world, 60);
  const { recipients, userId } = await readBack(world, id);
  assert.deepEqual([userId, recipients.length], ["maria", 2]);
  assert.equal((await recipientOf(world, id, "maria")).escalatedAt, null);
  assert.ok((await recipientOf(world, id, "jefa")).escalatedAt);
  const again = await postNotify(world, {
    actions: recipients.actions,
    allowReply: true,
    ...question,
  });
  assert.equal(again.status, 422, "another body");
  const first = await world.call("GET", `/api/phone/notifications/${id}`, { device: jefa.token });
  assert.ok(first.body.data.escalatedAt && first.body.data.answerable);
  assert.equal((await answer(world, jefa, id, { actionId: "yes" })).status, 201);
});

testOnEach(
  "escalation leaves a newer one of the tag alone, and takes an older one's place",
  async (world) => {
    const jefa = await world.pairPhone("jefa");
    const older = await send(world, { userId: "jefa", tag: "puerta" });
    const id = await ask(world, { tag: "puerta", escalate: { after: 60, userIds: ["jefa"] } });
    await pass(world, 60);
    assert.deepEqual(await inboxOf(world, jefa), [id]);
    assert.equal((await readBack(world, older.notificationId)).recipients[0].status, "replaced");
    const late = await ask(world, {
      userId: "eva",
      tag: "reja",
      escalate: { after: 60, userIds: ["jefa"] },
    });
    await shift(world, 30);
    const newer = await send(world, { userId: "jefa", tag: "reja" });
    await pass(world, 40);
    assert.deepEqual(await timesOf(world, late), ["escalate not_needed 0"]);
    assert.deepEqual(await inboxOf(world, jefa), [newer.notificationId, id]);
  },
);

testOnEach("the first answer closes it for all, also where both come at once", async (world) => {
  const [maria, eva] = [await world.pairPhone("maria"), await world.pairPhone("eva")];
  for (let round = 0; round < 8; round++) {
    const id = await ask(world, { userIds: ["maria", "eva"], answers: "first" });
    const answers = await Promise.all(
      [maria, eva].map((phone, at) =>
        answer(world, phone, id, { actionId: at === 0 ? "yes" : "no" })
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    const won = answers.find(({ status }) => status === 201)!.body.data;
    const lost = answers.find(({ status }) => status === 409)!;
    const { details } = assertFailure(lost, 409, "already_answered");
    assert.deepEqual(details, { userId: won.userId, answeredAt: won.respondedAt });
    const other = won.userId === "maria" ? eva : maria;
    const notification = await world.call("GET", `/api/phone/notifications/${id}`, {
      device: other.token,
    });
    const { answeredBy, answerable, answeredAt } = notification.body.data;
    assert.deepEqual([answeredBy, answerable, answeredAt], [won.userId, false, null]);
    const inbox = await world.call("GET", "/api/phone/notifications", { device: other.token });
    assert.equal(inbox.body.meta.unread, 0);
    const { body } = await untilListed(world, `/api/responses?notificationId=${id}`, 1);
    assert.equal(body.data.length, 1);
    assert.equal((await recipientOf(world, id, won.userId)).answeredBy, null);
    const mine = won.userId === "maria" ? maria : eva;
    const repeated = await answer(world, mine, id, { actionId: won.action.id });
    assert.equal(repeated.status, 200, "the very same answer again");
  }
});

testOnEach("an idempotent repeat with the same asks replays, `each` said or not", async (world) => {
  const asks = { idempotencyKey: "k", remind: { every: 60, times: 1 } };
  const first = await send(world, asks);
  const again = await postNotify(world, { ...asks, answers: "each" });
  assert.deepEqual([again.status, again.body.data.notificationId], [200, first.notificationId]);
  assertFailure(
    await postNotify(world, { ...asks, answers: "first" }),
    422,
    "idempotency_key_reused",
  );
  assert.deepEqual(await timesOf(world, first.notificationId), ["remind"]);
});

const wrong: [asks: Record<string, unknown>, fields: string[]][] = [
  [{ remind: { every: 59, times: 11 } }, ["remind.every", "remind.times"]],
  [{ remind: { every: 60 } }, ["remind.times"]],
  [{ remind: { every: 60, times: 1, often: true } }, ["remind.often"]],
  [{ escalate: { after: 1, userIds: [] } }, ["escalate.after", "escalate.userIds"]],
  [{ escalate: { after: 60, userIds: Array(21).fill("x").map((x, at) => x + at) } }, [
    "escalate.userIds",
  ]],
  [{ answers: "last" }, ["answers"]],
  [{ fallback: { after: 59, email: "maria" } }, ["fallback.after", "fallback.email"]],
  [{ fallback: { after: 60, email: "m@taller.example" } }, ["fallback"]],
];

testOnEach("what is asked wrongly is refused by its field, and nothing is sent", async (world) => {
  for (const [asks, fields] of wrong) {
    const tried = [
      await postNotify(world, asks),
      await world.call("POST", "/api/admin/notifications?company_id=1", {
        member: people.ana,
        json: message(asks),
      }),
    ];
    for (const one of tried) {
      const failure = assertFailure(one, 422, "validation_failed");
      assert.deepEqual(Object.keys(failure.fields).sort(), fields, JSON.stringify(asks));
    }
  }
  await addMailbox(world);
  const many = { userIds: ["a", "b"], fallback: { after: 60, email: "m@taller.example" } };
  const failure = assertFailure(await postNotify(world, many), 422, "validation_failed");
  assert.deepEqual(Object.keys(failure.fields), ["fallback.email"]);
  assert.equal((await postNotify(world, { ...many, answers: "first" })).status, 202);
  assert.equal((await untilListed(world, "/api/notifications", 1)).body.data.length, 1);
});

testOnEach("the mail's link shows, answers once and ends with the answer window", async (world) => {
  await addMailbox(world);
  const fallback = { after: 60, email: "Maria@taller.example" };
  const id = await ask(world, { fallback, ttl: 600, body: "¿Abrimos?" });
  await pass(world, 60);
  await acted(world);
  const [mail] = await mailsOf(world);
  assert.deepEqual([mail!.notificationId, mail!.to], [id, "maria@taller.example"]);
  const path = /\/phone\/answer\/rla_[\w-]+/.exec(mail!.text)![0];
  for (const verb of ["GET", "HEAD", "GET"]) {
    assert.equal((await world.call(verb, path)).status, 200);
  }
  assert.equal((await recipientOf(world, id, "maria")).answeredAt, null, "opening never answers");
  const { body: page } = await world.call("GET", path);
  assert.match(page, /name="actionId" value="yes"/);
  // Its one script counts what is typed; the form is posted without it, as below.
  const scripts: string[] = page.match(/<script\b[^>]*>/g) ?? [];
  assert.equal(scripts.length, 1);
  assert.match(scripts[0]!, /^<script nonce="\w+">$/);
  const post = (fields: Record<string, string>, headers = {}) =>
    world.call("POST", path, { body: new URLSearchParams(fields), headers });
  assert.equal((await post({ actionId: "yes" }, { "Sec-Fetch-Site": "cross-site" })).status, 403);
  assert.equal((await post({ actionId: "maybe" })).status, 422);
  assert.equal((await post({ reply: "  " })).status, 422);
  const answer = await post({ actionId: "yes", reply: "voy" });
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, path]);
  const { response } = await recipientOf(world, id, "maria");
  assert.deepEqual([response.action.id, response.reply], ["yes", "voy"]);
  assert.match((await world.call("GET", path)).body, /voy/);
  assert.equal((await post({ actionId: "no" })).status, 409);
  assert.equal((await world.call("GET", `${path}x`)).status, 404);

  const late = await ask(world, { fallback, ttl: 600 });
  await pass(world, 60);
  const other = (await mailsOf(world)).find(({ notificationId }) => notificationId === late)!;
  const closing = /\/phone\/answer\/rla_[\w-]+/.exec(other.text)![0];
  await shift(world, 600);
  const over = await world.call("POST", closing, {
    body: new URLSearchParams({ actionId: "yes" }),
  });
  assert.equal(over.status, 410);
  assert.equal((await recipientOf(world, late, "maria")).answeredAt, null);
});
