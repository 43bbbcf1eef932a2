/** Why an opportunity was lost, in the company's own words whoever chooses them. */
import assert from "node:assert/strict";
import { apiOf, expectData } from "../../crm/scene.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

testInBrowser("a lost reason chosen in Spanish or English is stored as one", async (world) => {
  const api = apiOf(world, people.ana);
  const client = await expectData(api("POST", "/clients", { name: "Bodegas Nuevas SL" }), 201);
  const shownAs = { "es-ES": ["Perder…", "Precio"], "en-GB": ["Lose…", "Price"] } as const;
  for (const [locale, [lose, label]] of Object.entries(shownAs)) {
    const { id } = await expectData(
      api("POST", "/opportunities", { title: "Diez mesas", client_id: client.id }),
      201,
    );
    await using browser = await browserOf(world, "ana", { locale: locale as "es-ES" | "en-GB" });
    const { page, watch } = browser;
    await page.goto(`${world.url}/panel/opportunities/${id}`);
    await alive(page);
    await page.getByRole("button", { name: lose }).press("Enter");
    const reason = page.getByRole("radio", { name: label, exact: true });
    await reason.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const { lost_reason } = await expectData(api("GET", `/opportunities/${id}`));
    assert.equal(lost_reason, "Precio");
    watch.assertClean();
  }
  const { lost_reasons } = await expectData(api("GET", "/stats/trends"));
  assert.deepEqual(lost_reasons, [{ reason: "Precio", count: 2, amount: 0 }]);
});
