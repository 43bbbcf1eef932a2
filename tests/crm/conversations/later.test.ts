/** Conversations that are snoozed: each comes back once, on the member's phones alone. */
import assert from "node:assert/strict";
import { remindOfConversations } from "@/lib/crm/conversations/later.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { expectData, expectFailure, inDatabase } from "../scene.ts";
import { conversing } from "./scene.ts";

const hourMs = 3_600_000;

async function countNotices(world: World, title: string): Promise<number> {
  const rows = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("notifications").select("id").where("title", "=", title).execute(),
  );
  return rows.length;
}

testOnEach(
  "a snoozed conversation leaves one's phones and comes back once",
  async (world) => {
    const { ana, luis, receiver, contactId } = await conversing(world);
    await using _ = receiver;
    const { database, announce } = world.services;
    const at = new Date(Date.now() + hourMs);
    const run = (now: Date) => remindOfConversations(database.db, announce, now);
    const put = await expectData(luis.verb(contactId, "later", { at: at.toISOString() }));
    assert.equal(put.later_at, at.toISOString());
    assert.deepEqual([(await luis.inbox()).length, (await ana.inbox()).length], [0, 1]);
    assert.equal((await ana.read(contactId)).later_at, null, "a colleague's is their own affair");

    await expectData(luis.api("PATCH", "/me", { notify: { contact_new: false } }));
    await run(new Date(at.getTime() - 1_000));
    assert.deepEqual(await luis.inbox(), []);
    await Promise.all([run(at), run(at), run(at)]);
    await run(new Date(at.getTime() + hourMs));
    const [notice, ...more] = await luis.inbox();
    assert.deepEqual([notice.title, notice.body, notice.contactId, more.length], [
      ...["Pendiente: Marta Gil", "¿Abren mañana?", contactId, 0],
    ]);
    assert.equal(await countNotices(world, notice.title), 1);
  },
);

testOnEach(
  "a snooze ends with anybody's answer, with null and with the membership",
  async (world) => {
    const { ana, luis, receiver, contactId, messageId, writes } = await conversing(world);
    await using _ = receiver;
    const at = new Date(Date.now() + hourMs);
    const later = (instant: string | null) => luis.verb(contactId, "later", { at: instant });
    const due = () =>
      inDatabase(
        world,
        1,
        (trx) => trx.selectFrom("conversation_reminders").select("user_id").execute(),
      );
    await expectData(later(at.toISOString()));
    await expectData(ana.reply(contactId, { text: "Ya está", after: messageId }), 201);
    assert.deepEqual(await due(), []);
    await expectData(later(at.toISOString()));
    await expectData(later(null));
    assert.deepEqual(await due(), []);
    for (const wrong of [new Date(Date.now() - 1), new Date(Date.now() + 400 * 24 * hourMs)]) {
      await expectFailure(later(wrong.toISOString()), 422, "validation_failed");
    }
    await writes("¿Sigue ahí?");
    await expectData(later(at.toISOString()));
    await expectData(ana.api("DELETE", `/employees/${luis.id}`));
    const { database, announce } = world.services;
    await remindOfConversations(database.db, announce, at);
    assert.deepEqual([await countNotices(world, "Pendiente: Marta Gil"), await due()], [0, []]);
  },
);
