/** Effect of each due time in each state of its notification: a table, every cell tried. */
import assert from "node:assert/strict";
import { testOnEach } from "../../support/world.ts";
import { ask, send } from "../scene.ts";
import { addMailbox, pass, timesOf } from "./scene.ts";
import { addressed, second, states } from "./states.ts";

/** Effects of the first reminder, the escalation and the mail; of `first`, where it differs. */
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
    const maria = await world.pairPhone("maria");
    await world.pairPhone(second);
    const outcomes: typeof table = {};
    for (const [name, reach] of Object.entries(states)) {
      const id = await ask(world, {
        ...{ ...addressed, answers },
        remind: { every: 60, times: 1 },
        // Later, since a reminder reaches those who were told since, too.
        escalate: { after: 120, userIds: ["jefa"] },
        fallback: { after: 120, email: second },
      });
      await reach({ world, id, maria });
      await pass(world, 60);
      await pass(world, 60);
      const times = await timesOf(world, id);
      outcomes[name] = ["remind", "escalate", "fallback"].map((kind) =>
        times.find((time) => time.startsWith(kind))!.slice(kind.length + 1)
      ) as typeof table[string];
      await world.call("DELETE", `/api/notifications/${id}`, { key: world.keys.shop });
    }
    assert.deepEqual(outcomes, { ...table, ...(answers === "first" ? ofFirst : {}) });
  });
}

testOnEach("a notification without a question is done once it is read", async (world) => {
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
