/** The message of the morning: once a day of work, by the company's clocks. */
import assert from "node:assert/strict";
import { sendMornings } from "@/lib/crm/morning/send_mornings.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { type Caller, pairCaller } from "../conversations/scene.ts";
import { expectData } from "../scene.ts";

/** By clocks of Madrid in winter. */
const at = (local: string) => new Date(`${local}:00+01:00`);

function send(world: World, now: Date): Promise<void> {
  const { database, announce } = world.services;
  return sendMornings(database.db, announce, now);
}

/** Ana, who wants it at half past eight. */
async function wanting(world: World): Promise<Caller> {
  const ana = await pairCaller(world, people.ana);
  const { companies } = await expectData(ana.api("PATCH", "/me", { morning_at: "08:30" }));
  assert.equal(companies[0].morning_at, "08:30");
  return ana;
}

const addTask = (ana: Caller, due_at: string) =>
  expectData(ana.api("POST", "/tasks", { title: "Medir", due_at, assignee_id: ana.id }), 201);

testOnEach("the morning notice lists the day, once among all instances", async (world) => {
  const ana = await wanting(world);
  await send(world, at("2030-12-02T09:00"));
  assert.deepEqual(await ana.inbox(), [], "nothing to say is no message");

  await addTask(ana, at("2030-12-03T12:00").toISOString());
  await addTask(ana, at("2030-12-03T18:00").toISOString());
  await addTask(ana, at("2030-12-04T18:00").toISOString());
  await addTask(ana, at("2030-11-20T12:00").toISOString());
  const event = { assignee_id: ana.id, ends_at: at("2030-12-03T10:00").toISOString() };
  await expectData(
    ana.api("POST", "/events", {
      ...event,
      title: "Visita a Ruiz",
      starts_at: at("2030-12-03T09:15").toISOString(),
    }),
    201,
  );
  await expectData(ana.api("POST", "/contacts", { name: "Pilar", message: "¿Abren?" }), 201);
  const before = (await ana.inbox()).length;

  await send(world, at("2030-12-03T08:29"));
  assert.equal((await ana.inbox()).length, before);
  const run = () => send(world, at("2030-12-03T08:30"));
  await Promise.all([run(), run(), run()]);
  await send(world, at("2030-12-03T23:00"));
  const inbox = await ana.inbox();
  assert.equal(inbox.length, before + 1);
  const { title, body, url, links } = inbox[0];
  assert.equal(title, "Tu día: martes, 3 de diciembre");
  assert.deepEqual(body.split("\n"), [
    "1 cita; 09:15: Visita a Ruiz",
    "2 tareas para hoy",
    "1 tarea con retraso",
    "1 cliente espera respuesta",
  ]);
  assert.equal(url, "/panel?company_id=1");
  assert.deepEqual(links, [
    {
      label: "1 cita",
      url: "/panel/events?view=day&day=2030-12-03&assignee_id=me&company_id=1",
    },
    { label: "2 tareas para hoy", url: "/panel/tasks?assignee_id=me&due=today&company_id=1" },
    { label: "1 tarea con retraso", url: "/panel/tasks?assignee_id=me&due=overdue&company_id=1" },
    {
      label: "1 cliente espera respuesta",
      url: "/panel/contacts?waiting=true&assignee_id=me,none&company_id=1",
    },
  ]);
  for (const one of links) {
    assert.equal((await fetchPage(world, one.url)).status, 200, one.url);
  }
});

async function fetchPage(world: World, path: string): Promise<Response> {
  const header = world.services.config.gateway!.header;
  const response = await fetch(world.url + path, {
    headers: { [header]: await world.tokenFor(people.ana) },
  });
  await response.body?.cancel();
  return response;
}

testOnEach("the morning notice comes on working days, late if need be, and once", async (world) => {
  const ana = await wanting(world);
  await addTask(ana, at("2030-11-20T12:00").toISOString());
  const days = async (now: Date) => {
    await send(world, now);
    return (await ana.inbox()).length;
  };
  const sentIds = async () => (await ana.inbox()).map(({ id }: { id: string }) => id)[0];
  await expectData(
    ana.api("PATCH", "/companies/1", {
      opening_hours: { mon: [["09:00", "14:00"]], tue: [["09:00", "14:00"]] },
      closed_days: ["2030-12-09"],
    }),
  );
  assert.equal(await days(at("2030-12-01T12:00")), 0, "a Sunday");
  assert.equal(await days(at("2030-12-02T18:40")), 1, "late on Monday");
  const monday = await sentIds();
  assert.equal(await days(at("2030-12-02T23:59")), 1);
  assert.equal(await days(at("2030-12-03T00:10")), 1, "the next day has its own hour");
  assert.equal(await sentIds(), monday);
  assert.equal(await days(at("2030-12-03T08:31")), 1, "the newer one replaces it");
  const tuesday = await sentIds();
  assert.notEqual(tuesday, monday);
  await days(at("2030-12-09T08:31"));
  assert.equal(await sentIds(), tuesday, "a closed Monday");

  // An hour that the clocks skip is sent after it, and one that they repeat once.
  await expectData(ana.api("PATCH", "/companies/1", { opening_hours: null }));
  await expectData(ana.api("PATCH", "/me", { morning_at: "02:30" }));
  const isSent = async (instant: string) => {
    const before = await sentIds();
    await send(world, new Date(instant));
    return await sentIds() !== before;
  };
  const sent = [];
  for (
    const instant of [
      ...["2031-03-30T00:59:00Z", "2031-03-30T01:00:00Z", "2031-03-30T02:00:00Z"],
      ...["2031-10-26T00:29:00Z", "2031-10-26T00:30:00Z", "2031-10-26T01:30:00Z"],
    ]
  ) sent.push(await isSent(instant));
  assert.deepEqual(sent, [false, true, false, false, true, false]);
  await expectData(ana.api("PATCH", "/me", { morning_at: null }));
  assert.equal(await isSent("2031-11-03T12:00:00Z"), false);
});
