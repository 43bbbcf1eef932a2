import assert from "node:assert/strict";
import { readAgenda } from "@/lib/figures/agenda.ts";
import { readSetup } from "@/lib/figures/setup.ts";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

/** Half an hour before midnight in Madrid, within the hour after the clocks went back. */
const now = new Date("2026-10-25T22:30:00Z");

testOnEach("a person sees their tasks, the day's events and who waits", async (world) => {
  const ana = apiOf(world, people.ana);
  const { id: userId } = await expectData(ana("GET", "/me"));
  const employees = await expectData(ana("GET", "/employees"));
  const { user_id: other } = employees.find((one: { user_id: number }) => one.user_id !== userId);
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const task = (title: string, due_at: string | null, json: object = {}) =>
    make("/tasks", { title, due_at, assignee_id: userId, ...json });
  await task("Sin día", null);
  await task("Mañana", "2026-10-25T23:00:00Z");
  await task("Hoy", "2026-10-24T22:00:00Z");
  await task("Ayer", "2026-10-24T21:59:00Z");
  await task("A las 23:15", "2026-10-25T22:15:00Z", { due_all_day: false });
  await task("De otra persona", "2026-10-24T22:00:00Z", { assignee_id: other });
  await task("Hecha", "2026-10-24T22:00:00Z", { status: "done" });

  const event = (title: string, starts_at: string, ends_at: string) =>
    make("/events", { title, starts_at, ends_at });
  await event("Acabó ayer", "2026-10-24T20:00:00Z", "2026-10-24T22:00:00Z");
  await event("Desde ayer", "2026-10-24T20:00:00Z", "2026-10-24T22:00:01Z");
  await event("A última hora", "2026-10-25T22:45:00Z", "2026-10-25T23:30:00Z");
  await event("Mañana", "2026-10-25T23:00:00Z", "2026-10-25T23:30:00Z");

  const contact = (name: string, message: string) =>
    make("/contacts", { name, channel: "web", message });
  const waiting = await contact("Pilar", "¿Hacéis mesas?");
  const recent = await contact("Nuria", "Hola");
  const answered = await contact("Eva", "Hola");
  await make(`/contacts/${answered.id}/messages`, { direction: "out", body: "Sí" });
  const archived = await contact("Rosa", "Hola");
  await expectData(ana("PATCH", `/contacts/${archived.id}`, { status: "archived" }));
  const spam = await contact("Spam", "Hola");
  await expectData(ana("POST", `/contacts/${spam.id}/spam`));
  await inDatabase(world, 1, async (trx) => {
    const move = (id: number, at: string) =>
      trx.updateTable("contacts").set({ last_message_at: new Date(at) }).where("id", "=", id)
        .execute();
    await move(waiting.id, "2026-10-24T22:29:59Z");
    await move(recent.id, "2026-10-24T22:30:01Z");
  });

  const read = (companyId: number) =>
    inDatabase(
      world,
      companyId,
      (trx) => readAgenda(trx, { companyId, userId, timezone: "Europe/Madrid" }, now),
    );
  const items = await read(1);
  const of = (kind: string) =>
    items.filter((item) => item.kind === kind).map(({ title, is_late }) => [title, is_late]);
  assert.deepEqual(of("task"), [
    ["Ayer", true],
    ["Hoy", false],
    ["A las 23:15", true],
    ["Mañana", false],
    ["Sin día", false],
  ]);
  assert.deepEqual(of("event"), [["Desde ayer", true], ["A última hora", false]]);
  assert.deepEqual(of("contact"), [["Pilar", true], ["Nuria", false]]);
  assert.equal(
    items.find(({ id, kind }) => kind === "contact" && id === waiting.id)!.note,
    "¿Hacéis mesas?",
  );
  assert.deepEqual(await read(2), []);
});

testOnEach("a new company's steps are ticked by what is there", async (world) => {
  const ana = apiOf(world, people.ana);
  const company = await expectData(ana("POST", "/companies", { name: "Nueva" }), 201);
  const companyId = company.id as number;
  const read = () => inDatabase(world, companyId, (trx) => readSetup(trx, { companyId }));
  const none = {
    details: false,
    team: false,
    catalog: false,
    clients: false,
    form: false,
    phone: false,
  };
  assert.deepEqual(await read(), none);
  const own = apiOf(world, people.ana, companyId);
  await expectData(
    own("PATCH", `/companies/${companyId}`, {
      tax_id: "B12345678",
      public_origins: ["https://nueva.example"],
    }),
  );
  await expectData(own("POST", "/employees", { email: "otra@x.es", role: "ventas" }), 201);
  await expectData(own("POST", "/products", { name: "Mesa", unit_price: 1, tax_rate: 21 }), 201);
  const { id } = await expectData(own("POST", "/clients", { name: "Aire" }), 201);
  assert.deepEqual(await read(), {
    details: true,
    team: true,
    catalog: true,
    clients: true,
    form: true,
    phone: false,
  });
  await expectData(own("DELETE", `/clients/${id}`));
  assert.equal((await read()).clients, false);
});
