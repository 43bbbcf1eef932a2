import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { readAround } from "@/lib/crm/contacts/conversation/around.ts";
import { readAgenda } from "@/lib/figures/agenda.ts";
import { readLastMessages, readThread } from "@/lib/crm/contacts/threads.ts";
import { apiOf, expectData, inDatabase } from "../scene.ts";

testOnEach("a client waits while the last message of a thread is theirs", async (world) => {
  const ana = apiOf(world, people.ana);
  const add = async (name: string, json = {}) =>
    await expectData(ana("POST", "/contacts", { name, ...json }), 201);
  const [one, two, three] = [
    await add("Uno", { message: "¿Hola?" }),
    await add("Dos", { message: "¿Qué tal?" }),
    await add("Tres", { message: "¿Estáis?" }),
  ];
  const say = (id: number, json: unknown) => ana("POST", `/contacts/${id}/messages`, json);
  await say(one.id, { direction: "out", body: "Buenas" });
  await say(one.id, { direction: "note", body: "Llamar el lunes" });
  await ana("POST", "/notes", { contact_id: one.id, body: "De la feria" });

  const read = <T>(companyId: number, work: Parameters<typeof inDatabase<T>>[2]) =>
    inDatabase(world, companyId, work);
  const reader = (companyId: number) => ({ companyId, language: "es" as const });
  const thread = await read(1, (trx) => readThread(trx, reader(1), one.id, { most: 3 }));
  assert.equal(thread.total, 4);
  assert.deepEqual(thread.entries.map(({ kind, direction, body }) => [kind, direction, body]), [
    ["message", "out", "Buenas"],
    ["message", "note", "Llamar el lunes"],
    ["note", "note", "De la feria"],
  ]);
  const ids = [one.id, two.id, three.id];
  const last = await read(1, (trx) => readLastMessages(trx, { companyId: 1 }, ids));
  assert.deepEqual(Object.fromEntries(last), {
    [one.id]: { direction: "out", body: "Buenas" },
    [two.id]: { direction: "in", body: "¿Qué tal?" },
    [three.id]: { direction: "in", body: "¿Estáis?" },
  });

  const next = async (id: number) => {
    const from = await expectData(ana("GET", `/contacts/${id}`));
    const place = { id, last_message_at: new Date(from.last_message_at) };
    return (await read(1, (trx) => readAround(trx, { companyId: 1 }, place))).nextId;
  };
  assert.equal(await next(two.id), three.id);
  assert.equal(await next(three.id), two.id, "after the newest comes the oldest");
  await ana("PATCH", `/contacts/${two.id}`, { status: "read" });
  assert.equal(await next(three.id), two.id, "read is not answered");
  await ana("PATCH", `/contacts/${two.id}`, { status: "archived" });
  assert.equal(await next(one.id), three.id);
  await ana("POST", `/contacts/${three.id}/spam`);
  assert.equal(await next(one.id), null);

  const tenant = { companyId: 2 };
  const strange = await read(2, (trx) => readThread(trx, reader(2), one.id, { most: 9 }));
  assert.deepEqual(strange, { entries: [], total: 0 });
  assert.equal((await read(2, (trx) => readLastMessages(trx, tenant, ids))).size, 0);
});

testOnEach("list, counts and dashboard agree on who waits", async (world) => {
  const ana = apiOf(world, people.ana);
  const add = async (name: string, json = {}) =>
    (await expectData(ana("POST", "/contacts", { name, ...json }), 201)).id as number;
  const say = (id: number, direction: string) =>
    expectData(ana("POST", `/contacts/${id}/messages`, { direction, body: "Hola" }), 201);
  const assertWaiting = async (names: string[], when: string) => {
    const { body } = await ana("GET", "/contacts?waiting=true&sort=last_message_at");
    assert.deepEqual(body.data.map(({ name }: { name: string }) => name), names, when);
    assert.equal(body.meta.total, names.length, when);
    const { contacts } = await expectData(ana("GET", "/stats"));
    assert.equal(contacts.waiting, names.length, `indicators ${when}`);
    const counts = await expectData(ana("GET", "/counts"));
    assert.equal(counts.contacts, names.length, `navigation ${when}`);
    const { user_id: userId } = await inDatabase(
      world,
      1,
      (trx) =>
        trx.selectFrom("user_companies").select("user_id").where("company_id", "=", 1)
          .executeTakeFirstOrThrow(),
    );
    const reader = { companyId: 1, userId, timezone: "Europe/Madrid" };
    const agenda = await inDatabase(world, 1, (trx) => readAgenda(trx, reader));
    const titles = agenda.filter(({ kind }) => kind === "contact").map(({ title }) => title);
    assert.deepEqual(titles, names, `agenda ${when}`);
    const others = await ana("GET", "/contacts?waiting=false");
    const all = await ana("GET", "/contacts");
    assert.equal(others.body.meta.total, all.body.meta.total - names.length, when);
  };
  const contactId = await add("Pregunta", { message: "¿Hola?" });
  await add("Sin mensaje");
  const answered = await add("Respondida", { message: "¿Hola?" });
  await say(answered, "out");
  const noted = await add("Con nota", { message: "¿Hola?" });
  await say(noted, "note");
  const stored = await add("Archivada", { message: "¿Hola?" });
  await expectData(ana("PATCH", `/contacts/${stored}`, { status: "archived" }));
  await expectData(ana("POST", `/contacts/${await add("Spam", { message: "Oferta" })}/spam`));
  const bought = await add("Convertida", { message: "¿Hola?" });
  await assertWaiting(["Pregunta", "Con nota", "Convertida"], "at first");
  await expectData(ana("POST", `/contacts/${bought}/convert`, {}), 201);
  await assertWaiting(["Pregunta", "Con nota", "Convertida"], "a client who was never answered");
  await say(bought, "out");
  await assertWaiting(["Pregunta", "Con nota"], "after the client was answered");
  await say(bought, "in");
  await assertWaiting(["Pregunta", "Con nota", "Convertida"], "after the new client wrote again");
  await expectData(ana("PATCH", `/contacts/${contactId}`, { status: "read" }));
  await expectData(ana("DELETE", `/contacts/${noted}`));
  await assertWaiting(["Pregunta", "Convertida"], "read is not answered, in the trash is gone");
  await say(contactId, "out");
  await expectData(ana("POST", `/contacts/${noted}/restore`));
  await assertWaiting(["Con nota", "Convertida"], "after an answer");
});
