/** The cells of a quotation's grid: prices at rest, products made there, and where the focus is. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { openOpportunity } from "../../sales/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { cell, type GridScene, holds, product } from "./quote_scene.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("a new quotation's grid makes a product that the catalog lacks", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const { id: opportunity_id } = await openOpportunity(ana);
  const quote = await expectData(ana("POST", "/quotes", { opportunity_id }), 201);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/quotes/${quote.id}?company_id=1`);
  await alive(page);
  const scene = { world, page, ana, path: `/quotes/${quote.id}` };
  await until(async () => await focused(page) === "Producto o descripción, línea 1", {
    what: "the first cell with the focus",
  });
  await makesProduct(scene);
  await pricesProduct(scene);
  await readsLikeTotals(scene);
  await keepsFocus(scene);
  watch.assertClean();
});

const focused = (page: Page) => page.locator(":focus").getAttribute("aria-label");

async function makesProduct(scene: GridScene) {
  const { page, ana } = scene;
  await page.keyboard.type("MR-180 Mesa de roble 180 1390,00");
  const offer = page.getByRole("option", { name: "Crear el producto «Mesa de roble 180»" });
  await offer.waitFor();
  assert.equal(await offer.locator("span").last().textContent(), "MR-180 · 1.390,00\u00a0€");
  await assertSound(page, "a grid that makes a product");
  await screenshot(page, "grid-makes-product");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator(".toast").filter({ hasText: "Producto creado: Mesa de roble 180" }).waitFor();
  assert.equal(await focused(page), "Cantidad, línea 1");
  const [line] = await holds(scene, "Mesa de roble 180 1×1390");
  const [newProduct] = await expectData(ana("GET", "/products?q=mesa"));
  assert.deepEqual(
    [newProduct.id, newProduct.sku, newProduct.unit_price, newProduct.tax_rate],
    [line!.product_id, "MR-180", 1390, 21],
  );

  // The undo takes it off the line first, so that it is trashed and not archived.
  await undo(page, "Producto creado");
  await page.locator(".toast").filter({ hasText: "Deshecho" }).waitFor();
  assert.deepEqual(await expectData(ana("GET", "/products")), []);
  const { lines } = await expectData(ana("GET", scene.path));
  assert.deepEqual([lines[0].name, lines[0].product_id], [
    "MR-180 Mesa de roble 180 1390,00",
    null,
  ]);
}

/** A product that was made before its price: a press into the cell and the price are enough. */
async function pricesProduct(scene: GridScene) {
  const { page, ana } = scene;
  await product(page, 1).fill("Transporte a bodega");
  const offer = page.getByRole("option", { name: "Crear el producto «Transporte a bodega»" });
  await offer.click();
  await page.locator(".toast").filter({ hasText: "Producto creado: Transporte" }).waitFor();
  const price = cell(page, "Precio", 1);
  // At the left, before the digits that are there.
  await price.click({ position: { x: 4, y: 10 } });
  await page.keyboard.type("180");
  await page.keyboard.press("Tab");
  const [line] = await holds(scene, "Transporte a bodega 1×180");
  await until(async () => {
    const [newProduct] = await expectData(ana("GET", "/products?q=transporte"));
    return newProduct.id === line!.product_id && newProduct.unit_price === 180;
  }, { what: "the catalog to have the price" });
  // Later prices are the quotation's own.
  await price.fill("150");
  await cell(page, "Cantidad", 1).focus();
  await holds(scene, "Transporte a bodega 1×150");
  const [newProduct] = await expectData(ana("GET", "/products?q=transporte"));
  assert.equal(newProduct.unit_price, 180);
  await product(page, 1).press("Control+Backspace");
  await holds(scene, "");

  // The price is typed before the product is made.
  const gate = Promise.withResolvers<void>();
  await page.route("**/api/admin/products?*", async (route) => {
    if (route.request().method() === "POST") await gate.promise;
    await route.continue();
  });
  await product(page, 1).fill("Porte lejano");
  await page.getByRole("option", { name: "Crear el producto «Porte lejano»" }).click();
  await price.click();
  await page.keyboard.type("95");
  await page.keyboard.press("Tab");
  gate.resolve();
  await page.locator(".toast").filter({ hasText: "Producto creado: Porte" }).waitFor();
  await holds(scene, "Porte lejano 1×95");
  await until(async () => {
    const [one] = await expectData(ana("GET", "/products?q=porte"));
    return one.unit_price === 95;
  }, { what: "the catalog to have the price that came first" });
  await page.unroute("**/api/admin/products?*");
  await product(page, 1).press("Control+Backspace");
  await holds(scene, "");
}

/** A price has groups of digits until somebody types in it. */
async function readsLikeTotals(scene: GridScene) {
  const { page } = scene;
  const price = cell(page, "Precio", 1);
  await product(page, 1).fill("Mesa de roble");
  await price.focus();
  await page.keyboard.type("1390");
  await cell(page, "Cantidad", 1).focus();
  assert.equal(await price.inputValue(), "1.390,00");
  await price.focus();
  assert.equal(await price.inputValue(), "1390,00");
  await price.press("End");
  await page.keyboard.type("5");
  assert.equal(await price.inputValue(), "1390,005");
  await cell(page, "Cantidad", 1).focus();
  assert.equal(await price.inputValue(), "1.390,005");
  await holds(scene, "Mesa de roble 1×1390.005");
}

/** A line that is removed hands the focus on, and a figure's error goes once it is mended. */
async function keepsFocus(scene: GridScene) {
  const { page } = scene;
  const quantity = cell(page, "Cantidad", 1);
  await quantity.fill("0");
  await cell(page, "Precio", 1).focus();
  await page.locator("[data-cell=quantity][aria-invalid=true]").waitFor();
  await quantity.fill("1");
  await page.locator("[data-cell=quantity][aria-invalid=true]").waitFor({ state: "detached" });
  await cell(page, "Precio", 1).focus();
  await page.keyboard.press("Control+Backspace");
  assert.equal(await focused(page), "Producto o descripción, línea 1");
  await page.keyboard.press("Control+Backspace");
  assert.equal(await focused(page), "Producto o descripción, línea 1");
  await holds(scene, "");
}
