/** Several columns of a file for one field. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { importing } from "./importing.ts";

const update = "duplicates=update&invalid=skip";

interface ColumnReport {
  header: string;
  field: string | null;
  role: string | null;
}

const rolesOf = (preview: { columns: ColumnReport[] }) =>
  preview.columns.map(({ field, role }) => field && `${field} ${role}`);

// deno-lint-ignore no-explicit-any -- rows of a preview
const valuesOf = (preview: any) => preview.rows.map(({ values }: any) => values);

testOnEach("the parts of a name and the lines of an address are joined", async (world) => {
  const post = importing(world);
  const cases: [file: string, name: string | undefined][] = [
    ["Nombre;Apellidos\nMaría;Soler Puig", "María Soler Puig"],
    ["Apellidos;Nombre\nSoler Puig;María", "María Soler Puig"],
    ["First Name,Middle Name,Last Name\nAna,,Ruiz", "Ana Ruiz"],
    ["Last Name,First Name\nRuiz,Ana", "Ana Ruiz"],
    ["Primer apellido;Segundo apellido;Nombre\nSoler;Puig;María", "María Soler Puig"],
    ["Name,Given Name,Family Name\nAna Ruiz Gil,Ana,Ruiz Gil", "Ana Ruiz Gil"],
    ["Name,Given Name,Family Name\n,Ana,Ruiz Gil", "Ana Ruiz Gil"],
  ];
  for (const noun of ["clients", "contacts"]) {
    for (const [file, name] of cases) {
      const preview = await expectData(post(`${noun}/preview`, file));
      assert.equal(preview.rows[0].values.name, name, file);
      assert.deepEqual([preview.counts.valid, preview.counts.remarks], [1, 0], file);
      assert.equal(preview.rows[0].values.notes, undefined, file);
    }
  }
  const addresses = await expectData(
    post("clients/preview", "Nombre;Dirección;Dirección 2\nA;Mayor 1;2.º B\nB;;Solo\nC;Sol;Sol\n"),
  );
  assert.deepEqual(rolesOf(addresses), ["name value", "address joined", "address joined"]);
  assert.deepEqual(
    valuesOf(addresses).map(({ address }: { address: string }) => address),
    ["Mayor 1\n2.º B", "Solo", "Sol"],
  );
});

testOnEach("the first column with a value wins, and notes keep the others", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world, people.ana);
  const file = "Nombre;Teléfono;Móvil;Correo;Email;Notas\n" +
    "Aire;93 123 45 67;600 123 456;a@x.es;b@x.es;Paga tarde\n" +
    "Brisa;;600 111 222;;c@x.es;\n" +
    "Calma;n/d;600 333 444;d@x.es;d@x.es;\n" +
    "Duna;600 999 888;600999888;e@x.es;;\n";
  const preview = await expectData(post(`clients/preview?${update}`, file));
  assert.deepEqual(rolesOf(preview), [
    ...[
      "name value",
      "phone value",
      "phone in_notes",
      "email value",
      "email in_notes",
      "notes value",
    ],
  ]);
  assert.equal(preview.counts.remarks, 1, "only a cell that is no phone is told");
  await expectData(post(`clients/commit?${update}`, file));
  const clients = await expectData(ana("GET", "/clients?sort=name"));
  const rows = clients.map(({ phone, email, notes }: Record<string, unknown>) => [
    phone,
    email,
    notes,
  ]);
  assert.deepEqual(rows, [
    ["93 123 45 67", "a@x.es", "Paga tarde\nMóvil: 600 123 456\nEmail: b@x.es"],
    ["600 111 222", "c@x.es", null],
    ["600 333 444", "d@x.es", "Teléfono: n/d"],
    ["600 999 888", "e@x.es", null],
  ]);
  const again = await expectData(post(`clients/commit?${update}`, file));
  assert.deepEqual([again.id, again.same], [null, 4], "the same file changes nothing");

  // Without a column of notes, the record's own stay and get only what is new.
  const [, { id }] = clients;
  await expectData(ana("PATCH", `/clients/${id}`, { notes: "Llamar" }));
  const more = "Nombre;Correo;Teléfono;Móvil\nBrisa;c@x.es;600 111 222;600 777 777\n";
  await expectData(post(`clients/commit?${update}`, more));
  const same = await expectData(post(`clients/commit?${update}`, more));
  assert.equal(same.same, 1);
  const { notes } = await expectData(ana("GET", `/clients/${id}`));
  assert.equal(notes, "Llamar\nMóvil: 600 777 777");
}, { both: true });

testOnEach("without notes the other columns stay out, and it is told", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const products = "Nombre,Precio,EAN13,UPC\nSilla,1,111,222\nMesa,2,,333\n";
  const preview = await expectData(post("products/preview", products));
  assert.deepEqual(rolesOf(preview).slice(2), ["barcode value", "barcode left_out"]);
  assert.deepEqual(
    preview.rows.map((row: { values: { barcode: string }; remarks: unknown[] }) => [
      row.values.barcode,
      row.remarks,
    ]),
    [
      ["111", [{
        ...{ row: 2, column: "UPC", field: "barcode" },
        message: "there is a value in EAN13; left out",
      }]],
      ["333", []],
    ],
  );
  // A new contact's conversation has room for them.
  const contacts = "Nombre,Teléfono,Móvil\nIria,93 123 45 67,600 123 456\n";
  await expectData(post("contacts/commit", contacts));
  const [iria] = await expectData(ana("GET", "/contacts?q=iria"));
  const thread = await expectData(ana("GET", `/contacts/${iria.id}/messages`));
  assert.deepEqual(
    thread.map(({ direction, body }: Record<string, unknown>) => [direction, body]),
    [["note", "Móvil: 600 123 456"]],
  );
  assert.equal(iria.last_direction, null, "nobody waits for an answer");
  const tags = await expectData(
    post("contacts/preview", "Nombre,Etiquetas,Etiqueta\nX,norte,sur\n"),
  );
  assert.deepEqual(tags.rows[0].values.tags, ["norte", "sur"]);
}, { both: true });

testOnEach("columns may name a field several times", async (world) => {
  const post = importing(world);
  const file = "Artículo;Color;Precio viejo;Precio nuevo\nSilla;Roja;10,5;12\n";
  const joined = await expectData(post("products/preview?columns=name,name,,unit_price", file));
  assert.deepEqual(joined.rows[0].values, { name: "Silla Roja", unit_price: 12 });
  assert.deepEqual(rolesOf(joined), ["name joined", "name joined", null, "unit_price value"]);
  const file2 = "Apellidos;Nombre\nRuiz;Ana\n";
  const byHand = await expectData(post("contacts/preview?columns=name,name", file2));
  assert.equal(byHand.rows[0].values.name, "Ana Ruiz", "a choice that the heads make is theirs");
  const one = await expectData(post("contacts/preview?columns=,name", file2));
  assert.equal(one.rows[0].values.name, "Ana");
});

testOnEach("a choice of columns is kept for files with the same header", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const file = (name: string, head = "Etiqueta A,Zona,Precio") => `${head}\n${name},Norte,1\n`;
  const company = "columns_by=company";
  const fieldsOf = async (path: string, body: string, by = post) =>
    (await expectData(by(path, body))).columns.map(({ field }: ColumnReport) => field);
  const preview = `products/preview?${company}`;
  assert.deepEqual(await fieldsOf(preview, file("A")), [null, null, "unit_price"]);
  await expectData(post(`products/commit?${company}&columns=name,category,unit_price`, file("A")));
  const chosen = ["name", "category", "unit_price"];
  assert.deepEqual(await fieldsOf(preview, file("B")), chosen);
  assert.deepEqual(await fieldsOf(preview, file("B", "ETIQUETA A,zona,precio")), chosen);
  assert.deepEqual(await fieldsOf(preview, file("B", "Zona,Etiqueta A,Precio")), [
    ...[null, null, "unit_price"],
  ]);
  assert.deepEqual(await fieldsOf("products/preview", file("B")), [null, null, "unit_price"]);
  const eva = importing(world, people.eva);
  assert.deepEqual(await fieldsOf(preview, file("B"), eva), [null, null, "unit_price"]);
  await expectData(post(`products/commit?${company}`, file("B")));
  const names = (await expectData(ana("GET", "/products"))).map(({ name }: { name: string }) =>
    name
  );
  assert.deepEqual(names.sort(), ["A", "B"]);
  // A program's own columns are no choice of the company.
  await expectData(post("products/commit?columns=,name,unit_price", file("C")));
  assert.deepEqual(await fieldsOf(preview, file("D")), chosen);
  const csv = "name,price,Raro\nX,1,2\n";
  await expectData(post(`products/commit?${company}&columns=name,cost,&price=0`, csv));
  assert.deepEqual(await fieldsOf(preview, csv), ["name", "cost", null]);
  await expectData(post(`products/commit?${company}&columns=name,unit_price,`, csv));
  assert.deepEqual(await fieldsOf(preview, csv), ["name", "unit_price", null]);
}, { both: true });

testOnEach("a name is never shortened in silence", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const make = (json: object) => expectData(ana("POST", "/clients", json), 201);
  const names = ["María Soler Puig", "Aire Acondicionado, S.L.", "Núria"];
  for (const [at, name] of names.entries()) await make({ name, email: `c${at}@x.es` });
  const file = "Nombre,Correo,Ciudad\nMaria,c0@x.es,Lugo\nAire Acondicionado,c1@x.es,\n" +
    "Núria Roca,c2@x.es,\n";
  const preview = await expectData(post(`clients/preview?${update}`, file));
  // deno-lint-ignore no-explicit-any -- rows of a preview
  const outcomes = preview.rows.map(({ outcome, changes, remarks }: any) => [
    ...[outcome, changes, remarks[0]?.message ?? null],
  ]);
  assert.deepEqual(outcomes, [
    [
      ...["changed", { city: [null, "Lugo"] }],
      "is shorter than “María Soler Puig”, so the name stays",
    ],
    ["same", {}, "is shorter than “Aire Acondicionado, S.L.”, so the name stays"],
    ["changed", { name: ["Núria", "Núria Roca"] }, null],
  ]);
  assert.equal(preview.counts.remarks, 2);
  const only = await expectData(post(`clients/preview?${update}&show=remarks&after=2`, file));
  assert.deepEqual(only.rows.map(({ row }: { row: number }) => row), [3]);
  const done = await expectData(post(`clients/commit?${update}`, file));
  assert.deepEqual([done.changed, done.same, done.remarks], [2, 1, 2]);
  const clients = await expectData(ana("GET", "/clients?sort=created_at"));
  assert.deepEqual(clients.map(({ name }: { name: string }) => name), [
    ...["María Soler Puig", "Aire Acondicionado, S.L.", "Núria Roca"],
  ]);
}, { both: true });
