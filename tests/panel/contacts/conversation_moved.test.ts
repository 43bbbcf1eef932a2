/** What is written while an answer is on its way is seen before the answer leaves. */
import assert from "node:assert/strict";
import { converse, marta } from "../../channels/scene.ts";
import { expectData } from "../../crm/scene.ts";
import { open } from "./conversation_scene.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("a message that came meanwhile is shown before the answer", async (world) => {
  const { receiver, program, contactId } = await converse(world);
  await using _ = receiver;
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await open(page, world, contactId);
  const thread = page.getByRole("group", { name: "Conversación" });
  const field = page.getByLabel("Escribe un mensaje");
  await thread.getByText("Hola").waitFor();

  // The customer writes once more between the press and the call.
  const path = `/api/admin/contacts/${contactId}/messages`;
  await page.route(({ pathname }) => pathname === path, async (route) => {
    await program.file({ externalId: "2", from: marta, text: "Ya no hace falta" });
    await route.continue();
  }, { times: 1 });
  await field.fill("Pásate el martes");
  await field.press("Control+Enter");
  await page.getByRole("alert").getByText("Hay un mensaje más nuevo").waitFor();
  await thread.getByText("Ya no hace falta").waitFor();
  assert.equal(await field.inputValue(), "Pásate el martes");
  await assertSound(page, "an answer that was kept back");

  // Whoever sends it again has read it.
  await field.press("Control+Enter");
  await thread.getByText("Sale en unos segundos").waitFor();
  const messages = await expectData(program.api("GET", `/contacts/${contactId}/messages`));
  assert.deepEqual(messages.map(({ body }: { body: string }) => body), [
    ...["Pásate el martes", "Ya no hace falta", "Hola"],
  ]);
  watch.assertClean({ allow: /409/ });
});
