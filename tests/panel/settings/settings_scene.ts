/** Ana in the settings of her company. */
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

export interface Settings {
  world: World;
  page: Page;
  ana: ReturnType<typeof apiOf>;
  company(): ReturnType<typeof expectData>;
  /** Waits until the company's field has the value. */
  becomes(name: string, value: unknown): Promise<unknown>;
}

export function testSettings(name: string, walk: (settings: Settings) => Promise<void>): void {
  testInBrowser(name, async (world) => {
    const ana = apiOf(world, people.ana);
    const company = () => expectData(ana("GET", "/companies/1"));
    const becomes = (name: string, value: unknown) =>
      until(async () => JSON.stringify((await company())[name]) === JSON.stringify(value), {
        what: `${name} to be ${JSON.stringify(value)}`,
      });
    await using browser = await browserOf(world, "ana");
    await walk({ world, page: browser.page, ana, company, becomes });
  });
}

/** Opens a page and waits until its islands answer. */
export async function go(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(`${url}${path}?company_id=1`);
  await alive(page);
}

export async function write(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text);
  await page.keyboard.press("Enter");
}
