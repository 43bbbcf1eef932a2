/** Whether a snooze's end and that of quiet hours are pushed, in each state: every cell tried. */
import assert from "node:assert/strict";
import { expectData } from "../../crm/scene.ts";
import { authorityPem } from "../../support/certificates.ts";
import { type PushService, startPushService } from "../../support/push_service.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { answer, ask, inTenant, type Phone } from "../scene.ts";
import { jobs, pairPushed } from "../push/scene.ts";
import { pass } from "./scene.ts";
import { addressed, second, states } from "./states.ts";

const options = {
  pushCa: authorityPem(),
  env: { PUBLIC_URL: "https://relevo.example", PUSH_HOSTS: "localhost:*" },
};

/** How often it is pushed then. */
const table: Record<string, { snooze?: number; summary: number }> = {
  fresh: { snooze: 1, summary: 1 },
  delivered: { snooze: 1, summary: 1 },
  dismissed: { snooze: 1, summary: 0 },
  read: { snooze: 1, summary: 0 },
  answered: { snooze: 0, summary: 0 },
  closed: { snooze: 0, summary: 0 },
  snoozed: { summary: 0 },
  replaced: { snooze: 0, summary: 0 },
  cancelled: { snooze: 0, summary: 0 },
  expired: { snooze: 0, summary: 0 },
};

async function open(world: World, service: PushService) {
  const maria = await pairPushed(world, service, "maria");
  const pedro = await world.pairPhone(second);
  const reach: typeof states = {
    ...states,
    closed: ({ id }) => expectData(answer(world, pedro, id, { actionId: "yes" }), 201),
    // What is pending ends when it does.
    expired: async (notification) => {
      await states.expired!(notification);
      await inTenant(
        world,
        (trx) =>
          trx.updateTable("push_jobs").set({ ends_at: new Date(Date.now() - 1_000) })
            .where("notification_id", "=", notification.id).execute(),
      );
    },
  };
  return { maria, reach };
}

/** Until nothing is pending but what is held. */
function settled(world: World, count = 0): Promise<unknown> {
  return until(async () => {
    const pending = await jobs(world);
    return pending.length === count &&
      pending.every(({ held_by_member }) => held_by_member !== null);
  }, { what: `${count} pushes to be held` });
}

const timesPushed = (service: PushService, id: string) =>
  service.pushed.filter(({ payload }) => payload.notification.data.id === id).length;

testOnEach("a snooze's end is pushed in the states that the table says", async (world) => {
  await using service = startPushService();
  const { maria, reach } = await open(world, service);
  for (const [name, { snooze }] of Object.entries(table)) {
    if (snooze === undefined) continue;
    const id = await ask(world, { ...addressed, answers: "first" });
    await settled(world);
    await expectData(
      world.call("POST", `/api/phone/notifications/${id}/snooze`, {
        device: maria.token,
        json: { until: new Date(Date.now() + 3_600_000) },
      }),
    );
    await reach[name]!({ world, id, maria });
    await pass(world, 3_700);
    await settled(world);
    assert.equal(timesPushed(service, id), 1 + snooze, name);
  }
}, options);

testOnEach("the end of quiet hours is pushed in the states that the table says", async (world) => {
  await using service = startPushService();
  const { maria, reach } = await open(world, service);
  const hours = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00", timezone: "UTC" };
  for (const [name, { summary }] of Object.entries(table)) {
    await attend(world, maria, { ...hours, highPasses: true });
    const id = await ask(world, { ...addressed, answers: "first" });
    await settled(world, 1);
    await reach[name]!({ world, id, maria });
    await attend(world, maria, null);
    await settled(world);
    assert.equal(timesPushed(service, id), summary, name);
  }
}, options);

function attend(world: World, { token: device }: Phone, quiet: object | null) {
  return expectData(
    world.call("PUT", "/api/phone/attention", { device, json: { quiet, muted: [] } }),
  );
}
