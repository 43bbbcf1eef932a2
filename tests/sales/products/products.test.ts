import assert from "node:assert/strict";
import { testOnEach } from "../../support/world.ts";
import { apis, draftQuote, expectData, expectFailure, verbsOf } from "../scene.ts";

testOnEach("products are added, found, changed, archived and trashed", async (world) => {
  const { ana, eva } = apis(world);
  const lamp = await expectData(
    ana("POST", "/products", { name: "Lámpara", sku: "L-1", unit_price: 12.3456, unit: "ud" }),
    201,
  );
  assert.equal(lamp.tax_rate, 21);
  assert.equal(lamp.unit_price, 12.3456);
  const work = await expectData(
    ana("POST", "/products", { name: "Montaje", category: "Obra", tax_rate: 10, active: false }),
    201,
  );

  assert.deepEqual(
    (await expectFailure(ana("POST", "/products", { name: "x", sku: "l-1" }), 409, "duplicate"))
      .fields,
    { sku: "is taken already" },
  );
  await expectData(eva("POST", "/products", { name: "Otra", sku: "L-1" }), 201);
  const wrong = { name: " ", unit_price: 1.23456, tax_rate: 101, lead_time_days: -1, x: 1 };
  const refused = await expectFailure(ana("POST", "/products", wrong), 422, "validation_failed");
  assert.deepEqual(Object.keys(refused.fields).sort(), Object.keys(wrong).sort());

  const names = async (query: string) =>
    (await expectData(ana("GET", `/products?${query}`))).map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(""), ["Lámpara", "Montaje"]);
  assert.deepEqual(await names("active=true"), ["Lámpara"]);
  assert.deepEqual(await names("category=Obra,Nada&sort=-created_at"), ["Montaje"]);
  assert.deepEqual(await names("q=lampa"), ["Lámpara"]);
  await expectFailure(ana("GET", "/products?active=maybe"), 422, "validation_failed");

  const path = `/products/${lamp.id}`;
  const changed = await expectData(ana("PATCH", path, { unit_price: 15, version: 1 }));
  assert.deepEqual([changed.unit_price, changed.version], [15, 2]);
  await expectFailure(ana("PATCH", path, { unit: "m", version: 1 }), 409, "version_conflict");
  await expectFailure(eva("PATCH", path, { unit: "m" }), 404, "not_found");
  await expectFailure(eva("DELETE", path), 404, "not_found");

  await draftQuote(ana, { lines: [{ product_id: lamp.id, quantity: 3 }] });
  const used = await expectData(ana("GET", path));
  assert.equal(used.usage_count, 1);
  assert.ok(used.last_used_at);
  assert.equal((await expectData(ana("DELETE", path))).active, false);
  assert.equal((await expectData(ana("GET", path))).active, false);
  assert.deepEqual(await verbsOf(world, "product_id", lamp.id), ["created", "changed", "archived"]);

  await expectData(ana("DELETE", `/products/${work.id}`));
  await expectFailure(ana("GET", `/products/${work.id}`), 404, "not_found");
  assert.deepEqual(await names("deleted=only"), ["Montaje"]);
  await expectData(ana("POST", `/products/${work.id}/restore`));
  assert.deepEqual(await names(""), ["Lámpara", "Montaje"]);
});
