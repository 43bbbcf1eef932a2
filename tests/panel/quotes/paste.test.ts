/** Rows of sheets that are pasted into a quotation, without a browser. */
import assert from "node:assert/strict";
import { productFields } from "@/lib/sales/products/fields.ts";
import type { Cell } from "@/lib/panel/quotes/editor/lines.ts";
import { readPasted } from "@/lib/panel/quotes/editor/paste.ts";

const read = (text: string, from: Cell = "name") => readPasted(text, { from, language: "es" });
const rowsOf = (text: string, from: Cell = "name") => read(text, from)!.rows;

Deno.test("rows of a spreadsheet fill columns, with and without units and titles", () => {
  assert.equal(read("una sola cosa"), null);
  assert.equal(read("una sola cosa\r\n"), null);
  assert.deepEqual(rowsOf("Mesa\t2\tud\t980,5\t10\t21"), [{
    name: "Mesa",
    quantity: "2",
    unit: "ud",
    unit_price: "980,5",
    discount_percent: "10",
    tax_rate: "21",
  }]);
  assert.deepEqual(rowsOf("Mesa\t2\t980,5"), [{
    name: "Mesa",
    quantity: "2",
    unit_price: "980,5",
  }]);
  assert.deepEqual(
    rowsOf('Concepto\tCantidad\tPrecio\r\n"Mesa ""A""\nde roble"\t1\t5\r\nSilla\t2\t6\r\n'),
    [
      { name: 'Mesa "A" de roble', quantity: "1", unit_price: "5" },
      { name: "Silla", quantity: "2", unit_price: "6" },
    ],
  );
});

Deno.test("pasted rows change only the cells that they have", () => {
  const prices = [{ unit_price: "5" }, { unit_price: "6" }];
  assert.deepEqual(rowsOf("5\n6", "unit_price"), prices);
  assert.deepEqual(rowsOf("5\r\n6\r\n", "unit_price"), prices);
  assert.deepEqual(rowsOf("5\n6\n\n", "unit_price"), prices);
  assert.deepEqual(rowsOf("5\n\n6", "unit_price"), [
    { unit_price: "5" },
    { unit_price: "" },
    { unit_price: "6" },
  ]);
  assert.deepEqual(rowsOf("5\t10\n6", "unit_price"), [
    { unit_price: "5", discount_percent: "10" },
    { unit_price: "6" },
  ]);
  assert.deepEqual(rowsOf("Mesa\n\nSilla"), [{ name: "Mesa" }, { name: "Silla" }]);
  assert.deepEqual(rowsOf("ud\nh", "unit"), [{ unit: "ud" }, { unit: "h" }]);
});

Deno.test("columns are known by their heads, in any order and as the importer has them", () => {
  for (const price of productFields.unit_price.headers) {
    assert.deepEqual(rowsOf(`Artículo\t${price.toUpperCase()}\nMesa\t5`), [
      { name: "Mesa", unit_price: "5" },
    ], price);
  }
  const rows = rowsOf(
    "Ref.\tPrecio unitario\tDescripción\tUds.\tNombre\tIVA\tDto. %\tColor\n" +
      "M-1\t980,50\tDe roble\t2\tMesa\t21\t5\troble",
  );
  assert.deepEqual(rows, [{
    sku: "M-1",
    unit_price: "980,50",
    description: "De roble",
    quantity: "2",
    name: "Mesa",
    tax_rate: "21",
    discount_percent: "5",
  }]);
  assert.deepEqual(rowsOf("Item\tQty\tUnit price\tAmount\nTable\t2\t5\t10"), [
    { name: "Table", quantity: "2", unit_price: "5" },
  ]);
  assert.deepEqual(rowsOf("Concepto\tCantidad\tImporte\nMesa\t2\t10"), [
    { name: "Mesa", quantity: "2" },
  ]);
  assert.deepEqual(rowsOf("Precio\n5\n6", "unit_price"), [{ unit_price: "5" }, {
    unit_price: "6",
  }]);
  assert.deepEqual(rowsOf("IVA\n10\n21", "unit_price"), [{ tax_rate: "10" }, { tax_rate: "21" }]);
  // No heading.
  assert.deepEqual(rowsOf("Servicio\nMesa"), [{ name: "Servicio" }, { name: "Mesa" }]);
  assert.deepEqual(rowsOf("Servicio\t5\nMesa\t6").length, 2);
});

Deno.test("a pasted row of totals becomes no line and is named", () => {
  const sums = ["Total", "TOTAL:", "Subtotal", "Sub-total", "Total (€)", "Base imponible", "Suma"]
    .concat("IVA 21 %", "IVA (21%)", "VAT 20%", "Grand total", "Total a pagar", "Amount due");
  for (const sum of sums) {
    for (const row of [`${sum}\t\t11`, `\t${sum}\t11`]) {
      const pasted = read(`Concepto\tCantidad\tPrecio\nMesa\t1\t5\nSilla\t1\t6\n${row}`)!;
      assert.deepEqual([pasted.rows.map(({ name }) => name), pasted.sums], [["Mesa", "Silla"], [
        sum,
      ]]);
    }
  }
  const lines = ["Total Clean 500", "Totalizador", "Base de mármol", "Suma y resta", "Taxi"];
  for (const line of lines) assert.equal(rowsOf(`Mesa\t1\t5\n${line}\t1\t6`).length, 2, line);
  assert.deepEqual(rowsOf("Mesa\nTotal").length, 2, "without a number it is a name");
});
