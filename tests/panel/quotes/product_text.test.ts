/** Text typed into a quotation's grid: name, reference and price of a new product. */
import assert from "node:assert/strict";
import { productIn } from "@/lib/panel/quotes/editor/product_text.ts";

Deno.test("a price and a reference are told from the name", () => {
  const cases: [string, ReturnType<typeof productIn>][] = [
    ["Mesa de roble 180", { name: "Mesa de roble 180" }],
    ["Mesa de roble 180 980", { name: "Mesa de roble 180", unit_price: 980 }],
    ["Mesa de roble 180 980,00", { name: "Mesa de roble 180", unit_price: 980 }],
    ["Mesa de roble 180 1.390,00 €", { name: "Mesa de roble 180", unit_price: 1390 }],
    ["Mesa, 980", { name: "Mesa", unit_price: 980 }],
    ["Silla a 45", { name: "Silla", unit_price: 45 }],
    ["Montaje 35 €", { name: "Montaje", unit_price: 35 }],
    ["MR-180 Mesa de roble 980,00", { name: "Mesa de roble", sku: "MR-180", unit_price: 980 }],
    ["Mesa ref. MR180 45,50", { name: "Mesa", sku: "MR180", unit_price: 45.5 }],
    ["Corte a 45 grados", { name: "Corte a 45 grados" }],
    ["Tornillo M8", { name: "Tornillo M8" }],
    ["Tubo 3/4", { name: "Tubo 3/4" }],
    ["980", { name: "980" }],
    ["  ", { name: "" }],
  ];
  for (const [text, wanted] of cases) assert.deepEqual(productIn(text, "es"), wanted, text);
});

Deno.test("a price is read as the language writes it", () => {
  assert.deepEqual(productIn("Oak table, 1,390.00", "en"), { name: "Oak table", unit_price: 1390 });
  assert.deepEqual(productIn("Oak table at 45", "en"), { name: "Oak table", unit_price: 45 });
});
