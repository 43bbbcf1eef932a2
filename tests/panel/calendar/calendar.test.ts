/** The calendar in a real browser: planned by mouse and keyboard, also across clock changes. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { screenshot } from "../../support/browser.ts";
import { people, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { addEvent, dayOf, drag, eventOn, open, timesOf, whereIs } from "./calendar_scene.ts";
import { undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const hour = 60;

testInBrowser("a calendar is planned by mouse and by keyboard", async (world) => {
  const api = apiOf(world, people.ana);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await createsBySelecting(page, world, api);
  await movesAndResizes(page, world, api);
  await putsBackWhatIsRefused(page, world, api);
  await movesWholeDays(page, world, api);
  await keepsHoursAcrossChanges(page, world, api);
  await movesByKeys(page, world, api);
  watch.assertClean({ allow: /status of 4(04|09)/ });
});

async function createsBySelecting(page: Page, world: World, api: Api) {
  await open(page, world, "day=2026-11-18");
  await drag(page, ["2026-11-18", 10 * hour], ["2026-11-18", 11.5 * hour]);
  const dialog = page.getByRole("dialog", { name: "Nuevo evento" });
  await dialog.getByText("mié, 18 nov, 10:00–11:30").waitFor();
  await assertSound(page, "the question for a title");
  await page.keyboard.press("Enter");
  await dialog.getByText("Ponle un título").waitFor();
  await dialog.getByLabel("Título").fill("Medir la cocina");
  await page.keyboard.press("Enter");
  await eventOn(page, "2026-11-18", "Medir la cocina").waitFor();
  const events = await expectData(api("GET", "/events?from=2026-11-18&to=2026-11-18"));
  assert.deepEqual(
    events.map(({ title, starts_at, ends_at, assignee }: Made) => [
      title,
      starts_at,
      ends_at,
      assignee.name,
    ]),
    [["Medir la cocina", "2026-11-18T09:00:00.000Z", "2026-11-18T10:30:00.000Z", "Ana Ruiz"]],
  );
  assert.equal(await page.locator("[data-ghost]").count(), 0);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await eventOn(page, "2026-11-18", "Medir la cocina").waitFor({ state: "detached" });

  const bars = await whereIs(page, ["2026-11-17"]);
  const last = await whereIs(page, ["2026-11-19"]);
  await page.mouse.move(bars.x, bars.y);
  await page.mouse.down();
  await page.mouse.move(last.x, last.y, { steps: 4 });
  await page.mouse.up();
  await dialog.getByText("mar, 17 nov – jue, 19 nov").waitFor();
  await dialog.getByLabel("Título").fill("Feria");
  await dialog.getByRole("button", { name: "Más datos" }).click();
  await page.getByRole("heading", { name: "Feria" }).waitFor();
  const id = Number(/events\/(\d+)/.exec(page.url())![1]);
  await timesOf(api, id, "2026-11-16T23:00", "2026-11-19T23:00");
}

interface Made {
  title: string;
  starts_at: string;
  ends_at: string;
  assignee: { name: string };
}

async function movesAndResizes(page: Page, world: World, api: Api) {
  const id = await addEvent(api, "Entrega", {
    starts_at: "2026-11-18T09:00:00Z",
    ends_at: "2026-11-18T10:00:00Z",
    type: "delivery",
  });
  await addEvent(api, "A la vez", {
    starts_at: "2026-11-18T09:30:00Z",
    ends_at: "2026-11-18T11:00:00Z",
  });
  await open(page, world, "day=2026-11-18");
  const boxes = await Promise.all(
    ["Entrega", "A la vez"].map(async (title) =>
      (await eventOn(page, "2026-11-18", title).boundingBox())!
    ),
  );
  assert.ok(boxes[0]!.x + boxes[0]!.width <= boxes[1]!.x, "what overlaps stands side by side");
  await page.locator("a[data-event]", { hasText: "A la vez" }).focus();
  await page.keyboard.press("ArrowRight");
  await eventOn(page, "2026-11-19", "A la vez").waitFor();

  await drag(page, ["2026-11-18", 10.25 * hour], ["2026-11-20", 12.25 * hour]);
  await timesOf(api, id, "2026-11-20T11:00", "2026-11-20T12:00");
  await eventOn(page, "2026-11-20", "Entrega").waitFor();
  assert.match(page.url(), /\/panel\/events\?/, "a drag opens no page");
  await page.getByText("Movido: vie, 20 nov, 12:00–13:00").waitFor();
  await drag(page, ["2026-11-20", 13 * hour - 3], ["2026-11-20", 14.5 * hour]);
  await timesOf(api, id, "2026-11-20T11:00", "2026-11-20T13:30");
  await undo(page, "Movido: vie, 20 nov, 12:00–14:30");
  await timesOf(api, id, "2026-11-20T11:00", "2026-11-20T12:00");
  // Let go by Escape it is where it was.
  const { x, y } = await whereIs(page, ["2026-11-20", 12.5 * hour]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 60, { steps: 3 });
  await page.locator("[data-ghost]").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.locator("[data-ghost]").waitFor({ state: "detached" });
  await page.mouse.up();
  await timesOf(api, id, "2026-11-20T11:00", "2026-11-20T12:00");
}

async function putsBackWhatIsRefused(page: Page, world: World, api: Api) {
  const times = { starts_at: "2026-11-19T15:00:00Z", ends_at: "2026-11-19T16:00:00Z" };
  const id = await addEvent(api, "De dos", times);
  await open(page, world, "day=2026-11-19");
  // Another field is no conflict, the time is one.
  await expectData(api("PATCH", `/events/${id}`, { location: "Taller" }));
  await drag(page, ["2026-11-19", 16.5 * hour], ["2026-11-19", 17.5 * hour]);
  await timesOf(api, id, "2026-11-19T16:00", "2026-11-19T17:00");
  assert.equal((await expectData(api("GET", `/events/${id}`))).location, "Taller");
  await eventOn(page, "2026-11-19", "Taller").waitFor();
  await expectData(api("PATCH", `/events/${id}`, { starts_at: "2026-11-19T15:30:00Z" }));
  await drag(page, ["2026-11-19", 17.5 * hour], ["2026-11-19", 19.5 * hour]);
  await page.getByText("No se ha movido: otra persona").waitFor();
  await timesOf(api, id, "2026-11-19T15:30", "2026-11-19T17:00");
  await eventOn(page, "2026-11-19", "16:30–18:00").waitFor();
  await expectData(api("DELETE", `/events/${id}`));
  await drag(page, ["2026-11-19", 17.5 * hour], ["2026-11-19", 19.5 * hour]);
  await page.getByText(/^No se ha movido: /).waitFor();
  await eventOn(page, "2026-11-19", "De dos").waitFor({ state: "detached" });
}

async function movesWholeDays(page: Page, world: World, api: Api) {
  const id = await addEvent(api, "Curso", {
    starts_at: "2026-12-01T23:00:00Z",
    ends_at: "2026-12-02T23:00:00Z",
    all_day: true,
  });
  const early = await addEvent(api, "Visita", {
    starts_at: "2026-12-10T08:00:00Z",
    ends_at: "2026-12-10T09:00:00Z",
  });
  for (let count = 1; count <= 6; count++) {
    await addEvent(api, `Cita ${count}`, {
      starts_at: "2026-12-15T10:00:00Z",
      ends_at: "2026-12-15T10:30:00Z",
    });
  }
  await open(page, world, "view=month&day=2026-12-02");
  const drop = async (title: string, to: string) => {
    await page.locator("a[data-event]", { hasText: title }).first().hover();
    await page.mouse.down();
    const { x, y } = await whereIs(page, [to]);
    await page.mouse.move(x, y + 40, { steps: 4 });
    await page.mouse.up();
  };
  await drop("Curso", "2026-12-04");
  await timesOf(api, id, "2026-12-03T23:00", "2026-12-04T23:00");
  await drop("Visita", "2026-12-11");
  await timesOf(api, early, "2026-12-11T08:00", "2026-12-11T09:00");
  await eventOn(page, "2026-12-11", "Visita").waitFor();
  const { x, y, width, height } = (await dayOf(page, "2026-12-04").locator(".calendar-bar")
    .filter({ hasText: "Curso" }).boundingBox())!;
  await page.mouse.move(x + width - 4, y + height / 2);
  await page.mouse.down();
  const end = await whereIs(page, ["2026-12-06"]);
  await page.mouse.move(end.x, end.y + 40, { steps: 4 });
  await page.mouse.up();
  await timesOf(api, id, "2026-12-03T23:00", "2026-12-06T23:00");
  await assertSound(page, "a month");
  await screenshot(page, "calendar-month");
  await dayOf(page, "2026-12-15").getByRole("link", { name: "2 más el martes, 15" }).click();
  await page.getByRole("heading", { name: /Martes, 15 de diciembre de 2026/ }).waitFor();
  assert.equal(await page.locator("a[data-event]").count(), 6);
}

async function keepsHoursAcrossChanges(page: Page, world: World, api: Api) {
  const spring = await addEvent(api, "Primavera", {
    starts_at: "2026-03-28T09:00:00Z",
    ends_at: "2026-03-28T10:00:00Z",
  });
  await open(page, world, "day=2026-03-28");
  await drag(page, ["2026-03-28", 10.5 * hour], ["2026-03-29", 10.5 * hour]);
  await timesOf(api, spring, "2026-03-29T08:00", "2026-03-29T09:00");
  const early = await addEvent(api, "De noche", {
    starts_at: "2026-03-29T00:00:00Z", // 01:00
    ends_at: "2026-03-29T00:45:00Z",
  });
  await open(page, world, "day=2026-03-28");
  await drag(page, ["2026-03-29", 1.75 * hour - 3], ["2026-03-29", 4 * hour]);
  await timesOf(api, early, "2026-03-29T00:00", "2026-03-29T02:00");

  // In autumn the day has 25 hours: what is between the two is the second two o'clock.
  const autumn = await addEvent(api, "Otoño", {
    starts_at: "2026-10-24T08:00:00Z", // 10:00
    ends_at: "2026-10-24T09:00:00Z",
  });
  await open(page, world, "day=2026-10-24");
  await drag(page, ["2026-10-24", 11.5 * hour], ["2026-10-25", 11.5 * hour]);
  await timesOf(api, autumn, "2026-10-25T09:00", "2026-10-25T10:00");
  await drag(page, ["2026-10-25", 3 * hour + 1], ["2026-10-25", 4 * hour]);
  const dialog = page.getByRole("dialog", { name: "Nuevo evento" });
  await dialog.getByText("02:00 (2.ª vez)–03:00").waitFor();
  await dialog.getByLabel("Título").fill("Segunda hora");
  await page.keyboard.press("Enter");
  await eventOn(page, "2026-10-25", "Segunda hora").waitFor();
  const [second] = await expectData(api("GET", "/events?from=2026-10-25&to=2026-10-25"));
  assert.deepEqual([second.starts_at, second.ends_at], [
    "2026-10-25T01:00:00.000Z",
    "2026-10-25T02:00:00.000Z",
  ]);
  await screenshot(page, "calendar-25-hours");
}

async function movesByKeys(page: Page, world: World, api: Api) {
  await expectData(api("PATCH", "/companies/1", { timezone: "America/New_York" }));
  const id = await addEvent(api, "Llamada", {
    starts_at: "2026-10-31T14:00:00Z", // 10:00 in New York
    ends_at: "2026-10-31T15:00:00Z",
  });
  await open(page, world, "day=2026-10-31");
  const link = page.locator("a[data-event]", { hasText: "Llamada" });
  await link.focus();
  await page.keyboard.press("ArrowRight");
  const announcement = page.locator("[aria-live]").getByText("Llamada: dom, 1 nov, 10:00–11:00");
  await announcement.waitFor({ state: "attached" });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await timesOf(api, id, "2026-11-01T15:15", "2026-11-01T16:45");
  await eventOn(page, "2026-11-01", "10:15–11:45").waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Llamada"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await page.locator("[aria-live]").getByText("Como estaba").waitFor({ state: "attached" });
  assert.equal(await page.locator("[data-ghost]").count(), 0);
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: /19–25 oct 2026/ }).waitFor();
  await page.locator("[data-movable]").waitFor();
  await page.keyboard.press("t");
  await page.locator('[data-today="true"]').first().waitFor();
  await timesOf(api, id, "2026-11-01T15:15", "2026-11-01T16:45");
  await expectData(api("PATCH", "/companies/1", { timezone: "Europe/Madrid" }));
}
