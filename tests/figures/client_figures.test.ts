import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

testOnEach("a client's header says what it is worth and when there was contact", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json?: object) => expectData(ana("POST", path, json), 201);
  const contact = await make("/contacts", { name: "Marta", message: "Hola" });
  const { client } = await make(`/contacts/${contact.id}/convert`, {});
  const read = () => expectData(ana("GET", `/clients/${client.id}/figures`));
  const open = (amount: number) =>
    make("/opportunities", { title: "Obra", client_id: client.id, amount });

  const { last_message_at } = await expectData(ana("GET", `/contacts/${contact.id}`));
  assert.deepEqual(await read(), {
    currency: "EUR",
    open: { count: 0, amount: 0 },
    sold: { count: 0, amount: 0 },
    last_contact_at: last_message_at,
  });
  const [won] = [await open(100.5), await open(20.25), await open(3)];
  const trashed = await open(1000);
  await expectData(ana("DELETE", `/opportunities/${trashed.id}`));
  const sell = async () => {
    const lines = [{ name: "Mesa", quantity: 3, unit_price: 33.35, tax_rate: 21 }];
    const { id } = await make("/quotes", { opportunity_id: won.id, lines });
    for (const verb of ["send", "approve"]) await expectData(ana("POST", `/quotes/${id}/${verb}`));
    return (await make(`/quotes/${id}/confirm-sale`)).sale;
  };
  await sell();
  const cancelled = await sell();
  await expectData(ana("POST", `/sales/${cancelled.id}/cancel`));
  // A note among ourselves and a meeting to come are no contact.
  await make(`/contacts/${contact.id}/messages`, { direction: "note", body: "Ojo" });
  const meet = (starts_at: string, type = "meeting") =>
    make("/events", { title: "Visita", type, starts_at, ends_at: starts_at, client_id: client.id });
  await meet("2999-01-01T10:00:00.000Z");
  const figures = await read();
  assert.deepEqual(figures, {
    currency: "EUR",
    open: { count: 2, amount: 23.25 },
    sold: { count: 1, amount: 100.05 },
    last_contact_at: last_message_at,
  });
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("contact_messages").set({ sent_at: new Date("2020-01-01T10:00:00Z") })
        .execute(),
  );
  await meet("2020-02-01T10:00:00.000Z");
  await meet("2020-03-01T10:00:00.000Z", "reminder");
  assert.equal((await read()).last_contact_at, "2020-02-01T10:00:00.000Z");
  const foreign = apiOf(world, people.eva)("GET", `/clients/${client.id}/figures`);
  await expectFailure(foreign, 404, "not_found");
});
