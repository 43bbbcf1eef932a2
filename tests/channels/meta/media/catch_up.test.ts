/** Conversations that are read again where no hook brought their messages. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { toHookPart } from "@/lib/channels/meta/catch_up/conversation.ts";
import { readMessenger } from "@/lib/channels/meta/read/messenger.ts";
import { expectData, expectFailure } from "../../../crm/scene.ts";
import { connect } from "../../scene.ts";
import { apiOf } from "../../../crm/scene.ts";
import { people, testOnEach, type World } from "../../../support/world.ts";
import { type Connected, connectMeta, tenant } from "./scene.ts";

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

function write(
  world: World,
  { ownId: accountId }: Connected,
  id: string,
  hours: number,
  from = "p1",
) {
  const one = { id, accountId, personId: from, at: ago(hours), text: `Hola ${id}`, media: [] };
  world.graph.state.written.push(one);
}

/** As if the account had been connected long ago. */
async function makeOld(world: World, { companyId, id }: Connected): Promise<void> {
  await tenant(
    world,
    companyId,
    (trx) =>
      trx.updateTable("channel_accounts").set({ created_at: ago(24 * 30) })
        .where("company_id", "=", companyId).where("id", "=", id).execute(),
  );
}

async function catchUp(world: World, { api, id }: Connected): Promise<void> {
  await expectData(api("POST", `/channels/${id}/catch-up`), 202);
  await world.services.catchUps.idle(id);
}

function keysOf(world: World, { companyId, id }: Connected) {
  return tenant(world, companyId, async (trx) => {
    const rows = await trx.selectFrom("channel_events").select("external_id")
      .where("company_id", "=", companyId).where("account_id", "=", id).orderBy("id").execute();
    return rows.map(({ external_id }) => external_id);
  });
}

testOnEach("what no hook brought is stored as one would, and nothing twice", async (world) => {
  const account = await connectMeta(world, "facebook");
  await makeOld(world, account);
  write(world, account, "m_old", 24 * 8);
  write(world, account, "m_1", 5);
  write(world, account, "m_2", 4);
  write(world, account, "m_other", 3, "p2");
  world.graph.state.sent.push({
    ...{ id: "m_ours", accountId: account.ownId, to: "p1", at: ago(1), opaque: null },
    body: { message: { text: "Buenas" } },
  });
  await catchUp(world, account);
  const stored = await keysOf(world, account);
  assert.deepEqual(stored, ["m_1", "m_2", "m_ours", "m_other"]);
  const bodies = await tenant(
    world,
    1,
    (trx) =>
      trx.selectFrom("channel_events").select("body").where("account_id", "=", account.id)
        .orderBy("id").execute(),
  );
  const events = bodies.map(({ body }) => {
    const { object, part } = JSON.parse(new TextDecoder().decode(body!));
    assert.equal(object, "page");
    return readMessenger(part, [account.ownId], new Date());
  });
  assert.deepEqual(
    events.map((one) => one.type === "message" && [one.direction, one.text, one.person.ids[0]]),
    [["in", "Hola m_1", "p1"], ["in", "Hola m_2", "p1"], ["out", "Buenas", "p1"]]
      .concat([["in", "Hola m_other", "p2"]]),
  );
  await catchUp(world, account);
  assert.deepEqual(await keysOf(world, account), stored);
}, { hasGraph: true, both: true });

testOnEach("only what has changed since is read, and nothing before the account", async (world) => {
  const account = await connectMeta(world, "instagram");
  write(world, account, "m_before", 1);
  await catchUp(world, account);
  assert.deepEqual(await keysOf(world, account), []);
  await makeOld(world, account);
  await tenant(
    world,
    1,
    (trx) => sql`update channel_accounts set caught_up_at = now()`.execute(trx),
  );
  const calls = world.graph.calls.length;
  await catchUp(world, account);
  assert.equal(world.graph.calls.length, calls + 1);
  assert.deepEqual(await keysOf(world, account), []);
  await tenant(
    world,
    1,
    (trx) => sql`update channel_accounts set caught_up_at = null`.execute(trx),
  );
  await catchUp(world, account);
  assert.deepEqual(await keysOf(world, account), ["m_before"]);
}, { hasGraph: true });

testOnEach("a call that fails leaves the account to be caught up again", async (world) => {
  const account = await connectMeta(world, "facebook");
  await makeOld(world, account);
  write(world, account, "m_1", 1);
  world.graph.faults.push({
    ...{ path: "t_", times: 1, answer: () => new Response("<html>", { status: 502 }) },
  });
  await catchUp(world, account);
  assert.deepEqual(await keysOf(world, account), []);
  assert.ok(world.logged.some((line) => line.includes("not_caught_up")));
  await world.services.catchUps.sweep("20 hours");
  await world.services.catchUps.idle(account.id);
  assert.deepEqual(await keysOf(world, account), ["m_1"]);
  const calls = world.graph.calls.length;
  await world.services.catchUps.sweep("20 hours");
  await world.services.catchUps.idle(account.id);
  assert.equal(world.graph.calls.length, calls);
}, { hasGraph: true });

testOnEach("only accounts that have conversations are caught up", async (world) => {
  const program = await connect(world);
  const number = await connectMeta(world, "whatsapp");
  for (const id of [program.id, number.id]) {
    await expectFailure(number.api("POST", `/channels/${id}/catch-up`), 409, "invalid_transition");
  }
  const page = await connectMeta(world, "facebook");
  const stranger = apiOf(world, people.eva);
  await expectFailure(stranger("POST", `/channels/${page.id}/catch-up`), 404, "not_found");
  await expectData(page.api("POST", `/channels/${page.id}/pause`));
  await expectFailure(
    page.api("POST", `/channels/${page.id}/catch-up`),
    409,
    "invalid_transition",
  );
}, { hasGraph: true });

const now = new Date("2026-11-28T10:00:00Z");
const frame = { id: "m_1", created_time: "2026-11-28T09:00:00+0000", from: { id: "p1" } };
const to = { data: [{ id: "own" }] };

Deno.test("a message of a conversation reads like one of a hook", () => {
  const read = (message: Record<string, unknown>) => {
    const part = toHookPart({ ...frame, to, ...message }, ["own"], now);
    assert.ok(part);
    const event = readMessenger(part, ["own"], now);
    assert.ok(event.type === "message");
    return event;
  };
  const file = (one: object) => read({ message: "", attachments: { data: [one] } }).attachments;
  assert.deepEqual(read({ message: "Hola" }).at, new Date("2026-11-28T09:00:00Z"));
  assert.equal(file({ image_data: { url: "https://a.fbcdn.net/x" } })[0]!.kind, "image");
  assert.equal(file({ video_data: { url: "https://a.fbcdn.net/x" } })[0]!.kind, "video");
  const [sound] = file({ mime_type: "audio/mp4", file_url: "https://a.fbcdn.net/x" });
  assert.deepEqual([sound!.kind, sound!.url], ["audio", "https://a.fbcdn.net/x"]);
  const [paper] = file({ mime_type: "application/pdf", name: "a.pdf", file_url: "https://a.b/x" });
  assert.deepEqual([paper!.kind, paper!.name], ["file", "a.pdf"]);
  assert.equal(file({ mime_type: null }).length, 0);
  const mention = read({ message: "", story: { mention: { link: "https://a.fbcdn.net/s" } } });
  assert.deepEqual([mention.source?.kind, mention.attachments[0]!.isStory], [
    "story_mention",
    true,
  ]);
  const reply = read({
    message: "¡Qué bien!",
    story: { reply_to: { id: "s1", link: "https://a.b/s" } },
  });
  assert.deepEqual([reply.source?.kind, reply.source?.ref], ["story_reply", "s1"]);
  const shared = read({
    message: "",
    shares: { data: [{ link: "https://a.b/p", name: "Silla" }] },
  });
  assert.equal(shared.content?.type, "shared");
  assert.equal(read({ message: "", sticker: "https://a.b/s.png" }).attachments[0]!.kind, "sticker");
  assert.equal(read({ message: "", is_unsupported: true }).content?.type, "unsupported");
  const ours = read({ message: "Buenas", from: { id: "own" }, to: { data: [{ id: "p1" }] } });
  assert.deepEqual([ours.direction, ours.person.ids], ["out", ["p1"]]);
});

Deno.test("anything in any place of a conversation is no error", () => {
  const odd = [null, 0, "", "x", [], {}, [null], { data: null }, { data: [null, 1, []] }, "\ud800"];
  for (const name of ["id", "created_time", "from", "to", "message", "attachments", "shares"]) {
    for (const value of odd) {
      const part = toHookPart({ ...frame, to, message: "x", [name]: value }, ["own"], now);
      if (part) readMessenger(part, ["own"], now);
    }
  }
  assert.equal(toHookPart({ ...frame, to, id: null }, ["own"], now), null);
  assert.equal(toHookPart({ ...frame, to, from: { id: "own" } }, ["own"], now), null);
});
