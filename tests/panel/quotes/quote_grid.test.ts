/** The grid of a quotation's lines under fast hands: undo, products named in a hurry, sending. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { openOpportunity } from "../../sales/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { cell, type GridScene, holds, product } from "./quote_scene.ts";
import { assertNotSideways, assertSound, browserOf, testInBrowser } from "../scene.ts";

const lines = [
  { name: "Montaje", quantity: 2, unit_price: 50, tax_rate: 21 },
  { name: "Barniz", quantity: 1, unit_price: 10, tax_rate: 21 },
  { name: "Lijado", quantity: 3, unit_price: 20, tax_rate: 21 },
];

const undoButton = (page: Page) => page.getByRole("button", { name: "Deshacer" });

const focused = (page: Page) => page.locator(":focus").getAttribute("aria-label");

testInBrowser("the grid has an undo of its own, and products named in a hurry", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const portes = { name: "Portes", sku: "POR", unit_price: 45, tax_rate: 21, cost: 60 };
  await expectData(ana("POST", "/products", portes), 201);
  const { id: opportunity_id } = await openOpportunity(ana);
  const quote = await expectData(ana("POST", "/quotes", { opportunity_id, lines }), 201);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/quotes/${quote.id}?company_id=1`);
  await alive(page);
  const scene = { world, page, ana, path: `/quotes/${quote.id}` };
  await fitsEveryWidth(scene);
  await undoTyping(scene);
  await undoMoves(scene);
  await undoBesideOthers(scene);
  await nameInAHurry(scene);
  await sendWithWarnings(scene, quote.client.id);
  watch.assertClean({ allow: /409/ });
});

const first = "Montaje 2×50, Barniz 1×10, Lijado 3×20";

/** All of a line is within the page, at every width, and the page scrolls up and down only. */
async function fitsEveryWidth({ page }: GridScene) {
  for (const width of [320, 390, 768, 900, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await screenshot(page, `quote-grid-${width}`);
    const outside = await page.locator("[data-key] :is(input, button, .line-net)").evaluateAll(
      (parts) => {
        const { left, right } = document.querySelector("main")!.getBoundingClientRect();
        return parts.filter((part) => {
          const box = part.getBoundingClientRect();
          return box.width > 0 && (box.left < left || box.right > right || cut(part));
        }).map((part) => part.className);
        function cut(part: Element): boolean {
          return part.scrollWidth > part.clientWidth + 1 && part.matches("input, .line-net");
        }
      },
    );
    assert.deepEqual(outside, [], `${width} px`);
    const row = (await page.locator("[data-key]").first().boundingBox())!;
    // A row of figures with their names below the line's own name.
    assert.ok(width < 768 || row.height < 110, `${width} px: a line is ${row.height} px high`);
    await assertNotSideways(page, `${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function undoTyping(scene: GridScene) {
  const { page } = scene;
  const { keyboard } = page;
  await cell(page, "Cantidad", 1).selectText();
  await keyboard.type("7");
  await cell(page, "Precio", 2).selectText();
  await keyboard.type("33.5");
  // Another line has the focus: what was typed last is undone where it was typed.
  await cell(page, "Cantidad", 3).focus();
  await keyboard.press("Control+z");
  assert.equal(await focused(page), "Precio, línea 2");
  await holds(scene, "Montaje 7×50, Barniz 1×10, Lijado 3×20");
  await keyboard.press("Control+z");
  assert.equal(await focused(page), "Cantidad, línea 1");
  await keyboard.press("Control+z");
  await holds(scene, first);
  await keyboard.press("Control+y");
  await keyboard.press("Control+Shift+z");
  await holds(scene, "Montaje 7×50, Barniz 1×33.5, Lijado 3×20");
  // The browser's own undo in another field reaches no line.
  const title = page.getByLabel("Título", { exact: true });
  await title.fill("Cocina");
  for (let time = 0; time < 6; time++) await keyboard.press("Control+z");
  assert.equal(await page.locator(":focus").getAttribute("id"), await title.getAttribute("id"));
  await holds(scene, "Montaje 7×50, Barniz 1×33.5, Lijado 3×20");
  await cell(page, "Cantidad", 3).focus();
  await keyboard.press("Control+z");
  await keyboard.press("Control+z");
  await holds(scene, first);
}

async function undoMoves(scene: GridScene) {
  const { page } = scene;
  const { keyboard } = page;
  // The toast takes back its own removal; what was typed since stays, and has its own undo.
  await page.getByTitle("Quitar la línea 2").click();
  await holds(scene, "Montaje 2×50, Lijado 3×20");
  await cell(page, "Cantidad", 2).fill("4");
  await undoButton(page).click();
  await holds(scene, "Montaje 2×50, Barniz 1×10, Lijado 4×20");
  await keyboard.press("Control+z");
  await holds(scene, first);
  await keyboard.press("Control+z");
  await holds(scene, first);

  await page.getByTitle("Mover la línea 1").hover();
  await page.mouse.down();
  await page.getByTitle("Mover la línea 3").hover();
  await keyboard.press("Escape"); // the line goes back
  await page.mouse.up();
  await holds(scene, first);
  await cell(page, "Precio", 3).focus();
  await keyboard.press("Alt+ArrowUp");
  await keyboard.press("Control+d");
  await holds(scene, "Montaje 2×50, Lijado 3×20, Lijado 3×20, Barniz 1×10");
  await page.getByTitle("Mover la línea 4").hover();
  await page.mouse.down();
  for (const line of [3, 2, 1]) await page.getByTitle(`Mover la línea ${line}`).hover();
  await page.mouse.up();
  await holds(scene, "Barniz 1×10, Montaje 2×50, Lijado 3×20, Lijado 3×20");
  await product(page, 2).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Cola\t2\t5\nTacos\t8\t1");
    const init = { clipboardData, bubbles: true, cancelable: true };
    input.dispatchEvent(new ClipboardEvent("paste", init));
  });
  const pasted = "Barniz 1×10, Montaje 2×50, Cola 2×5, Tacos 8×1, Lijado 3×20, Lijado 3×20";
  await holds(scene, pasted);
  await undoButton(page).click();
  await keyboard.press("Control+y");
  await holds(scene, pasted);
  for (let step = 0; step < 4; step++) await keyboard.press("Control+z");
  await holds(scene, first);
}

/** What somebody else has changed since stays; the rest goes back. */
async function undoBesideOthers(scene: GridScene) {
  const { world, page, path } = scene;
  await cell(page, "Cantidad", 1).fill("5");
  await cell(page, "Cantidad", 2).fill("6");
  const saved = await holds(scene, "Montaje 5×50, Barniz 6×10, Lijado 3×20");
  const luis = apiOf(world, people.luis, 1);
  const theirs = saved.map(({ id }, at) => (at === 1 ? { id, quantity: 9 } : { id }));
  await expectData(luis("PUT", `${path}/lines`, { lines: theirs }));
  await holds(scene, "Montaje 5×50, Barniz 9×10, Lijado 3×20");
  await page.keyboard.press("Control+z");
  await page.getByText("Alguien lo ha cambiado después").waitFor();
  await page.keyboard.press("Control+z");
  await holds(scene, "Montaje 2×50, Barniz 9×10, Lijado 3×20");
}

async function nameInAHurry(scene: GridScene) {
  const { page } = scene;
  const { keyboard } = page;
  const requests: { query: URLSearchParams; go: () => void }[] = [];
  const offers = "**/api/admin/products?*";
  await page.route(offers, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    await new Promise<void>((go) => requests.push({ query, go }));
    await route.continue().catch(() => {});
  });
  const letGo = () => requests.splice(0).forEach(({ go }) => go());
  /** The offer for the cell that was left is given up; a search of its own, for all, goes on. */
  const searched = (name: string) =>
    until(
      () =>
        requests.some(({ query }) => query.get("q") === name && query.get("per_page") === "200"),
      { what: `the search for ${name}` },
    );
  const answer = async (name: string) => {
    await searched(name);
    letGo();
  };
  const before = "Montaje 2×50, Barniz 9×10, Lijado 3×20";

  await product(page, 4).focus();
  await keyboard.type("portes");
  await keyboard.press("Tab");
  await keyboard.type("2");
  await keyboard.press("Tab");
  await holds(scene, `${before}, portes 2×0`);
  await answer("portes");
  const current = await holds(scene, `${before}, Portes 2×45`);
  assert.ok(current[3]!.product_id);
  await page.getByText("Tomado del catálogo: Portes").waitFor();
  await keyboard.press("Control+z");
  await holds(scene, `${before}, portes 2×0`);
  await keyboard.press("Control+y");
  await holds(scene, `${before}, Portes 2×45`);

  // A typed price and a changed text are left alone.
  await product(page, 5).focus();
  await keyboard.type("portes");
  for (let tab = 0; tab < 3; tab++) await keyboard.press("Tab");
  await keyboard.type("12");
  await answer("portes");
  await product(page, 6).focus();
  await keyboard.type("port");
  await keyboard.press("Tab");
  await product(page, 6).focus();
  await keyboard.press("End");
  await keyboard.type("ada");
  await answer("port");
  await holds(scene, `${before}, Portes 2×45, portes 1×12, portada 1×0`);

  // Sending waits for the product.
  await keyboard.press("Enter");
  await keyboard.type("por");
  await page.getByRole("button", { name: "Enviar…" }).first().click();
  await searched("por");
  assert.equal(await page.getByRole("dialog", { name: "Enviar presupuesto" }).count(), 0);
  letGo();
  await page.getByRole("dialog", { name: "Enviar presupuesto" }).getByText("Barniz").waitFor();
  await holds(scene, `${before}, Portes 2×45, portes 1×12, portada 1×0, Portes 1×45`);
  letGo();
  await page.unroute(offers);
}

async function sendWithWarnings(scene: GridScene, clientId: number) {
  const { page, ana, path } = scene;
  const { keyboard } = page;
  const dialog = page.getByRole("dialog", { name: "Enviar presupuesto" });
  const open = () => page.getByRole("button", { name: "Enviar…" }).first().click();
  const warnings = dialog.locator("ol button");
  await warnings.last().waitFor();
  const texts = (await warnings.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
  assert.deepEqual(texts, [
    "1 Línea 4 · Portes: por debajo de lo que cuesta",
    "2 Línea 6 · portada: el precio es 0",
    "3 Línea 7 · Portes: por debajo de lo que cuesta",
    "4 Línea 7 · Portes: igual que la línea 4",
  ]);
  await assertSound(page, "warnings");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await assertSound(page, "warnings, narrow and dark");
  await screenshot(page, "send-warnings");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await keyboard.press("2");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await focused(page), "Precio, línea 6");
  await keyboard.type("15");
  await keyboard.press("ArrowDown");
  await keyboard.press("Control+Backspace");

  await expectData(ana("PATCH", "/companies/1", { quotes_need_tax_id: true }));
  await open();
  await dialog.getByText("El cliente no tiene NIF").waitFor();
  assert.equal(await warnings.count(), 2);
  await keyboard.press("2");
  await page.waitForURL(`**/panel/clients/${clientId}?*`);
  await until(() => page.evaluate(() => document.activeElement?.id === "field-tax_id"), {
    what: "the focus in the tax id",
  });
  await page.goBack();
  await alive(page);
  await open();
  await warnings.first().waitFor();
  await dialog.getByRole("button", { name: "Enviar y crear enlace" }).click();
  await page.getByLabel("Enlace", { exact: true }).waitFor();
  assert.equal(await warnings.count(), 0);
  assert.equal((await expectData(ana("GET", path))).status, "sent");
}
