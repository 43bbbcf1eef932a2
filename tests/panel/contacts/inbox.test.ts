/** The inbox: from a message of the public form to a client with a quotation. */
import assert from "node:assert/strict";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { contact, get, idOf, make, write } from "./inbox_scene.ts";
import { clientsMerge } from "../clients/merge_scene.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const member = people.ana;
const hostile = `<img src=x onerror="document.title='broken'">`;

testInBrowser("a message is read, answered, assigned, archived and converted", async (world) => {
  await write(world, {
    name: "Pilar Ruiz",
    email: "pilar@ruiz.example",
    message: "¿Hacéis mesas?",
  });
  await write(world, { name: "Otra Persona", email: "otra@ruiz.example", message: "Hola" });
  const product = await make(world, "products", { name: "Mesa de roble", unit_price: 980 });
  await make(world, "clients", { name: "Muebles Ruiz", email: "pilar@ruiz.example" });
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;

  await page.goto(`${world.url}/panel/contacts`);
  await page.getByText("«¿Hacéis mesas?»").last().waitFor();
  const waiting = (text: string) =>
    page.getByRole("navigation").getByRole("link", { name: text, exact: true });
  await waiting("2 contactos esperan respuesta").waitFor();
  const id = await idOf(world, "Pilar");
  await world.call("GET", `/panel/contacts/${id}`, { member });
  assert.equal((await contact(world, id)).status, "new", "what nobody sees is not read");

  await alive(page);
  const other = page.getByRole("row", { name: /Otra Persona/ });
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await other.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Pilar"));
  await undo(page, "Archivado");
  await other.waitFor();

  await page.getByRole("link", { name: "Sin leer: Pilar Ruiz" }).click();
  await page.getByRole("heading", { name: "Pilar Ruiz" }).waitFor();
  await until(async () => (await contact(world, id)).status === "read");
  await waiting("2 contactos esperan respuesta").waitFor();

  await alive(page);
  await page.keyboard.press("r");
  await page.keyboard.type("Sí, de roble y de nogal.");
  await page.keyboard.press("Control+Enter");
  const thread = page.getByRole("group", { name: "Conversación" });
  await thread.getByText("Sí, de roble y de nogal.").waitFor();
  await thread.getByText("registrado").waitFor();
  await waiting("1 contacto espera respuesta").waitFor();
  assert.equal((await contact(world, id)).last_direction, "out");
  await page.getByText("Nota", { exact: true }).click();
  await page.getByLabel("Nota para tus compañeros").fill("Prefiere roble.");
  await page.getByRole("button", { name: "Guardar nota" }).click();
  await thread.getByText("Prefiere roble.").waitFor();
  assert.equal((await contact(world, id)).last_direction, "out", "a note answers nobody");

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

  await browser.context.setOffline(true);
  await page.keyboard.press("r");
  await page.keyboard.type("Sin cobertura");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").getByText("Sin conexión").waitFor();
  await browser.context.setOffline(false);
  await page.reload();
  await alive(page);
  const kept = page.getByLabel("Lo que has respondido");
  await until(async () => await kept.inputValue() === "Sin cobertura", { what: "the kept words" });
  await page.getByRole("button", { name: "Registrar respuesta" }).click();
  await thread.getByText("Sin cobertura").waitFor();

  // What a form says of its sender is on the contact once a member has put it there.
  const claimed = { name: "Pili", email: "pilar@ruiz.example", phone: "612 345 678" };
  await write(world, { ...claimed, message: "Llamadme" });
  await page.reload();
  await alive(page);
  const take = (name: string) => page.getByRole("button", { name: `Guardar en la ficha, ${name}` });
  assert.equal((await contact(world, id)).phone, null);
  await take("teléfono: 612 345 678").click();
  await take("teléfono").waitFor({ state: "detached" });
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>("#field-phone")?.value === "612 345 678"
  );
  const { name, phone } = await contact(world, id);
  assert.deepEqual([name, phone], ["Pilar Ruiz", "612 345 678"]);
  await take("nombre: Pili").waitFor();

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

  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "Otra Persona" }).waitFor();
  assert.equal(await page.locator("[style]").count(), 0);
  watch.assertClean({ allow: /INTERNET_DISCONNECTED/ });
});

testInBrowser("spam, trash and duplicates: aside, back, and together", async (world) => {
  await write(world, { name: "Ana Gil", email: "gil@x.example", message: "Una mesa" });
  const duplicate = await make(world, "contacts", {
    name: "Ana Gil",
    phone: "+34 612 345 679",
    channel: "phone",
    message: "Llamó por la mesa",
  });
  const id = await idOf(world, "gil@x.example");
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/contacts/${id}`);
  await alive(page);
  const more = async (name: string) => {
    await page.getByRole("button", { name: "Más", exact: true }).first().click();
    await page.getByRole("button", { name, exact: true }).click();
  };
  await more("Es spam");
  await until(async () => (await contact(world, id)).is_spam, { what: "spam" });
  await undo(page, "Apartado como spam");
  await until(async () => !(await contact(world, id)).is_spam, { what: "no spam" });

  // By the keyboard alone.
  await page.getByRole("button", { name: "Más", exact: true }).first().press("Enter");
  await page.locator(":focus", { hasText: "Marcar sin leer" }).press("ArrowDown");
  await page.locator(":focus", { hasText: "Combinar con otro…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Combinar dos contactos" });
  await dialog.getByRole("radio", { name: /Ana Gil/ }).check();
  await dialog.getByText("1 mensaje pasa a este hilo").waitFor();
  await dialog.getByText("Se completa: teléfono").waitFor();
  await dialog.getByText("Nada de lo que hay se sobrescribe").waitFor();
  assert.doesNotMatch(await dialog.innerText(), /papelera/, "it does not go there");
  await assertSound(page, "merge dialog");
  await screenshot(page, "panel-merge-contacts");
  const open = await browser.context.newPage();
  await open.goto(`${world.url}/panel/contacts/${duplicate.id}`);
  await until(() => Promise.resolve(world.services.feeds.count === 2), { what: "both feeds" });
  await dialog.getByRole("radio", { name: /Ana Gil/ }).press("Control+Enter");
  await page.getByText("Llamó por la mesa").waitFor();
  await page.getByText("por teléfono").waitFor();
  await page.locator(".composer").getByRole("link", { name: "WhatsApp" }).waitFor();
  await dialog.waitFor({ state: "detached" });
  const phone = page.locator("#field-phone");
  await until(async () => await phone.inputValue() === "+34 612 345 679", { what: "the number" });
  const gone = await world.call("GET", `/api/admin/contacts/${duplicate.id}`, { member });
  assert.deepEqual([gone.status, gone.body.details], [404, { merged_into_id: id }]);

  // Its page, open elsewhere or bookmarked, leads on.
  await open.getByRole("alert").getByText("lo ha combinado con otro").waitFor();
  await open.getByRole("link", { name: "Ir al que queda" }).click();
  await open.getByText("«Ana Gil» se combinó con esta ficha.").waitFor();
  assert.equal(new URL(open.url()).pathname, `/panel/contacts/${id}`);
  await assertSound(open, "combined contact");
  await screenshot(open, "panel-combined-contact");
  // A later toast takes the first one's undo: the record has the way back.
  await page.reload();
  await alive(page);
  await page.getByRole("button", { name: "Separar Ana Gil" }).click();
  await page.getByText("Ana Gil: separado").waitFor();
  await until(async () => await phone.inputValue() === "", { what: "the number goes back" });
  await page.getByRole("button", { name: "Separar Ana Gil" }).waitFor({ state: "detached" });
  assert.equal((await contact(world, duplicate.id)).phone, "+34 612 345 679");
  await open.getByText("se combinó con esta ficha").waitFor({ state: "detached" });
  await open.close();
  await make(world, `contacts/${duplicate.id}/merge`, { into_id: id });
  await page.reload();
  await alive(page);

  await page.keyboard.press("v");
  const converting = page.getByRole("dialog", { name: "Convertir a Ana Gil" });
  assert.equal(await converting.getByLabel("Teléfono").inputValue(), "+34 612 345 679");
  await make(world, `contacts/${id}/convert`, {});
  await converting.getByRole("button", { name: "Convertir" }).click();
  await converting.getByText("Ya estaba convertido").waitFor();
  assert.equal(await converting.getByRole("link").count(), 1);
  const history = await browser.context.newPage();
  const { converted_client } = await contact(world, id);
  await history.goto(`${world.url}/panel/clients/${converted_client.id}`);
  await history.getByText(/ llamó/).waitFor();
  await history.close();
  await page.keyboard.press("Escape");

  await more("A la papelera");
  await page.getByText("Está en la papelera").waitFor();
  await undo(page, "Contacto en la papelera");
  await page.getByRole("button", { name: "Archivar" }).waitFor();
  assert.equal((await contact(world, id)).name, "Ana Gil");

  await clientsMerge(world, page);
  watch.assertClean({ allow: /404|409|INTERNET_DISCONNECTED/ });
});

testInBrowser(
  "filed by hand, drawn for everyone, and nothing a stranger writes runs",
  async (world) => {
    const long = "Larguísimo".repeat(19);
    await write(world, { name: hostile, email: "x@x.example", message: `${hostile} ‮evil` });
    await write(world, { name: "شركة الأثاث", email: "r@x.example", message: "مرحبا، كم السعر؟" });
    await write(world, { name: long, email: "l@x.example", message: long.repeat(10) });
    const ids = await Promise.all([idOf(world, "x@x.example"), idOf(world, "l@x.example")]);
    await make(world, "clients", { name: long, email: "l@x.example" });
    const looks = [
      { width: 1440, colorScheme: "light", locale: "es-ES" },
      { width: 390, colorScheme: "dark", locale: "es-ES" },
    ] as const;
    for (const look of looks) {
      await using browser = await browserOf(world, "ana", look);
      const { page, watch } = browser;
      const sound = async (name: string) => {
        await assertSound(page, `${name} ${look.width}`);
        await screenshot(page, `panel-${name}-${look.width}`);
      };
      await page.goto(`${world.url}/panel/contacts?status=new,read`);
      await page.getByText(hostile).locator("visible=true").first().waitFor();
      await sound("inbox");
      for (const id of ids) {
        await page.goto(`${world.url}/panel/contacts/${id}`);
        await alive(page);
        await sound("contact");
        await page.keyboard.press("v");
        await page.getByRole("dialog").waitFor();
        await sound("convert");
        await page.keyboard.press("Escape");
      }
      assert.doesNotMatch(await page.title(), /broken/);
      watch.assertClean();
    }

    await using browser = await browserOf(world, "ana");
    const { page } = browser;
    await page.goto(`${world.url}/panel/contacts?status=archived&nada=1`);
    await page.getByText("lo que no se entiende del enlace: nada").waitFor();
    await alive(page);
    await page.keyboard.press("c");
    const sheet = page.getByRole("dialog", { name: "Nuevo contacto" });
    await sheet.getByLabel("Canal").selectOption("referral");
    await sheet.getByLabel("Nombre").fill("Vecina");
    await sheet.getByLabel("Primer mensaje").fill("La manda Pilar");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Vecina" }).waitFor();
    await page.getByText("La manda Pilar").waitFor();
    assert.equal((await contact(world, await idOf(world, "Vecina"))).channel, "referral");
    await page.goto(`${world.url}/panel/contacts?channel=referral&channel=phone`);
    await page.getByRole("button", { name: "Canal es Recomendación o Teléfono" }).waitFor();
    assert.equal(await page.getByRole("row").count(), 2, "the head and one contact");
  },
);
