/** Small scenes that several tests begin with. */
import assert from "node:assert/strict";
import { ask, each } from "./client.ts";
import type { Stage } from "./stage.ts";

/** Sends one notification to every user with a phone; returns its id. */
export async function sendToAll(
  stage: Stage,
  base: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await ask(base, "POST", "/api/notify", {
    as: stage.key,
    json: {
      userIds: [...stage.phones.keys()],
      title: "¿Vienes?",
      body: "El sábado",
      actions: [{ id: "yes", label: "Sí" }],
      ...fields,
    },
  });
  assert.equal(status, 202, JSON.stringify(body));
  return body.data.notificationId;
}

/** One phone says yes; returns the response record. */
export async function answer(stage: Stage, base: string, id: string, userId: string) {
  const { status, body } = await ask(base, "POST", `/api/phone/notifications/${id}/response`, {
    as: stage.phones.get(userId)!,
    json: { actionId: "yes" },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

/** Every phone says yes to every one of the notifications, 8 at once. */
export async function answerAll(stage: Stage, base: string, ids: string[]): Promise<void> {
  const users = [...stage.phones.keys()];
  const all = ids.flatMap((id) => users.map((userId) => ({ id, userId })));
  await each(all, 8, async ({ id, userId }) => {
    await answer(stage, base, id, userId);
  });
}
