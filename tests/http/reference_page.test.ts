/** The API reference in a real browser: sound in every look, and usable without its script. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertSound, browserOf, chosenLooks, testInBrowser } from "../panel/scene.ts";
import { openContext, screenshot } from "../support/browser.ts";

const opened = [
  "sendNotification",
  "callback_response",
  "listTasks",
  "submitContactForm",
  "schema-TimelineEntry",
  "sample-java",
  "generated-clients",
];

/**
 * Opens one of each kind, and takes away what is made alike: axe would be busy with it for minutes.
 */
async function openSome(page: Page) {
  await page.evaluate((opened) => {
    for (const id of opened) {
      const operation = document.getElementById(id)!.closest("details")!;
      operation.open = true;
      for (const nested of operation.querySelectorAll("details")) nested.open = true;
    }
    const alike = ".api-operation:not([open]) ~ .api-operation:not([open])";
    for (const operation of document.querySelectorAll(alike)) operation.remove();
  }, opened);
}

testInBrowser("the reference is sound at every width and in every scheme", async (world) => {
  for (const looks of chosenLooks) {
    await using browser = await browserOf(world, null, looks);
    const { page, watch } = browser;
    const where = `${looks.width} ${looks.colorScheme}`;
    await page.goto(`${world.url}/api/docs`, { waitUntil: "networkidle" });
    await openSome(page);
    await assertSound(page, where);
    await screenshot(page, `reference-${where}`);
    watch.assertClean();
  }
});

testInBrowser("with everything open nothing scrolls sideways", async (world) => {
  await using browser = await browserOf(world, null, { width: 390 });
  const { page } = browser;
  await page.goto(`${world.url}/api/docs`);
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => one.open = true));
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await page.evaluate(() =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth
    );
    assert.equal(wider, 0, String(width));
  }
});

testInBrowser("a link to an operation opens it, with no script at all", async (world) => {
  await using browser = await openContext({ javaScriptEnabled: false });
  const { page } = browser;
  await page.goto(`${world.url}/api/docs#sendNotification`);
  await page.getByText("curl -X POST").first().waitFor();
  assert.equal(
    await page.getByRole("search").count(),
    0,
    "a filter that does nothing is not shown",
  );
});

testInBrowser(
  "the filter leaves what has all the words, and a link brings the rest back",
  async (world) => {
    await using browser = await browserOf(world, null, { locale: "en-GB" });
    const { page, watch } = browser;
    await page.goto(`${world.url}/api/docs`);
    const filter = page.getByRole("searchbox", { name: "Filter operations" });
    const headings = page.locator(".api-operation h3:visible, .api-operation h4:visible");
    await filter.fill("post QUOTES send");
    await page.getByRole("heading", { name: "POST /api/admin/quotes/{id}/send" }).waitFor();
    assert.equal(await headings.count(), 1);
    assert.equal(await page.locator(".api-section:visible").count(), 1);
    await filter.fill("no such thing");
    await page.getByText("Nothing matches.").waitFor();
    await page.getByRole("link", { name: "Phone" }).first().click();
    await page.getByRole("heading", { name: "Credentials" }).waitFor();
    assert.equal(await filter.inputValue(), "");
    assert.ok(await headings.count() > 100);
    watch.assertClean();
  },
);

testInBrowser("an example is copied as it stands", async (world) => {
  await using browser = await browserOf(world, null, { locale: "en-GB" });
  const { page, context } = browser;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${world.url}/api/docs#sendNotification`);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(
    copied,
    /^curl -X POST "[^"]+\/api\/notify" \\\n {2}-H "Authorization: Bearer \$KEY"/,
  );
});
