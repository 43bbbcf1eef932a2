/** The states that a notification may be in when one of its times is due. */
import { expectData } from "../../crm/scene.ts";
import type { World } from "../../support/world.ts";
import { answer, expire, type Phone, send } from "../scene.ts";

export const second = "pedro@taller.example";
/** All in the tables are sent to. */
export const addressed = { userIds: ["maria", second], tag: "puerta" };

export interface Try {
  world: World;
  id: string;
  maria: Phone;
}

async function mark({ world, id, maria }: Try, name: string): Promise<void> {
  const path = `/api/phone/notifications/${id}/${name}`;
  await expectData(world.call("POST", path, { device: maria.token }));
}

/** Brings a notification to Maria and Pedro into the state. */
export const states: Record<string, (notification: Try) => Promise<unknown>> = {
  fresh: () => Promise.resolve(),
  delivered: (notification) => mark(notification, "delivered"),
  dismissed: (notification) => mark(notification, "dismissed"),
  read: (notification) => mark(notification, "read"),
  answered: ({ world, id, maria }) =>
    expectData(answer(world, maria, id, { actionId: "yes" }), 201),
  snoozed: ({ world, id, maria }) =>
    expectData(
      world.call("POST", `/api/phone/notifications/${id}/snooze`, {
        device: maria.token,
        json: { until: new Date(Date.now() + 86_400_000) },
      }),
    ),
  replaced: ({ world }) => send(world, addressed),
  cancelled: ({ world, id }) =>
    expectData(world.call("DELETE", `/api/notifications/${id}`, { key: world.keys.shop })),
  expired: ({ world, id }) => expire(world, id),
};
