/** Meta keeps no order: every order of the same events ends alike. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { testOnEach } from "../../../support/world.ts";
import { connectMeta } from "../accounts.ts";
import { item, read, text, whatsapp } from "./store.ts";

function orders<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, at) => orders(list.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

const start = Date.now() - 600_000;

/** What happens to one message, a second after another. */
function happening(mid: string, sender: string) {
  const say = (seconds: number, event: object) =>
    item("instagram", { sender, at: start + seconds * 1_000 }, event);
  const react = (action: string) => ({ reaction: { mid, action, reaction: "love", emoji: "❤️" } });
  return {
    message: say(0, { message: { mid, text: "uno" } }),
    first: say(1, { message_edit: { mid, text: "dos", num_edit: 1 } }),
    second: say(2, { message_edit: { mid, text: "tres", num_edit: 2 } }),
    love: say(3, react("react")),
    withdrawn: say(4, react("unreact")),
    unsent: say(5, { message: { mid, is_deleted: true } }),
  };
}

testOnEach("of two reactions in one second the one that comes last holds", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const say = (event: Record<string, unknown>) => whatsapp({ from: "34600111222" }, event, start);
  const react = (id: string, emoji: string) =>
    say({ id, type: "reaction", reaction: { message_id: "wamid.1", emoji } });
  await read(world, account, [say(text("wamid.1", "uno")), react("wamid.2", "👍")]);
  await read(world, account, [react("wamid.3", "")]);
  const [contact] = await expectData(account.api("GET", "/contacts?per_page=1"));
  const [message] = await expectData(account.api("GET", `/contacts/${contact.id}/messages`));
  assert.deepEqual([message.body, message.reactions], ["uno", []]);
}, { hasGraph: true });

testOnEach("two reactions in one millisecond are two, and a repeat is none", async (world) => {
  const account = await connectMeta(world, "instagram");
  const say = (event: object) => item("instagram", { sender: "91000", at: start }, event);
  const react = (emoji: string, action = "react") =>
    say({ reaction: { mid: "m_1", action, reaction: "other", emoji } });
  const rows = [
    [[react("👍"), react("😮")], "😮"],
    [[react("👍"), react("😮")], "😮"],
    [[react("👍")], "😮"],
    [[react("😮", "unreact")], undefined],
    [[react("👍"), react("😮")], undefined],
    [[react("🎉")], "🎉"],
  ] as const;
  await read(world, account, [say({ message: { mid: "m_1", text: "uno" } })]);
  const [contact] = await expectData(account.api("GET", "/contacts?per_page=1"));
  for (const [hooks, emoji] of rows) {
    await read(world, account, [...hooks]);
    const [message] = await expectData(account.api("GET", `/contacts/${contact.id}/messages`));
    assert.equal(message.reactions[0]?.emoji, emoji);
  }
}, { hasGraph: true });

testOnEach("edits and reactions end alike in every order", async (world) => {
  const account = await connectMeta(world, "instagram");
  const hooks = orders(["message", "first", "second", "love", "withdrawn"] as const)
    .flatMap((names, n) => {
      const events = happening(`m_${n}`, `9${n + 1_000}`);
      return names.map((name) => events[name]);
    });
  await read(world, account, hooks);
  // The same again changes nothing.
  await read(world, account, hooks.slice(0, 50));
  const rows = await inDatabase(world, 1, async (trx) => {
    const { rows } = await sql<{ line: string; count: number }>`
      select concat_ws(' ', body, edit_number, reactions -> 0 ->> 'emoji',
        jsonb_array_length(reactions)) as line, count(*)::int as count
      from contact_messages group by 1`.execute(trx);
    return rows;
  });
  assert.deepEqual(rows, [{ line: "tres 2  1", count: 120 }]);
  const waiting = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("channel_events").select("id").where("state", "<>", "read").execute(),
  );
  assert.deepEqual(waiting, []);
  const [contact] = await expectData(account.api("GET", "/contacts?per_page=1"));
  const [message] = await expectData(account.api("GET", `/contacts/${contact.id}/messages`));
  assert.deepEqual(message.reactions, [], "what was taken back is not shown");
  assert.ok(message.edited_at);
}, { hasGraph: true });

testOnEach("what is unsent is empty in every order, and so are its bytes", async (world) => {
  const account = await connectMeta(world, "instagram");
  const hooks = orders(["message", "first", "love", "unsent"] as const).flatMap((names, n) => {
    const events = happening(`m_${n}`, `9${n + 1_000}`);
    return names.map((name) => events[name]);
  });
  await read(world, account, hooks);
  const lines = await inDatabase(world, 1, async (trx) => {
    const { rows } = await sql<{ line: string; count: number }>`
      select concat_ws(' ', m.body, m.earlier, m.reactions, m.unsent_at is not null, c.message,
        (select count(*) from channel_events e
          where e.message_id = m.id and convert_from(e.body, 'UTF8') ~ 'uno|dos')) as line,
        count(*)::int as count
      from contact_messages m join contacts c on c.id = m.contact_id group by 1`.execute(trx);
    return rows;
  });
  assert.deepEqual(lines, [{ line: " t 0", count: 24 }]);
}, { hasGraph: true });

testOnEach("what waits for a message in vain is read with nothing", async (world) => {
  const account = await connectMeta(world, "instagram");
  const { love, message } = happening("m_1", "91000");
  await read(world, account, [love]);
  const due = (attempts: number) =>
    inDatabase(
      world,
      1,
      (trx) =>
        trx.updateTable("channel_events").set({ attempts, due_at: sql<Date>`now()` })
          .where("state", "=", "waiting").execute(),
    );
  const states = () =>
    inDatabase(
      world,
      1,
      (trx) => trx.selectFrom("channel_events").select(["state", "body", "waits_for"]).execute(),
    );
  assert.deepEqual((await states()).map(({ waits_for }) => waits_for), ["message:m_1"]);
  await due(5);
  await read(world, account, []);
  assert.deepEqual((await states()).map(({ state }) => state), ["waiting"]);
  await due(6);
  await read(world, account, []);
  assert.deepEqual(await states(), [{ state: "read", body: null, waits_for: null }]);
  await read(world, account, [message]);
  assert.equal((await states()).length, 2);
}, { hasGraph: true });
