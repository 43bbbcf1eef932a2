/** An installation that is held, and both ways of releasing it. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { noteHolding } from "@/lib/service/hold/holding.ts";
import { findHeld, type ReleaseChoice, releaseInstallation } from "@/lib/service/hold/release.ts";
import { expectData } from "../crm/scene.ts";
import { timesOf } from "../notify/due/scene.ts";
import { inTenant } from "../notify/scene.ts";
import { until } from "../support/wait.ts";
import { people, type World } from "../support/world.ts";
import {
  connectAll,
  hold,
  holdSinceNow,
  lookEverywhere,
  type Receivers,
  testHeld,
} from "./scene.ts";

/** Who was called, how often. */
function callsOf(world: World, { hooks, push, smtp, imap }: Receivers) {
  return {
    hooks: hooks.requests.length,
    pushes: push.pushed.length + push.faults.length,
    smtp: smtp.commands.length,
    imap: imap.count,
    graph: world.graph.calls.length,
  };
}

/** Holds an installation that owes something from before and something since. */
async function oweAll(world: World, receivers: Receivers) {
  const parts = await connectAll(world, receivers);
  await hold(world);
  const before = callsOf(world, receivers);
  const old = await parts.owe("old");
  // Writing to somebody ends a reminder of them.
  const other = await expectData(parts.api("POST", "/contacts", { name: "Pau" }), 201);
  await addReminders(world, other.id, "old");
  await holdSinceNow(world);
  const fresh = await parts.owe("fresh");
  await lookEverywhere(world);
  assert.deepEqual(callsOf(world, receivers), before, "nobody is called while it is held");
  return { ...parts, old, fresh };
}

async function addReminders(world: World, contactId: number, title: string): Promise<void> {
  await inTenant(world, async (trx) => {
    await sql`insert into events (company_id, title, starts_at, ends_at, assignee_id,
        reminder_minutes, created_at)
      select 1, ${title}, now() + interval '30 minutes', now() + interval '1 hour', u.id,
        array[60], now() - interval '2 hours'
      from users u where email = ${people.ana}`.execute(trx);
    await sql`insert into conversation_reminders
        (company_id, contact_id, user_id, due_at, created_at)
      select 1, ${contactId}, id, now() - interval '1 minute', now() - interval '1 hour'
      from users where email = ${people.ana}`.execute(trx);
  });
  // As the login: memberships are no company's own.
  await sql`update user_companies set morning_at = '00:00', morning_sent_on = null
    where company_id = 1 and user_id = (select id from users where email = ${people.ana})`
    .execute(world.owner.db);
}

async function release(world: World, choice: ReleaseChoice) {
  const { database: { db }, announce, hold } = world.services;
  const unsent = await releaseInstallation(db, choice, announce);
  await noteHolding(hold, db);
  return unsent;
}

function idsAt({ hooks }: Receivers, path: string): string[] {
  return hooks.requests.filter(({ url }) => url.pathname === path)
    .map(({ headers }) => headers.get("webhook-id")!);
}

testHeld("kept: what is old and goes to people does not leave, all else does", async (
  world,
  receivers,
) => {
  const { old, fresh, api, contact, metaContactId } = await oweAll(world, receivers);
  const state = await findHeld(world.services.database.db);
  const pending = state!.pending.map(({ kind, count, before }) => [kind, count, before]);
  assert.deepEqual(pending, [
    ["callback", 2, 1],
    ["program", 2, 1],
    ["message", 2, 1],
    ["mail", 2, 1],
    ["push", 4, 2],
    ["reminder", 3, 3],
    ["fallback", 1, 1],
    ["morning", 1, 1],
  ]);
  assert.deepEqual(await release(world, "keep"), {
    mail: 1,
    message: 1,
    push: 2,
    reminder: 3,
    fallback: 1,
    morning: 1,
  });
  assert.equal(await release(world, "keep"), null, "it is released once");
  const { graph } = world;
  await until(async () => {
    await lookEverywhere(world);
    const { mails } = receivers.smtp;
    const pushed = receivers.push.pushed.length;
    return mails.length > 0 && pushed > 0 && graph.state.sent.length > 0 &&
      idsAt(receivers, "/callback").length === 2 && idsAt(receivers, "/program").length === 2;
  }, { what: "what goes to have gone" });
  assert.deepEqual(
    idsAt(receivers, "/callback").sort(),
    [old, fresh].map((one) => one.responseId).sort(),
  );
  assert.equal(new Set(idsAt(receivers, "/program")).size, 2);
  const titles = receivers.push.pushed.map(({ payload }) => payload.notification.title);
  assert.ok(titles.every((title) => title !== "old"), String(titles));
  assert.ok(titles.includes("fresh"));
  assert.deepEqual(receivers.smtp.mails.map(({ text }) => text.includes("fresh")), [true]);
  assert.deepEqual(graph.state.sent.map(({ body }) => JSON.stringify(body).includes("fresh")), [
    true,
  ]);
  const states = await Promise.all(
    [[contact.id, old.mail], [metaContactId, old.message]].map(async ([contactId, id]) => {
      const messages = await expectData(api("GET", `/contacts/${contactId}/messages`));
      return messages.find((one: { id: number }) => one.id === id).delivery.state;
    }),
  );
  assert.deepEqual(states, ["uncertain", "uncertain"]);
  assert.deepEqual(await timesOf(world, old.notificationId), [
    "fallback not_needed 0",
    "remind not_needed 0",
    "remind",
  ]);
}, { both: true });

testHeld("sent: everything leaves", async (world, receivers) => {
  const { old, fresh } = await oweAll(world, receivers);
  assert.deepEqual(await release(world, "send"), {});
  await until(async () => {
    await lookEverywhere(world);
    const titles = receivers.push.pushed.map(({ payload }) => payload.notification.title);
    return titles.includes("old") && titles.includes("fresh") &&
      receivers.smtp.mails.length >= 2 && world.graph.state.sent.length === 2 &&
      idsAt(receivers, "/program").length === 2 && idsAt(receivers, "/callback").length === 2;
  }, { what: "everything to have gone" });
  assert.deepEqual(
    idsAt(receivers, "/callback").sort(),
    [old, fresh].map((one) => one.responseId).sort(),
  );
  await until(async () => {
    await lookEverywhere(world);
    const times = await timesOf(world, old.notificationId);
    return times[0] === "fallback acted 1" && times[1] === "remind acted 1";
  }, { what: "times that passed to act" });
  assert.ok(receivers.imap.count > 0, "the mailbox is asked again");
});
