/** A dialog that a menu's item opens: its first opening loads it, later ones have it. */
import assert from "node:assert/strict";
import { apiOf, expectData } from "../../crm/scene.ts";
import { people } from "../../support/world.ts";
import { alive, drawn } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

testInBrowser("a dialog gives the focus back to its menu's button each time", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const { id } = await expectData(ana("POST", "/clients", { name: "Luz Gil" }), 201);
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  await page.goto(`${world.url}/panel/clients/${id}?company_id=1`);
  await alive(page);
  const button = page.locator("[popovertarget=client-more]");
  for (const time of ["first", "second"]) {
    await button.focus();
    await page.keyboard.press("Enter");
    // A menu that opens moves the focus to its first item.
    await drawn(page);
    await page.getByRole("button", { name: "Borrar sus datos…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Luz Gil" }).waitFor();
    await page.keyboard.press("Escape");
    await drawn(page);
    const isBack = await button.evaluate((element) => element === document.activeElement);
    assert.ok(isBack, `the ${time} time`);
  }
});
