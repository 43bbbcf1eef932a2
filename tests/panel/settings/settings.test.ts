/** The settings: fields that save themselves, stages, the public form, notices, personal data. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { expectData, expectFailure } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { undo } from "../hands.ts";
import { assertSound } from "../scene.ts";
import { go, type Settings, testSettings, write } from "./settings_scene.ts";

testSettings("a company's profile is saved as it is typed", async ({ world, page, becomes }) => {
  await go(page, world, "/panel/settings");
  await write(page, "Razón social", "Muebles Relevo, S. L.");
  await becomes("legal_name", "Muebles Relevo, S. L.");
  await page.getByLabel("Zona horaria").selectOption("Atlantic/Canary");
  await becomes("timezone", "Atlantic/Canary");
  await write(page, "Nombre corto", "design");
  await page.locator("#field-slug-error").waitFor();
  await page.getByLabel("Nombre corto").press("Escape");
  await assertSound(page, "profile");
});

testSettings(
  "the settings of sales are saved, and a stage is renamed in its sheet",
  async ({ world, page, becomes }) => {
    await go(page, world, "/panel/settings/sales");
    await page.getByLabel("Moneda").selectOption("USD");
    await becomes("currency", "USD");
    await write(page, "Días de validez", "45");
    await becomes("quote_validity_days", 45);
    await page.getByLabel("Avisar al enviar si el cliente no tiene NIF").check();
    await becomes("quotes_need_tax_id", true);
    await page.getByRole("button", { name: "Editar la etapa Nuevo" }).click();
    const name = page.getByLabel("Nombre", { exact: true });
    await until(async () => await name.inputValue() === "Nuevo", {
      what: "the stage in its sheet",
    });
    await write(page, "Nombre", "Recién llegado");
    await page.getByRole("listitem").getByText("Recién llegado", { exact: true })
      .waitFor();
    await assertSound(page, "sales");
  },
);

/** A client with a quotation. */
async function makeQuote({ ana }: Settings): Promise<{ clientId: number; opportunityId: number }> {
  const { id: clientId } = await expectData(ana("POST", "/clients", { name: "Ruiz" }), 201);
  const json = { title: "Mesa", client_id: clientId };
  const { id: opportunityId } = await expectData(ana("POST", "/opportunities", json), 201);
  await expectData(ana("POST", "/quotes", { opportunity_id: opportunityId }), 201);
  return { clientId, opportunityId };
}

testSettings("the currency is free until there is a quotation", async (settings) => {
  const { world, page } = settings;
  await makeQuote(settings);
  await go(page, world, "/panel/settings/sales");
  await page.getByText("Presupuestos: 1. Ventas: 0.").waitFor();
  assert.equal(await page.getByLabel("Moneda").count(), 0);
});

testSettings(
  "a site counts by its origin, and the form to paste returns to it",
  async ({ world, page, becomes }) => {
    await go(page, world, "/panel/settings/form");
    await write(page, "Dirección del sitio", "ftp://tienda.example");
    await page.getByText("Una dirección https").waitFor();
    await write(page, "Dirección del sitio", "https://tienda.example/contacto?a=1");
    await becomes("public_origins", ["https://tienda.example"]);
    const snippet = page.locator("#form-snippet");
    await snippet.filter({ hasText: 'value="https://tienda.example/"' }).waitFor();
    assert.match(await snippet.innerText(), /action="http[^"]+\/api\/contact"[^]+value="primary"/);
    await assertSound(page, "form");
    await page.getByRole("button", { name: "Quitar https://tienda.example" }).click();
    await becomes("public_origins", []);
    await undo(page, "Sitio quitado");
    await becomes("public_origins", ["https://tienda.example"]);
  },
);

testSettings(
  "a member's notices are chosen by a colleague, and by oneself",
  async ({ world, page, ana }) => {
    await go(page, world, "/panel/settings/notices");
    const ofLuis = page.getByRole("group", { name: /Luis Vega/ });
    await ofLuis.getByLabel("Tarea asignada").uncheck();
    const luis = async () => (await expectData(ana("GET", "/employees?q=luis")))[0];
    await until(async () => (await luis()).notify.task_assigned === false);
    await assertSound(page, "notices");
    await go(page, world, "/panel/settings/me");
    await page.getByLabel("Recordatorio").uncheck();
    await write(page, "Tu nombre", "Ana R.");
    const me = () => expectData(ana("GET", "/me"));
    await until(async () => (await me()).name === "Ana R." && !(await me()).notify.event_reminder);
  },
);

testSettings(
  "a client's data are exported, and erased once the name is typed",
  async (settings) => {
    const { world, page, ana, becomes } = settings;
    const { clientId, opportunityId } = await makeQuote(settings);
    await go(page, world, "/panel/settings/privacy");
    await write(page, "Meses que se guardan", "24");
    await becomes("retention_months", 24);
    await page.getByText("Esta noche no se borra ninguno.").waitFor();
    await eraseClient(page, world, clientId, async () => {
      await expectData(
        ana("POST", `/opportunities/${opportunityId}/lose`, { lost_reason: "Precio" }),
      );
    });
    await expectFailure(ana("GET", `/clients/${clientId}`), 404, "not_found");
    await page.getByRole("link", { name: "Ver el registro" }).click();
    const log = page.locator("[data-region=log] li");
    await log.nth(2).waitFor();
    const lines = (await log.allInnerTexts()).map((text) => text.split(/\s*\n\s*/)[0]!);
    assert.deepEqual(lines.map((text) => text.replace(/\s+/g, " ").toLowerCase()), [
      ...[`borrado: cliente ${clientId}`, `borrado: cliente ${clientId} no se hizo`],
      `exportación: cliente ${clientId}`,
    ]);
    await assertSound(page, "privacy");
  },
);

testSettings("the settings are sound on a phone, in the dark", async ({ world, page }) => {
  await go(page, world, "/panel/settings/privacy");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByText("Ajustes: Datos personales").click();
  await assertSound(page, "the sections, narrow and dark");
  await page.getByRole("navigation", { name: "Secciones de los ajustes" })
    .getByRole("link", { name: "Imagen" }).click();
  await page.getByRole("heading", { name: "Imagen" }).waitFor();
  for (const section of ["", "/brand", "/sales", "/form", "/notices", "/me"]) {
    await go(page, world, `/panel/settings${section}`);
    await assertSound(page, `settings${section}, narrow and dark`);
  }
});

/** Takes the file, is refused while there is live business, and erases after `end` has ended it. */
async function eraseClient(
  page: Page,
  world: World,
  id: number,
  end: () => Promise<void>,
): Promise<void> {
  await go(page, world, `/panel/clients/${id}`);
  await page.getByTitle("Más", { exact: true }).click();
  // By its address: a browser sends a download without the headers of these tests.
  const href = await page.getByRole("link", { name: "Exportar sus datos" }).getAttribute("href");
  const file = await page.context().request.get(world.url + href);
  assert.match(file.headers()["content-disposition"]!, /^attachment; filename="Ruiz.json"/);
  await page.getByRole("button", { name: "Borrar sus datos…" }).click();
  const dialog = page.getByRole("dialog");
  const erase = dialog.getByRole("button", { name: "Borrar para siempre" });
  await dialog.getByLabel(/Escribe/).fill("Rui");
  assert.ok(await erase.isDisabled(), "the name is typed whole");
  await dialog.getByLabel(/Escribe/).fill("Ruiz");
  await dialog.getByLabel("Motivo").selectOption("requested");
  await assertSound(page, "erasing");
  await erase.click();
  await dialog.getByRole("alert").getByText("Tiene oportunidades abiertas").waitFor();
  await end();
  await erase.click();
  await page.waitForURL(/\/panel\/clients\?/);
}
