/** The menu of reply templates on a connection that is lost for a moment. */
import { converse } from "../../channels/scene.ts";
import { expectData } from "../../crm/scene.ts";
import { open } from "../contacts/conversation_scene.ts";
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
