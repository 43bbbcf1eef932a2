/** Events that repeat, in a browser: made, changed by field and by mouse, deleted and brought back. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { drag, eventOn, open, type Point, timesOf } from "./calendar_scene.ts";
import { alive, drawn } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const hour = 60;

testInBrowser("a series is made, changed and deleted as far as is chosen", async (world) => {
  const api = apiOf(world, people.ana);
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  const id = await makesASeries(page, world, api);
  await changesByField(page, api, id);
  await changesTheRule(page, api, id);
  await movesByMouse(page, world, api, id);
  await deletes(page, world, api, id);
  browser.watch.assertClean({ allow: /status of 422/ });
});

async function series(api: Api, id: number) {
  const event = await expectData(api("GET", `/events/${id}`));
  const { series_id } = event;
  return await expectData(api("GET", `/events?series_id=${series_id}&sort=starts_at`));
}

async function makesASeries(page: Page, world: World, api: Api): Promise<number> {
  await open(page, world, "day=2035-10-16#new");
  const sheet = page.getByRole("dialog", { name: "Nuevo evento" });
  await sheet.getByLabel("Título").fill("Equipo");
  // The end follows the start, by hours and by whole days.
  await sheet.getByLabel("Empieza").fill("2035-10-16T10:00");
  await sheet.getByLabel("Termina").fill("2035-10-16T11:30");
  await sheet.getByLabel("Empieza").fill("2035-10-17T23:00");
  assert.equal(await sheet.getByLabel("Termina").inputValue(), "2035-10-18T00:30");
  await sheet.getByLabel("Todo el día").check();
  assert.equal(await sheet.getByLabel("Termina").inputValue(), "2035-10-18");
  await sheet.getByLabel("Empieza").fill("2035-10-16");
  assert.equal(await sheet.getByLabel("Termina").inputValue(), "2035-10-17");
  await sheet.getByLabel("Todo el día").uncheck();
  await sheet.getByLabel("Empieza").fill("2035-10-16T10:00");
  assert.equal(await sheet.getByLabel("Termina").inputValue(), "2035-10-16T11:30");

  await sheet.getByLabel("Se repite").selectOption({ label: "Cada semana" });
  await sheet.getByLabel("jueves").press("Space");
  await sheet.getByLabel("Hasta cuándo").selectOption({ label: "Un día" });
  await sheet.getByLabel("Último día").fill("2035-10-01");
  await sheet.getByText("Cada martes y jueves hasta el 1 de octubre de 2035").waitFor();
  await sheet.getByRole("button", { name: "Guardar" }).click();
  await sheet.getByText("es anterior al comienzo").first().waitFor();
  await sheet.getByLabel("Último día").fill("2035-11-01");
  await assertSound(page, "a new event that repeats");
  await screenshot(page, "event-new-repeats");
  await sheet.getByRole("button", { name: "Guardar" }).click();
  await page.waitForURL(/\/panel\/events\/\d+/);
  const id = Number(/events\/(\d+)/.exec(page.url())![1]);
  assert.equal((await series(api, id)).length, 6);
  return id;
}

async function changesByField(page: Page, api: Api, id: number) {
  await alive(page);
  const others = page.locator("[data-region=series]");
  await others.getByText("Cada martes y jueves hasta el 1 de noviembre de 2035").waitFor();
  assert.equal(await others.getByRole("link").count(), 6);
  await assertSound(page, "the page of an occurrence");
  await page.getByLabel("Lugar").fill("Taller");
  await page.keyboard.press("Enter");
  await until(async () => (await series(api, id))[0].location === "Taller");
  await page.getByText("Todos", { exact: true }).click();
  await toTheBottom(page.getByLabel("Lugar"));
  await page.getByLabel("Lugar").fill("Sala");
  await page.keyboard.press("Enter");
  await page.getByText("6 eventos cambiados").waitFor();
  const places = async () =>
    (await series(api, id)).map(({ location }: { location: string | null }) => location);
  assert.deepEqual(await places(), Array(6).fill("Sala"));
  await pressSlowly(page, page.getByRole("button", { name: "Deshacer" }));
  await page.getByText("Deshecho").waitFor();
  assert.deepEqual(await places(), ["Taller", null, null, null, null, null]);
  await others.getByRole("link").nth(1).click();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`));
  await page.locator("[data-region=series]").getByText("Cambiado aparte").waitFor();
}

/** Where a toast has to make room for it. */
async function toTheBottom(field: Locator): Promise<void> {
  await field.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    document.body.style.paddingBottom = "100vh";
    scrollBy({ top: bottom + 20 - innerHeight, behavior: "instant" });
  });
}

/** As a hand does: the page is drawn between the button's way down and up. */
async function pressSlowly(page: Page, button: Locator): Promise<void> {
  await button.hover();
  await page.mouse.down();
  await drawn(page);
  await page.mouse.up();
}

async function changesTheRule(page: Page, api: Api, id: number) {
  await alive(page);
  await page.getByRole("button", { name: /^Cambiar \(/ }).click();
  const dialog = page.getByRole("dialog", { name: "Repetición" });
  await dialog.getByLabel("jueves").waitFor();
  await assertSound(page, "the dialog of a rule");
  await dialog.getByLabel("jueves").press("Space");
  await dialog.getByLabel("miércoles").press("Space");
  await dialog.getByLabel("Todos").press("Space");
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await page.locator("[data-region=series]")
    .getByText("Cada martes y miércoles hasta el 1 de noviembre de 2035").waitFor();
  const days = (await series(api, id)).map((one: { original_day: string }) => one.original_day);
  assert.deepEqual(days.map((day: string) => day.slice(5)), [
    ...["10-16", "10-17", "10-23", "10-24", "10-30", "10-31"],
  ]);
}

async function movesByMouse(page: Page, world: World, api: Api, id: number) {
  const [, , third, fourth] = await series(api, id);
  await open(page, world, "day=2035-10-23");
  const ask = page.getByRole("dialog", { name: "Se repite: ¿qué se cambia?" });
  // An hour lower on the axis than on the clock: a day of that week has one twice.
  const twoHoursLater = [["2035-10-23", 11.25 * hour], ["2035-10-23", 13.25 * hour]] as [
    Point,
    Point,
  ];
  await drag(page, ...twoHoursLater);
  await ask.waitFor();
  await assertSound(page, "the question which are moved");
  await page.keyboard.press("Escape");
  await page.locator("[data-ghost]").waitFor({ state: "detached" });
  await drag(page, ...twoHoursLater);
  await ask.getByText("Este y los siguientes").click();
  await ask.getByRole("button", { name: "Guardar" }).click();
  await page.getByText("4 eventos cambiados").waitFor();
  await timesOf(api, third.id, "2035-10-23T10:00", "2035-10-23T11:30");
  await timesOf(api, fourth.id, "2035-10-24T10:00", "2035-10-24T11:30");
  await timesOf(api, id, "2035-10-16T08:00", "2035-10-16T09:30");
  await page.getByRole("button", { name: "Deshacer" }).click();
  await page.getByText("Deshecho").waitFor();
  await timesOf(api, fourth.id, "2035-10-24T08:00", "2035-10-24T09:30");
  // By keys, this one alone.
  await eventOn(page, "2035-10-24", "Equipo").focus();
  await page.keyboard.press("ArrowDown");
  await ask.waitFor();
  await page.keyboard.press("Enter");
  await timesOf(api, fourth.id, "2035-10-24T08:15", "2035-10-24T09:45");
  await timesOf(api, third.id, "2035-10-23T08:00", "2035-10-23T09:30");
}

async function deletes(page: Page, world: World, api: Api, id: number) {
  const all = await series(api, id);
  await page.goto(`${world.url}/panel/events/${all[2].id}?company_id=1`);
  await alive(page);
  await page.getByRole("button", { name: "A la papelera" }).click();
  const ask = page.getByRole("dialog", { name: "Se repite: ¿qué se borra?" });
  await ask.getByText("Este y los siguientes").click();
  await ask.getByRole("button", { name: "A la papelera" }).click();
  await page.waitForURL(/\/panel\/events\?/);
  await page.getByText("4 eventos en la papelera").waitFor();
  assert.equal((await series(api, id)).length, 2);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await page.getByText("Deshecho").waitFor();
  assert.equal((await series(api, id)).length, 6);
}
