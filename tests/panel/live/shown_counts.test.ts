/** A dialog that counts or names before it acts is drawn anew when somebody was quicker. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { openOpportunity, quoteThatIs } from "../../sales/scene.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

/** A page of Ana's that hears of changes late. */
async function visit(page: Page, world: World, path: string): Promise<void> {
  await page.route("**/api/admin/changes?*", (route) => route.abort());
  await page.goto(`${world.url}/panel/${path}${path.includes("?") ? "&" : "?"}company_id=1`);
  await alive(page);
}

function apis(world: World) {
  const luis = apiOf(world, people.luis, 1);
  const make = (noun: string, json: object) => expectData(luis("POST", `/${noun}`, json), 201);
  return { ana: apiOf(world, people.ana, 1), luis, make };
}

const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });

async function alertOf(within: Page | Locator, text: string): Promise<void> {
  const alert = within.getByRole("alert").filter({ hasText: text });
  await alert.waitFor();
  assert.match(await alert.innerText(), /Alguien lo ha cambiado mientras tanto/);
}

const expected = { allow: /409|ERR_FAILED/ };

testInBrowser("a stage that filled up meanwhile is confirmed again", async (world) => {
  const { ana, make } = apis(world);
  const [{ id: clientId }, [first]] = [
    await make("clients", { name: "Sol" }),
    await expectData(ana("GET", "/pipeline-stages")),
  ];
  const open = () =>
    make("opportunities", { title: "Toldo", client_id: clientId, stage_id: first.id });
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await visit(page, world, "settings/sales");
  await page.locator(`[data-stage-edit="${first.id}"]`).click();
  const sheet = page.getByRole("dialog", { name: "Etapa" });
  await button(sheet, "Eliminar etapa…").click();
  await sheet.getByText("No tiene oportunidades").waitFor();
  const { id } = await open();
  await button(sheet, "Eliminar").click();
  await alertOf(sheet, "Oportunidades: antes 0, ahora 1");
  await sheet.getByText("Mover 1 oportunidad (").waitFor();
  await sheet.getByLabel("Mover a").selectOption({ label: "Propuesta" });
  await assertSound(page, "a stage asked about again");
  await open();
  await button(sheet, "Eliminar").click();
  await alertOf(sheet, "Oportunidades: antes 1, ahora 2");
  await button(sheet, "Eliminar").click();
  await page.getByText("Etapa eliminada").waitFor();
  const { stage_id, stage } = await expectData(ana("GET", `/opportunities/${id}`));
  assert.equal(stage?.name ?? stage_id, "Propuesta", "where it was said to go");
  watch.assertClean(expected);
});

testInBrowser("an employee who got work meanwhile is confirmed again", async (world) => {
  const { ana, make } = apis(world);
  const { employee, id } = await addedEmployee(world);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await visit(page, world, `employees/${id}`);
  await button(page, "Desactivar…").click();
  const dialog = page.getByRole("dialog", { name: `Desactivar a ${employee}` });
  await dialog.getByText("No tiene nada abierto").waitFor();
  await make("tasks", { title: "Medir", assignee_id: id });
  await button(dialog, "Desactivar").click();
  await alertOf(dialog, "Tareas: antes 0, ahora 1");
  await dialog.getByText("1 tarea", { exact: true }).waitFor();
  await assertSound(page, "an employee asked about again");
  assert.equal((await expectData(ana("GET", `/employees/${id}`))).state, "active");
  await button(dialog, "Desactivar").click();
  await page.getByText(`${employee}: desactivado`).waitFor();
  watch.assertClean(expected);
});

async function addedEmployee(world: World) {
  const { ana } = apis(world);
  const employee = "Nuria";
  const json = { email: "nuria@primary.example", name: employee, role: "taller" };
  return { employee, id: (await expectData(ana("POST", "/employees", json), 201)).user_id };
}

testInBrowser("an import and its undo do what they showed", async (world) => {
  const { ana, luis, make } = apis(world);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await visit(page, world, "imports?noun=clients");
  const text = "Nombre;Correo;Ciudad\nSol;a@sol.example;Lugo\nLuna;b@luna.example;Vigo\n";
  const file = { name: "c.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
  const commit = button(page, "Importar 2 filas");
  await commit.waitFor();
  const sol = await make("clients", { name: "Sol", email: "a@sol.example", city: "Lugo" });
  await commit.click();
  await alertOf(page, "Nuevas: antes 2, ahora 1");
  await alertOf(page, "Iguales: antes 0, ahora 1");
  const one = button(page, "Importar 1 fila");
  await one.waitFor();
  await assertSound(page, "an import shown anew");
  // As many rows, but another change.
  await expectData(luis("PATCH", `/clients/${sol.id}`, { city: "Burgos" }));
  await one.click();
  await alertOf(page, "Cambian: antes 0, ahora 1");
  await expectData(luis("PATCH", `/clients/${sol.id}`, { city: "Ourense" }));
  await commit.click();
  await alertOf(page, "Algunas filas harían ahora otra cosa");
  assert.equal((await ana("GET", "/clients")).body.meta.total, 1, "nothing was stored");
  await commit.click();
  await button(page, "Deshacer la importación").click();
  const dialog = page.getByRole("dialog", { name: "¿Deshacer la importación?" });
  await dialog.getByText("Van a la papelera 1 ").waitFor();
  const [luna] = await expectData(ana("GET", "/clients?q=luna"));
  await expectData(luis("PATCH", `/clients/${luna.id}`, { city: "Lugo" }));
  await button(dialog, "Deshacer la importación").click();
  await alertOf(dialog, "A la papelera: antes 1, ahora 0 · Se quedan: antes 0, ahora 1");
  await dialog.getByText("Van a la papelera 0 ").waitFor();
  await button(dialog, "Deshacer la importación").click();
  await page.getByText("Como antes: 1").waitFor();
  watch.assertClean(expected);
});

testInBrowser("two records are merged as both were shown", async (world) => {
  const { ana, luis, make } = apis(world);
  const stays = await make("clients", { name: "Aire SL" });
  const goes = await make("clients", { name: "Aire", tax_id: "B1234" });
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await visit(page, world, `clients/${stays.id}`);
  await button(page, "Más").click();
  await button(page, "Combinar con otro…").click();
  const dialog = page.getByRole("dialog", { name: "Combinar dos clientes" });
  await dialog.getByLabel("Otro cliente").click();
  await page.keyboard.type("aire");
  await dialog.getByRole("option", { name: /B1234/ }).click();
  await dialog.getByText("Se completa: NIF").waitFor();
  await expectData(luis("PATCH", `/clients/${goes.id}`, { phone: "600 111 222" }));
  await make("opportunities", { title: "Toldo", client_id: goes.id });
  const merge = button(dialog, "Combinar");
  await merge.click();
  await alertOf(dialog, "Teléfono: antes vacío, ahora 600 111 222");
  await dialog.getByText(/Se completa: .*teléfono/).waitFor();
  await dialog.getByText("Pasan a este cliente: 1 oportunidad").waitFor();
  await assertSound(page, "a merge shown anew");
  // The one that stays counts too.
  await expectData(luis("PATCH", `/clients/${stays.id}`, { tax_id: "B9" }));
  await merge.click();
  await alertOf(dialog, "NIF: antes vacío, ahora B9");
  assert.equal((await expectData(ana("GET", `/clients/${goes.id}`))).tax_id, "B1234");
  await dialog.getByRole("checkbox").check();
  await merge.click();
  await page.getByText("Clientes combinados").waitFor();
  watch.assertClean(expected);
});

testInBrowser("an act without undo asks for confirmation first", async (world) => {
  const { ana, luis, make } = apis(world);
  const template = await make("reply-templates", { name: "Hola", language: "es", body: "Buenas" });
  const filters = { q: "lugo" };
  const view = await make("views", { list: "clients", name: "Lugo", shared: true, filters });
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;

  await visit(page, world, "settings/templates");
  await button(page, "Editar Hola").click();
  await button(page.getByRole("dialog"), "Borrar…").click();
  const question = page.getByRole("dialog", { name: "¿Borrar «Hola»?" });
  await question.waitFor();
  await expectData(luis("PATCH", `/reply-templates/${template.id}`, { body: "Buenos días" }));
  await button(question, "Borrar la plantilla").click();
  await alertOf(question, "Texto: antes Buenas, ahora Buenos días");
  await button(question, "Borrar la plantilla").click();
  await page.getByText("Plantilla borrada").waitFor();

  await visit(page, world, `clients?view=${view.id}`);
  await page.getByRole("button", { name: "Vistas guardadas: Lugo" }).click();
  await button(page, "Borrar la vista…").click();
  const dialog = page.getByRole("dialog");
  await expectData(luis("PATCH", `/views/${view.id}`, { name: "Galicia" }));
  await button(dialog, "Borrar").click();
  await alertOf(dialog, "Nombre: antes Lugo, ahora Galicia");
  await dialog.getByText("¿Borrar la vista «Galicia»?").waitFor();
  await button(dialog, "Borrar").click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await expectData(ana("GET", "/views?list=clients")), []);
  watch.assertClean(expected);
});

testInBrowser("a sale and an opportunity end as they were shown", async (world) => {
  const { ana, luis } = apis(world);
  const { id: quoteId } = await quoteThatIs("approved", ana);
  const { sale } = await expectData(ana("POST", `/quotes/${quoteId}/confirm-sale`), 201);
  const opportunity = await openOpportunity(ana);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;

  await visit(page, world, `sales/${sale.id}`);
  await button(page, "Cancelar la venta…").click();
  const dialog = page.getByRole("dialog", { name: "¿Cancelar la venta?" });
  await dialog.waitFor();
  await expectData(luis("PATCH", `/sales/${sale.id}`, { promised_date: "2027-03-02" }));
  await button(dialog, "Cancelar la venta").click();
  await alertOf(dialog, "mientras tanto");
  await button(dialog, "Cancelar la venta").click();
  await page.getByText("Venta cancelada").first().waitFor();

  await visit(page, world, `opportunities/${opportunity.id}`);
  await button(page, "Perder…").click();
  const loss = page.getByRole("dialog", { name: "¿Por qué se ha perdido?" });
  await loss.getByLabel("No contesta").check();
  await expectData(luis("PATCH", `/opportunities/${opportunity.id}`, { title: "Contestó" }));
  await button(loss, "Marcar como perdida").click();
  await alertOf(loss, "mientras tanto");
  await button(loss, "Marcar como perdida").click();
  await loss.waitFor({ state: "hidden" });
  const { status } = await expectData(ana("GET", `/opportunities/${opportunity.id}`));
  assert.equal(status, "lost");
  watch.assertClean(expected);
});
