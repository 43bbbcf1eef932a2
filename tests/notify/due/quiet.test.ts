/** Quiet hours, muted senders and snoozes: what is pushed, what the stream and the inbox say. */
import assert from "node:assert/strict";
import { quietUntil } from "@/lib/values/quiet_hours.ts";
import { authorityPem } from "../../support/certificates.ts";
import { type PushService, startPushService } from "../../support/push_service.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { answer, ask, assertFailure, inboxOf, type Phone, send } from "../scene.ts";
import { jobs, pairPushed } from "../push/scene.ts";
import { acted, pass, shift } from "./scene.ts";

const pushed = {
  pushCa: authorityPem(),
  env: { PUBLIC_URL: "https://relevo.example", PUSH_HOSTS: "localhost:*" },
};

const night = { from: "22:00", to: "07:00", timezone: "Europe/Madrid", highPasses: true };
const daily = { ...night, days: [1, 2, 3, 4, 5, 6, 7] };
const always = { ...daily, from: "00:00", to: "00:00", timezone: "UTC" };

/** Whether it is quiet at an instant, and until when: clocks change in the last two nights. */
const hours: [quiet: Record<string, unknown>, at: string, until: string | null][] = [
  [{}, "2026-11-20T20:59:59Z", null],
  [{}, "2026-11-20T21:00:00Z", "2026-11-21T06:00:00Z"],
  [{}, "2026-11-21T05:59:59Z", "2026-11-21T06:00:00Z"],
  [{}, "2026-11-21T06:00:00Z", null],
  [{ days: [5] }, "2026-11-21T03:00:00Z", "2026-11-21T06:00:00Z"],
  [{ days: [6] }, "2026-11-21T03:00:00Z", null],
  [{ from: "13:00", to: "15:30" }, "2026-11-20T13:00:00Z", "2026-11-20T14:30:00Z"],
  [{ days: [6, 7], from: "00:00", to: "00:00" }, "2026-11-21T10:00:00Z", "2026-11-22T23:00:00Z"],
  [{}, "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"],
  [{}, "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"],
  [{ from: "02:15", to: "02:45" }, "2026-03-29T01:20:00Z", "2026-03-29T01:45:00Z"],
  [{ from: "01:30", to: "02:30" }, "2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z"],
  [{ from: "01:30", to: "02:30" }, "2026-10-25T01:00:00Z", null],
];

Deno.test("quiet hours go by the clocks of their zone", () => {
  for (const [quiet, at, end] of hours) {
    const until = quietUntil({ ...daily, ...quiet }, new Date(at));
    assert.equal(until?.toISOString() ?? null, end && new Date(end).toISOString(), at);
  }
});

function attend({ world, phone }: { world: World; phone: Phone }, json: unknown) {
  return world.call("PUT", "/api/phone/attention", { device: phone.token, json });
}

const titles = (service: PushService) =>
  service.pushed.map(({ payload }) => payload.notification.title);

/** Until all that is pending and not held has left. */
async function quietNow(world: World, count: number): Promise<void> {
  await until(async () => {
    const pending = await jobs(world);
    return pending.length === count &&
      pending.every(({ held_by_member }) => held_by_member !== null);
  }, { what: `${count} pushes to be held` });
}

testOnEach(
  "in quiet hours nothing is pushed; at their end one push tells of all",
  async (world) => {
    await using service = startPushService();
    const phone = await pairPushed(world, service, "maria");
    const second = await pairPushed(world, service, "maria", { browser: "tablet" });
    const set = await attend({ world, phone }, { quiet: always, muted: [] });
    assert.deepEqual(set.body.data, { quiet: always, muted: [] });
    const read = await world.call("GET", "/api/phone/attention", { device: second.token });
    assert.deepEqual(read.body.data, set.body.data, "on every phone");
    const ids = [];
    for (const title of ["uno", "dos", "tres"]) {
      ids.unshift(
        (await send(world, { title })).notificationId,
      );
    }
    await send(world, { title: "urgente", priority: "high" });
    await service.received(2);
    assert.deepEqual(titles(service), ["urgente", "urgente"]);
    await quietNow(world, 6);
    assert.deepEqual((await inboxOf(world, phone)).slice(1), ids, "the inbox is unchanged");
    await world.call("POST", `/api/phone/notifications/${ids[2]}/read`, { device: phone.token });
    await attend({ world, phone }, { quiet: null, muted: [] });
    await service.received(4);
    const [one, other] = service.pushed.slice(2).map(({ payload }) => payload);
    for (const { notification } of [one!, other!]) {
      assert.deepEqual(
        [notification.title, notification.body.split("\n").at(-1), notification.data.summary],
        ["2 mensajes en tus horas de silencio", "tres, y uno más", true],
      );
    }
    await quietNow(world, 0);
  },
  pushed,
);

testOnEach(
  "a single held notification is pushed as it is, and a read or closed one is not",
  async (world) => {
    await using service = startPushService();
    const phone = await pairPushed(world, service, "maria");
    await attend({ world, phone }, { quiet: { ...always, highPasses: false }, muted: [] });
    await send(world, { title: "urgente", priority: "high" });
    await quietNow(world, 1);
    await attend({ world, phone }, { quiet: null, muted: [] });
    await service.received(1);
    assert.deepEqual(titles(service), ["urgente"]);
    await attend({ world, phone }, { quiet: always, muted: [] });
    const { notificationId: id } = await send(world, { title: "leída" });
    await quietNow(world, 1);
    await world.call("POST", `/api/phone/notifications/${id}/read`, { device: phone.token });
    await attend({ world, phone }, { quiet: null, muted: [] });
    await quietNow(world, 0);
    assert.equal(service.pushed.length, 1);
  },
  pushed,
);

testOnEach("muted senders come without a push, by the name that is shown", async (world) => {
  await using service = startPushService();
  const phone = await pairPushed(world, service, "maria");
  await attend({ world, phone }, { quiet: null, muted: ["Agenda", "Primary"] });
  await send(world, { title: "agenda", sender: "Agenda" });
  await send(world, { title: "empresa" });
  await send(world, { title: "taller", sender: "Taller" });
  await service.received(1);
  await quietNow(world, 0);
  assert.deepEqual(titles(service), ["taller"]);
  assert.equal((await inboxOf(world, phone)).length, 3);
}, pushed);

testOnEach("a phone that a program paired decides nothing for a member", async (world) => {
  const { code } = (await world.call("POST", "/api/admin/devices/pairings?company_id=1", {
    ...{ member: people.ana, json: {} },
  })).body.data;
  const own = (await world.call("POST", "/api/phone/pair", { json: { code } })).body.data;
  const program = await world.pairPhone(people.ana);
  await attend({ world, phone: program }, { quiet: always, muted: ["Primary"] });
  const read = await world.call("GET", "/api/phone/attention", { device: own.token });
  assert.deepEqual(read.body.data, { quiet: null, muted: [] });
});

testOnEach("a reminder is pushed again, and a snooze holds it until its time", async (world) => {
  await using service = startPushService();
  const phone = await pairPushed(world, service, "maria");
  const id = await ask(world, { remind: { every: 60, times: 3 } });
  await service.received(1);
  await pass(world, 60);
  await service.received(2);
  const again = service.pushed[1]!.payload.notification;
  assert.deepEqual([again.renotify, again.data.again], [true, "remind 1"]);
  const at = new Date(Date.now() + 300_000).toISOString();
  const snoozed = await world.call("POST", `/api/phone/notifications/${id}/snooze`, {
    ...{ device: phone.token, json: { until: at } },
  });
  assert.equal(snoozed.body.data.snoozedUntil, at);
  await world.call("POST", `/api/phone/notifications/${id}/read`, { device: phone.token });
  await pass(world, 60);
  assert.equal(service.pushed.length, 2);
  await pass(world, 300);
  await service.received(3);
  assert.match(service.pushed[2]!.payload.notification.data.again, /^snooze/);
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  assert.equal(inbox.body.data[0].snoozedUntil, null);
  await quietNow(world, 0);
}, pushed);

testOnEach("what can be snoozed, and until when", async (world) => {
  const phone = await world.pairPhone("maria");
  const snooze = (id: string, json: unknown) =>
    world.call("POST", `/api/phone/notifications/${id}/snooze`, { device: phone.token, json });
  const ahead = (seconds: number) => ({ until: new Date(Date.now() + seconds * 1_000) });
  const id = await ask(world, { ttl: 3_600 });
  for (const json of [ahead(-1), ahead(3_700), ahead(32 * 86_400), { until: "mañana" }, {}]) {
    assert.deepEqual(
      Object.keys(assertFailure(await snooze(id, json), 422, "validation_failed").fields),
      [
        "until",
      ],
    );
  }
  assert.equal((await snooze(id, ahead(60))).status, 200);
  assert.equal((await snooze(id, ahead(120))).status, 200);
  assert.equal((await snooze(id, { until: null })).body.data.snoozedUntil, null);
  await shift(world, 130);
  await acted(world);
  await answer(world, phone, id, { actionId: "yes" });
  assertFailure(await snooze(id, ahead(60)), 409, "already_answered");
  const gone = await ask(world);
  await world.call("DELETE", `/api/notifications/${gone}`, { key: world.keys.shop });
  assertFailure(await snooze(gone, ahead(60)), 410, "notification_closed");
  assertFailure(await snooze(crypto.randomUUID(), ahead(60)), 404, "not_found");
});

const wrong: [json: unknown, fields: string[]][] = [
  [{}, ["muted", "quiet"]],
  [{ quiet: null, muted: [], loud: true }, ["loud"]],
  [{ quiet: null, muted: [" "] }, ["muted.0"]],
  [
    {
      quiet: { days: [0, 8], from: "24:00", to: "7", timezone: "+02:00", highPasses: 1 },
      muted: [],
    },
    ["days.0", "days.1", "from", "highPasses", "timezone", "to"].map((name) => `quiet.${name}`),
  ],
  [{ quiet: { ...daily, days: [] }, muted: Array(101).fill("x") }, ["muted", "quiet.days"]],
];

testOnEach("what is wrong with quiet hours is named", async (world) => {
  const phone = await world.pairPhone("maria");
  for (const [json, fields] of wrong) {
    const failure = assertFailure(await attend({ world, phone }, json), 422, "validation_failed");
    assert.deepEqual(Object.keys(failure.fields).sort(), fields);
  }
  const read = await world.call("GET", "/api/phone/attention", { device: phone.token });
  assert.deepEqual(read.body.data, { quiet: null, muted: [] });
});
