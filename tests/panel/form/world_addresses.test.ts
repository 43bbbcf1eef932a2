/** What is typed of an address in a browser is what arrives. */
import assert from "node:assert/strict";
import { formSnippet } from "@/lib/panel/settings/form_snippet.ts";
import { alive } from "../hands.ts";
import { get } from "../contacts/inbox_scene.ts";
import { browserOf, testInBrowser } from "../scene.ts";

testInBrowser("addresses of all scripts are typed, shown and searched", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const listed = async (q = "") => {
    const contacts = await get(world, `contacts?sort=created_at&q=${encodeURIComponent(q)}`);
    return contacts.map(({ email }: { email: string }) => email);
  };
  const typed = ["josé@españa.example", "用户@例子.广告", "Ana@ESPAÑA.example"];
  for (const address of typed) {
    await page.goto(`${world.url}/panel/contacts`);
    await alive(page);
    await page.keyboard.press("c");
    const sheet = page.getByRole("dialog", { name: "Nuevo contacto" });
    await sheet.getByLabel("Nombre").fill("Alguien");
    await sheet.getByLabel("Correo").fill(address);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Alguien" }).waitFor();
    assert.equal(await page.getByLabel("Correo").inputValue(), address);
  }
  assert.deepEqual(await listed(), typed);
  assert.deepEqual(await listed("ana@xn--espaa-rta.example"), ["Ana@ESPAÑA.example"]);

  // The public form of a site, without a script.
  const snippet = formSnippet({
    ...{ action: `${world.url}/api/contact`, site: "primary", origin: undefined, language: "es" },
  });
  await page.route(
    "https://site.example/",
    (route) => route.fulfill({ contentType: "text/html", body: snippet }),
  );
  await page.goto("https://site.example/");
  await page.getByLabel("Correo").fill("zoë@españa.example");
  await page.locator("textarea").fill("Hola");
  await page.getByRole("button").click();
  await page.waitForURL(`${world.url}/**`);
  assert.deepEqual(await listed("zoë@españa.example"), ["zoë@españa.example"]);
  watch.assertClean({ allow: /./ });
});
