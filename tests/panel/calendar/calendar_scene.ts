/** A calendar in a browser, and a mouse and a finger over its hours. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { type Api, expectData } from "../../crm/scene.ts";

/** A day and the minutes on the calendar's axis; none above the hours and in a month. */
export type Point = [day: string, place?: number];

/** Opens the calendar and waits until its events can be moved. */
export async function open(page: Page, { url }: World, query: string): Promise<void> {
  await page.goto(`${url}/panel/events?company_id=1&${query}`);
  await page.locator("[data-movable]").waitFor();
}

/** Puts an event into the calendar and gives its id. */
export async function addEvent(api: Api, title: string, fields: object): Promise<number> {
  return (await expectData(api("POST", "/events", { title, ...fields }), 201)).id;
}

/** Waits until the event is from one instant to the other, as `2026-11-18T09:00`. */
export async function timesOf(api: Api, id: number, from: string, to: string): Promise<void> {
  await until(async () => {
    const { starts_at, ends_at } = await expectData(api("GET", `/events/${id}`));
    assert.deepEqual([starts_at.slice(0, 16), ends_at.slice(0, 16)], [from, to]);
    return true;
  }, { what: `event ${id} at its new time` });
}

export function dayOf(page: Page, day: string) {
  return page.locator(`[data-day="${day}"]`);
}

/** The event's link in the column or cell of a day. */
export function eventOn(page: Page, day: string, title: string) {
  return dayOf(page, day).locator("a[data-event]").filter({ hasText: title });
}

/** Scrolls so that a point is in the middle of the hours in view. */
export async function show(page: Page, [day, place]: Point): Promise<void> {
  if (place === undefined) return;
  const { y } = await whereIs(page, [day, place]);
  await page.evaluate(([day, y]) => {
    const bars = document.querySelector(`[data-day="${day}"] [data-bars]`)!;
    const box = bars.closest("[data-scroll]")!;
    const middle = (bars.getBoundingClientRect().bottom + box.getBoundingClientRect().bottom) / 2;
    box.scrollTop += y - middle;
  }, [day, y] as const);
}

/** Presses at one point and lets go at another; both hours must be in view together. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  const middle: Point = [from[0], from[1] === undefined ? undefined : (from[1] + to[1]!) / 2];
  await show(page, middle);
  const [start, end] = [await whereIs(page, from), await whereIs(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 3, start.y + 8, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.locator("[data-ghost]").first().waitFor({ state: "attached" });
  await page.mouse.up();
}

/** Where a point is in the window. */
export async function whereIs(page: Page, [day, place]: Point): Promise<{ x: number; y: number }> {
  return await page.evaluate(([day, place]) => {
    const column = document.querySelector(`[data-day="${day}"]`)!;
    const bars = column.querySelector("[data-bars]")!.getBoundingClientRect();
    const x = bars.left + bars.width / 2;
    const hours = column.querySelector("[data-times]");
    if (place === undefined || !hours) return { x, y: bars.top + 10 };
    const minutes = Number(getComputedStyle(hours).getPropertyValue("--minutes"));
    const { top, height } = hours.getBoundingClientRect();
    return { x, y: top + place / minutes * height };
  }, [day, place] as const);
}
