/** On a phone the work stands at the top: what is used now and then is folded away. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { screenshot } from "../support/browser.ts";
import type { World } from "../support/world.ts";
import { alive } from "./hands.ts";
import { fillForPhone } from "./phone_width_scene.ts";
import { assertSound, browserOf, testInBrowser } from "./scene.ts";

const row = "[data-list] tbody tr";
const card = ".board-card";

/** Each page, what its first record is, and where that begins at the latest. */
const pages: [path: string, record: string][] = [
  ...[
    ...["contacts", "clients", "opportunities?view=list", "quotes", "sales", "products"],
    ...["tasks?view=list", "employees", "notifications"],
  ].map((path): [string, string] => [path, row]),
  ["notifications/callbacks", ".list-row"],
  ["notifications/phones", ".list-row"],
  ["activities", "[data-region=list] li"],
  ["trash", ".trash-row"],
  ["opportunities", card],
  ["tasks?view=board&assignee_id=me", card],
  ["tasks", ".task-line"],
  ["events?view=agenda", "[data-region=calendar] li"],
  ["events?view=day", "[data-scroll]"],
  ["events?view=week", "[data-scroll]"],
  ["events?view=month", "[data-day]"],
];

testInBrowser("at 390 × 844 the first record stands at the top", async (world) => {
  const quote = await fillForPhone(world);
  const faults: string[] = [];
  for (const [locale, colorScheme] of [["es-ES", "light"], ["en-GB", "dark"]] as const) {
    await using browser = await browserOf(world, "ana", { width: 390, colorScheme, locale });
    const { page, watch } = browser;
    for (const [path, record] of pages) {
      await open(page, world, `/panel/${path}`);
      const top = await topOf(page, record);
      if (top > 200) faults.push(`${path} begins at ${top}, ${locale}`);
      await assertSound(page, path);
      await screenshot(page, `phone-${path}-${locale}`);
    }
    await open(page, world, quote);
    const top = await topOf(page, ".quote-line[data-key]");
    if (top > 360) faults.push(`the first line begins at ${top}, ${locale}`);
    await screenshot(page, `phone-quote-${locale}`);
    await open(page, world, "/panel");
    faults.push(...await noticeFaults(page));
    await screenshot(page, `phone-home-${locale}`);
    watch.assertClean();
  }
  assert.deepEqual(faults, []);
});

async function open(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(`${url}${path}${path.includes("?") ? "&" : "?"}company_id=1`);
  await alive(page);
}

async function topOf(page: Page, record: string): Promise<number> {
  const first = page.locator(record).first();
  await first.waitFor({ timeout: 8000 }).catch(() => console.log("MISSING", record));
  if (await first.count() === 0) return 999;
  return await first.evaluate((element) => Math.round(element.getBoundingClientRect().top));
}

/** The notices are one row, amber first, that is swiped. */
async function noticeFaults(page: Page): Promise<string[]> {
  const notices = await page.locator("main .attention").evaluateAll((links) =>
    links.map((link) => ({
      top: Math.round(link.getBoundingClientRect().top),
      isLate: (link as HTMLElement).dataset.late !== undefined,
    }))
  );
  assert.ok(notices.length > 2, `${notices.length} notices`);
  const isLate = notices.map((notice) => notice.isLate);
  return [
    ...new Set(notices.map(({ top }) => top)).size > 1 ? ["notices in several rows"] : [],
    ...isLate.lastIndexOf(true) > isLate.indexOf(false) ? ["a notice in amber is not first"] : [],
  ];
}
