/** Two SKUs are one whatever their case, also where the server's locale knows ASCII alone. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { importing } from "../../records/imports/importing.ts";

const pairs = [
  ["ÑU-1", "ñu-1"],
  ["ART-I", "art-i"],
  ["İZ-1", "i\u0307z-1"],
  ["ΑΣ", "ας"],
  ["Жук", "жУК"],
  ["ǅ-1", "ǆ-1"],
] as const;
const apart = ["ARTı", "ARTi", "STRASSE", "straße", "ΑΣ1", "ΑΣ2"];

testOnEach("SKUs that differ in case alone are one, on either database", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const make = (sku: string) => ana("POST", "/products", { name: sku, sku, unit_price: 1 });
  for (const [first, second] of pairs) {
    const { id } = await expectData(make(first), 201);
    await expectFailure(make(second), 409, "duplicate");
    const file = `sku,name,price\n${second},Otro,2.5\n`;
    const preview = await expectData(post("products/preview?duplicates=update", file));
    assert.deepEqual(
      preview.rows.map((
        { outcome, record }: { outcome: string; record: { id: number } },
      ) => [outcome, record.id]),
      [["changed", id]],
      second,
    );
    await expectData(ana("DELETE", `/products/${id}`));
    const { id: other } = await expectData(make(second), 201);
    await expectFailure(ana("POST", `/products/${id}/restore`), 409, "duplicate");
    await expectData(ana("DELETE", `/products/${other}`));
    await expectData(ana("POST", `/products/${id}/restore`));
  }
  for (const sku of apart) await expectData(make(sku), 201);
}, { both: true });
