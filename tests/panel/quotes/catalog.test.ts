/** The catalog's cells by keyboard. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { quoteThatIs } from "../../sales/scene.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("the catalog's cells are edited by keyboard", async (world) => {
  const ana = apiOf(world, people.ana);
  {
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await editsCells(page, world, ana);
    await mergesAndKeeps(page, world, ana);
    await archives(page, world, ana);
    await showsRecord(page, world, ana);
    await trashes(page, world, ana);
    watch.assertClean({ allow: /status of 4(09|22)|ERR_INTERNET_DISCONNECTED/ });
  }
  await using phone = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
  for (const path of ["products", "products/1"]) {
    await phone.page.goto(`${world.url}/panel/${path}`);
    await assertSound(phone.page, `/panel/${path} narrow`);
    await screenshot(phone.page, `catalog-${path.replace(/\W/g, "-")}-narrow`);
  }
  phone.watch.assertClean();
});

async function open(page: Page, world: World) {
  await page.goto(`${world.url}/panel/products?company_id=1`);
  // The list's keys are heard once its islands listen.
  await until(async () => {
    await page.keyboard.press("j");
    return await page.evaluate(() => document.activeElement?.matches("a.row-link") ?? false);
  });
}

/** The text of a product's cell. */
function cell(page: Page, id: number, name: string) {
  return page.locator(`#cell-${id}-${name}`);
}

const hasFocus = (of: Locator) => of.evaluate((it) => it === document.activeElement);

function shown(page: Page, id: number, name: string, text: string) {
  return page.locator(`#cell-${id}-${name} [data-shown]`).getByText(text, { exact: true });
}

async function editsCells(page: Page, world: World, ana: Api) {
  const table = await expectData(
    ana("POST", "/products", { name: "Mesa", sku: "M-1", unit_price: 980, unit: "ud" }),
    201,
  );
  const lamp = await expectData(ana("POST", "/products", { name: "Lámpara", sku: "L-1" }), 201);
  const read = () => expectData(ana("GET", `/products/${table.id}`));
  await open(page, world);
  await assertSound(page, "the catalog, wide");

  // From the link of the second row to its price, and down to nothing: the edge holds.
  await page.keyboard.press("ArrowDown");
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.ok(await hasFocus(cell(page, table.id, "unit_price")));
  await page.keyboard.press("F2");
  const editor = page.locator(".cell-editor input");
  assert.equal(await editor.inputValue(), "980");
  await assertSound(page, "a cell that is edited");
  await screenshot(page, "catalog-cell");
  await page.keyboard.type("1.234,5");
  await page.keyboard.press("Tab");
  await until(async () => (await read()).unit_price === 1234.5);
  await shown(page, table.id, "unit_price", "1.234,50 €").waitFor();

  // Tab went on to the tax: a digit begins, a point is a comma, Escape takes back.
  await page.keyboard.type("10.5");
  await page.keyboard.press("Enter");
  await until(async () => (await read()).tax_rate === 10.5);
  await page.keyboard.press("Enter");
  await page.keyboard.type("99");
  await page.keyboard.press("Escape");
  await shown(page, table.id, "tax_rate", "10,5 %").waitFor();
  assert.ok(await hasFocus(cell(page, table.id, "tax_rate")));

  // What is not understood, and what the server refuses, stands beside the cell.
  await cell(page, table.id, "cost").click();
  await editor.fill("mucho");
  await page.keyboard.press("Enter");
  await page.locator(`#error-${table.id}-cost`).getByText(/No se entiende/).waitFor();
  await cell(page, table.id, "sku").click();
  await editor.fill("l-1");
  await page.keyboard.press("Enter");
  const refused = page.locator(`#error-${table.id}-sku`);
  await refused.waitFor();
  await shown(page, table.id, "sku", "l-1").waitFor();
  await assertSound(page, "cells with errors");
  await screenshot(page, "catalog-errors");
  await cell(page, table.id, "sku").click();
  await editor.fill("M-2");
  await page.keyboard.press("Enter");
  await until(async () => (await read()).sku === "M-2");
  await refused.waitFor({ state: "detached" });
  assert.equal((await read()).cost, null);

  // The name's cell is the link: F2 edits it, Enter goes to the record.
  await page.locator(`[data-id="${lamp.id}"] a.row-link`).focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("Lámpara de pie");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Lámpara de pie" }).waitFor();
}

async function mergesAndKeeps(page: Page, world: World, ana: Api) {
  const [lamp] = await expectData(ana("GET", "/products?q=lampara"));
  const path = `/products/${lamp.id}`;
  const read = () => expectData(ana("GET", path));
  const editor = page.locator(".cell-editor input");
  const write = async (name: string, text: string) => {
    await cell(page, lamp.id, name).click();
    await editor.fill(text);
    await page.keyboard.press("Enter");
  };
  // Another person changes another field, then the same one.
  await expectData(ana("PATCH", path, { unit: "par" }));
  await write("unit_price", "45");
  await until(async () => (await read()).unit_price === 45);
  assert.equal((await read()).unit, "par");
  await shown(page, lamp.id, "unit", "par").waitFor();
  // Also where the cell is open and the page has been told of the other's value.
  const luis = apiOf(world, people.luis, 1);
  await cell(page, lamp.id, "sku").click();
  await editor.fill("L-8");
  await expectData(luis("PATCH", path, { sku: "L-7", unit: "juego" }));
  await shown(page, lamp.id, "unit", "juego").waitFor();
  await editor.press("Enter");
  await page.getByText("Alguien lo ha cambiado a la vez").waitFor();
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await until(async () => (await read()).sku === "L-8");

  // Without a network, and over a reload, what was typed stays and is sent.
  await page.context().setOffline(true);
  await write("cost", "12,25");
  await page.locator(`#cell-${lamp.id}-cost[data-state=kept] [data-shown]`).getByText("12,25")
    .waitFor();
  assert.equal((await read()).cost, null);
  await page.context().setOffline(false);
  await until(async () => (await read()).cost === 12.25);
  await shown(page, lamp.id, "cost", "12,25 €").waitFor();

  // What is being typed when the page is left is saved by the next one.
  await cell(page, lamp.id, "cost").click();
  await page.keyboard.type("13,5");
  await page.reload();
  await until(async () => (await read()).cost === 13.5);
  await shown(page, lamp.id, "cost", "13,50 €").waitFor();
}

async function archives(page: Page, world: World, ana: Api) {
  const [lamp] = await expectData(ana("GET", "/products?q=lampara"));
  const row = page.locator(`[data-id="${lamp.id}"]`);
  const isActive = async () => (await expectData(ana("GET", `/products/${lamp.id}`))).active;
  await open(page, world);
  await row.getByRole("button", { name: /^Archivar/ }).focus();
  await page.keyboard.press("Enter");
  await row.waitFor({ state: "detached" });
  assert.equal(await isActive(), false);
  await page.waitForFunction(() => document.activeElement?.matches("a.row-link"));
  await undo(page, "Producto archivado");
  await row.waitFor();
  assert.equal(await isActive(), true);
  await expectData(ana("PATCH", `/products/${lamp.id}`, { active: false }));
  await page.getByRole("link", { name: "Archivados" }).click();
  await page.waitForURL(/active=false/);
  await alive(page);
  await row.getByRole("button", { name: /^Volver a ofrecer/ }).click();
  await page.getByText("No hay nada archivado.").waitFor();
  assert.equal(await isActive(), true);
}

async function showsRecord(page: Page, world: World, ana: Api) {
  const [table] = await expectData(ana("GET", "/products?q=mesa"));
  const line = { product_id: table.id, name: "Mesa", quantity: 2, unit_price: 50, tax_rate: 21 };
  const { number, sale } = await quoteThatIs("sold", ana, { lines: [line] });
  await page.goto(`${world.url}/panel/products/${table.id}?company_id=1`);
  await alive(page);
  await page.getByRole("link", { name: number }).waitFor();
  await page.getByRole("link", { name: sale.name }).waitFor();
  await assertSound(page, "a product, wide");
  await screenshot(page, "catalog-record");
  const trash = page.getByRole("button", { name: "A la papelera" });
  assert.equal(await trash.getAttribute("aria-disabled"), "true");
  await page.getByRole("button", { name: "Archivar" }).click();
  await page.getByText("No se propone en presupuestos nuevos").waitFor();
  await page.getByText("lo archivó").waitFor();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await page.getByRole("button", { name: "Archivar" }).waitFor();
  await page.locator("[data-region=quotes]").locator("xpath=..").getByRole("link", {
    name: "1",
    exact: true,
  })
    .click();
  await page.getByRole("link", { name: number }).waitFor();
  await page.getByRole("button", { name: "Producto es Mesa" }).waitFor();
  assert.match(page.url(), new RegExp(`/panel/quotes\\?.*product_id=${table.id}`));
}

async function trashes(page: Page, world: World, ana: Api) {
  const product = await expectData(ana("POST", "/products", { name: "Perchero" }), 201);
  await page.goto(`${world.url}/panel/products/${product.id}?company_id=1`);
  await alive(page);
  await page.getByRole("button", { name: "A la papelera" }).click();
  await page.waitForURL("**/panel/products?company_id=1");
  await page.getByText("Producto en la papelera").waitFor();
  const link = page.getByRole("link", { name: "Perchero" });
  assert.equal(await link.count(), 0);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await link.waitFor();
  await expectData(ana("DELETE", `/products/${product.id}`));
}
