/** What a colleague passes on is offered in the conversation, and filed by one press. */
import assert from "node:assert/strict";
import { deliver, watched } from "../../channels/email/deliver.ts";
import { forwardOf } from "../../channels/email/forwards/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { open } from "../contacts/conversation_scene.ts";
import { testWithPost } from "./mail_scene.ts";
import { assertSound, browserOf } from "../scene.ts";

testWithPost(
  "a forward is filed with its customer by a key, and taken back",
  async (world, post) => {
    const { read, settled, contacts } = await watched(world, post);
    await deliver(post, [forwardOf(1, { words: "¿Lo llevas tú?" })]);
    await read();
    await settled(1);
    const [marta] = await contacts();
    await using browser = await browserOf(world, "ana", { width: 390, locale: "en-GB" });
    const { page, watch } = browser;
    await open(page, world, marta.id);
    const offer = page.locator(".mail-sender");
    await offer.getByText("From the customer inside: Eva Soto <eva@cliente.example>").waitFor();
    await assertSound(page, "a forward on a phone");
    await screenshot(page, "mail-forward-390");
    await page.getByRole("button", { name: "File it in their conversation" }).press("Enter");
    await page.getByText("A colleague passed it on, and it was filed here.").waitFor();
    const thread = page.getByRole("group", { name: "Conversation" });
    await thread.getByText("¿Reparáis puertas?", { exact: true }).waitFor();
    await thread.getByText("¿Lo llevas tú?").waitFor();
    assert.equal(await thread.getByText("Forwarded message").count(), 0);
    await page.locator(".composer summary").getByText("eva@cliente.example").waitFor();
    await assertSound(page, "a forward that was filed");
    await screenshot(page, "mail-forward-filed-390");

    await page.getByRole("button", { name: "Give it back" }).press("Enter");
    await page.getByRole("heading", { name: "Marta Gil" }).waitFor();
    await offer.getByText("From the customer inside:").waitFor();
    watch.assertClean();
  },
);
