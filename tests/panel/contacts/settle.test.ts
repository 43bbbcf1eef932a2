/** A message of which nobody knows whether it arrived, and a member who does. */
import assert from "node:assert/strict";
import { converse, delivered, goNow } from "../../channels/scene.ts";
import { inTenant, open } from "./conversation_scene.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("a member marks an uncertain message as sent", async (world) => {
  const { receiver, program, contactId, write } = await converse(world);
  await using _ = receiver;
  const { id } = await write({ body: "¿Te va bien a las diez?" });
  await goNow(world);
  await delivered(program, contactId, id, "sent");
  await inTenant(world, { state: "uncertain" });
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await open(page, world, contactId);
  const thread = page.getByRole("group", { name: "Conversación" });
  await thread.getByText(/^Quizá no llegó/).waitFor();
  await thread.getByRole("button", { name: "Sí llegó…" }).click();
  const question = page.getByRole("dialog", { name: "¿Sabes que el mensaje llegó?" });
  await assertSound(page, "the question before it is put down as sent");
  await question.getByRole("button", { name: "Sí llegó" }).click();
  await page.getByText("Consta como enviado").waitFor();
  await thread.getByText(/^Enviado/).waitFor();
  assert.equal(await thread.getByRole("button", { name: "Sí llegó…" }).count(), 0);
  assert.equal(receiver.requests.length, 1);
  watch.assertClean();
});
