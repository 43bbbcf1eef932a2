/** Customers who wait too long: everybody is told once, by the company's own minutes. */
import assert from "node:assert/strict";
import { tellUnanswered } from "@/lib/crm/contacts/unanswered/tell_unanswered.ts";
import { marta } from "../../channels/scene.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { conversing, pairCaller } from "../conversations/scene.ts";
import { expectData, expectFailure, inDatabase } from "../scene.ts";

const minuteMs = 60_000;
const waits = "Marta Gil espera respuesta";

type Scene = Awaited<ReturnType<typeof conversing>>;

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs);

function tell(world: World, now: Date): Promise<void> {
  const { database, announce } = world.services;
  return tellUnanswered(database.db, announce, now);
}

async function titles({ inbox }: Scene["ana"]): Promise<string[]> {
  return (await inbox()).map(({ title }: { title: string }) => title);
}

const set = ({ ana }: Pick<Scene, "ana">, rule: Record<string, unknown>) =>
  expectData(ana.api("PATCH", "/companies/1", rule));

function dueOf(world: World, id: number) {
  return inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("contacts").select(["answer_due_at", "overdue_since"])
        .where("id", "=", id).executeTakeFirstOrThrow(),
  );
}

async function sent(world: World, title: string): Promise<number> {
  const rows = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("notifications").select("id").where("title", "=", title).execute(),
  );
  return rows.length;
}

testOnEach("each wait is told to all once, whichever instance is first", async (world) => {
  const scene = await conversing(world);
  const { ana, luis, contactId, writes } = scene;
  await using _ = scene.receiver;
  await tell(world, inMinutes(10_000));
  assert.equal(await sent(world, waits), 0, "there is no rule at first");
  assert.equal((await dueOf(world, contactId)).answer_due_at, null);

  await set(scene, { unanswered_minutes: 30 });
  await tell(world, inMinutes(0));
  const { answer_due_at: first } = await dueOf(world, contactId);
  assert.ok(first, "who waits already is planned");
  await expectData(ana.verb(contactId, "take"));
  await tell(world, new Date(first.getTime() - 1_000));
  assert.equal(await sent(world, waits), 0);
  await Promise.all([tell(world, first), tell(world, first), tell(world, first)]);
  await tell(world, inMinutes(600));
  assert.equal(await sent(world, waits), 1);
  for (const phone of [ana, luis]) {
    const [notice] = await phone.inbox();
    assert.deepEqual([notice.title, notice.type, notice.contactId], [waits, "warning", contactId]);
    assert.match(notice.body, /^Desde el .+\. Lo lleva Ana Ruiz\.\n¿Abren mañana\?$/);
    assert.deepEqual(notice.actions, [], "it is somebody's");
  }
  const [entry] = await expectData(ana.api("GET", `/activities?contact_id=${contactId}`));
  assert.deepEqual([entry.verb, entry.actor_kind], ["answer_overdue", "system"]);

  // The same wait goes on; an answer of anybody ends it, and takes the notices away.
  const { messageId } = await writes("¿Hola?");
  await tell(world, inMinutes(600));
  assert.equal(await sent(world, waits), 1, "once a wait");
  await expectData(luis.reply(contactId, { text: "Sí", after: messageId }), 201);
  assert.deepEqual([await titles(ana), await titles(luis)], [[], []]);
  await writes("¿Y el sábado?");
  const { answer_due_at: next } = await dueOf(world, contactId);
  assert.ok(next! > first, "a new wait");
  await tell(world, next!);
  assert.equal(await sent(world, waits), 2);
});

testOnEach("what is answered, closed, put aside or gone is told to nobody", async (world) => {
  const scene = await conversing(world);
  const { ana, writes } = scene;
  await using _ = scene.receiver;
  await set(scene, { unanswered_minutes: 30 });
  const ids: Record<string, number> = {};
  const put = ["answered", "archived", "spam", "trashed", "held", "left"] as const;
  for (const name of put) {
    ids[name] = (await writes("Hola", { ...marta, id: name, name, phone: undefined })).contactId;
  }
  const path = (name: typeof put[number]) => `/contacts/${ids[name]}`;
  await expectData(
    ana.api("POST", `${path("answered")}/messages`, { direction: "out", body: "Hola" }),
    201,
  );
  await expectData(ana.api("PATCH", path("archived"), { status: "read" }));
  await expectData(ana.api("PATCH", path("archived"), { status: "archived" }));
  await expectData(ana.api("POST", `${path("spam")}/spam`));
  await expectData(ana.api("DELETE", path("trashed")));
  await inDatabase(
    world,
    1,
    (trx) => trx.updateTable("contacts").set({ held: true }).where("id", "=", ids.held!).execute(),
  );
  await tell(world, inMinutes(31));
  const contacts = await Promise.all(put.map((name) => sent(world, `${name} espera respuesta`)));
  assert.deepEqual(contacts, [0, 0, 0, 0, 0, 1]);
  // What comes back waits from then on.
  await expectData(ana.api("POST", `${path("spam")}/not-spam`));
  await expectData(ana.api("POST", `${path("trashed")}/restore`));
  await tell(world, inMinutes(29));
  assert.equal(await sent(world, "spam espera respuesta"), 0);
  await tell(world, inMinutes(31));
  assert.equal(await sent(world, "spam espera respuesta"), 1);
  assert.equal(await sent(world, "trashed espera respuesta"), 1);
});

testOnEach("settings count from when they change, and are kept in the history", async (world) => {
  const scene = await conversing(world);
  const { ana, luis, contactId } = scene;
  await using _ = scene.receiver;
  const [before] = await expectData(ana.api("GET", "/companies"));
  assert.deepEqual(
    [before.opening_hours, before.closed_days, before.unanswered_minutes],
    [null, [], null],
  );
  // It has waited for too long already when there is a rule: no notice says so.
  const old = await expectData(ana.api("POST", "/contacts", { name: "De antes" }), 201);
  const message = { direction: "in", body: "Hola", sent_at: inMinutes(-900).toISOString() };
  await expectData(ana.api("POST", `/contacts/${old.id}/messages`, message), 201);
  await set(scene, { unanswered_minutes: 60 });
  await tell(world, inMinutes(0));
  assert.equal((await dueOf(world, old.id)).answer_due_at, null);
  assert.ok((await dueOf(world, contactId)).answer_due_at);
  const opening_hours = { mon: [["16:00", "19:00"], ["09:00", "14:00"]], sun: [] };
  const days = ["2026-12-25", "2026-12-08", "2026-12-25"];
  const changed = await set(scene, {
    opening_hours,
    closed_days: days,
    unanswered_minutes: 61,
  });
  const hours = { mon: [["09:00", "14:00"], ["16:00", "19:00"]] };
  assert.deepEqual(
    [changed.opening_hours, changed.closed_days, changed.unanswered_minutes],
    [hours, ["2026-12-08", "2026-12-25"], 61],
  );
  const [entry] = await expectData(ana.api("GET", "/activities"));
  assert.deepEqual([entry.verb, entry.subject.type, entry.changes], ["hours_changed", "company", {
    opening_hours: [null, hours],
    closed_days: [[], ["2026-12-08", "2026-12-25"]],
    unanswered_minutes: [60, 61],
  }]);
  await tell(world, inMinutes(0));
  const onMonday = (await dueOf(world, contactId)).answer_due_at!;
  assert.match(
    new Intl.DateTimeFormat("en", { timeZone: "Europe/Madrid", weekday: "short" }).format(onMonday),
    /Mon|Tue/,
  );
  await set(scene, { opening_hours: null, closed_days: null, unanswered_minutes: 20 });
  await tell(world, inMinutes(0));
  assert.ok((await dueOf(world, contactId)).answer_due_at! < onMonday);
  await set(scene, { unanswered_minutes: null });
  await tell(world, inMinutes(600));
  assert.deepEqual((await dueOf(world, contactId)).answer_due_at, null);
  assert.equal(await sent(world, waits), 0);

  const wrong = await expectFailure(
    luis.api("PATCH", "/companies/1", {
      opening_hours: {
        mon: [["09:00", "14:00"], ["13:00", "19:00"]],
        tue: [["9", "10:00"]],
        x: [],
      },
      closed_days: ["2026-02-30"],
      unanswered_minutes: 0,
    }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), [
    "closed_days.0",
    "opening_hours.mon.1",
    "opening_hours.tue.0.0",
    "opening_hours.x",
    "unanswered_minutes",
  ]);
  const eva = await pairCaller(world, "eva@design.example");
  const theirs = eva.api("PATCH", "/companies/1", { unanswered_minutes: 5 });
  await expectFailure(theirs, 403, "not_a_member");
});

testOnEach("of many at once only the first make a sound, and a merge goes on", async (world) => {
  const scene = await conversing(world);
  const { ana, writes, contactId } = scene;
  await using _ = scene.receiver;
  await set(scene, { unanswered_minutes: 30 });
  for (let at = 1; at <= 6; at++) {
    await writes("Hola", { id: `n-${at}`, name: `Cliente ${at}` });
  }
  const again = await writes("Soy yo", { id: "otra", name: "Marta" });
  await expectData(
    ana.api("POST", `/contacts/${again.contactId}/merge`, { into_id: contactId }),
  );
  await tell(world, inMinutes(31));
  const priorities = (await ana.inbox())
    .filter(({ title }: { title: string }) => title.endsWith("espera respuesta"))
    .map(({ priority }: { priority: string }) => priority);
  assert.deepEqual(priorities.sort(), [...Array(2).fill("low"), ...Array(5).fill("normal")]);
  assert.equal(await sent(world, "Marta espera respuesta"), 0);
});
