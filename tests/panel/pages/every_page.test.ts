/**
 * Every page of the panel that stands below routes/, with a record of each kind: a new page is
 * looked at here without being named.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { long } from "../../faults/support/proof.ts";
import { makeScene } from "../../isolation/things.ts";
import { screenshot } from "../../support/browser.ts";
import { shownTwice } from "../hands.ts";
import { keyboardFaults } from "./keyboard.ts";
import { assertSound, browserOf, chosenLooks, testInBrowser } from "../scene.ts";
import { asOperator, inTabs, makeDraft, makeMetaPages, pathsOfPages } from "./walk.ts";

const locales = long ? (["es-ES", "en-GB"] as const) : (["es-ES"] as const);

type Look = (typeof chosenLooks)[number] & { locale: (typeof locales)[number] };

testInBrowser("every page is sound, private and usable by keyboard alone", async (world) => {
  const scene = await makeScene(world);
  const paths = await pathsOfPages(scene);
  assert.ok(paths.length > 10, String(paths));
  paths.push(await makeDraft(scene), ...await makeMetaPages(scene, "Tu pedido está listo"));
  const looks = chosenLooks.flatMap((look) => locales.map((locale) => ({ ...look, locale })));
  const faults: string[] = [];
  for (const look of looks) {
    await using browser = await browserOf(world, "ana", look);
    await inTabs(browser, paths, async (page, path) => {
      const where = `${path} ${look.width} ${look.colorScheme} ${look.locale}`;
      await assertPage(page, world.url + path, where, look.locale);
      await screenshot(page, `every${where}`);
      if (!isTabbed(look)) return;
      const keys = await shownTwice(async (isAgain) => {
        if (isAgain) await page.goto(`${world.url}${path}?company_id=1`);
        return await keyboardFaults(page, { isFirst: path === paths[0] });
      });
      faults.push(...keys.map((fault) => `${where}: ${fault}`));
    });
    browser.watch.assertClean();
  }
  assert.deepEqual(faults, []);
}, asOperator);

/** Opens the page: it is there, in its language, sound, and so are the files that it offers. */
async function assertPage(page: Page, url: string, where: string, locale: string): Promise<void> {
  const answer = await page.goto(`${url}?company_id=1`);
  assert.equal(answer!.status(), 200, where);
  assert.equal(await page.locator("h1").count(), 1, `${where}: one heading`);
  assert.equal(await page.locator("html").getAttribute("lang"), locale.slice(0, 2), where);
  await assertSound(page, where);
  const files = await page.locator("a[download]").evaluateAll((links) =>
    links.map((link) => (link as HTMLAnchorElement).href)
  );
  for (const file of files) {
    assert.equal((await page.request.get(file)).status(), 200, `${where}: ${file}`);
  }
  assert.doesNotMatch(await answer!.text(), / style="/, where);
}

/** The keys are the same in every scheme and language. */
function isTabbed({ width, colorScheme, locale }: Look): boolean {
  const isFirst = width === 1440 ? colorScheme === "light" : long && colorScheme === "dark";
  return locale === "es-ES" && isFirst;
}
