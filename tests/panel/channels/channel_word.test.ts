/** E-mail is a word of its own wherever a channel is said, though it is stored as `other`. */
import assert from "node:assert/strict";
import { deliver, numbered, watched } from "../../channels/email/deliver.ts";
import { connect } from "../../channels/scene.ts";
import { pairCaller } from "../../crm/conversations/scene.ts";
import { expectData } from "../../crm/scene.ts";
import { phoneBrowser } from "../../phone/support/hand.ts";
import { people } from "../../support/world.ts";
import { open } from "../contacts/conversation_scene.ts";
import { alive } from "../hands.ts";
import { testWithPost } from "../mail/mail_scene.ts";
import { assertSound, browserOf } from "../scene.ts";

testWithPost("lists, filters, figures and the app say e-mail", async (world, post) => {
  const mailbox = await watched(world, post, { sent_copy: false });
  await deliver(post, [numbered(1, { body: "¿Reparáis puertas?" })]);
  await mailbox.read();
  await mailbox.settled(1);
  const chat = await connect(world, { name: "Telegram" });
  const other = await chat.file({ externalId: "1", from: { id: "7", name: "Leo" }, text: "Hola" });
  const contacts = await expectData(mailbox.api("GET", "/contacts?sort=created_at"));
  assert.deepEqual(
    contacts.map(({ channel, by_mail }: Record<string, unknown>) => [channel, by_mail]),
    [["other", true], ["other", false]],
  );
  const contactId = contacts[0].id as number;
  // Without any business there are no figures.
  const client = await expectData(mailbox.api("POST", "/clients", { name: "Pilar Ruiz" }), 201);
  const business = { title: "Cocina", client_id: client.id };
  await expectData(mailbox.api("POST", "/opportunities", business), 201);

  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const rows = page.locator("[data-list] tbody tr");
  const row = (name: string) => rows.filter({ hasText: name });
  await page.goto(`${world.url}/panel/contacts?company_id=1`);
  await alive(page);
  await row("Ana García").getByTitle("Correo", { exact: true }).waitFor();
  await row("Leo").getByTitle("Otro", { exact: true }).waitFor();
  await page.locator("[data-filters]").getByRole("button", { name: "Llega por" }).click();
  await page.locator("#filter-account_kind").getByRole("link", { name: "Correo", exact: true })
    .click();
  await page.locator(".chip", { hasText: "es Correo" }).waitFor();
  await row("Leo").waitFor({ state: "detached" });
  assert.equal(await rows.count(), 1);
  await assertSound(page, "the inbox of what came by e-mail");

  await page.goto(`${world.url}/panel?company_id=1`);
  const figures = page.locator("[data-figure='contacts.by_mail']");
  await figures.getByText("Correo", { exact: true }).waitFor();
  await figures.getByRole("link", { name: "1" }).click();
  await row("Ana García").waitFor();
  assert.equal(await rows.count(), 1);
  await page.goto(`${world.url}/panel?company_id=1`);
  await page.locator("[data-figure='contacts.by_channel.other']").getByRole("link", { name: "1" })
    .click();
  await row("Leo").waitFor();
  assert.equal(await rows.count(), 1);

  const head = page.locator("[data-region=head]");
  await open(page, world, contactId);
  await head.getByText(/^Correo/).waitFor();
  await open(page, world, other.contactId);
  await head.getByText(/^Otro/).waitFor();
  watch.assertClean();

  const { token, deviceId } = await pairCaller(world, people.luis, 1);
  await using phone = await phoneBrowser();
  await phone.context.addCookies([{
    ...{ name: `relevo_device_${deviceId}`, value: token, url: world.url },
    ...{ httpOnly: true, sameSite: "Strict" as const },
  }]);
  await phone.page.goto(`${world.url}/phone`);
  await phone.page.getByRole("link", { name: "Conversaciones" }).click();
  const conversation = (name: string) => phone.page.locator(".conversation-row", { hasText: name });
  await conversation("Leo").getByText("Otro", { exact: true }).waitFor();
  await conversation("Ana García").getByText("Correo", { exact: true }).waitFor();
  await conversation("Ana García").getByRole("link").click();
  await phone.page.locator(".conversation-facts").getByText("Correo", { exact: true }).waitFor();
  phone.watch.assertClean();
});
