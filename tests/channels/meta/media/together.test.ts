/** From a hook to a contact with a name and a message with its file. */
import assert from "node:assert/strict";
import { expectData } from "../../../crm/scene.ts";
import { addMedia, openAddressOf } from "../../../support/graph/media.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { type Connected, connectMeta, tenant } from "./scene.ts";

async function deliver(
  world: World,
  { hook, ownId, kind, token }: Connected,
  messaging: object,
): Promise<void> {
  const app = world.graph.state.apps.get(token.appId)!;
  const object = kind === "facebook" ? "page" : "instagram";
  const payload = { object, entry: [{ id: ownId, time: Date.now(), messaging: [messaging] }] };
  const { pathname } = new URL(hook);
  const answer = await world.graph.deliver(world.url + pathname, app, payload);
  assert.equal(answer.status, 200);
  await answer.body?.cancel();
}

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  .slice();

function addPerson(world: World, id: string, name: string): void {
  world.graph.state.people.push({ ids: [id], name, username: "marta", wroteAt: new Map() });
}

/** The only contact, with the messages of its conversation, once it is so. */
async function contactOf(
  { api }: Connected,
  // deno-lint-ignore no-explicit-any -- tests assert on the parts they know
  isSo: (contact: any, messages: any[]) => boolean,
) {
  return await until(async () => {
    const [contact] = await expectData(api("GET", "/contacts"));
    if (!contact) return false;
    const messages = await expectData(api("GET", `/contacts/${contact.id}/messages`));
    return isSo(contact, messages) && { contact, messages };
  });
}

testOnEach("a picture of somebody new gets its bytes, and they get their name", async (world) => {
  const account = await connectMeta(world, "instagram");
  addPerson(world, "17841", "Marta Gil");
  const url = openAddressOf(world.graph, addMedia(world.graph, { bytes: png, type: "image/png" }));
  const frame = {
    sender: { id: "17841" },
    recipient: { id: account.ownId },
    timestamp: Date.now(),
  };
  await deliver(world, account, {
    ...frame,
    message: { mid: "m_1", attachments: [{ type: "image", payload: { url } }] },
  });
  const { contact, messages } = await contactOf(
    account,
    ({ name }, [message]) => name === "Marta Gil" && message?.files[0]?.size === png.length,
  );
  assert.equal(contact.username, "marta");
  assert.equal(messages[0].files[0].coming, false);
}, { hasGraph: true });

testOnEach("who has no name yet is called by the app and the end of their id", async (world) => {
  const account = await connectMeta(world, "facebook");
  const frame = { sender: { id: "5551234" }, recipient: { id: account.ownId } };
  await deliver(world, account, {
    ...{ ...frame, timestamp: Date.now(), message: { mid: "m_1", text: "Hola" } },
  });
  const { contact } = await contactOf(account, (_, messages) => messages.length === 1);
  assert.equal(contact.name, "Facebook 1234");
}, { hasGraph: true });

testOnEach("a new message that comes as an edit of nothing is read", async (world) => {
  const account = await connectMeta(world, "instagram");
  await tenant(
    world,
    1,
    (trx) =>
      trx.updateTable("channel_accounts").set({ created_at: new Date(0) })
        .where("company_id", "=", 1).where("id", "=", account.id).execute(),
  );
  addPerson(world, "17841", "Marta");
  world.graph.state.written.push({
    ...{ id: "m_1", accountId: account.ownId, personId: "17841", at: new Date(), media: [] },
    text: "Hola",
  });
  const frame = {
    sender: { id: "17841" },
    recipient: { id: account.ownId },
    timestamp: Date.now(),
  };
  await deliver(world, account, { ...frame, message_edit: { mid: "m_1", num_edit: 0 } });
  const { messages } = await contactOf(account, (_, list) => list.length > 0);
  assert.deepEqual([messages.length, messages[0].body, messages[0].edited_at], [1, "Hola", null]);
}, { hasGraph: true });
