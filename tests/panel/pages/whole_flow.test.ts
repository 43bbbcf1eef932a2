/**
 * From a stranger's message to a delivery, as a seller does it all day: by mouse, and by keyboard.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { people, type World } from "../../support/world.ts";
import { alive, type Hands, keyboardOf, mouseOf } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

for (const [way, handsOf] of [["mouse", mouseOf], ["keyboard alone", keyboardOf]] as const) {
  testInBrowser(`a message becomes a sale that is delivered, by ${way}`, async (world) => {
    const ana = apiOf(world, people.ana, 1);
    const mesa = { name: "Mesa de roble", unit_price: 980, tax_rate: 21 };
    await expectData(ana("POST", "/products", mesa), 201);
    await using office = await browserOf(world, "ana");
    await using street = await browserOf(world, null);
    const { page } = office;
    const hands = handsOf(page);

    await write(street.page, world);
    await takeUp(page, world, hands);
    const link = await offer(page, hands);
    await accept(street.page, world.url + new URL(link).pathname, handsOf(street.page));
    await sell(page, hands);
    await deliver(page, hands);

    const [sale, ...others] = await expectData(ana("GET", "/sales"));
    assert.deepEqual(others, []);
    assert.deepEqual(
      [sale.client.name, sale.net_total, sale.delivery],
      ["Pilar Ruiz", 1960, { tasks: 1, done: 1 }],
    );
    const [contact] = await expectData(ana("GET", "/contacts"));
    assert.equal(contact.converted_client.name, "Pilar Ruiz");
    assert.equal((await expectData(ana("GET", "/opportunities")))[0].status, "won");
    office.watch.assertClean();
    street.watch.assertClean();
  });
}

/** A form on the company's own site, of which nothing is known here but where it is sent. */
async function write(page: Page, world: World) {
  await page.setContent(`<form method="post" action="${world.url}/api/contact">
    <input name="site" value="primary"><input name="name"><input name="email">
    <textarea name="message"></textarea><button>Send</button></form>`);
  await page.locator("[name=name]").fill("Pilar Ruiz");
  await page.locator("[name=email]").fill("pilar@ruiz.example");
  await page.locator("[name=message]").fill("Quiero dos mesas de roble");
  await page.locator("button").click();
  await page.getByRole("heading", { name: "Gracias" }).waitFor();
  const inset = await page.locator("main").evaluate((main) => getComputedStyle(main).paddingLeft);
  assert.notEqual(inset, "0px", "the page wears its style");
}

/** From the home page to the message, and from there to a client with a draft. */
async function takeUp(page: Page, world: World, { press, pick, type }: Hands) {
  await page.goto(`${world.url}/panel?company_id=1`);
  await alive(page);
  await press(page.getByRole("navigation").getByRole("link", { name: /^Bandeja/ }).first());
  await page.waitForURL("**/panel/contacts?*");
  await alive(page);
  await press(page.getByRole("table").getByRole("link", { name: /Pilar Ruiz/ }));
  await page.getByRole("heading", { name: "Pilar Ruiz" }).waitFor();
  await alive(page);
  await press(page.getByRole("button", { name: "Convertir", exact: true }));
  const dialog = page.getByRole("dialog", { name: "Convertir a Pilar Ruiz" });
  assert.ok(await dialog.getByRole("radio", { name: "Cliente nuevo" }).isChecked());
  const product = dialog.getByLabel("Añadir un producto");
  await pick(product, "mesa", dialog.getByRole("option", { name: /Mesa de roble/ }));
  await type(dialog.getByLabel("Cantidad de Mesa de roble"), "2");
  await press(dialog.getByRole("button", { name: "Convertir" }));
  await press(dialog.getByRole("link", { name: "Abrir el presupuesto" }));
  await page.waitForURL("**/panel/quotes/*");
}

/** Sends the draft, and gives the address that the client reads. */
async function offer(page: Page, { press }: Hands): Promise<string> {
  await alive(page);
  await press(page.getByRole("button", { name: "Enviar…" }).first());
  const dialog = page.getByRole("dialog", { name: "Enviar presupuesto" });
  await press(dialog.getByRole("button", { name: "Enviar y crear enlace" }));
  return await page.getByLabel("Enlace", { exact: true }).inputValue();
}

/** Two presses: the one whom it is for is who accepts. */
async function accept(page: Page, link: string, { press }: Hands) {
  await page.goto(link);
  await press(page.getByText("Aceptar…", { exact: true }));
  await press(page.getByRole("button", { name: "Aceptar presupuesto" }));
  await page.getByText(/Aceptado por Pilar Ruiz/).waitFor();
}

async function sell(page: Page, { press }: Hands) {
  await page.reload();
  await alive(page);
  await press(page.getByRole("button", { name: "Confirmar venta…" }).first());
  await press(page.getByRole("dialog").getByRole("button", { name: "Confirmar venta" }));
  await press(page.getByRole("link", { name: "Abrir la venta" }).first());
  await page.waitForURL("**/panel/sales/*");
}

async function deliver(page: Page, { tick, press }: Hands) {
  await alive(page);
  await tick(page.getByLabel(/Mesa de roble × 2/));
  await page.getByText("1 de 1").waitFor();
  // Its name leads to it and ticks nothing.
  await press(page.getByRole("link", { name: /Mesa de roble × 2/ }).first());
  await page.waitForURL("**/panel/tasks/*");
}
