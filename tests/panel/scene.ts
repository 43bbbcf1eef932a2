/** A person at the panel in a real browser, and what every page there must hold. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { long } from "../faults/support/proof.ts";
import { usualTimeoutMs } from "@/lib/panel/api/call_api.ts";
import { manyShownMs, shownMs } from "@/lib/panel/page/toasts.ts";
import {
  bePatient,
  findChromium,
  type LaunchedBrowser,
  openContext,
  screenOf,
} from "../support/browser.ts";
import { inWorld, people, type World, type WorldOptions } from "../support/world.ts";

interface Looks {
  width?: 1440 | 390;
  colorScheme?: "light" | "dark";
  locale?: "es-ES" | "en-GB" | "fr-FR";
}

/** A desk by day and a phone by night; in the long form every width in every scheme. */
export const chosenLooks: Required<Pick<Looks, "width" | "colorScheme">>[] = [
  { width: 1440, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
  ...(long
    ? [{ width: 1440, colorScheme: "dark" } as const, { width: 390, colorScheme: "light" } as const]
    : []),
];

/** Registers a test that needs a browser and a world. */
export function testInBrowser(
  name: string,
  test: (world: World) => Promise<void>,
  options: WorldOptions = {},
): void {
  Deno.test({
    name,
    ignore: findChromium() === null,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => inWorld(options, test),
  });
}

/** Opens a browser signed in as `person`; as no one with `null`. */
export async function browserOf(
  world: World,
  person: keyof typeof people | null,
  { width = 1440, colorScheme = "light", locale = "es-ES" }: Looks = {},
): Promise<LaunchedBrowser> {
  const browser = await openContext({
    ...screenOf(width),
    colorScheme,
    locale,
    extraHTTPHeaders: person ? await identityOf(world, person) : {},
  });
  await bePatient(browser, [shownMs, 2 * shownMs, manyShownMs, usualTimeoutMs]);
  return browser;
}

/** Headers that the gateway adds to a person's requests. */
export async function identityOf(
  world: World,
  person: keyof typeof people,
): Promise<Record<string, string>> {
  return { "Cf-Access-Jwt-Assertion": await world.tokenFor(people[person]) };
}

const axe = await Deno.readTextFile(new URL(import.meta.resolve("axe-core/axe.min.js")));

/** Checks of every page: no axe finding, no id twice, a way back within, no sideways scroll. */
export async function assertSound(page: Page, where: string): Promise<void> {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe);
  let violations = await violationsOf(page);
  // What came in meanwhile is looked at again when it stands.
  if (violations.length > 0) violations = await violationsOf(page);
  assert.deepEqual(violations, [], where);
  const { twice, hasState, astray } = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const dialogs = [...document.querySelectorAll<HTMLElement>(".dialog:modal")];
    return {
      // In the middle, or beside what it is about; on a phone a sheet from below.
      astray: dialogs.filter((dialog) => {
        const { top, bottom } = dialog.getBoundingClientRect();
        const below = innerHeight - bottom;
        const beside = innerWidth < 768 ? NaN : parseFloat(dialog.style.top);
        if (!isNaN(beside)) return Math.abs(top - beside) > 2;
        return Math.abs(innerWidth < 768 ? below : top - below) > 2;
      }).map((dialog) => dialog.getAttribute("aria-labelledby")),
      twice: ids.filter((id, index) => ids.indexOf(id) < index),
      // Only a page with islands has a runtime that could reload it.
      hasState: history.state !== null ||
        !document.documentElement.innerHTML.includes("/_fresh/js/"),
    };
  });
  assert.deepEqual(twice, [], `${where}: ids that stand twice`);
  assert.deepEqual(astray, [], `${where}: dialogs away from their place`);
  assert.ok(hasState, `${where}: the real Fresh would reload it on going back`);
  await assertNotSideways(page, where);
}

async function violationsOf(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    // Half transparent on its way in, a text has not yet the contrast that it will have.
    // One may be given up on the way, when what it moves is redrawn.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    // @ts-ignore: axe is on the page
    const { violations } = await globalThis.axe.run({
      resultTypes: ["violations"],
      // WCAG 2.2, 2.5.8; not among those that axe runs unasked.
      rules: { "target-size": { enabled: true } },
      preload: false,
      // Findings name the element itself; where each of the others stands takes long to say.
      selectors: false,
    });
    // deno-lint-ignore no-explicit-any
    return violations.map(({ id, nodes }: any) => `${id}: ${nodes.map((n: any) => n.html)}`);
  });
}

/** Nothing is wider than the window. */
export async function assertNotSideways(page: Page, where: string): Promise<void> {
  const wider = await page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth
  );
  assert.equal(wider, 0, `${where}: the page scrolls sideways`);
}

/** Waits until the page's islands answer. */
export async function opened(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("button", { name: /Enviar una prueba|Send a test/ }).waitFor();
  // Preact keeps its listeners on the element: a press before they exist is lost.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("button")].some((button) =>
      /Enviar una prueba|Send a test/.test(button.textContent ?? "") &&
      Object.keys(button).length > 0
    )
  );
}
