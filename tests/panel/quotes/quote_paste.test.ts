/** A quotation's grid that rows are pasted into, and a cell of it that is not understood. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { openOpportunity } from "../../sales/scene.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { cell, holds } from "./quote_scene.ts";
import { browserOf, testInBrowser } from "../scene.ts";

async function paste(page: Page, name: string, line: number, text: string) {
  await cell(page, name, line).focus();
  await cell(page, name, line).evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const how = { clipboardData, bubbles: true, cancelable: true };
    input.dispatchEvent(new ClipboardEvent("paste", how));
  }, text);
}

testInBrowser("pasting touches the cells of the clipboard alone", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const { id: opportunity_id } = await openOpportunity(ana);
  const { id } = await expectData(ana("POST", "/quotes", { opportunity_id }), 201);
  const path = `/quotes/${id}`;
  const figures = { unit: "ud", quantity: 2, unit_price: 1, discount_percent: 5, tax_rate: 10 };
  const lines = ["Mesa", "Silla", "Banco"].map((name) => ({ name, ...figures }));
  await expectData(ana("PUT", `${path}/lines`, { lines }));
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const scene = { world, page, ana, path };
  await page.goto(`${world.url}/panel${path}?company_id=1`);
  await alive(page);

  await paste(page, "Precio", 1, "Precio\r\n10\r\n20\r\n30,5\r\n");
  await holds(scene, "Mesa 2×10, Silla 2×20, Banco 2×30.5");
  const saved = await expectData(ana("GET", path));
  for (const { unit, discount_percent, tax_rate } of saved.lines) {
    assert.deepEqual({ unit, discount_percent, tax_rate }, {
      unit: "ud",
      discount_percent: 5,
      tax_rate: 10,
    });
  }
  await paste(page, "Producto o descripción", 4, "Precio\tConcepto\n7\tCola\n\tTotal\t7\n7\tTotal");
  await holds(scene, "Mesa 2×10, Silla 2×20, Banco 2×30.5, Cola 1×7");
  const toast = page.locator(".toast");
  await toast.filter({ hasText: "«Total» es una suma" }).waitFor();

  await cell(page, "IVA %", 2).fill("diez");
  await cell(page, "Cantidad", 1).focus();
  const wrong = "No se entiende lo que pone en IVA %, línea 2.";
  await page.locator("main").getByText(wrong).first().waitFor();
  await page.getByRole("button", { name: "Enviar…" }).first().click();
  await toast.filter({ hasText: wrong }).waitFor();
  const focused = () => page.locator(":focus").getAttribute("aria-label");
  await until(async () => await focused() === "IVA %, línea 2", { what: "the cell in focus" });
  assert.equal(await page.getByRole("dialog").count(), 0);
  watch.assertClean();
});
