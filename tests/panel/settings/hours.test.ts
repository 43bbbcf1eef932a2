/** When the company works, whom it tells, and what a member wants to hear, in the settings. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { connect } from "../../channels/scene.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

async function go(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(`${url}/panel/settings/${path}?company_id=1`);
  await alive(page);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const usual = [["09:00", "14:00"], ["16:00", "19:00"]];

testInBrowser(
  "hours are set day by day, and what is wrong is said beside its day",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const company = () => expectData(ana("GET", "/companies/1"));
    await using browser = await browserOf(world, "ana");
    const { page } = browser;
    await go(page, world, "");
    await page.getByRole("link", { name: "Horario", exact: true }).first().click();
    await page.getByText("Sin horario cuenta cada minuto").waitFor();
    await alive(page);
    await assertSound(page, "no hours yet");
    await press(page, "Poner un horario");
    await press(page, "Quitar horas: Viernes (2)");
    await press(page, "Sábado: como el día anterior");
    await page.getByLabel("Lunes, hasta (1)").fill("17:00");
    await press(page, "Guardar el horario");
    await page.getByText(/solapa con otro horario/i).waitFor();
    assert.equal((await company()).opening_hours, null);
    await page.getByLabel("Lunes, hasta (1)").fill("14:30");
    await page.getByLabel("Lunes, hasta (1)").press("Control+Enter");
    await page.getByText("Horario guardado").waitFor();
    assert.deepEqual((await company()).opening_hours, {
      mon: [["09:00", "14:30"], usual[1]],
      ...{ tue: usual, wed: usual, thu: usual, fri: [usual[0]], sat: [usual[0]] },
    });
    await assertSound(page, "with hours");
    await screenshot(page, "opening-hours");

    await page.getByLabel("Día", { exact: true }).fill("2030-12-25");
    await press(page, "Añadir");
    await page.getByText("25 de diciembre de 2030", { exact: true }).waitFor();
    await page.getByLabel("Minutos sin respuesta").fill("45");
    await page.keyboard.press("Enter");
    await until(async () => (await company()).unanswered_minutes === 45);
    assert.deepEqual((await company()).closed_days, ["2030-12-25"]);
    await press(page, "Quitar el horario");
    await press(page, "Guardar el horario");
    await until(async () => (await company()).opening_hours === null);
    await undo(page, "Horario quitado");
    await until(async () => (await company()).opening_hours?.sat?.length === 1);
  },
);

testInBrowser("a member says what they want to hear in this company", async (world) => {
  const luis = apiOf(world, people.luis, 1);
  const { id } = await connect(world, { name: "Telegram" });
  const { id: other } = await connect(world, { name: "Soporte" });
  const own = async () => {
    const { companies } = await expectData(luis("GET", "/me"));
    const [{ tell_unassigned, morning_at }, second] = companies;
    assert.deepEqual([second.tell_unassigned, second.morning_at], [null, null]);
    return [morning_at, tell_unassigned?.sort((a: number, b: number) => a - b) ?? null];
  };
  const becomes = (...wanted: unknown[]) =>
    until(async () => JSON.stringify(await own()) === JSON.stringify(wanted));
  await using browser = await browserOf(world, "luis", { width: 390, colorScheme: "dark" });
  const { page } = browser;
  await go(page, world, "me");
  await page.getByLabel("Mensaje de la mañana").fill("08:30");
  await page.getByLabel("Mensaje de la mañana").press("Enter");
  await becomes("08:30", null);
  await page.getByLabel("Solo de estas").check();
  await becomes("08:30", [id, other]);
  await page.getByLabel("Telegram").uncheck();
  await becomes("08:30", [other]);
  // Two presses before the first is saved.
  await page.getByLabel(/^(Soporte|Telegram)$/)
    .evaluateAll((boxes: HTMLElement[]) => boxes.forEach((box) => box.click()));
  await becomes("08:30", [id]);
  await page.route("**/api/admin/me?*", (one) => one.abort(), { times: 1 });
  await page.getByLabel("Soporte").click();
  await page.getByText("Sin conexión").waitFor();
  assert.equal(await page.getByLabel("Soporte").isChecked(), false);
  await assertSound(page, "wishes on a phone");
  await screenshot(page, "wishes-390");
  await page.getByLabel("De todas las cuentas").check();
  await becomes("08:30", null);
  await page.getByLabel("Mensaje de la mañana").fill("");
  await page.getByLabel("Mensaje de la mañana").press("Enter");
  await becomes(null, null);
  await go(page, world, "hours");
  await press(page, "Poner un horario");
  await assertSound(page, "hours on a phone");
  await screenshot(page, "opening-hours-390");
});
