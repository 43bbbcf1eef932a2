/** The menu of reply templates on a connection that is lost for a moment. */
import assert from "node:assert/strict";
import { converse } from "../../channels/scene.ts";
import { expectData } from "../../crm/scene.ts";
import { open } from "../contacts/conversation_scene.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("the menu of templates says that it failed and reads again", async (world) => {
  const { receiver, program, contactId } = await converse(world);
  await using _ = receiver;
  const template = { name: "Saludo", language: "es", body: "Hola." };
  await expectData(program.api("POST", "/reply-templates", template), 201);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await open(page, world, contactId);
  const field = page.getByLabel("Escribe un mensaje");
  const option = page.getByRole("option", { name: "Saludo" });
  const menu = page.locator(".composer-options");

  const templates = "**/api/admin/reply-templates?*";
  await page.route(templates, (route) => route.abort());
  await field.pressSequentially("/");
  await menu.getByRole("alert").getByText(/^Sin conexión/).waitFor();
  await assertSound(page, "templates that could not be read");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });

  await field.fill("");
  await field.pressSequentially("/s");
  await menu.getByRole("alert").getByText(/^Sin conexión/).waitFor();
  await page.unroute(templates);
  await field.pressSequentially("a");
  await option.waitFor();
  await page.keyboard.press("Enter");
  await menu.waitFor({ state: "detached" });
  watch.assertClean({ allow: /ERR_FAILED/ });
});

testInBrowser("a slash typed while the composer's tools load opens the menu", async (world) => {
  const { receiver, program, contactId } = await converse(world);
  await using _ = receiver;
  const template = { name: "Saludo", language: "es", body: "Hola." };
  await expectData(program.api("POST", "/reply-templates", template), 201);
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  const { promise: typed, resolve: load } = Promise.withResolvers<void>();
  await page.route(/\/chunk-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes("composer-via")) await typed;
    await route.fulfill({ response, body });
  });
  await page.goto(`${world.url}/panel/contacts/${contactId}?company_id=1`);
  await alive(page);
  await page.keyboard.press("r");
  await page.keyboard.type("/s");
  assert.equal(await page.getByLabel("Por dónde sale").count(), 0);
  load();
  await page.getByRole("option", { name: "Saludo" }).waitFor();
});

testInBrowser(
  "what is typed right after the button of templates goes to the field",
  async (world) => {
    const { receiver, program, contactId } = await converse(world);
    await using _ = receiver;
    const template = { name: "Saludo", language: "es", body: "Hola." };
    await expectData(program.api("POST", "/reply-templates", template), 201);
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await open(page, world, contactId);
    const field = page.getByLabel("Escribe un mensaje");
    await field.fill("Buenas");
    const button = page.getByRole("button", { name: "Plantillas" });
    // Within one task, before the browser draws: so quick are the keys on a slow machine.
    const now = await button.evaluate((element: HTMLElement) => {
      element.click();
      const { value, selectionStart } = document.activeElement as HTMLTextAreaElement;
      return { value, caret: selectionStart };
    });
    assert.deepEqual(now, { value: "Buenas /", caret: "Buenas /".length });
    await page.keyboard.type("salu");
    await page.getByRole("option", { name: "Saludo" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (one) => (one as HTMLTextAreaElement).value === "Buenas Hola.",
      await field.elementHandle(),
    );
    watch.assertClean();
  },
);
