/** How a colleague lets somebody in for the first time, and the frame's ways to one's own sign-in. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { asksOf, linkFor, passTime, withGateway } from "../../access/entry_scene.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertNotSideways, assertSound, browserOf, chosenLooks, testInBrowser } from "../scene.ts";

const nora = "nora@primary.example";

async function go(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await alive(page);
}

async function shownToken(page: Page): Promise<string> {
  const url = await page.locator("[data-secret]").inputValue();
  return url.split("/enter/")[1]!;
}

testInBrowser("adding somebody shows the link by which they come in, once", async (world) => {
  for (const look of chosenLooks) {
    const email = `n${look.width}@primary.example`;
    await using browser = await browserOf(world, "ana", look);
    const { page, context } = browser;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await go(page, world, "/panel/employees?company_id=1");
    await page.keyboard.press("c");
    await page.getByLabel("Correo").fill(email);
    await page.getByLabel("Función").fill("taller");
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: `Enlace para ${email}` });
    await dialog.getByText(/quien lo abra primero entra en su nombre/).waitFor();
    await assertSound(page, `a new link, ${look.width}`);
    await assertNotSideways(page, `a new link, ${look.width}`);
    const token = await shownToken(page);
    assert.equal((await expectData(asksOf(world).look(token))).email, email);
    await dialog.getByRole("button", { name: "Copiar" }).click();
    await dialog.getByRole("button", { name: "Copiado" }).waitFor();
    assert.ok((await page.evaluate(() => navigator.clipboard.readText())).endsWith(token));
    await dialog.getByRole("button", { name: "Listo" }).click();
    await page.getByRole("heading", { name: email, level: 1 }).waitFor();
    await page.getByText(/^Enlace hecho ahora mismo; vale hasta /).waitFor();
    assert.ok(!(await page.content()).includes(token), "it is not shown again");
    await assertSound(page, `somebody with a link, ${look.width}`);
    await go(page, world, "/panel/employees?company_id=1");
    const row = page.locator("tr", { hasText: email });
    await row.getByText(/^Enlace hasta /).filter({ visible: true }).waitFor();
    await assertSound(page, `employees with a link, ${look.width}`);
    await assertNotSideways(page, `employees with a link, ${look.width}`);
  }
}, withGateway);

testInBrowser("a link is made anew and withdrawn on the person's page", async (world) => {
  const { look, use } = asksOf(world);
  const ana = apiOf(world, people.ana);
  const { user_id } = await expectData(
    ana("POST", "/employees", { email: nora, role: "taller" }),
    201,
  );
  const own = `/panel/employees/${user_id}?company_id=1`;
  await using browser = await browserOf(world, "ana", { locale: "en-GB" });
  const { page } = browser;
  await go(page, world, own);
  await page.getByText("There is no link.").waitFor();
  await page.getByRole("button", { name: "Make a link" }).click();
  const dialog = page.getByRole("dialog", { name: `Link for ${nora}` });
  await dialog.waitFor();
  const first = await shownToken(page);
  // Escape loses nothing that is shown once.
  await page.keyboard.press("Escape");
  assert.equal(await shownToken(page), first);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText(/^Link made just now; good until /).waitFor();
  await page.getByRole("button", { name: "Make another link" }).click();
  await dialog.waitFor();
  const second = await shownToken(page);
  assert.notEqual(second, first);
  assert.equal((await look(first)).status, 410);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Withdraw the link" }).click();
  await page.getByText("There is no link.").waitFor();
  assert.equal((await look(second)).status, 410);

  await expectData(use(await linkFor(world, user_id)));
  await go(page, world, own);
  await page.getByText(/^The link was used just now/).waitFor();
  await linkFor(world, user_id);
  await passTime(world, 1, 8 * 86_400_000);
  await go(page, world, own);
  await page.getByText(/^The link expired yesterday /).waitFor();

  // Meanwhile they come in: nobody makes a link any more.
  const make = page.getByRole("button", { name: "Make a link" });
  await expectData(apiOf(world, nora)("GET", "/tasks"));
  await make.click();
  await page.getByText("This person has been in already").waitFor();
  await page.getByText("They have come in.").waitFor();
  await make.waitFor({ state: "detached" });
  await go(page, world, own);
  assert.equal(await page.getByText("First sign-in").isVisible(), false);
}, withGateway);

testInBrowser("a person of another company is invited without an entry link", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  await go(page, world, "/panel/employees?company_id=1");
  await page.keyboard.press("c");
  await page.getByLabel("Correo").fill(people.eva);
  await page.getByLabel("Función").fill("montaje");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/Es una invitación: la envió Ana Ruiz/).waitFor();
  assert.equal(await page.getByText("Primera entrada").count(), 0);
}, withGateway);

testInBrowser("the person's menu leads to their sign-in and out of it", async (world) => {
  for (const look of chosenLooks) {
    await using browser = await browserOf(world, "luis", look);
    const { page } = browser;
    await go(page, world, "/panel/tasks?company_id=2");
    await page.locator("[popovertarget=account]").click();
    const menu = page.locator("#account");
    const own = menu.getByRole("link", { name: "Cómo entras" });
    assert.equal(await own.getAttribute("href"), "/.gateway/account");
    await assertSound(page, `the person's menu, ${look.width}`);
    const logout = page.waitForRequest((one) => one.url().endsWith("/.gateway/logout"));
    await menu.getByRole("button", { name: "Cerrar sesión" }).click();
    assert.equal((await logout).method(), "POST");
  }
}, withGateway);

testInBrowser("without Relevo's own gateway the panel offers no entry links", async (world) => {
  const ana = apiOf(world, people.ana);
  const added = await expectData(ana("POST", "/employees", { email: nora, role: "" }), 201);
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  for (const path of ["/panel", "/panel/employees", `/panel/employees/${added.user_id}`]) {
    await go(page, world, `${path}?company_id=1`);
    const html = await page.content();
    for (const word of ["/.gateway/", "Primera entrada", "Hacer un enlace"]) {
      assert.ok(!html.includes(word), `${path}: ${word}`);
    }
  }
});
