/** Files that change what is there, row by row. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { importing } from "./importing.ts";

const update = "duplicates=update&invalid=skip";

// deno-lint-ignore no-explicit-any -- rows of a preview
function outcomesOf(preview: any) {
  // deno-lint-ignore no-explicit-any
  return preview.rows.map(({ row, outcome, record, changes }: any) => [
    ...[row, outcome, record?.name ?? null],
    changes,
  ]);
}

testOnEach("a price list changes prices, and nothing that it does not say", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const chair = await expectData(
    ana("POST", "/products", { name: "Silla", sku: "S-1", unit_price: 10, unit: "ud", cost: 4 }),
    201,
  );
  await expectData(ana("POST", "/products", { name: "Mesa", sku: "m-1", unit_price: 80 }), 201);
  // No names: these rows can change products, but make none. The unit is empty in the first.
  const file = "Referencia;Precio;Unidad\ns-1;12,5;\nM-1;80;\nX-9;3;caja\n";
  const preview = await expectData(post(`products/preview?${update}`, file));
  assert.deepEqual(preview.counts, {
    ...{ rows: 3, valid: 0, invalid: 1, duplicates: 2, changed: 1, same: 1, remarks: 0 },
  });
  assert.deepEqual(outcomesOf(preview), [
    [2, "changed", "Silla", { unit_price: [10, 12.5] }],
    [3, "same", "Mesa", {}],
    [4, "wrong", null, {}],
  ]);
  assert.deepEqual(preview.rows[2].errors.map(({ field }: { field: string }) => field), ["name"]);
  const wrong = await post(`products/errors?${update}`, file, { "Accept-Language": "es" });
  assert.match(wrong.body, /\r\nX-9;3;caja;4;[^\r]+\r\n$/);

  await expectFailure(
    post("products/commit?duplicates=update", file),
    422,
    "validation_failed",
  );
  assert.equal((await expectData(ana("GET", `/products/${chair.id}`))).unit_price, 10);
  const done = await expectData(post(`products/commit?${update}&file_name=tarifa.csv`, file));
  const { imported, changed, same, skipped, wrong: remaining, errors } = done;
  assert.deepEqual([imported, changed, same, skipped, remaining], [0, 1, 1, 0, 1]);
  assert.deepEqual(errors, preview.errors);
  const { unit_price, unit, cost, name } = await expectData(ana("GET", `/products/${chair.id}`));
  assert.deepEqual([unit_price, unit, cost, name], [12.5, "ud", 4, "Silla"]);
  const [last] = await expectData(ana("GET", "/activities?noun=product"));
  assert.deepEqual([last.verb, last.changes.unit_price, last.actor.name], [
    "import_updated",
    [10, 12.5],
    "Ana Ruiz",
  ]);

  const again = await expectData(post(`products/commit?${update}`, file));
  assert.deepEqual([again.id, again.changed, again.same, again.wrong], [null, 0, 2, 1]);
  const unchanged = await expectData(ana("GET", `/products/${chair.id}`));
  assert.equal(unchanged.version, chair.version + 1);
  const past = await ana("GET", "/imports");
  assert.equal(past.body.meta.total, 1, "what changed nothing is no import");
}, { both: true });

testOnEach("clients are found by tax id, then by address", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const make = (json: object) => expectData(ana("POST", "/clients", json), 201);
  await make({ name: "Aire SL", tax_id: "B1", email: "gestor@x.es", city: "Lugo" });
  await make({ name: "Brisa SL", email: "brisa@x.es", tags: ["norte"], assignee_id: null });
  await make({ name: "Una", email: "doble@x.es" });
  await make({ name: "Otra", email: "DOBLE@x.es" });
  await make({ name: "Calma SL", tax_id: "B4", email: "calma@x.es" });
  const file = "Nombre,NIF,Correo,Ciudad,Etiquetas,Responsable\n" +
    "Aire SL,b-1,gestor@x.es,Vigo,,\n" + // 2: its tax id
    'Brisa SL,B2,BRISA@x.es,,"norte, sur",ana@primary.example\n' + // 3: gets a tax id by its address
    "Nueva SL,B3,gestor@x.es,,,\n" + // 4: another tax id: another client of the same accountant
    "Dos,,doble@x.es,,,\n" + // 5: two have the address
    "Mezcla,B1,calma@x.es,,,\n" + // 6: one by the tax id, another one by the address
    "Gemela,B7,,,,\nGemelo,b 7,,,,\n" + // 7, 8: the same in the file
    "Calma,B4,,,,\nCalma SL,,calma@x.es,,,\n" + // 9, 10: the same client by different values
    "Sin nada,,,Ourense,,\n"; // 11: nothing to find it by
  const preview = await expectData(post(`clients/preview?${update}`, file));
  const outcomes = preview.rows.map(({ outcome }: { outcome: string }) => outcome);
  assert.deepEqual(outcomes, [
    ...["changed", "changed", "new", "wrong", "wrong"],
    ...["wrong", "wrong", "wrong", "wrong", "new"],
  ]);
  const messages = Object.fromEntries(
    preview.errors.map(({ row, message }: { row: number; message: string }) => [row, message]),
  );
  assert.match(messages[5], /^matches two records: Una \(#\d+\) and Otra \(#\d+\)$/);
  assert.match(messages[6], /^matches two records: Aire SL .* and Calma SL/);
  assert.equal(messages[7], "is the same in row 8");
  assert.equal(messages[8], "is the same in row 7");
  assert.match(messages[9], /^is the same record as row 10: Calma SL/);
  assert.match(messages[10], /^is the same record as row 9: Calma SL/);
  const [, second] = preview.rows;
  assert.deepEqual(second.changes, {
    tax_id: [null, "B2"],
    tags: [["norte"], ["norte", "sur"]],
    assignee_id: [null, second.values.assignee_id],
  });
  const page = await expectData(post(`clients/preview?${update}&show=wrong&after=6`, file));
  assert.deepEqual(page.rows.map(({ row }: { row: number }) => row), [7, 8, 9, 10]);

  const done = await expectData(post(`clients/commit?${update}`, file));
  assert.deepEqual([done.imported, done.changed, done.wrong], [2, 2, 6]);
  const again = await expectData(post(`clients/commit?${update}`, file));
  assert.deepEqual([again.imported, again.changed, again.same, again.wrong], [0, 0, 4, 6]);
  assert.equal((await ana("GET", "/clients")).body.meta.total, 7);
  const [brisa] = await expectData(ana("GET", "/clients?q=brisa"));
  assert.deepEqual([brisa.tax_id, brisa.city, brisa.assignee.name], ["B2", null, "Ana Ruiz"]);

  const theirs = importing(world, people.eva);
  const foreign = await expectData(theirs(`clients/preview?${update}`, file));
  assert.equal(foreign.counts.changed + foreign.counts.same, 0);
  assert.ok(!JSON.stringify(foreign).includes("Una"), "other companies' records are not matched");
}, { both: true });

testOnEach("contacts keep their beginning, and follow their rules", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const make = (json: object) => expectData(ana("POST", "/contacts", json), 201);
  const one = await make({ name: "Iria", email: "iria@x.es", channel: "web", message: "Hola" });
  const old = await make({ name: "Xoel", email: "xoel@x.es" });
  await expectData(ana("PATCH", `/contacts/${old.id}`, { status: "archived" }));
  const file = "Nombre,Correo,Canal,Mensaje,Estado,Próxima acción\n" +
    "Iria Rey,iria@x.es,teléfono,Otra cosa,leído,25/10/2026 9:00\n" +
    "Xoel,xoel@x.es,,,nuevo,\n";
  const preview = await expectData(post(`contacts/preview?${update}`, file));
  assert.deepEqual(outcomesOf(preview)[0], [2, "changed", "Iria", {
    name: ["Iria", "Iria Rey"],
    status: ["new", "read"],
    next_action_at: [null, "2026-10-25T08:00:00+00:00"],
  }]);
  assert.deepEqual(preview.errors, []);
  assert.deepEqual([preview.rows[1].outcome, preview.rows[1].remarks], ["same", [{
    ...{ row: 3, column: "Estado", field: "status" },
    message: "cannot go from “archived” to “new”",
  }]]);
  await expectData(post(`contacts/commit?${update}`, file));
  const { channel, message, next_action_at } = await expectData(ana("GET", `/contacts/${one.id}`));
  assert.deepEqual([channel, message, next_action_at], ["web", "Hola", "2026-10-25T08:00:00.000Z"]);
  assert.equal((await expectData(ana("GET", `/contacts/${one.id}/messages`))).length, 1);
  const again = await expectData(post(`contacts/commit?${update}`, file));
  assert.deepEqual([again.id, again.same, again.remarks], [null, 2, 1]);
});

testOnEach("the header's errors refuse a file whose wrong rows may stay out", async (world) => {
  const post = importing(world);
  for (const file of ["zzz\n1\n", "Informe\nzzz,yyy\n1,2\n"]) {
    const failed = await expectFailure(
      post(`products/commit?${update}`, file),
      422,
      "validation_failed",
    );
    assert.equal(failed.details.errors[0].row, 1);
  }
  const skipping = await expectData(
    post("products/commit?invalid=skip", "sku,name,price\nA1,Uno,1\nA2,Dos,nada\na1,Tres,3\n"),
  );
  assert.deepEqual([skipping.imported, skipping.wrong, skipping.skipped], [1, 2, 0]);
});

testOnEach("the same file twice at once is stored once", async (world) => {
  const post = importing(world);
  const file = "nombre,email\nUno,uno@x.es\nDos,\n";
  const done = await Promise.all(
    [1, 2].map(() => expectData(post(`contacts/commit?${update}`, file))),
  );
  assert.deepEqual(done.map(({ imported, same }) => [imported, same]).sort(), [[0, 2], [2, 0]]);
  assert.equal((await apiOf(world, people.ana)("GET", "/contacts")).body.meta.total, 2);
});
