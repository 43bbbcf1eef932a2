/** Whose the mails of a form are is asked once, in the conversation. */
import assert from "node:assert/strict";
import { deliver, numbered, watched } from "../../channels/email/deliver.ts";
import { expectData } from "../../crm/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { open } from "../contacts/conversation_scene.ts";
import { testWithPost } from "./mail_scene.ts";
import { assertSound, browserOf } from "../scene.ts";

const form = { from: "Web <forms@web.example>", head: ["Reply-To: Ana <ana@cliente.example>"] };

testWithPost("whose a form's mails are is asked once and can change", async (world, post) => {
  const { api, read, settled, contacts } = await watched(world, post);
  await deliver(post, [numbered(1, form)]);
  await read();
  await settled(1);
  const [web] = await contacts();
  const looks = { width: 390, locale: "en-GB" } as const;
  await using browser = await browserOf(world, "ana", looks);
  const { page, watch } = browser;
  await open(page, world, web.id);
  const question = "Do answers to forms@web.example go to ana@cliente.example?";
  await page.getByText(question).waitFor();
  await assertSound(page, "the question on a phone");
  await screenshot(page, "mail-sender-390");
  await page.getByRole("button", { name: "Yes, always" }).press("Enter");
  await page.getByText("Its next mails will be of whom Reply-To names.").waitFor();
  await page.getByText("Answers to forms@web.example go to Reply-To.").waitFor();
  assert.equal(await page.getByText(question).count(), 0);
  await page.locator(".composer summary").getByText("ana@cliente.example").waitFor();

  await deliver(post, [numbered(2, form)]);
  await read();
  await settled(2);
  const ana = (await contacts()).find(({ name }: { name: string }) => name === "Ana");
  await open(page, world, ana.id);
  await page.getByRole("button", { name: "Change this" }).press("Enter");
  await page.getByText("Its next mails will be of its own address.").waitFor();
  const [sender] = await expectData(api("GET", "/channels/senders"));
  assert.deepEqual([sender.address, sender.answers_to], ["forms@web.example", "from"]);
  watch.assertClean();
});
