/** Every page says that the installation is held, since when and why. */
import assert from "node:assert/strict";
import { transact } from "@/lib/db/transaction.ts";
import { holdInstallation, noteHolding } from "@/lib/service/hold/holding.ts";
import { releaseInstallation } from "@/lib/service/hold/release.ts";
import { makeScene } from "../../isolation/things.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("the banner of a held installation is on every page", async (world) => {
  const { things } = await makeScene(world);
  const { database: { db }, hold, announce } = world.services;
  const reason = "another_database";
  const { since } = await transact(db, (trx) => holdInstallation(trx, reason));
  await noteHolding(hold, db);
  const me = async (member: string) => (await world.call("GET", "/api/admin/me", { member })).body;
  const holding = { since: since.toISOString(), reason };
  assert.deepEqual((await me(people.ana)).data.held, holding);
  assert.equal((await me(people.ana)).data.operator, true);
  assert.equal((await me(people.luis)).data.operator, false);

  const looks = [
    { locale: "es-ES", width: 1440, text: "Es otra base de datos del servidor." },
    { locale: "en-GB", width: 390, text: "It is another database of the server." },
  ] as const;
  for (const { locale, width, text } of looks) {
    const colorScheme = width === 390 ? "dark" : "light";
    await using browser = await browserOf(world, "ana", { locale, width, colorScheme });
    const { page } = browser;
    for (
      const path of [
        "",
        "/contacts",
        `/clients/${things.clients}`,
        "/settings/me",
        "/reports",
        "/no",
      ]
    ) {
      await page.goto(`${world.url}/panel${path}?company_id=1`);
      const banner = page.locator("[data-held]");
      await banner.filter({ hasText: text }).waitFor();
      assert.equal(await banner.count(), 1, path);
    }
    await page.goto(`${world.url}/panel?company_id=1`);
    await alive(page);
    await assertSound(page, `a held installation, ${width} px`);
  }
  await releaseInstallation(db, "send", announce);
  await noteHolding(hold, db);
  assert.equal((await me(people.ana)).data.held, null);
  await using browser = await browserOf(world, "ana");
  await browser.page.goto(`${world.url}/panel?company_id=1`);
  await alive(browser.page);
  assert.equal(await browser.page.locator("[data-held]").count(), 0);
}, { env: { OPERATOR_EMAIL: people.ana.toUpperCase() } });
