/** A page of which a script or style sheet does not load offers to load itself anew. */
import assert from "node:assert/strict";
import type { Route } from "playwright-core";
import { makeScene } from "../../isolation/things.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const gone = (route: Route) => route.fulfill({ status: 404, body: "Not found" });
const allow = { allow: /404/ };

testInBrowser(
  "without its scripts a page keeps what is typed over the next load",
  async (world) => {
    const { things } = await makeScene(world);
    const path = `/api/admin/clients/${things.clients}`;
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    const scripts = "**/_fresh/js/**";
    await page.route(scripts, gone);
    await page.goto(`${world.url}/panel/clients/${things.clients}?company_id=1`);
    const bar = page.getByRole("alert").filter({ hasText: "A esta página le falta una parte" });
    await bar.waitFor();
    assert.equal(await bar.count(), 1);
    await screenshot(page, "missing_files");
    await page.getByLabel("Teléfono").first().fill("611 222 333");
    await page.unroute(scripts);
    await bar.getByRole("button", { name: "Recargar" }).click();
    await alive(page);
    assert.equal(await bar.count(), 0);
    await until(async () => {
      const { body } = await world.call("GET", path, { member: people.ana });
      return body.data.phone?.replaceAll(" ", "").includes("611222333");
    }, { what: "the phone number" });
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    watch.assertClean(allow);
  },
);

testInBrowser("a style sheet that is missing is told, in the page's language", async (world) => {
  await using browser = await browserOf(world, "ana", {
    ...{ locale: "en-GB", width: 390, colorScheme: "dark" },
  });
  const { page, watch } = browser;
  await page.route("**/app.css*", gone);
  await page.goto(`${world.url}/panel/clients?company_id=1`);
  const bar = page.getByRole("alert").filter({ hasText: "A part of this page is missing" });
  await bar.waitFor();
  await page.unroute("**/app.css*");
  await page.keyboard.press("Tab");
  await bar.getByRole("button", { name: "Reload" }).focus();
  await page.keyboard.press("Enter");
  await bar.waitFor({ state: "detached" });
  await alive(page);
  await assertSound(page, "a page that was loaded anew");
  watch.assertClean(allow);
});

testInBrowser(
  "what is secret or gone is not put back, and a whole page has no bar",
  async (world) => {
    await using browser = await browserOf(world, "ana");
    const { page } = browser;
    await page.goto(`${world.url}/panel/clients?company_id=1`);
    await alive(page);
    assert.equal(await page.locator("#missing-files").count(), 0);
    const script = page.waitForResponse("**/missing_files.js");
    await page.evaluate(() => {
      for (const [name, type] of [["pin", "password"], ["note", "text"], ["", "text"]]) {
        const input = Object.assign(document.createElement("input"), { name, type, value: name });
        document.body.append(input);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
      dispatchEvent(new Event("missingfile"));
    });
    await script;
    const typed = await until(() =>
      page.evaluate(() => {
        dispatchEvent(new Event("pagehide"));
        return JSON.parse(sessionStorage.getItem("relevo:typed:/panel/clients") ?? "null");
      }), { what: "what was typed to be kept" });
    assert.deepEqual(typed.map(({ name }: { name: string }) => name), ["note"]);
    await page.reload();
    await alive(page);
    assert.equal(
      await page.evaluate(() => sessionStorage.getItem("relevo:typed:/panel/clients")),
      null,
    );
  },
);
