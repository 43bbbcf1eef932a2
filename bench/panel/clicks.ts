/** A page as a person sees it: how soon after a click, and how many bytes for the first one. */
import { type BareBrowser, launchBare } from "@/tests/support/bare_browser.ts";
import { launch } from "@/tests/support/browser.ts";
import { until } from "@/tests/support/wait.ts";
import { recordSizes, weigh } from "@/tests/support/wire_sizes.ts";

export interface Clicks {
  /** Click → painted, the link clicked as soon as the pointer is on it. */
  atOnceMs: number[];
  /** The same for a page that was drawn ahead, whole, while the pointer was on its link. */
  hoveredMs: number[];
}

const viewport = { width: 1440, height: 900 };
/** Clicks of each kind that do not count: a tab learns by the first whether it can animate. */
const warmUps = 1;

/** Bytes on the wire of a new visitor's page, headers included, without its typeface. */
export async function weighPage(address: string): Promise<number> {
  await using browser = await launch({ viewport });
  const sizes = await recordSizes(await browser.context.newCDPSession(browser.page));
  // The feed of changes opens later, or the network would never be idle.
  await browser.page.goto(address, { waitUntil: "networkidle" });
  return weigh(sizes).page;
}

/**
 * Clicks on a link to the page, from another page of the panel and with its assets in the cache. In
 * a browser without Playwright, which would keep pages from being drawn ahead.
 * @param start where the link is put
 */
export async function clickOn(
  target: string,
  { start, runs }: { start: string; runs: number },
): Promise<Clicks> {
  await using browser = await launchBare(viewport);
  const clicks: Clicks = { atOnceMs: [], hoveredMs: [] };
  await browser.goto(target);
  for (let n = 0; n < 2 * (warmUps + runs); n++) {
    await browser.goto(start);
    browser.ahead.clear();
    await putLink(browser, target);
    if (n % 2) {
      await browser.hover("#measured");
      const isReady = () => browser.ahead.get(target) === "prerender Ready";
      await until(isReady, { what: `${target} to be drawn ahead` });
      const isLoaded = "document.readyState === 'complete'";
      await until(() => browser.evaluate(isLoaded, "ahead"), { what: `${target} to be loaded` });
    }
    await browser.click("#measured");
    const tookMs = await paintedAfter(browser, target);
    if (n >= 2 * warmUps) clicks[n % 2 ? "hoveredMs" : "atOnceMs"].push(tookMs);
  }
  return clicks;
}

async function putLink(browser: BareBrowser, target: string): Promise<void> {
  await browser.evaluate(`(() => {
    const href = ${JSON.stringify(target)};
    const link = Object.assign(document.createElement("a"), { href, id: "measured" });
    link.textContent = href;
    link.addEventListener("click", ({ timeStamp }) => {
      localStorage.setItem("clickedAt", String(performance.timeOrigin + timeStamp));
    });
    document.querySelector("main").prepend(link);
  })()`);
}

/** Milliseconds from the click on the page before to this one's first contentful paint. */
async function paintedAfter(browser: BareBrowser, target: string): Promise<number> {
  return await until(
    () =>
      browser.evaluate<number | false>(`(() => {
        const [painted] = performance.getEntriesByName("first-contentful-paint");
        if (location.href !== ${JSON.stringify(target)} || !painted) return false;
        const at = performance.timeOrigin + painted.startTime;
        return at - Number(localStorage.getItem("clickedAt"));
      })()`),
    { what: `${target} to be painted` },
  );
}
