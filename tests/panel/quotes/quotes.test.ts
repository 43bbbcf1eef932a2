/** Quotations and sales in the panel, as hands meet them: keyboard, paste, two people, sending. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { openOpportunity, plainLine } from "../../sales/scene.ts";
import { type LaunchedBrowser, screenshot } from "../../support/browser.ts";
import { until as become } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const cellOf = (page: Page, name: string, line: number) =>
  page.getByLabel(`${name}, línea ${line}`, { exact: true });

async function openQuote(page: Page, world: World, id: number) {
  await page.goto(`${world.url}/panel/quotes/${id}?company_id=1`);
  await alive(page);
}

/** Waits until the API has what `isSo` says. */
async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  const { found } = await become(async () => {
    const values = await read();
    if (!isSo(values)) throw new Error(JSON.stringify(values));
    return { found: values };
  });
  return found;
}

/** What the page says of each total, against what the API counted. */
async function assertTotals(page: Page, gross: number) {
  await page.locator(`[data-total="${gross}"]`).waitFor();
}

testInBrowser("a quotation goes from the keyboard to a delivered sale", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const product = {
    name: "Mesa de roble 180",
    sku: "MES-1",
    unit: "ud",
    unit_price: 980,
    tax_rate: 21,
  };
  await expectData(ana("POST", "/products", product), 201);
  const opportunity = await openOpportunity(ana, { title: "Cocina de roble" });
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const id = await makeByKeyboard(page, world, opportunity.id);
  const read = () => expectData(ana("GET", `/quotes/${id}`));
  await typeLines(page);
  // It is saved while it is typed, too.
  const quote = await until(read, ({ lines }) => lines[2]?.unit_price === 120);
  const typed = quote.lines.map((line: Record<string, unknown>) => [
    line.name,
    line.quantity,
    line.unit_price,
    line.discount_percent,
    line.product_id !== null,
  ]);
  assert.deepEqual(typed, [
    ["Mesa de roble 180", 2, 980, 0, true],
    ["Montaje en obra", 4.5, 35.5, 10, false],
    ["Portes", 1, 120, 0, false],
  ]);
  await assertTotals(page, quote.gross_total);
  await assertSound(page, "editor");

  await changeLines(page, read);
  await pasteRows(page, read);
  await takeOffline(browser, read);
  await sendAndShare(page, read);
  await confirmAndDeliver(page, world, id);
  watch.assertClean({ allow: /409|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
});

async function makeByKeyboard(page: Page, world: World, opportunityId: number): Promise<number> {
  await page.goto(`${world.url}/panel/quotes?company_id=1`);
  await alive(page);
  await page.keyboard.press("c");
  await page.getByRole("combobox", { name: "Oportunidad" }).fill("Coc");
  await page.getByRole("option", { name: /Cocina de roble/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/quotes\/\d+\?/);
  await alive(page);
  assert.ok(opportunityId > 0);
  return Number(/quotes\/(\d+)/.exec(page.url())![1]);
}

async function typeLines(page: Page) {
  const { keyboard } = page;
  await cellOf(page, "Producto o descripción", 1).focus();
  await keyboard.type("mes");
  await page.getByRole("option", { name: /Mesa de roble 180/ }).waitFor();
  await keyboard.press("Enter");
  await keyboard.type("2");
  await keyboard.press("Enter");
  await keyboard.type("Montaje en obra");
  await keyboard.press("Tab");
  await keyboard.type("4,5");
  await keyboard.press("Tab");
  await keyboard.type("h");
  await keyboard.press("Tab");
  await keyboard.type("35.50");
  await keyboard.press("Tab");
  await keyboard.type("10");
  await keyboard.press("Enter");
  await keyboard.type("Portes");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.type("120");
}

type Read = () => Promise<{
  lines: { id: number; name: string; quantity: number; unit_price: number }[];
  gross_total: number;
  status: string;
}>;

const names = ({ lines }: Awaited<ReturnType<Read>>) => lines.map(({ name }) => name).join();

/** Arrows, Alt and arrows, Ctrl D, Ctrl ⌫ with undo. */
async function changeLines(page: Page, read: Read) {
  const { keyboard } = page;
  await keyboard.press("ArrowUp");
  assert.equal(await page.locator(":focus").getAttribute("aria-label"), "Precio, línea 2");
  await keyboard.press("Alt+ArrowUp");
  await until(read, (quote) => names(quote) === "Montaje en obra,Mesa de roble 180,Portes");
  await keyboard.press("Control+d");
  await until(read, ({ lines }) => lines.length === 4 && lines[1]!.name === "Montaje en obra");
  await keyboard.press("Control+Backspace");
  await until(read, ({ lines }) => lines.length === 3);
  await undo(page, "Línea quitada");
  const { gross_total } = await until(read, ({ lines }) => lines.length === 4);
  await assertTotals(page, gross_total);
  const { promise: pressed, resolve: load } = Promise.withResolvers<void>();
  await page.route(/\/chunk-[^/]*\.js$/, async (route) => {
    await pressed;
    await route.continue();
  });
  const chunk = page.waitForRequest(/\/chunk-[^/]*\.js$/);
  await page.getByTitle("Mover la línea 4").hover();
  await page.mouse.down();
  await chunk;
  load();
  await until(async () => {
    await page.mouse.move(5, 5);
    await page.getByTitle("Mover la línea 1").hover();
    return await page.locator("[data-dragging]").count() > 0;
  }, (isDragging) => isDragging);
  await page.mouse.up();
  await until(read, ({ lines }) => lines[0]!.name === "Portes");
}

async function pasteRows(page: Page, read: Read) {
  const rows = "Concepto\tCantidad\tPrecio\nBarniz mate\t3\t12,75\nHerrajes\t1.000\t0,5\n";
  await cellOf(page, "Producto o descripción", 5).evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    input.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, rows);
  const quote = await until(read, ({ lines }) => lines.length === 6);
  assert.deepEqual(
    quote.lines.slice(4).map(({ name, quantity, unit_price }) => [name, quantity, unit_price]),
    [["Barniz mate", 3, 12.75], ["Herrajes", 1000, 0.5]],
  );
  await assertTotals(page, quote.gross_total);
}

/** What is typed without a network is kept, also when the page is opened anew, and sent later. */
async function takeOffline({ page, context }: LaunchedBrowser, read: Read) {
  await page.route("**/lines?*", (route) => route.abort("failed"));
  await cellOf(page, "Cantidad", 6).fill("1200");
  await page.getByText(/Guardado en este navegador/).waitFor();
  await page.unroute("**/lines?*");
  await page.reload();
  await alive(page);
  await until(read, ({ lines }) => lines[5]!.quantity === 1200);
  await context.setOffline(true);
  await cellOf(page, "Precio", 6).fill("0,75");
  await page.getByText(/Guardado en este navegador/).waitFor();
  await context.setOffline(false);
  await until(read, ({ lines }) => lines[5]!.unit_price === 0.75);
  await page.getByText(/Guardado \d\d:\d\d/).waitFor();
}

async function sendAndShare(page: Page, read: Read) {
  await page.getByRole("button", { name: "Enviar…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Enviar presupuesto" });
  await dialog.getByText("Barniz mate").waitFor();
  await assertSound(page, "send dialog");
  await screenshot(page, "quote-send");
  await dialog.getByRole("button", { name: "Enviar y crear enlace" }).click();
  const link = page.getByLabel("Enlace", { exact: true });
  await link.waitFor();
  const url = await link.inputValue();
  assert.match(url, /\/q\/\w+/);
  const whatsapp = await page.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
  assert.ok(whatsapp!.startsWith("https://wa.me/") && whatsapp!.includes(encodeURIComponent(url)));
  const mail = await page.getByRole("link", { name: "Escribir correo" }).getAttribute("href");
  assert.ok(mail!.startsWith("mailto:") && mail!.includes(encodeURIComponent(url)));
  await assertSound(page, "share dialog");
  await page.keyboard.press("Escape");
  assert.equal((await read()).status, "sent");
  await page.getByText("Está enviado: el cliente ve esto.").waitFor();
  assert.equal(await page.locator("[data-cell]").count(), 0);
}

async function confirmAndDeliver(page: Page, world: World, id: number) {
  await page.getByRole("button", { name: "Más acciones" }).click();
  await page.getByRole("button", { name: /Confirmar venta….*Solo se vende lo que está aceptado/s })
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Aceptar…" }).first().click();
  await page.getByLabel("Quién lo acepta").fill("Pilar Ruiz");
  await page.getByRole("button", { name: "Anotar aceptación" }).click();
  await page.getByText("Lo aceptó Pilar Ruiz.").waitFor();
  await page.getByRole("button", { name: "Confirmar venta…" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirmar venta" }).click();
  await page.getByRole("link", { name: "Abrir la venta" }).first().click();
  await page.waitForURL(/\/panel\/sales\//);
  await alive(page);
  await page.getByLabel(/Montaje en obra × 4,5/).first().check();
  await page.getByText("1 de 6").waitFor();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await page.getByText("0 de 6").waitFor();
  await assertSound(page, "sale");
  await screenshot(page, "sale");
  const sale = await apiOf(world, people.ana, 1)("GET", `/sales?quote_id=${id}`);
  assert.equal(sale.body.meta.total, 1);
}

testInBrowser("two people edit one quotation and lose nothing", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const { id: opportunity_id } = await openOpportunity(ana);
  const lines = [plainLine, { ...plainLine, name: "Portes" }, { ...plainLine, name: "Barniz" }];
  const { id } = await expectData(ana("POST", "/quotes", { opportunity_id, lines }), 201);
  const read = () => expectData(ana("GET", `/quotes/${id}`));
  await using one = await browserOf(world, "ana");
  await using two = await browserOf(world, "luis", { width: 390, colorScheme: "dark" });
  for (const { page } of [one, two]) await openQuote(page, world, id);
  await assertSound(two.page, "editor on a phone");
  await screenshot(two.page, "quote-phone");

  await cellOf(one.page, "Cantidad", 1).fill("7");
  await until(read, ({ lines }) => lines[0].quantity === 7);
  await cellOf(two.page, "Precio", 3).fill("99,5");
  const both = await until(read, ({ lines }) => lines[2].unit_price === 99.5);
  assert.equal(both.lines[0].quantity, 7);
  await two.page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>("[data-cell='quantity']")!.value === "7"
  );
  await assertTotals(two.page, both.gross_total);

  // The same cell at once: the later one is asked, and theirs may stay.
  await two.context.setOffline(true);
  await cellOf(one.page, "Cantidad", 2).fill("5");
  await until(read, ({ lines }) => lines[1].quantity === 5);
  await cellOf(two.page, "Cantidad", 2).fill("6");
  await two.context.setOffline(false);
  const ask = two.page.getByRole("dialog", { name: "Alguien lo ha cambiado a la vez" });
  await ask.waitFor();
  await assertSound(two.page, "clash");
  await ask.getByRole("radio").nth(1).check();
  await ask.getByRole("button", { name: "Guardar" }).click();
  await two.page.waitForFunction(() =>
    document.querySelectorAll<HTMLInputElement>("[data-cell='quantity']")[1]!.value === "5"
  );
  assert.equal((await read()).lines[1].quantity, 5);

  await one.page.getByRole("button", { name: "Más acciones" }).click();
  await one.page.getByRole("button", { name: "A la papelera" }).click();
  await one.page.getByRole("button", { name: "Restaurar" }).click();
  await cellOf(one.page, "Cantidad", 1).waitFor();
  assert.equal((await read()).lines.length, 3);

  for (const path of ["quotes", "sales"]) {
    await one.page.goto(`${world.url}/panel/${path}?company_id=1`);
    await assertSound(one.page, path);
    await two.page.goto(`${world.url}/panel/${path}?company_id=1`);
    await assertSound(two.page, `${path} on a phone`);
  }
  // The other page may read the quotation while it is in the trash.
  two.watch.assertClean({ allow: /404|409|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
});
