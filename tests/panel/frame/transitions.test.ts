/** The change from one page to the next, as the browser draws it. */
import type { Page } from "playwright-core";
import { until } from "../../support/wait.ts";
import { browserOf, testInBrowser } from "../scene.ts";

interface Reveal extends Event {
  viewTransition?: object | null;
}

testInBrowser("a page without a cached style sheet comes in like any other", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { context, page, watch } = browser;
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await context.addInitScript(() => {
    // A slow machine changes pages without a transition, and notes so.
    Storage.prototype.getItem = () => null;
    addEventListener("pagereveal", (event) => {
      Object.assign(globalThis, { isDrawn: Boolean((event as Reveal).viewTransition) });
    });
  });
  await page.goto(`${world.url}/panel/clients`);
  // The fault came in about every second change.
  for (let at = 0; at < 6; at++) await change(page, at);
  let at = 6;
  await until(() => change(page, at++), { what: "a change that is drawn" });
  watch.assertClean();
});

/** Goes to another page by a link. @returns whether the change was drawn */
async function change(page: Page, at: number): Promise<boolean> {
  const next = `/panel/${at % 2 ? "clients" : "contacts"}?company_id=1`;
  await page.evaluate((href) => {
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    link.click();
  }, next);
  await page.waitForURL((url) => url.href.endsWith(next), { waitUntil: "load" });
  return await page.evaluate(() => (globalThis as unknown as { isDrawn: boolean }).isDrawn);
}
