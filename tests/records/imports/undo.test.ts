/** A file that was imported is taken back, but nothing that somebody has done since. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { forgetReplaced } from "@/lib/records/imports/past_imports.ts";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../../crm/scene.ts";
import { quoteThatIs } from "../../sales/scene.ts";
import { importing } from "./importing.ts";

interface KeptRecord {
  id: number;
  name: string;
  code: string;
  fields?: Record<string, string>;
}

const update = "duplicates=update&invalid=skip";

testOnEach("an import is undone by anybody, but for what was changed since", async (world) => {
  const ana = apiOf(world, people.ana);
  const luis = apiOf(world, people.luis, 1);
  const post = importing(world);
  const make = (json: object) => expectData(ana("POST", "/clients", json), 201);
  const names = ["Aire", "Brisa", "Calma", "Duna"];
  const before = [];
  for (const [at, name] of names.entries()) {
    before.push(await make({ name, tax_id: `B${at}`, city: "Lugo", phone: "612 34 56 78" }));
  }
  const [aire, brisa, calma, duna] = before;
  const file = "Nombre,NIF,Ciudad,Correo,Teléfono\n" +
    names.map((name, at) => `${name} SL,B${at},Vigo,${name}@x.es,981 00 00 0${at}\n`).join("") +
    "Nueva,B8,,,\nOtra,B9,,,\nUsada,B10,,,\n";
  const { id, undo_until, created_at } = await expectData(
    post(`clients/commit?${update}&file_name=clientes.csv`, file),
  );
  assert.equal(Date.parse(undo_until) - Date.parse(created_at), 30 * 86_400_000);
  const clients = await expectData(ana("GET", "/clients?sort=-created_at"));
  const [otra, usada] = ["Otra", "Usada"].map((name) =>
    clients.find((one: { name: string }) => one.name === name)
  );
  // Since then: fields of two, one made record, a record trashed, and business with another one.
  await expectData(luis("PATCH", `/clients/${brisa.id}`, { city: "Ourense" }));
  await expectData(luis("PATCH", `/clients/${calma.id}`, { email: "nuevo@x.es", notes: "Llamar" }));
  await expectData(luis("PATCH", `/clients/${otra.id}`, { notes: "Ya es de verdad" }));
  await expectData(luis("DELETE", `/clients/${duna.id}`));
  const opportunity = { title: "Obra", client_id: usada.id };
  await expectData(luis("POST", "/opportunities", opportunity), 201);

  const [past] = await expectData(luis("GET", "/imports"));
  assert.deepEqual(
    [past.id, past.noun, past.file_name, past.created_by.name, past.imported, past.changed],
    [id, "clients", "clientes.csv", "Ana Ruiz", 3, 4],
  );
  assert.equal(past.state, "undoable");
  const eva = apiOf(world, people.eva);
  await expectFailure(eva("POST", `/imports/${id}/undo`), 404, "not_found");
  assert.deepEqual(await expectData(eva("GET", "/imports")), []);

  const undone = await expectData(luis("POST", `/imports/${id}/undo`));
  assert.deepEqual([undone.trashed, undone.restored, undone.kept], [1, 3, 5]);
  const rows = undone.records.map((
    { id, name, code, fields = {} }: KeptRecord,
  ) => [id, name, code, Object.keys(fields)]);
  assert.deepEqual(
    rows,
    [
      [brisa.id, "Brisa SL", "version_conflict", ["city"]],
      [calma.id, "Calma SL", "version_conflict", ["email"]],
      [duna.id, "Duna SL", "not_found", []],
      [otra.id, "Otra", "version_conflict", []],
      [usada.id, "Usada", "in_use", []],
    ],
  );
  const read = async (one: { id: number }) => {
    const { name, city, email, phone, notes } = await expectData(ana("GET", `/clients/${one.id}`));
    return [name, city, email, phone, notes];
  };
  assert.deepEqual(await read(aire), ["Aire", "Lugo", null, "612 34 56 78", null]);
  assert.deepEqual(await read(brisa), ["Brisa", "Ourense", null, "612 34 56 78", null]);
  assert.deepEqual(await read(calma), ["Calma", "Lugo", "nuevo@x.es", "612 34 56 78", "Llamar"]);
  // The normal forms went along: each is found by what it has again, and by nothing else.
  assert.equal((await ana("GET", "/clients?q=aire@x.es")).body.meta.total, 0);
  assert.equal((await ana("GET", "/clients?q=612345678")).body.meta.total, 3);
  const timeline = await expectData(ana("GET", `/clients/${aire.id}/timeline`));
  assert.deepEqual(timeline.map(({ verb }: { verb: string }) => verb), [
    ...["import_undone", "import_updated", "created"],
  ]);
  const bin = await expectData(ana("GET", "/trash?noun=clients"));
  assert.deepEqual(bin.map(({ name }: { name: string }) => name).sort(), ["Duna SL", "Nueva"]);

  await expectFailure(ana("POST", `/imports/${id}/undo`), 409, "invalid_transition");
  const [after] = await expectData(ana("GET", "/imports"));
  assert.deepEqual([after.state, after.undone_by.name, after.kept], ["undone", "Luis Vega", 5]);
}, { both: true });

testOnEach("products on quotations and contacts who wrote stay", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const products = await expectData(
    post(`products/commit?${update}`, "Referencia;Nombre;Precio\nA;Puerta;100\nB;Marco;50\n"),
  );
  const [guard] = await expectData(ana("GET", "/products?q=puerta"));
  const quote = await quoteThatIs("draft", ana);
  const line = { product_id: guard.id, quantity: 1, name: "Puerta", unit_price: 100, tax_rate: 21 };
  await expectData(ana("PUT", `/quotes/${quote.id}/lines`, { lines: [line] }));
  const undone = await expectData(ana("POST", `/imports/${products.id}/undo`));
  assert.deepEqual([undone.trashed, undone.records], [1, [{
    ...{ id: guard.id, name: "Puerta", code: "in_use" },
    error: "Other records need this one, so it stays.",
  }]]);

  const contacts = await expectData(
    post(`contacts/commit?${update}`, "nombre,email,mensaje\nUna,una@x.es,Hola\nDos,dos@x.es,\n"),
  );
  const [una] = await expectData(ana("GET", "/contacts?q=una"));
  const message = { direction: "in", body: "¿Seguís ahí?" };
  await expectData(ana("POST", `/contacts/${una.id}/messages`, message), 201);
  const back = await expectData(ana("POST", `/imports/${contacts.id}/undo`));
  assert.deepEqual([back.trashed, back.records.map(({ id }: { id: number }) => id)], [1, [una.id]]);
});

testOnEach("after 30 days an import stays, and what it replaced is forgotten", async (world) => {
  const ana = apiOf(world, people.ana);
  const { db } = world.services.database;
  const { id } = await expectData(importing(world)("contacts/commit", "nombre\nUna\nDos\n"));
  const countLinks = async () => {
    const rows = await inDatabase(
      world,
      1,
      (trx) => trx.selectFrom("import_records").select("contact_id").execute(),
    );
    return rows.length;
  };
  await forgetReplaced(db);
  assert.equal(await countLinks(), 2);
  await inDatabase(world, 1, async (trx) => {
    const created_at = sql<Date>`now() - interval '30 days'`;
    await trx.updateTable("imports").set({ created_at }).execute();
  });
  await expectFailure(ana("POST", `/imports/${id}/undo`), 409, "invalid_transition");
  await forgetReplaced(db);
  assert.equal(await countLinks(), 0);
  const [past] = await expectData(ana("GET", "/imports"));
  assert.deepEqual([past.state, past.imported], ["over", 2]);
});
