/**
 * Every page of the panel that stands below routes/, with a record of each kind: a new page is
 * looked at here without being named.
 */
import assert from "node:assert/strict";
import { long } from "../faults/support/proof.ts";
import { allFiles } from "../http/routes.ts";
import { makeScene } from "../isolation/things.ts";
import { pathTo } from "../isolation/try_door.ts";
import { screenshot } from "../support/browser.ts";
import { assertSound, browserOf, chosenLooks, testInBrowser } from "./scene.ts";

const locales = long ? (["es-ES", "en-GB"] as const) : (["es-ES"] as const);

testInBrowser("every page is sound, keeps its policy and asks no stranger", async (world) => {
  const { things } = await makeScene(world);
  const paths = (await allFiles())
    .filter(({ kind, path }) => kind === "page" && path.startsWith("/panel"))
    .map(({ path }) => pathTo(path, things));
  assert.ok(paths.length > 10, String(paths));
  for (const look of chosenLooks) {
    for (const locale of locales) {
      await using browser = await browserOf(world, "ana", { ...look, locale });
      const { page, watch } = browser;
      for (const path of paths) {
        const where = `${path} ${look.width} ${look.colorScheme} ${locale}`;
        const answer = await page.goto(`${world.url}${path}?company_id=1`);
        assert.equal(answer!.status(), 200, where);
        assert.equal(await page.locator("h1").count(), 1, `${where}: one heading`);
        assert.equal(await page.locator("html").getAttribute("lang"), locale.slice(0, 2), where);
        await assertSound(page, where);
        const files = await page.locator("a[download]").evaluateAll((links) =>
          links.map((link) => (link as HTMLAnchorElement).href)
        );
        for (const file of files) {
          assert.equal(
            (await browser.context.request.get(file)).status(),
            200,
            `${where}: ${file}`,
          );
        }
        assert.doesNotMatch(await answer!.text(), / style="/, where);
        await screenshot(page, `every${path}-${look.width}-${look.colorScheme}-${locale}`);
      }
      watch.assertClean();
    }
  }
});
