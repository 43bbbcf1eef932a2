/** Requests of a page in a real browser, and those that it need not repeat. */
import assert from "node:assert/strict";
import { addressOf, panelPages } from "@/bench/panel/pages.ts";
import { testInBrowser } from "../panel/scene.ts";
import { launchBare } from "../support/bare_browser.ts";
import { launch, type LaunchedBrowser } from "../support/browser.ts";
import { fillCompany, memberOf } from "../support/filled.ts";
import { signIn } from "../support/signed_in.ts";
import { until } from "../support/wait.ts";
import { recordSizes, weigh } from "../support/wire_sizes.ts";
import { people, type World } from "../support/world.ts";

/** With headers, without the typeface. */
const maxPageBytes = 80 * 1024;
/** The home page of a company without data. */
const maxFirstPageBytes = 58_000;
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
      const sizes = await recordSizes(await context.newCDPSession(page));
      await page.goto(`${url}/panel?company_id=1`, { waitUntil: "networkidle" });
      const { page: pageBytes, fonts } = weigh(sizes);
      assert.equal(fonts.length, 1, "one font, once");
      assert.ok(fonts[0]! <= maxFontBytes, `the font has ${fonts[0]} bytes`);
      assert.ok(sizes.size > 4 && pageBytes <= maxFirstPageBytes, JSON.stringify([...sizes]));
      watch.assertClean();

      const names = new Set(sizes.keys());
      sizes.clear();
      await page.goto(`${url}/panel?company_id=2`, { waitUntil: "networkidle" });
      // On a busy machine the first page's icon may load only now.
      const again = [...sizes].filter(([path, size]) => size > 0 && names.has(path));
      assert.deepEqual(again, [], "hashed assets are not asked for again");
    });
  },
);

testInBrowser("every page is light for who comes to it first", async (world) => {
  const { db } = world.owner;
  await fillCompany(db, { companyId: 1, scale: 0.02, now: new Date() });
  const member = memberOf(1);
  await using gateway = await signIn(world.url, await world.tokenFor(member));
  await using browser = await launch({ viewport: { width: 1440, height: 900 }, locale: "es-ES" });
  const { page, context, watch } = browser;
  const session = await context.newCDPSession(page);
  const sizes = await recordSizes(session);
  const heavy: string[] = [];
  for (const path of await panelPages()) {
    const address = await addressOf(world.services.database, 1, path);
    // What the page before still loads is not counted.
    await page.goto("about:blank");
    await session.send("Network.clearBrowserCache");
    sizes.clear();
    await page.goto(`${gateway.url}${address}?company_id=1`, { waitUntil: "networkidle" });
    const { page: bytes } = weigh(sizes);
    assert.ok(bytes > 20_000, `${path}: its assets come anew`);
    if (bytes > maxPageBytes) heavy.push(`${path}: ${bytes}`);
  }
  assert.deepEqual(heavy, []);
  watch.assertClean();
});

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
    assert.deepEqual([...new Set(others)], [`${url}/panel/any?a=3`]);
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

testInBrowser("a page that is drawn ahead does nothing before it is shown", async (world) => {
  const member = await world.tokenFor(people.luis);
  const json = { channel: "phone", name: "Ana García", phone: "600100200" };
  const asLuis = { member: people.luis };
  const request = { ...asLuis, json };
  const { body } = await world.call("POST", "/api/admin/contacts?company_id=1", request);
  const path = `/contacts/${body.data.id}`;
  const statusNow = async () => {
    const answer = await world.call("GET", `/api/admin${path}?company_id=1`, asLuis);
    return answer.body.data.status;
  };
  await using gateway = await signIn(world.url, member);
  await using browser = await launchBare();
  const { ahead } = browser;
  await browser.goto(`${gateway.url}/panel/contacts?company_id=1`);
  const page = `${gateway.url}/panel${path}?company_id=1`;
  const link = `a[href="/panel${path}?company_id=1"]`;
  await browser.hover(link);
  await until(() => ahead.get(page) === "prerender Ready", { what: "the page drawn ahead" });
  const visits = () => browser.evaluate<string>("localStorage.getItem('relevo:recent:1') ?? ''");
  // Preact keeps the listeners of what it has brought to life on the element.
  const isAlive = "[...document.querySelectorAll('button')].some((b) => Object.keys(b).length > 0)";
  await until(() => browser.evaluate<boolean>(isAlive, "ahead"), { what: "its islands to start" });
  assert.equal(await statusNow(), "new");
  assert.equal(await visits(), "");
  await browser.click(link);
  await until(() => browser.evaluate(`location.href === ${JSON.stringify(page)}`), {
    what: "the page to be shown",
  });
  const since = "performance.getEntriesByType('navigation')[0].activationStart";
  assert.ok(await browser.evaluate<number>(since) > 0, "it is the one that was drawn ahead");
  await until(async () => await statusNow() === "read", { what: "the contact to be read" });
  assert.match(await visits(), /Ana García/);
});

testInBrowser("what is changed here drops what was drawn ahead", async (world) => {
  const member = await world.tokenFor(people.luis);
  const json = { channel: "phone", name: "Ana García", phone: "600100200" };
  const { body } = await world.call("POST", "/api/admin/contacts?company_id=1", {
    member: people.luis,
    json,
  });
  const path = `/contacts/${body.data.id}?company_id=1`;
  await using gateway = await signIn(world.url, member);
  await using browser = await launchBare();
  const { ahead } = browser;
  await browser.goto(`${gateway.url}/panel/contacts?company_id=1`);
  const page = `${gateway.url}/panel${path}`;
  const link = `a[href="/panel${path}"]`;
  await browser.hover(link);
  await until(() => ahead.get(page) === "prerender Ready", { what: "the page drawn ahead" });
  await browser.evaluate(`fetch("/api/admin${path}", {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Ana Gil" }),
  }).then(({ ok, status }) => { if (!ok) throw new Error(String(status)); })`);
  await until(() => ahead.get(page) !== "prerender Ready", { what: "the old page to be dropped" });
  await browser.click(link);
  await until(() => browser.evaluate(`location.href === ${JSON.stringify(page)}`), {
    what: "the page to be shown",
  });
  const heading = "document.querySelector('h1')?.textContent";
  assert.equal(await until(() => browser.evaluate<string>(heading), { what: "it" }), "Ana Gil");
});

testInBrowser("a page that was left is still there on the way back", async (world) => {
  await behindGateway(world, async ({ page, watch }, url) => {
    await page.goto(`${url}/panel?company_id=1`, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      // As on a slow machine, where the change from page to page is not drawn.
      sessionStorage.setItem("relevo:plain", "");
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
