import assert from "node:assert/strict";
import { testOnEach } from "../../support/world.ts";
import { apis, draftQuote, expectData, expectFailure, plainLine, quoteThatIs } from "../scene.ts";

testOnEach("a product says where it is quoted and sold, and what happened to it", async (world) => {
  const { ana, eva } = apis(world);
  const create = (name: string) =>
    expectData(ana("POST", "/products", { name, unit_price: 10 }), 201);
  const [lamp, chair] = [await create("Lámpara"), await create("Silla")];
  const usage = () => expectData(ana("GET", `/products/${lamp.id}/usage`));
  assert.deepEqual(await usage(), {
    quotes: 0,
    sales: 0,
    sold_quantity: 0,
    sold_amount: 0,
    last_sold_at: null,
    removable: true,
  });

  const of = (product: { id: number }, quantity: number) => ({
    ...plainLine,
    product_id: product.id,
    quantity,
  });
  const twice = { lines: [of(lamp, 2), of(lamp, 0.5), of(chair, 1)] };
  const sold = await quoteThatIs("sold", ana, twice);
  const cancelled = await quoteThatIs("sold", ana, twice);
  await expectData(ana("POST", `/sales/${cancelled.sale.id}/cancel`));
  const trashed = await draftQuote(ana, { lines: [of(lamp, 7)] });
  await expectData(ana("DELETE", `/quotes/${trashed.id}`));
  await draftQuote(ana, { lines: [of(chair, 1)] });

  const { last_sold_at, ...counts } = await usage();
  assert.deepEqual(counts, {
    quotes: 2,
    sales: 1,
    sold_quantity: 2.5,
    sold_amount: 125,
    removable: false,
  });
  const [sale] = await expectData(ana("GET", `/sales?product_id=${lamp.id}&status=active`));
  assert.equal(sale.id, sold.sale.id);
  assert.equal(last_sold_at, sale.sold_at);
  const total = async (path: string) => (await ana("GET", path)).body.meta.total;
  assert.equal(await total(`/quotes?product_id=${lamp.id}`), 2, "as many as the number says");
  assert.equal(await total(`/quotes?product_id=${lamp.id},${chair.id}`), 3);
  assert.equal(await total(`/sales?product_id=${lamp.id}`), 2);
  const csv = await world.call("GET", `/api/admin/sales.csv?product_id=${chair.id}&status=active`, {
    member: "ana@primary.example",
  });
  assert.equal(csv.body.trim().split("\n").length, 2, csv.body);
  await expectFailure(ana("GET", "/quotes?product_id=x"), 422, "validation_failed");
  await expectFailure(eva("GET", `/products/${lamp.id}/usage`), 404, "not_found");
  assert.equal((await eva("GET", `/quotes?product_id=${lamp.id}`)).body.meta.total, 0);

  // Archiving has a verb of its own; what else changes along with it is a change.
  const path = `/products/${lamp.id}`;
  await expectData(ana("PATCH", path, { active: false }));
  await expectData(ana("PATCH", path, { active: true }));
  await expectData(ana("PATCH", path, { active: false, unit: "ud" }));
  const timeline = await expectData(ana("GET", `${path}/timeline`));
  assert.deepEqual(timeline.map(({ verb }: { verb: string }) => verb), [
    "changed",
    "unarchived",
    "archived",
    "created",
  ]);
  assert.deepEqual(timeline[0].changes, { active: [true, false], unit: [null, "ud"] });
  await expectFailure(eva("GET", `${path}/timeline`), 404, "not_found");
  await expectData(ana("DELETE", path));
  assert.equal((await expectData(ana("GET", path))).active, false);
});
