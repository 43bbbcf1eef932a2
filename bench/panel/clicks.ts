/** What a person sees of a page: how soon after a click, and how many bytes for the first one. */
import type { CDPSession, Page } from "playwright-core";
import { launch } from "@/tests/support/browser.ts";
import { until } from "@/tests/support/wait.ts";
import { recordSizes, weigh } from "@/tests/support/wire_sizes.ts";

export interface Clicks {
  /** Click → painted, the link clicked as soon as the pointer is on it. */
  atOnceMs: number[];
  /** The same for a page that was prefetched. */
  hoveredMs: number[];
}

const viewport = { width: 1440, height: 900 };

/** Bytes on the wire of a new visitor's page, without its typeface. */
export async function weighPage(address: string): Promise<number> {
  await using browser = await launch({ viewport });
  const sizes = await recordSizes(browser.context, browser.page);
  await browser.page.goto(address, { waitUntil: "networkidle" });
  return weigh(sizes).page;
}

/**
 * Clicks on a link to the page, from another page of the panel and with its assets in the cache.
 * @param start where the link is put
 */
export async function clickOn(
  target: string,
  { start, runs }: { start: string; runs: number },
): Promise<Clicks> {
  await using browser = await launch({ viewport });
  const { page } = browser;
  const prefetched = await watchPrefetches(await browser.context.newCDPSession(page));
  const clicks: Clicks = { atOnceMs: [], hoveredMs: [] };
  // The first visit fills the cache and does not count.
  await page.goto(target, { waitUntil: "networkidle" });
  for (let n = 0; n < 2 * runs; n++) {
    await page.goto(start, { waitUntil: "load" });
    prefetched.clear();
    await putLink(page, target);
    const link = page.locator("#measured");
    if (n % 2) {
      await link.hover();
      await until(() => prefetched.has(target), { what: `${target} to be prefetched` });
    }
    await link.click();
    await page.waitForURL(target);
    clicks[n % 2 ? "hoveredMs" : "atOnceMs"].push(await paintedAfter(page));
  }
  return clicks;
}

async function watchPrefetches(session: CDPSession): Promise<Set<string>> {
  const ready = new Set<string>();
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    if (status === "Ready") ready.add(prefetchUrl);
  });
  await session.send("Preload.enable");
  return ready;
}

async function putLink(page: Page, target: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement("a"), { href, id: "measured" });
    link.textContent = href;
    link.addEventListener("click", ({ timeStamp }) => {
      sessionStorage.setItem("clickedAt", String(performance.timeOrigin + timeStamp));
    });
    document.querySelector("main")!.prepend(link);
  }, target);
}

/** Milliseconds from the click on the page before to this one's first contentful paint. */
async function paintedAfter(page: Page): Promise<number> {
  return await page.evaluate(() =>
    new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [painted] = list.getEntriesByName("first-contentful-paint");
        if (!painted) return;
        const at = performance.timeOrigin + painted.startTime;
        resolve(at - Number(sessionStorage.getItem("clickedAt")));
      }).observe({ type: "paint", buffered: true });
    })
  );
}
