/**
 * Every page of the panel that stands below routes/, with a record of each kind: a new page is
 * looked at here without being named.
 */
import assert from "node:assert/strict";
import { apiOf, expectData } from "../../crm/scene.ts";
import { long } from "../../faults/support/proof.ts";
import { allFiles } from "../../http/routes.ts";
import { makeScene, type Scene } from "../../isolation/things.ts";
import { pathTo } from "../../isolation/try_endpoint.ts";
import { screenshot } from "../../support/browser.ts";
import { shownTwice } from "../hands.ts";
import { keyboardFaults } from "./keyboard.ts";
import { assertSound, browserOf, chosenLooks, testInBrowser } from "../scene.ts";

const locales = long ? (["es-ES", "en-GB"] as const) : (["es-ES"] as const);

testInBrowser("every page is sound, private and usable by keyboard alone", async (world) => {
  const scene = await makeScene(world);
  const paths = (await allFiles())
    .filter(({ kind, path }) => kind === "page" && path.startsWith("/panel"))
    .map(({ path }) => pathTo(path, scene.things));
  assert.ok(paths.length > 10, String(paths));
  paths.push(`/panel/quotes/${await makeDraft(scene)}`);
  const faults: string[] = [];
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
        if (!isTabbed(look, locale)) continue;
        const found = await shownTwice(async (isAgain) => {
          if (isAgain) await page.goto(`${world.url}${path}?company_id=1`);
          return await keyboardFaults(page, { isFirst: path === paths[0] });
        });
        faults.push(...found.map((fault) => `${where}: ${fault}`));
      }
      watch.assertClean();
    }
  }
  assert.deepEqual(faults, []);
});

/** The keys are the same in every scheme and language. */
function isTabbed({ width, colorScheme }: (typeof chosenLooks)[number], locale: string): boolean {
  const isFirst = width === 1440 ? colorScheme === "light" : long && colorScheme === "dark";
  return locale === "es-ES" && isFirst;
}

/** A quotation of which lines can be changed. */
async function makeDraft({ world, side, things }: Scene): Promise<number> {
  const api = apiOf(world, side.member, side.companyId);
  const lines = [{ name: "Mesa", quantity: 2, unit_price: 980, tax_rate: 21 }];
  const json = { opportunity_id: Number(things.opportunities), lines };
  return (await expectData(api("POST", "/quotes", json), 201)).id;
}
