/** The head of a long table stays in sight, and covers nothing that one comes to by keyboard. */
import assert from "node:assert/strict";
import { addClient } from "../../crm/scene.ts";
import { alive } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

/** True if the table's head covers the focused element; null if that is in no row. */
function isCovered(): boolean | null {
  const focused = document.activeElement!;
  if (!focused.closest("tbody")) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("th") !== null;
}

testInBrowser("Shift+Tab never leaves a row under the table's head", async (world) => {
  for (let number = 1; number <= 40; number++) await addClient(world, 1, `Cliente ${number}`);
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  await page.goto(`${world.url}/panel/clients?company_id=1`);
  await alive(page);
  await page.locator("tbody a").last().focus();
  const before = await page.evaluate(() => scrollY);
  const covered: boolean[] = [];
  for (let isCoveredNow; (isCoveredNow = await page.evaluate(isCovered)) !== null;) {
    covered.push(isCoveredNow);
    await page.keyboard.press("Shift+Tab");
  }
  assert.ok(covered.length >= 40, `${covered.length} stops`);
  assert.ok(await page.evaluate(() => scrollY) < before, "the page is longer than the window");
  assert.equal(covered.filter(Boolean).length, 0);
});
