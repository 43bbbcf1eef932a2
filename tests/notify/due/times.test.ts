/** What each due time does in each state of its notification: a table, every cell tried. */
import assert from "node:assert/strict";
import { expectData } from "../../crm/scene.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { answer, ask, expire, type Phone, send } from "../scene.ts";
import { addMailbox, pass, timesOf } from "./scene.ts";

const second = "pedro@taller.example";

interface Try {
  world: World;
  id: string;
  maria: Phone;
  pedro: Phone;
}

async function mark({ world, id, maria }: Try, name: string): Promise<void> {
  const path = `/api/phone/notifications/${id}/${name}`;
  await expectData(world.call("POST", path, { device: maria.token }));
}

/** Brings a notification to Maria and Pedro into the state. */
const states: Record<string, (given: Try) => Promise<unknown>> = {
  fresh: () => Promise.resolve(),
  delivered: (given) => mark(given, "delivered"),
  dismissed: (given) => mark(given, "dismissed"),
  read: (given) => mark(given, "read"),
  answered: ({ world, id, maria }) => answer(world, maria, id, { actionId: "yes" }),
  snoozed: ({ world, id, maria }) =>
    world.call("POST", `/api/phone/notifications/${id}/snooze`, {
      device: maria.token,
      json: { until: new Date(Date.now() + 86_400_000) },
    }),
  replaced: ({ world }) => send(world, { userIds: ["maria", second], tag: "puerta" }),
  cancelled: ({ world, id }) =>
    world.call("DELETE", `/api/notifications/${id}`, { key: world.keys.shop }),
  expired: ({ world, id }) => expire(world, id),
};

/** What the first reminder, the escalation and the mail then do; of `first`, where it differs. */
const table: Record<string, [remind: string, escalate: string, fallback: string]> = {
  fresh: ["acted 2", "acted 1", "acted 1"],
  delivered: ["acted 2", "acted 1", "acted 1"],
  dismissed: ["acted 2", "acted 1", "acted 1"],
  read: ["acted 1", "acted 1", "acted 1"],
  answered: ["acted 1", "not_needed 0", "not_needed 0"],
  snoozed: ["acted 1", "acted 1", "acted 1"],
  replaced: ["over 0", "over 0", "over 0"],
  cancelled: ["over 0", "over 0", "over 0"],
  expired: ["over 0", "over 0", "over 0"],
};
const ofFirst: typeof table = { answered: ["not_needed 0", "not_needed 0", "not_needed 0"] };

for (const answers of ["each", "first"]) {
  testOnEach(`each due time in each state does what the table says (${answers})`, async (world) => {
    await addMailbox(world);
    const [maria, pedro] = [await world.pairPhone("maria"), await world.pairPhone(second)];
    const found: typeof table = {};
    for (const [name, reach] of Object.entries(states)) {
      const id = await ask(world, {
        ...{ userIds: ["maria", second], tag: "puerta", answers },
        remind: { every: 60, times: 1 },
        escalate: { after: 60, userIds: ["jefa"] },
        fallback: { after: 60, email: second },
      });
      await reach({ world, id, maria, pedro });
      await pass(world, 60);
      const times = await timesOf(world, id);
      found[name] = ["remind", "escalate", "fallback"].map((kind) =>
        times.find((time) => time.startsWith(kind))!.slice(kind.length + 1)
      ) as typeof table[string];
      await world.call("DELETE", `/api/notifications/${id}`, { key: world.keys.shop });
    }
    assert.deepEqual(found, { ...table, ...(answers === "first" ? ofFirst : {}) });
  });
}

testOnEach("where no answer is asked for, reading it is enough", async (world) => {
  await addMailbox(world);
  const maria = await world.pairPhone("maria");
  const asks = {
    escalate: { after: 60, userIds: ["jefa"] },
    fallback: { after: 60, email: "maria@taller.example" },
  };
  const [unread, read] = [await send(world, asks), await send(world, asks)];
  await world.call("POST", `/api/phone/notifications/${read.notificationId}/read`, {
    device: maria.token,
  });
  await pass(world, 60);
  assert.deepEqual(await timesOf(world, unread.notificationId), [
    "escalate acted 1",
    "fallback acted 1",
  ]);
  assert.deepEqual(await timesOf(world, read.notificationId), [
    "escalate not_needed 0",
    "fallback not_needed 0",
  ]);
});
