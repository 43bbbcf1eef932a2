/** The recipients' guide: there for everyone, in both languages, without a script. */
import assert from "node:assert/strict";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { HelpPage } from "@/lib/phone/parts/help/HelpPage.tsx";
import { phoneHelpWords } from "@/lib/words/phone/help.ts";
import { phoneHelpTables } from "@/lib/words/phone/help_tables.ts";
import { long } from "../faults/support/proof.ts";
import { assertSound, browserOf, testInBrowser } from "../panel/scene.ts";
import { screenshot } from "../support/browser.ts";
import type { World } from "../support/world.ts";

const languages = ["es", "en"] as const;
const locales = { es: "es-ES", en: "en-GB" } as const;
const { title, lead, android, iphone } = phoneHelpWords;
const { promises, priorities } = phoneHelpTables;

/** The smallest side of what a finger presses, in pixels. */
const minTarget = 44;

testInBrowser("the guide reads well on a phone and on a desk, without a script", async (world) => {
  await assertServed(world);
  await using browser = await browserOf(world, null, { width: 390 });
  const { page, watch } = browser;
  for (const language of languages) {
    const schemes = long || language === "es" ? ["light", "dark"] as const : ["dark"] as const;
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      for (const width of long || language === "en" ? [320, 390, 1440] : [390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`${world.url}/phone/help?lang=${language}`, { waitUntil: "networkidle" });
        const where = `help ${language} ${width} ${colorScheme}`;
        await assertSound(page, where);
        await screenshot(page, where);
      }
    }
    assert.equal(await page.locator("script").count(), 0);
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    await page.getByRole("heading", { level: 1, name: title[language] }).waitFor();
    // Also as blocks the tables are tables to those who hear them.
    const table = page.getByRole("table", { name: promises.title[language] });
    const buttons = promises.rows.buttons;
    const row = table.getByRole("row", { name: buttons.what[language] });
    assert.equal(await row.getByRole("cell").count(), 2);
    assert.match(await row.innerText(), new RegExp(buttons.android[language]));
    assert.equal(
      await page.getByRole("table", { name: priorities.title[language] }).getByRole("row").count(),
      4,
    );
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/phone/help`);
  await page.getByRole("heading", { name: iphone.title.es }).waitFor();
  for (const link of await page.locator("header a, nav a").all()) {
    const { width, height } = (await link.boundingBox())!;
    assert.ok(width >= minTarget && height >= minTarget, `${await link.innerText()}: ${height}`);
  }
  await page.getByRole("navigation").getByRole("link", { name: iphone.title.es }).click();
  const { y } = (await page.getByRole("heading", { name: iphone.title.es }).boundingBox())!;
  assert.ok(y >= 56 && y < 200, `the heading is hidden or far: ${y}`);
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { name: android.title.en }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  watch.assertClean();
});

/** It needs no credential, follows the browser's language, and is light. */
async function assertServed(world: World): Promise<void> {
  for (const language of languages) {
    const headers = { "Accept-Language": locales[language] };
    const { status, body } = await world.call("GET", "/phone/help", { headers });
    assert.equal(status, 200);
    assert.ok(body.includes(`<title>${title[language]}`), language);
    assert.ok(body.includes(`<meta name="description" content="${lead[language].slice(0, 12)}`));
    const other = language === "es" ? languages[1] : languages[0];
    const answer = await world.call("GET", `/phone/help?lang=${other}`, { headers });
    assert.ok(answer.body.includes(`<title>${title[other]}`), "?lang= outranks the browser");
  }
  assert.equal((await world.call("POST", "/phone/help")).status, 405);
  const odd = await world.call("GET", "/phone/help?lang=%3Cscript%3E");
  assert.ok(odd.status === 200 && !odd.body.includes("<script"), "what is no language is ignored");
}

Deno.test("the guide says whether phones can trust the address", () => {
  const render = (publicUrl: string) => renderToString(h(HelpPage, { language: "en", publicUrl }));
  const { isSecure, notSecure } = phoneHelpWords.admin;
  const [safe, plain] = ["https://relevo.example", "http://relevo.example"];
  assert.ok(render(safe).includes(isSecure(safe).en));
  assert.ok(render(safe).includes(">relevo.example/phone</a>"));
  assert.ok(render(plain).includes(notSecure(plain).en));
});
