/** On a phone the work stands at the top: what is used now and then is folded away. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { alive, drawn } from "../hands.ts";
import { fillForPhone } from "./phone_width_scene.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

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

testInBrowser("at 390 × 844 all that a list can do is two taps away", async (world) => {
  await fillForPhone(world);
  await using browser = await browserOf(world, "ana", { width: 390 });
  const { page, watch } = browser;
  const assertLook = async (name: string) => {
    await drawn(page);
    await assertSound(page, name);
    await screenshot(page, `phone-use-${name}`);
  };
  await open(page, world, "/panel/clients");
  const filters = page.getByRole("button", { name: "Filtros", exact: true });
  await filters.tap();
  // The rest, which a desk has in a menu of its own, stands beside the others.
  const sheet = page.locator("#list-filters:popover-open");
  await sheet.waitFor();
  await assertLook("filters");
  await sheet.getByRole("button", { name: "Origen", exact: true }).tap();
  await page.locator("#filter-source_channel:popover-open").waitFor();
  await assertLook("filter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.keyboard.press("f");
  await sheet.waitFor();
  assert.equal(await page.locator("#list-filters :focus").count(), 1, "f leads to a filter");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Vistas, archivos y más" }).tap();
  const more = page.locator("#list-more:popover-open");
  for (const name of ["Descargar CSV", "Importar"]) {
    await more.getByRole("link", { name }).waitFor();
  }
  for (const name of ["Excel", "Guardar vista…"]) {
    await more.getByRole("button", { name }).waitFor();
  }
  await assertLook("more");
  await page.keyboard.press("Escape");
  // The field takes the title's place, and what stands below does not move.
  const top = await topOf(page, row);
  await page.getByRole("searchbox", { name: "Buscar en la lista…" }).tap();
  await page.keyboard.type("reformas");
  await page.waitForURL(/q=reformas/);
  await until(async () => await page.locator(row).count() === 1, { what: "one client" });
  assert.equal(await topOf(page, row), top);
  await assertLook("search");
  await page.goto(`${world.url}/panel/clients?company_id=1&kind=company`);
  await page.getByRole("button", { name: "Filtros: 1 en uso" }).waitFor();
  await alive(page);
  await page.getByRole("button", { name: "Nuevo cliente" }).tap();
  await page.getByRole("dialog").waitFor();
  await assertLook("new");
  await open(page, world, "/panel/tasks");
  await page.getByLabel("Nueva tarea").tap();
  await page.keyboard.type("Llamar a Reformas mañana #alta");
  await assertLook("quick-add");
  await page.keyboard.press("Enter");
  await page.locator(".task-line", { hasText: "Llamar a Reformas" }).waitFor();
  await page.keyboard.press("Escape");
  await filters.tap();
  await sheet.getByRole("link", { name: "Todas" }).tap();
  await page.waitForURL(/assignee_id=all/);
  watch.assertClean();
});

async function open(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(`${url}${path}${path.includes("?") ? "&" : "?"}company_id=1`);
  await alive(page);
}

async function topOf(page: Page, record: string): Promise<number> {
  const first = page.locator(record).first();
  await first.waitFor();
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
