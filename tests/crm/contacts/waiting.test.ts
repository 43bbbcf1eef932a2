import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { findNextWaiting, readLastMessages, readThread } from "@/lib/crm/contacts/threads.ts";
import { apiOf, expectData, inDatabase } from "../scene.ts";

testOnEach("threads, last words, and who waits next", async (world) => {
  const ana = apiOf(world, people.ana);
  const add = async (name: string, json = {}) =>
    await expectData(ana("POST", "/contacts", { name, ...json }), 201);
  const [one, two, three] = [
    await add("Uno", { message: "¿Hola?" }),
    await add("Dos", { message: "¿Qué tal?" }),
    await add("Tres"),
  ];
  const say = (id: number, json: unknown) => ana("POST", `/contacts/${id}/messages`, json);
  await say(one.id, { direction: "out", body: "Buenas" });
  await say(one.id, { direction: "note", body: "Llamar el lunes" });
  await ana("POST", "/notes", { contact_id: one.id, body: "De la feria" });

  const read = <T>(companyId: number, work: Parameters<typeof inDatabase<T>>[2]) =>
    inDatabase(world, companyId, work);
  const thread = await read(1, (trx) => readThread(trx, { companyId: 1 }, one.id, 3));
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
  });

  const next = async (id: number) => {
    const from = await expectData(ana("GET", `/contacts/${id}`));
    const place = { id, last_message_at: new Date(from.last_message_at) };
    return await read(1, (trx) => findNextWaiting(trx, { companyId: 1 }, place));
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
  const strange = await read(2, (trx) => readThread(trx, tenant, one.id, 9));
  assert.deepEqual(strange, { entries: [], total: 0 });
  assert.equal((await read(2, (trx) => readLastMessages(trx, tenant, ids))).size, 0);
});
