/** The inbox: from a message of the public form to a client with a quotation. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { contact, get, idOf, make, write } from "./inbox_scene.ts";
import { browserOf, testInBrowser } from "../scene.ts";

const member = people.ana;

interface Inbox {
  world: World;
  page: Page;
  /** The contact of the older of two messages. */
  id: number;
}

/** Ana, and two messages of the public form. */
function testInbox(name: string, walk: (inbox: Inbox) => Promise<void>): void {
  testInBrowser(name, async (world) => {
    const pilar = { name: "Pilar Ruiz", email: "pilar@ruiz.example" };
    await write(world, { ...pilar, message: "¿Hacéis mesas?" });
    await write(world, { name: "Otra Persona", email: "otra@ruiz.example", message: "Hola" });
    const id = await idOf(world, "Pilar");
    await using browser = await browserOf(world, "ana");
    await walk({ world, page: browser.page, id });
    browser.watch.assertClean({ allow: /INTERNET_DISCONNECTED/ });
  });
}

async function open({ world, page, id }: Inbox): Promise<void> {
  await page.goto(`${world.url}/panel/contacts/${id}`);
  await alive(page);
}

const waiting = (page: Page, text: string) =>
  page.getByRole("navigation").getByRole("link", { name: text, exact: true });

const threadOf = (page: Page) => page.getByRole("group", { name: "Conversación" });

testInbox("a message is new until somebody opens it", async (inbox) => {
  const { world, page, id } = inbox;
  await page.goto(`${world.url}/panel/contacts`);
  await page.getByText("«¿Hacéis mesas?»").last().waitFor();
  await waiting(page, "2 contactos esperan respuesta").waitFor();
  await world.call("GET", `/panel/contacts/${id}`, { member });
  assert.equal((await contact(world, id)).status, "new", "what nobody sees is not read");
  await page.getByRole("link", { name: "Sin leer: Pilar Ruiz" }).click();
  await page.getByRole("heading", { name: "Pilar Ruiz" }).waitFor();
  await until(async () => (await contact(world, id)).status === "read");
  await waiting(page, "2 contactos esperan respuesta").waitFor();
});

testInbox("a message is archived in the list by a key, and comes back by undo", async (inbox) => {
  const { world, page } = inbox;
  await page.goto(`${world.url}/panel/contacts`);
  await alive(page);
  const other = page.getByRole("row", { name: /Otra Persona/ });
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await other.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Pilar"));
  await undo(page, "Archivado");
  await other.waitFor();
});

testInbox("an answer is recorded, and a note answers nobody", async (inbox) => {
  const { world, page, id } = inbox;
  await open(inbox);
  await page.keyboard.press("r");
  await page.keyboard.type("Sí, de roble y de nogal.");
  await page.keyboard.press("Control+Enter");
  const thread = threadOf(page);
  await thread.getByText("Sí, de roble y de nogal.").waitFor();
  await thread.getByText("registrado").waitFor();
  await waiting(page, "1 contacto espera respuesta").waitFor();
  assert.equal((await contact(world, id)).last_direction, "out");
  await page.getByText("Nota", { exact: true }).click();
  await page.getByLabel("Nota para tus compañeros").fill("Prefiere roble.");
  await page.getByRole("button", { name: "Guardar nota" }).click();
  await thread.getByText("Prefiere roble.").waitFor();
  assert.equal((await contact(world, id)).last_direction, "out", "a note answers nobody");
});

testInbox("a contact is assigned and archived by keys, and comes back by undo", async (inbox) => {
  const { world, page, id } = inbox;
  await open(inbox);
  await page.getByRole("heading", { name: "Pilar Ruiz" }).click();
  await page.keyboard.press("a");
  await page.getByRole("button", { name: /^Asignar: ana/i }).waitFor();
  assert.ok((await contact(world, id)).assignee);
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Devolver a la bandeja" }).waitFor();
  assert.equal((await contact(world, id)).status, "archived");
  const archived = page.locator(".toast").filter({ hasText: "Archivado" });
  await archived.getByRole("button", { name: "Deshacer" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Archivar" }).waitFor();
  assert.equal((await contact(world, id)).status, "read");
});

testInbox("an answer without a connection is kept until it is sent", async (inbox) => {
  const { page } = inbox;
  await open(inbox);
  await page.context().setOffline(true);
  await page.keyboard.press("r");
  await page.keyboard.type("Sin cobertura");
  await page.keyboard.press("Control+Enter");
  // A part of the page that only comes now says so too, elsewhere.
  const conversation = page.getByRole("region", { name: "Conversación" });
  await conversation.getByRole("alert").getByText("Sin conexión").waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await alive(page);
  const draft = page.getByLabel("Lo que has respondido");
  await until(async () => await draft.inputValue() === "Sin cobertura", { what: "the kept words" });
  await page.getByRole("button", { name: "Registrar respuesta" }).click();
  await threadOf(page).getByText("Sin cobertura").waitFor();
});

testInbox(
  "what a form says of its sender is on the contact once a member puts it there",
  async (inbox) => {
    const { world, page, id } = inbox;
    await open(inbox);
    const claimed = { name: "Pili", email: "pilar@ruiz.example", phone: "612 345 678" };
    await write(world, { ...claimed, message: "Llamadme" });
    await page.reload();
    await alive(page);
    const take = (name: string) =>
      page.getByRole("button", { name: `Guardar en la ficha, ${name}` });
    assert.equal((await contact(world, id)).phone, null);
    await take("teléfono: 612 345 678").click();
    await take("teléfono").waitFor({ state: "detached" });
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>("#field-phone")?.value === "612 345 678"
    );
    const { name, phone } = await contact(world, id);
    assert.deepEqual([name, phone], ["Pilar Ruiz", "612 345 678"]);
    await take("nombre: Pili").waitFor();
  },
);

testInbox("a contact is converted by keys, with a product of the quotation", async (inbox) => {
  const { world, page, id } = inbox;
  const product = await make(world, "products", { name: "Mesa de roble", unit_price: 980 });
  await make(world, "clients", { name: "Muebles Ruiz", email: "pilar@ruiz.example" });
  await open(inbox);
  await page.getByRole("heading", { name: "Pilar Ruiz" }).click();
  await page.keyboard.press("v");
  const dialog = page.getByRole("dialog", { name: "Convertir a Pilar Ruiz" });
  await dialog.waitFor();
  assert.ok(await dialog.getByRole("radio", { name: /Muebles Ruiz/ }).isChecked());
  await dialog.getByLabel("Añadir un producto").focus();
  await page.keyboard.type("mesa");
  await dialog.getByRole("option", { name: /Mesa de roble/ }).waitFor();
  await page.keyboard.press("Enter");
  const quantity = dialog.getByLabel("Cantidad de Mesa de roble");
  await page.waitForFunction(() => document.activeElement?.id.startsWith("quantity-"));
  await page.keyboard.type("2,5");
  await dialog.getByText("2450,00 €").or(dialog.getByText("2.450,00 €")).last().waitFor();
  assert.equal(await quantity.inputValue(), "2,5");
  // Enter leads back to the next product; with Ctrl it converts.
  await page.keyboard.press("Enter");
  const next = dialog.getByLabel("Añadir un producto");
  assert.ok(await next.evaluate((field) => field === document.activeElement));
  await quantity.focus();
  await page.keyboard.press("Control+Enter");
  await dialog.getByRole("link", { name: "Abrir el presupuesto" }).waitFor();
  const converted = await contact(world, id);
  assert.equal(converted.converted_client.name, "Muebles Ruiz");
  const href = await dialog.getByRole("link", { name: "Abrir el presupuesto" }).getAttribute(
    "href",
  );
  const quote = await get(world, `quotes/${/quotes\/(\d+)/.exec(href!)![1]}`);
  assert.deepEqual([quote.net_total, quote.lines[0].product_id], [2450, product.id]);
  await page.keyboard.press("Escape");
  await page.locator(".tag", { hasText: "Convertido" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Convertir", exact: true }).count(), 0);
});

testInbox("the key n leads to the next contact of the inbox", async (inbox) => {
  const { page } = inbox;
  await page.goto(`${inbox.world.url}/panel/contacts`);
  await page.getByRole("link", { name: "Sin leer: Pilar Ruiz" }).click();
  await page.getByRole("heading", { name: "Pilar Ruiz" }).waitFor();
  await alive(page);
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "Otra Persona" }).waitFor();
  assert.equal(await page.locator("[style]").count(), 0);
});
