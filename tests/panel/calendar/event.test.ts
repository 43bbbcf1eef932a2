/** An event's page, what the calendar is laid over with, and the calendar on a phone. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openContext, screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { addClient, type Api, apiOf, expectData } from "../../crm/scene.ts";
import { addEvent, dayOf, eventOn, open, show, timesOf, whereIs } from "./calendar_scene.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, identityOf, testInBrowser } from "../scene.ts";

const hour = 60;

testInBrowser("an event's page saves itself, and a phone reads and moves events", async (world) => {
  const api = apiOf(world, people.ana);
  await addEvent(api, "Feria", {
    starts_at: "2026-11-16T23:00:00Z",
    ends_at: "2026-11-19T23:00:00Z",
    all_day: true,
  });
  {
    await using browser = await browserOf(world, "ana");
    await laysOverTasksAndQuotes(browser.page, world, api);
    await savesAnEvent(browser.page, world, api);
    browser.watch.assertClean({ allow: /status of 404/ });
  }
  await readsOnAPhone(world);
  await using browser = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
  await movesByFinger(browser.page, world, api);
  for (const query of ["", "&view=month", "&view=agenda"]) {
    await open(browser.page, world, `day=2026-11-16${query}`);
    await assertSound(browser.page, `the calendar ${query} narrow`);
    await screenshot(browser.page, `calendar${query}-narrow`);
  }
  browser.watch.assertClean();
});

async function laysOverTasksAndQuotes(page: Page, world: World, api: Api) {
  const client_id = await addClient(world, 1, "Muebles Ruiz");
  const [stage] = await expectData(api("GET", "/pipeline-stages"));
  const opportunity = await expectData(
    api("POST", "/opportunities", { title: "Mesa", client_id, stage_id: stage.id }),
    201,
  );
  const valid_until = "2027-05-12";
  const lines = [{ name: "Mesa de roble", quantity: 1, unit_price: 900 }];
  const quote = await expectData(
    api("POST", "/quotes", { opportunity_id: opportunity.id, valid_until, lines }),
    201,
  );
  const sent = await expectData(api("POST", `/quotes/${quote.id}/send`));
  const task = await expectData(
    api("POST", "/tasks", { title: "Barnizar", due_at: "2027-05-11T10:00:00Z" }),
    201,
  );
  await open(page, world, "day=2027-05-12");
  const onQuote = dayOf(page, "2027-05-12").getByRole("link", { name: sent.number });
  const onTask = dayOf(page, "2027-05-11").getByRole("link", { name: "Barnizar" });
  assert.match((await onTask.getAttribute("href"))!, new RegExp(`^/panel/tasks/${task.id}\\?`));
  assert.match((await onQuote.getAttribute("href"))!, new RegExp(`^/panel/quotes/${quote.id}\\?`));
  await assertSound(page, "a week");
  await page.getByRole("link", { name: "Tareas", exact: true }).last().click();
  await page.waitForURL(/hide=tasks/);
  assert.equal(await onTask.count(), 0);
  await onQuote.click();
  await page.waitForURL(/\/panel\/quotes\/\d+/);
  // People are a filter by link.
  await open(page, world, "day=2026-11-18");
  await page.getByRole("link", { name: "Luis" }).click();
  await page.waitForURL(/assignee_id=\d+/);
  assert.equal(await page.locator("a[data-event]", { hasText: "Feria" }).count(), 0);
}

async function savesAnEvent(page: Page, world: World, api: Api) {
  const id = await addEvent(api, "Reunión", {
    starts_at: "2026-11-24T09:00:00Z",
    ends_at: "2026-11-24T10:00:00Z",
    reminder_minutes: [30],
  });
  const read = () => expectData(api("GET", `/events/${id}`));
  await page.goto(`${world.url}/panel/events/${id}?company_id=1`);
  await alive(page);
  await page.getByLabel("Empieza").fill("2026-11-25T12:00");
  await page.keyboard.press("Enter");
  await timesOf(api, id, "2026-11-25T11:00", "2026-11-25T12:00");
  await page.locator("[data-region=head]").getByText("mié, 25 nov, 12:00–13:00").waitFor();
  await page.getByLabel("Termina").fill("2026-11-25T11:00");
  await page.keyboard.press("Enter");
  await page.getByText("Tiene que terminar después de empezar").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Todo el día").check();
  await timesOf(api, id, "2026-11-24T23:00", "2026-11-25T23:00");
  await page.getByLabel("Avisos").selectOption({ label: "1 h antes" });
  await until(async () => String((await read()).reminder_minutes) === "30,60");
  await page.getByRole("button", { name: "Quitar el aviso: 30 min antes" }).click();
  await until(async () => String((await read()).reminder_minutes) === "60");
  await page.getByLabel("Lugar").fill("Taller");
  await page.keyboard.press("Enter");
  await until(async () => (await read()).location === "Taller");
  await page.getByLabel("Nota para tus compañeros").fill("Llevar muestras.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Llevar muestras.", { exact: true }).waitFor();
  await assertSound(page, "an event's page");
  await screenshot(page, "event");
  await page.getByRole("button", { name: "A la papelera" }).click();
  await page.waitForURL(/\/panel\/events\?/);
  assert.equal((await api("GET", `/events/${id}`)).status, 404);
}

async function readsOnAPhone(world: World) {
  await using browser = await openContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
    locale: "es-ES",
    extraHTTPHeaders: await identityOf(world, "ana"),
  });
  const { page } = browser;
  await page.goto(`${world.url}/panel/events?company_id=1&day=2026-11-18`);
  const link = eventOn(page, "2026-11-17", "Feria");
  const { x, width } = (await link.boundingBox())!;
  assert.ok(x < 40 && width > 300, "a week reads as a list");
  await eventOn(page, "2026-11-18", "Feria").waitFor();
  assert.equal(await dayOf(page, "2026-11-21").isVisible(), false, "an empty day is left out");
  await page.getByRole("link", { name: "Lista" }).click();
  await page.getByRole("link", { name: /Feria/ }).first().click();
  await page.getByRole("heading", { name: "Feria" }).waitFor();
}

async function movesByFinger(page: Page, world: World, api: Api) {
  const id = await addEvent(api, "A dedo", {
    starts_at: "2026-11-26T09:00:00Z",
    ends_at: "2026-11-26T10:00:00Z",
  });
  await open(page, world, "view=day&day=2026-11-26");
  const touch = await page.context().newCDPSession(page);
  const tell = (
    type: "touchStart" | "touchMove" | "touchEnd",
    ...points: { x: number; y: number }[]
  ) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await show(page, ["2026-11-26", 11 * hour]);
  const [from, to] = [
    await whereIs(page, ["2026-11-26", 10.25 * hour]),
    await whereIs(page, ["2026-11-26", 11.25 * hour]),
  ];
  await tell("touchStart", from);
  await page.locator("[data-ghost]").waitFor({ state: "attached" });
  await tell("touchMove", to);
  await page.locator("[data-ghost]").getByText("11:00–12:00").waitFor({ state: "attached" });
  await tell("touchEnd");
  await timesOf(api, id, "2026-11-26T10:00", "2026-11-26T11:00");
}
