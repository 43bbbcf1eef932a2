/** Form fields that the browser restores after Back. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { makeScene } from "../../isolation/things.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive, drawn } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

/**
 * Goes back to a page that has its fields put back after its islands have drawn: Chromium does so
 * when all scripts of the page have run, and a last one is held until the islands answer.
 */
async function goBackLate(page: Page, url: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const last = "/_fresh/js/held-back.js";
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const nonce = /nonce="([^"]+)"/.exec(html)![1];
    const script = `<script type="module" nonce="${nonce}" src="${last}"></script></body>`;
    await route.fulfill({ response, body: html.replace("</body>", script) });
  }, { times: 1 });
  await page.route(`**${last}`, async (route) => {
    await promise;
    await route.fulfill({ contentType: "text/javascript", body: "" });
  }, { times: 1 });
  await page.goBack({ waitUntil: "commit" });
  await alive(page);
  resolve();
  await page.waitForLoadState("load");
  // Fields are put back in a task of its own, before this one.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await drawn(page);
}

testInBrowser("a field shows its record's value, whatever the browser restores", async (world) => {
  const { things } = await makeScene(world);
  const path = `/api/admin/clients/${things.clients}`;
  const url = `${world.url}/panel/clients/${things.clients}?company_id=1`;
  const read = async () =>
    (await world.call("GET", path, { member: people.ana })).body.data as {
      phone: string;
      version: number;
    };
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  const phone = page.getByLabel("Teléfono").first();
  const digits = async () => (await phone.inputValue()).replaceAll(" ", "");
  await page.goto(url);
  await alive(page);
  await phone.fill("611 222 333");
  await phone.press("Tab");
  await until(async () => (await read()).phone.includes("611"), { what: "the phone number" });
  await page.getByText(/^Guardado \d\d:\d\d/).first().waitFor();

  await page.goto(`${world.url}/panel/clients?company_id=1`);
  const json = { phone: "+34699888777", version: (await read()).version };
  const changed = await world.call("PATCH", path, { member: people.ana, json });
  assert.equal(changed.status, 200);
  await goBackLate(page, url);
  assert.match(await digits(), /699888777/);
});
