/** What a page costs a real browser, and what it need not ask for again. */
import assert from "node:assert/strict";
import { testInBrowser } from "../panel/scene.ts";
import { launch, type LaunchedBrowser } from "../support/browser.ts";
import { signIn } from "../support/signed_in.ts";
import { until } from "../support/wait.ts";
import { recordSizes, weigh } from "../support/wire_sizes.ts";
import { people, type World } from "../support/world.ts";

const maxPageBytes = 80 * 1024;
const maxFontBytes = 50 * 1024;

/** A browser behind a gateway at which Luis is signed in. */
async function behindGateway(
  world: World,
  test: (browser: LaunchedBrowser, url: string) => Promise<void>,
): Promise<void> {
  await using gateway = await signIn(world.url, await world.tokenFor(people.luis));
  await using browser = await launch({
    viewport: { width: 1440, height: 900 },
    locale: "es-ES",
    // Playwright turns it off.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  await test(browser, gateway.url);
}

testInBrowser(
  "a first page is light, comes from here alone, and its assets stay",
  async (world) => {
    await behindGateway(world, async ({ context, page, watch }, url) => {
      const sizes = await recordSizes(context, page);
      await page.goto(`${url}/panel?company_id=1`, { waitUntil: "networkidle" });
      const { page: pageBytes, fonts } = weigh(sizes);
      assert.equal(fonts.length, 1, "one font, once");
      assert.ok(fonts[0]! <= maxFontBytes, `the font has ${fonts[0]} bytes`);
      assert.ok(sizes.size > 4 && pageBytes <= maxPageBytes, JSON.stringify([...sizes]));
      watch.assertClean();

      sizes.clear();
      await page.goto(`${url}/panel?company_id=2`, { waitUntil: "networkidle" });
      const again = [...sizes].filter(([, size]) => size > 0).map(([path]) =>
        new URL(path).pathname
      );
      assert.deepEqual(again, ["/panel"], "hashed assets are not asked for again");
    });
  },
);

testInBrowser("a page that is hovered is there before it is clicked", async (world) => {
  await behindGateway(world, async ({ context, page, watch }, url) => {
    const session = await context.newCDPSession(page);
    const prefetched = new Map<string, string>();
    session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
      prefetched.set(prefetchUrl, status);
    });
    let candidates: string[] = [];
    session.on("Preload.preloadingAttemptSourcesUpdated", ({ preloadingAttemptSources }) => {
      candidates = preloadingAttemptSources.map(({ key }) => key.url);
    });
    await session.send("Preload.enable");
    await page.goto(`${url}/panel?company_id=1`, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      document.querySelector("main")!.innerHTML = `
        <a href="/panel/export.csv">csv</a> <a href="/panel?a=1" data-no-prefetch>left out</a>
        <a href="/panel?a=2" download>file</a> <a href="/api/docs">docs</a>
        <a href="/panel/any?a=3">any</a> <a href="/panel?company_id=2">page</a>`;
    });
    const wanted = `${url}/panel?company_id=2`;
    await until(() => candidates.includes(`${url}/panel/any?a=3`), { what: "the rules to apply" });
    const others = candidates.filter((candidate) => !candidate.includes("company_id"));
    assert.deepEqual(others, [`${url}/panel/any?a=3`]);
    assert.deepEqual([...prefetched.keys()], [], "nothing before it is hovered");
    await page.getByRole("link", { name: "page", exact: true }).hover();
    await until(() => prefetched.get(wanted) === "Ready", { what: "the hovered page" });
    await page.getByRole("link", { name: "page", exact: true }).click();
    await page.waitForURL(wanted);
    const delivered = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType("navigation");
      return (entry as unknown as { deliveryType: string }).deliveryType;
    });
    assert.equal(delivered, "navigational-prefetch");
    watch.assertClean();
  });
});

testInBrowser("a page that was left is still there on the way back", async (world) => {
  await behindGateway(world, async ({ page, watch }, url) => {
    await page.goto(`${url}/panel?company_id=1`, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      addEventListener("pageshow", ({ persisted }) => {
        document.documentElement.dataset.persisted = String(persisted);
      });
    });
    await page.goto(`${url}/panel?company_id=2`, { waitUntil: "networkidle" });
    await page.goBack({ waitUntil: "commit" });
    const persisted = () => page.evaluate(() => document.documentElement.dataset.persisted);
    assert.equal(await until(persisted, { what: "the page to be shown again" }), "true");
    watch.assertClean();
  });
});
