/**
 * Rows are selected, changed at once and brought back; a view is saved and opened by its address.
 */
import assert from "node:assert/strict";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const member = people.ana;

testInBrowser("rows are selected by keys and mouse, changed, and brought back", async (world) => {
  const ids: number[] = [];
  for (const name of ["Alba", "Blas", "Celia", "Diego"]) {
    ids.push((await make(world, "contacts", { name, email: `${name}@x.example` })).id);
  }
  const [alba, blas, celia] = ids;
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/contacts?sort=name`);
  await alive(page);
  const bar = page.getByRole("toolbar", { name: "Lo seleccionado" });

  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await bar.getByText("1 seleccionado", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await page.keyboard.press("x");
  await page.locator(`[data-id="${ids[2]}"] .pick`).click({ modifiers: ["Shift"] });
  await bar.getByText("3 seleccionados").waitFor();
  await assertSound(page, "with a selection");
  await page.keyboard.press("e");
  await bar.waitFor({ state: "detached" });
  await page.locator(`[data-id="${alba}"]`).waitFor({ state: "detached" });
  const done = page.getByRole("status").filter({ hasText: "Hecho: 3." });
  await done.waitFor();

  // Meanwhile somebody else has one of them back, and another's name is mended.
  await change(world, blas!, { name: "Blas Gil", status: "read" });
  await change(world, celia!, { name: "Celia Mas" });
  await done.getByRole("button", { name: "Deshacer" }).click();
  await page.locator(`[data-id="${alba}"]`).waitFor();
  const undone = page.getByRole("status").filter({ hasText: "Deshecho: 2 de 3. Sin cambiar: 1." });
  await undone.getByRole("button", { name: "Ver por qué" }).click();
  const report = page.getByRole("dialog", { name: "Lo que no ha cambiado" });
  await report.getByRole("link", { name: "Blas Gil" }).waitFor();
  await report.getByText("Alguien lo ha cambiado después").waitFor();
  await page.keyboard.press("Escape");
  const { data } = (await world.call("GET", `/api/admin/contacts?sort=name`, { member })).body;
  assert.deepEqual(data.map(({ status }: { status: string }) => status), [
    ...["new", "read", "new", "new"],
  ]);

  await page.getByLabel("Seleccionar la página").check();
  await bar.getByText("4 seleccionados").waitFor();
  await page.keyboard.press("b");
  await page.keyboard.press("Enter");
  await assignToAna(world, ids[0]!);
  await page.getByRole("button", { name: "Ana Ruiz", exact: true }).click();
  // One of them was hers already: all that were asked for are named.
  await page.getByRole("status").filter({ hasText: "Hecho: 3 de 4. 1 ya estaba así." }).waitFor();
  const mine = await world.call("GET", "/api/admin/contacts?assignee_id=me", { member });
  assert.equal(mine.body.meta.total, 4);
  watch.assertClean();
});

testInBrowser("a view is saved, opened by its address, changed and deleted", async (world) => {
  for (let n = 0; n < 3; n++) await make(world, "clients", { name: `Sol ${n}`, city: "Vigo" });
  await make(world, "clients", { name: "Luna", kind: "person" });
  await using browser = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/clients?q=sol&sort=-name&columns=kind,city`);
  await alive(page);
  const menu = page.getByRole("button", { name: "Vistas, archivos y más" });
  await menu.click();
  await page.getByRole("button", { name: "Guardar vista…" }).click();
  const dialog = page.getByRole("dialog", { name: "Guardar la vista" });
  await dialog.getByLabel("Nombre").fill("Soles");
  await dialog.getByText("Para todos").click();
  await assertSound(page, "with the dialog");
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await page.waitForURL(/view=\d+$/);
  const address = page.url();
  const names = () =>
    page.locator("[data-list] a.row-link").evaluateAll((links) =>
      links.map((link) => link.textContent!.trim().slice(-5))
    );
  assert.deepEqual(await names(), ["Sol 2", "Sol 1", "Sol 0"]);

  const { pathname, search } = new URL(address);
  const { body: html } = await world.call("GET", pathname + search, { member });
  assert.ok(
    html.includes(`href="${(pathname + search).replaceAll("&", "&amp;")}"`),
    "a plain link",
  );
  assert.ok(html.includes("Sol 2") && !html.includes("Luna"), "without a script");

  await page.goto(`${address}&sort=name`);
  assert.deepEqual(await names(), ["Sol 0", "Sol 1", "Sol 2"]);
  await alive(page);
  await menu.click();
  await page.getByRole("button", { name: "Guardar los cambios en «Soles»" }).click();
  await page.waitForURL(address);
  assert.deepEqual(await names(), ["Sol 0", "Sol 1", "Sol 2"]);

  await using wide = await browserOf(world, "luis", { locale: "en-GB" });
  await wide.page.goto(address);
  const heads = wide.page.locator("[data-list] th:not(.pick)");
  assert.deepEqual(await heads.allTextContents(), ["Name", "Kind", "City"]);
  await alive(wide.page);
  await wide.page.getByRole("button", { name: "Columns" }).click();
  await wide.page.getByRole("button", { name: "Move City up" }).click();
  await wide.page.getByRole("checkbox", { name: "E-mail" }).check();
  await wide.page.getByRole("button", { name: "Apply" }).click();
  await wide.page.waitForURL((url) => url.searchParams.get("columns") === "name,city,kind,email");
  assert.deepEqual(await heads.allTextContents(), ["Name", "City", "Kind", "E-mail"]);
  await wide.page.goto(`${world.url}/panel/clients?company_id=1&view=999`);
  await wide.page.getByText(/says of view is not understood/).waitFor();

  await alive(page);
  await menu.click();
  await page.getByRole("button", { name: "Borrar la vista…" }).click();
  await page.getByRole("button", { name: "Borrar", exact: true }).click();
  await page.waitForURL((url) => !url.searchParams.has("view"));
  assert.equal((await names()).length, 4);
  const views = await world.call("GET", "/api/admin/views", { member });
  assert.deepEqual(views.body.data, []);
  assert.equal(await page.locator("[style]").count(), 0);
  watch.assertClean();
  wide.watch.assertClean();
});

/** Gives a contact to Ana. */
async function assignToAna(world: World, id: number) {
  const me = await world.call("GET", "/api/admin/me", { member });
  await change(world, id, { assignee_id: me.body.data.id }, member);
}

async function change(world: World, id: number, json: unknown, by: string = people.luis) {
  const path = `/api/admin/contacts/${id}?company_id=1`;
  assert.equal((await world.call("PATCH", path, { member: by, json })).status, 200);
}

async function make(world: World, list: string, json: unknown) {
  return (await world.call("POST", `/api/admin/${list}`, { member, json })).body.data;
}
