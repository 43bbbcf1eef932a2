/** Rows of which a cell is doubtful come in, and say so. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { importing } from "./importing.ts";

const update = "duplicates=update&invalid=skip";

testOnEach("a doubtful cell goes into the notes and its row is imported", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const cells: [head: string, cell: string, field: string, value: unknown][] = [
    ["Teléfono", "93 123 45 67 ext. abc", "phone", "93 123 45 67"],
    ["Teléfono", "93 123 45 67 (Ana)", "phone", "93 123 45 67"],
    ["Teléfono", "no tiene", "phone", null],
    ["Correo", "ana@", "email", null],
    ["Correo", "ana@x.es; luz@x.es", "email", "ana@x.es"],
    ["Web", "no es un enlace", "website", null],
    ["País", "Atlantis", "country", null],
    ["Plazo de pago", "1.5", "payment_terms_days", null],
    ["Acepta publicidad", "quizá", "marketing_consent", false],
    ["Idioma", "klingon", "language", null],
    ["Forma de pago", "trueque", "payment_method", null],
    ["Comercial", "nadie@x.es", "assignee", null],
    ["Ciudad", "x".repeat(121), "city", null],
  ];
  for (const [at, [head, cell, field, value]] of cells.entries()) {
    const file = `Nombre;${head}\nCliente ${at};"${cell}"\n`;
    const preview = await expectData(post("clients/preview", file));
    const { valid, invalid, remarks } = preview.counts;
    assert.deepEqual([valid, invalid, remarks], [1, 0, 1], cell);
    assert.deepEqual(preview.errors, [], cell);
    const [remark] = preview.rows[0].remarks;
    assert.deepEqual([remark.row, remark.column], [2, head]);
    assert.match(remark.message, /; kept in the notes$/);
    const done = await expectData(post("clients/commit", file));
    assert.deepEqual([done.imported, done.wrong, done.remarks], [1, 0, 1], cell);
    const [client] = await expectData(ana("GET", "/clients?sort=-created_at&per_page=1"));
    assert.equal(client[field], value, cell);
    assert.equal(client.notes, `${head}: ${cell}`);
  }
}, { both: true });

testOnEach("only what a record cannot be without refuses its row", async (world) => {
  const post = importing(world);
  const spanish = { "Accept-Language": "es" };
  const products = "Nombre;Referencia;Precio;Plazo\nSilla;S-1;10;pronto\nMesa;M-1;mucho;\n" +
    `Sofá;${"9".repeat(61)};5;\n;X-1;5;\nBanco;B-1;;nunca\n`;
  const preview = await expectData(post("products/preview", products, spanish));
  assert.deepEqual(
    preview.errors.map(({ row, field }: Record<string, unknown>) => [row, field]),
    [[3, "unit_price"], [4, "sku"], [5, "name"]],
  );
  assert.equal(preview.counts.remarks, 2);
  assert.deepEqual(
    preview.rows.flatMap(({ remarks }: { remarks: { message: string }[] }) =>
      remarks.map(({ message }) => message)
    ),
    [
      "debe ser un número; se deja fuera",
      "debe ser un número; se deja fuera",
      "no tiene precio: entra a 0,00",
    ],
  );
  const wrong = await post("products/errors", products, spanish);
  assert.equal(wrong.body.trim().split("\r\n").length, 4);
  const answer = await post("products/errors?rows=remarks", products, spanish);
  assert.match(answer.headers.get("content-disposition")!, /Productos con avisos/);
  assert.deepEqual(answer.body.replace("\ufeff", "").trim().split("\r\n"), [
    "Nombre;Referencia;Precio;Plazo;Fila;Avisos",
    'Silla;S-1;10;pronto;2;"Plazo: debe ser un número; se deja fuera"',
    'Banco;B-1;;nunca;6;"Plazo: debe ser un número; se deja fuera; Precio: no tiene precio: ' +
    'entra a 0,00"',
  ]);
  // A contact must be somebody, and its row says all that is wrong.
  const contacts = await expectData(
    post("contacts/preview", "Nombre,Teléfono\n,nada\nIria,nada\n"),
  );
  assert.deepEqual(
    contacts.errors.map(({ row, field }: Record<string, unknown>) => [row, field]),
    [[2, "name"], [2, "phone"]],
  );
  assert.equal(contacts.counts.remarks, 1);
});

testOnEach("a contact's conversation keeps what is doubtful of a new one", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const file = "Nombre,Correo,Seguimiento\nIria,iria@x.es,pronto\n";
  await expectData(post(`contacts/commit?${update}`, file));
  const [{ id }] = await expectData(ana("GET", "/contacts?q=iria"));
  const notes = async () =>
    (await expectData(ana("GET", `/contacts/${id}/messages`)))
      .map(({ direction, body }: Record<string, unknown>) => [direction, body]);
  assert.deepEqual(await notes(), [["note", "Seguimiento: pronto"]]);
  const again = await expectData(post(`contacts/preview?${update}`, file));
  assert.deepEqual(again.rows[0].outcome, "same");
  assert.match(again.rows[0].remarks[0].message, /; left out$/);
  await expectData(post(`contacts/commit?${update}`, file));
  assert.equal((await notes()).length, 1);
}, { both: true });

testOnEach("a catalog without prices is told, and its price is chosen", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  await expectData(
    ana("POST", "/products", { name: "Silla", sku: "S-1", unit_price: 10 }),
    201,
  );
  const file = "Referencia;Nombre;Coste\nS-1;Silla;4\nM-1;Mesa;5\n";
  const { counts, errors } = await expectData(post(`products/preview?${update}`, file));
  assert.deepEqual([counts.valid, counts.changed, counts.invalid], [0, 1, 1]);
  assert.deepEqual(errors, [{
    ...{ row: 3, column: null, field: "unit_price" },
    message: "the price is missing: say which column has it, or that products come in at 0.00",
  }]);
  const plain = await expectData(post("products/preview", "Nombre\nMesa\n"));
  assert.equal(plain.errors[0].field, "unit_price");
  await expectFailure(post("products/commit", "Nombre\nMesa\n"), 422, "validation_failed");
  for (const price of ["", "-1", "gratis", "1e3", "99999999999"]) {
    const { fields } = await expectFailure(
      post(`products/preview?price=${price}`, file),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(fields), ["price"], price);
  }
  const { fields } = await expectFailure(
    post("clients/preview?price=0", "Nombre\nA\n"),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["price"]);
  const free = await expectData(post(`products/preview?${update}&price=0`, file));
  assert.deepEqual([free.counts.valid, free.counts.invalid, free.counts.remarks], [1, 0, 0]);
  assert.equal(free.rows[1].values.unit_price, 0);
  await expectData(post(`products/commit?${update}&price=2.5`, file));
  const products = await expectData(ana("GET", "/products?sort=created_at"));
  assert.deepEqual(
    products.map(({ unit_price, cost }: Record<string, unknown>) => [unit_price, cost]),
    [[10, 4], [2.5, 5]],
  );
}, { both: true });

testOnEach("each column is read in the notation that its own rows show", async (world) => {
  const post = importing(world);
  const prices = "sku;name;price;cost\nA;a;1.234;1,5\nB;b;2.50;2.345\n";
  const { rows } = await expectData(post("products/preview", prices));
  assert.deepEqual(
    rows.map(({ values }: { values: Record<string, number> }) => [values.unit_price, values.cost]),
    [[1.234, 1.5], [2.5, 2345]],
  );
  const dates = async (...cells: string[]) => {
    const lines = cells.map((cell, at) => `P${at};"${cell}"`).join("\n");
    const preview = await expectData(post("contacts/preview", `Nombre;Seguimiento\n${lines}`));
    // deno-lint-ignore no-explicit-any -- rows of a preview
    return preview.rows.map(({ values, remarks }: any) =>
      values.next_action_at?.slice(0, 13) ?? remarks[0].message
    );
  };
  assert.deepEqual(await dates("1/2/2026", "12/31/2026", "Dec 31, 2026", "46022"), [
    ...["2026-01-01T23", "2026-12-30T23", "2026-12-30T23", "2025-12-30T23"],
  ]);
  assert.deepEqual(await dates("1/2/2026", "3/4/2026"), ["2026-01-31T23", "2026-04-02T22"]);
  const [unclear, ...clear] = await dates("1/2/2026", "12/31/2026", "31/12/2026");
  assert.match(unclear, /^may be day and month .*; kept in the notes$/);
  assert.deepEqual(clear, ["2026-12-30T23", "2026-12-30T23"]);
});
