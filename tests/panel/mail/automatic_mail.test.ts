/** Automatic mail is looked for: in its list, without scripts too, and by the search of everything. */
import assert from "node:assert/strict";
import { inDatabase } from "../../crm/scene.ts";
import { openContext, screenOf, screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, identityOf, testInBrowser } from "../scene.ts";

/** A mailbox of company 1 with newsletters. @returns its id and that of the only one of its kind */
async function addMailbox(world: World): Promise<{ id: number; rare: number }> {
  return await inDatabase(world, 1, async (trx) => {
    const { id } = await trx.insertInto("channel_accounts")
      .values({ company_id: 1, kind: "program", channel: "other", name: "Buzón" })
      .returning("id").executeTakeFirstOrThrow();
    const subjects = [
      ...Array.from({ length: 60 }, (_, n) => `Boletín ${n}`),
      "Fuera de la oficina",
    ];
    const rows = await trx.insertInto("channel_events").values(
      subjects.map((subject) => ({
        ...{ company_id: 1, account_id: id, external_id: subject, size: 1, state: "read" as const },
        automatic: JSON.stringify({
          ...{ kind: "list", subject },
          from: { name: null, address: "avisos@imprenta.example" },
        }),
        body: new TextEncoder().encode(
          `From: avisos@imprenta.example\r\nSubject: ${subject}\r\n\r\nVuelvo el lunes.\r\n`,
        ),
      })),
    ).returning("id").execute();
    return { id, rare: rows.at(-1)!.id };
  });
}

testInBrowser(
  "automatic mail is found in its list and by the search of everything",
  async (world) => {
    const { id, rare } = await addMailbox(world);
    const path = `${world.url}/panel/settings/channels/${id}/automatic`;
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await page.goto(`${path}?company_id=1`);
    await alive(page);
    await page.keyboard.press("/");
    await page.keyboard.type("boletín");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=bolet/);
    await page.getByText("1–50 de 60").waitFor();
    await assertSound(page, "automatic mail that was looked for");
    await page.getByRole("link", { name: "Siguiente" }).click();
    await page.getByText("51–60 de 60").waitFor();
    assert.match(page.url(), /q=bolet/);
    assert.equal(await page.getByRole("searchbox").inputValue(), "boletín");
    await page.goto(`${path}?company_id=1&q=nada&x=1`);
    await page.getByText("Nada coincide con los filtros.").waitFor();
    await assertSound(page, "no automatic mail has the words");
    await page.getByRole("link", { name: "Quitar los filtros" }).click();
    await page.getByText("1–50 de 61").waitFor();

    await page.goto(`${world.url}/panel/contacts?company_id=1`);
    await alive(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("oficina impr");
    const hit = page.getByRole("option", { name: /Fuera de la oficina/ });
    await hit.waitFor();
    await page.getByText("Correo automático").waitFor();
    await assertSound(page, "a search that finds automatic mail");
    await screenshot(page, "search-automatic");
    await hit.click();
    await page.waitForURL(new RegExp(`/${id}/automatic\\?company_id=1&mail=${rare}`));
    const dialog = page.getByRole("dialog", { name: "Fuera de la oficina" });
    await dialog.getByText("Vuelvo el lunes.").waitFor();
    await assertSound(page, "an automatic mail that a search led to");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await until(() => !new URL(page.url()).searchParams.has("mail"));
    watch.assertClean();
  },
);

testInBrowser("automatic mail is found on a phone, and without scripts", async (world) => {
  const { id } = await addMailbox(world);
  await using browser = await openContext({
    ...screenOf(390),
    colorScheme: "dark",
    locale: "en-GB",
    javaScriptEnabled: false,
    extraHTTPHeaders: await identityOf(world, "ana"),
  });
  const { page } = browser;
  await page.goto(`${world.url}/panel/settings/channels/${id}/automatic?company_id=1`);
  await page.getByRole("searchbox").fill("OFICINA");
  await page.getByRole("searchbox").press("Enter");
  await page.getByText("1–1 of 1").waitFor();
  assert.match(page.url(), /company_id=1.*q=OFICINA|q=OFICINA.*company_id=1/);
  await page.goto(`${world.url}/panel/settings/channels/${id}/automatic?company_id=1&q=zzz`);
  await page.getByText("Nothing matches the filters.").waitFor();

  await using scripted = await browserOf(world, "ana", {
    ...{ width: 390, colorScheme: "dark", locale: "en-GB" },
  });
  await scripted.page.goto(`${world.url}/panel/settings/channels/${id}/automatic?q=boletin`);
  await alive(scripted.page);
  await scripted.page.getByText("1–50 of 60").waitFor();
  await assertSound(scripted.page, "automatic mail on a phone");
  await screenshot(scripted.page, "automatic-390");
});
