/** Contacts that are put aside, merged, filed by hand, and what strangers write in them. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { contact, idOf, make, write } from "./inbox_scene.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const member = people.ana;
const hostile = `<img src=x onerror="document.title='broken'">`;

interface Duplicates {
  world: World;
  page: Page;
  id: number;
  /** Another contact of the same name. */
  duplicate: { id: number };
  /** Presses an item of the contact's menu. */
  more(name: string): Promise<void>;
}

/** Ana with one of two contacts of a name. */
function testDuplicates(name: string, walk: (scene: Duplicates) => Promise<void>): void {
  testInBrowser(name, async (world) => {
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
    await walk({ world, page, id, duplicate, more });
    watch.assertClean({ allow: /404|409|INTERNET_DISCONNECTED/ });
  });
}

testDuplicates("a contact marked as spam comes back by undo", async ({ world, page, id, more }) => {
  await more("Es spam");
  await until(async () => (await contact(world, id)).is_spam, { what: "spam" });
  await undo(page, "Apartado como spam");
  await until(async () => !(await contact(world, id)).is_spam, { what: "no spam" });
});

testDuplicates(
  "two contacts are merged by keys, and their dialog says what moves",
  async ({ world, page, id, duplicate }) => {
    // The menu's first item is that of a contact that somebody has read.
    await until(async () => (await contact(world, id)).status === "read", {
      what: "it to be read",
    });
    await page.reload();
    await alive(page);
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
    await dialog.getByRole("radio", { name: /Ana Gil/ }).press("Control+Enter");
    await page.getByText("Llamó por la mesa").waitFor();
    await page.getByText("por teléfono").waitFor();
    await page.locator(".composer").getByRole("link", { name: "WhatsApp" }).waitFor();
    await dialog.waitFor({ state: "detached" });
    const phone = page.locator("#field-phone");
    await until(async () => await phone.inputValue() === "+34 612 345 679", { what: "the number" });
    const gone = await world.call("GET", `/api/admin/contacts/${duplicate.id}`, { member });
    assert.deepEqual([gone.status, gone.body.details], [404, { merged_into_id: id }]);
  },
);

testDuplicates(
  "the page of a merged contact leads to the other, which separates them",
  async ({ world, page, id, duplicate }) => {
    const open = await page.context().newPage();
    await open.goto(`${world.url}/panel/contacts/${duplicate.id}`);
    await until(() => Promise.resolve(world.services.feeds.count === 2), { what: "both feeds" });
    await make(world, `contacts/${duplicate.id}/merge`, { into_id: id });
    const phone = page.locator("#field-phone");
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
  },
);

testDuplicates(
  "a contact that somebody converted meanwhile is not converted again",
  async ({ world, page, id, duplicate }) => {
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
    const history = await page.context().newPage();
    const { converted_client } = await contact(world, id);
    await history.goto(`${world.url}/panel/clients/${converted_client.id}`);
    await history.getByText(/ llamó/).waitFor();
    await history.close();
    await page.keyboard.press("Escape");
  },
);

testDuplicates("a contact in the trash comes back by undo", async ({ world, page, id, more }) => {
  await more("A la papelera");
  await page.getByText("Está en la papelera").waitFor();
  await undo(page, "Contacto en la papelera");
  await page.getByRole("button", { name: "Archivar" }).waitFor();
  assert.equal((await contact(world, id)).name, "Ana Gil");
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
