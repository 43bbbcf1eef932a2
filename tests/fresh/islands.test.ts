// Islands in a real browser, under a policy that allows inline scripts by nonce alone.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { findChromium, launch } from "../support/browser.ts";
import { app } from "./fixture/main.ts";
import { buildFixture } from "./support.ts";

const ignore = !findChromium();

Deno.test(
  { name: "islands in the browser", ignore, sanitizeResources: false, sanitizeOps: false },
  async (t) => {
    (await buildFixture())(app);
    const server = Deno.serve({ port: 0, hostname: "localhost", onListen() {} }, app.handler());
    const origin = `http://localhost:${server.addr.port}`;
    const browser = await launch();
    try {
      await runSteps(t, browser.page, origin);
    } finally {
      await browser.close();
      await server.shutdown();
    }
  },
);

async function runSteps(t: Deno.TestContext, page: Page, origin: string) {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(`${origin}/`);

  await t.step("a counter counts, and adds an element between its siblings", async () => {
    await page.click("#count");
    await page.waitForSelector("text=Count: 4");
    assert.deepEqual(await ids(page, "main > *"), [
      "count",
      "more",
      "show",
      "",
      "plus",
      "total",
      "outer",
    ]);
  });

  await t.step("props arrive as what they were", async () => {
    await page.click("#show");
    const output = page.locator("#show");
    await page.waitForFunction(() => document.querySelector("#show")!.textContent !== "server");
    const [since, price, tag, nothing, note, isBrowser, asset, rest] = (await output.textContent())!
      .split("|");
    assert.equal(since, "2026-01-02T03:04:05.000Z");
    assert.deepEqual([price, tag, nothing, isBrowser], ["2", "true", "true", "true"]);
    assert.equal(note, `</script><!-- <script>"it's"`);
    assert.equal(rest, `{"__proto__":{"deep":1}}`);
    assert.match(asset!, /^\/x\.png\?__frsh_c=[0-9a-f]{40}$/);
  });

  await t.step("two islands share the signal of a module", async () => {
    await page.click("#plus");
    await page.waitForFunction(() => document.querySelector("#total")!.textContent === "5");
    assert.equal(await page.locator("#plus + #added + #total").count(), 1, "it grew in its place");
  });

  await t.step("an island inside an island is a component of it", async () => {
    await page.click("#open");
    await page.waitForFunction(() => document.querySelectorAll("#outer output").length === 2);
    assert.deepEqual(await page.locator("#outer output").allTextContents(), ["5", "5"]);
  });

  await t.step("the policy was not violated", () => assert.deepEqual(problems, []));

  await t.step("a page without islands has no script", async () => {
    await page.goto(`${origin}/plain`);
    assert.equal(await page.locator("script").count(), 0);
  });
}

function ids(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) => elements.map(({ id }) => id));
}
