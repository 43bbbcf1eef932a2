import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { people, testOnEach } from "../../support/world.ts";

/** Two fields that are said in their tables alone: they work wherever their tables put them. */

testOnEach(
  "how a client pays is kept, refused, listed, filed, read from files and merged",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const client = await expectData(
      ana("POST", "/clients", { name: "Norte", payment_method: "card" }),
      201,
    );
    assert.equal(client.payment_method, "card");
    const wrong = await expectFailure(
      ana("PATCH", `/clients/${client.id}`, { payment_method: "gold", notes: "x" }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(wrong.fields), ["payment_method"]);
    const emptied = await expectData(
      ana("PATCH", `/clients/${client.id}`, { payment_method: null }),
    );
    assert.equal(emptied.payment_method, null);

    const file = "Nombre;Forma de pago\nSur;Domiciliación\nEste;al contado y ya\n";
    const headers = { "Content-Type": "text/csv" };
    const send = (path: string, body: string) =>
      world.call("POST", `/api/admin/imports/clients/${path}`, {
        member: people.ana,
        body,
        headers,
      });
    const preview = await expectData(send("preview", file));
    assert.deepEqual(
      preview.rows[1].remarks.map(({ row, field }: Record<string, unknown>) => [row, field]),
      [[3, "payment_method"]],
    );
    await expectData(send("commit", file.split("Este")[0]!));
    const debits = await expectData(ana("GET", "/clients?payment_method=direct_debit,cash"));
    assert.deepEqual(debits.map(({ name }: { name: string }) => name), ["Sur"]);
    await expectFailure(ana("GET", "/clients?payment_method=gold"), 422, "validation_failed");

    const csv = await world.call("GET", "/api/admin/clients.csv", {
      member: people.ana,
      headers: { "Accept-Language": "es" },
    });
    const [head, ...rows] = String(csv.body).trim().split("\r\n").map((line) => line.split(";"));
    const at = head!.indexOf("Forma de pago");
    assert.deepEqual(rows.map((cells) => cells[at]).sort(), ["", "direct_debit"]);

    await expectData(
      ana("POST", `/clients/${debits[0].id}/merge`, { into_id: client.id }),
    );
    const merged = await expectData(ana("GET", `/clients/${client.id}`));
    assert.equal(merged.payment_method, "direct_debit");
  },
);

testOnEach("a product is found by its barcode, also after it changed", async (world) => {
  const ana = apiOf(world, people.ana);
  const product = await expectData(
    ana("POST", "/products", { name: "Lámpara", barcode: "8412345678905" }),
    201,
  );
  const idsFor = async (q: string) =>
    (await expectData(ana("GET", `/products?q=${q}`))).map(({ id }: { id: number }) => id);
  assert.deepEqual(await idsFor("84123456"), [product.id]);
  await expectData(ana("PATCH", `/products/${product.id}`, { barcode: "LOC-77" }));
  assert.deepEqual([await idsFor("8412345678905"), await idsFor("loc-77")], [[], [product.id]]);
  const long = await expectFailure(
    ana("POST", "/products", { name: "Otra", barcode: "9".repeat(65) }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(long.fields), ["barcode"]);
});
