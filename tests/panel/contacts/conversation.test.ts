/** A conversation that sends: a program brings what a customer writes, and takes what is answered. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { undoMs } from "@/lib/channels/out/delivery.ts";
import { connect, converse, goNow, marta } from "../../channels/scene.ts";
import { expectData } from "../../crm/scene.ts";
import { bePatient, screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import {
  boxesOf,
  drop,
  hold,
  inTenant,
  isDrawn,
  open,
  paste,
  selected,
} from "./conversation_scene.ts";
import { alive, typeQuickly, undo } from "../hands.ts";
import { assertSound, browserOf, identityOf, testInBrowser } from "../scene.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

testInBrowser(
  "a message comes in, is answered, taken back, sent, and sent again",
  async (world) => {
    let status = 200;
    const { receiver, program, contactId } = await converse(world, {
      handler: () => new Response("", { status }),
    });
    await using _ = receiver;
    await using browser = await browserOf(world, "ana");
    await bePatient(browser, [undoMs]);
    const { page, watch } = browser;
    await open(page, world, contactId);
    const thread = page.getByRole("group", { name: "Conversación" });
    await thread.getByText("Hola").waitFor();

    // What the customer writes appears by itself, its picture in place, and is read since it is seen.
    const picture = await expectData(
      world.call("POST", "/api/files?name=puerta.png", { key: program.key, body: png }),
      201,
    );
    await program.file({
      ...{ externalId: "2", from: marta, text: "¿Reparáis puertas?", files: [picture.id] },
    });
    await thread.getByText("¿Reparáis puertas?").waitFor();
    await isDrawn(page, "puerta.png");
    const statusNow = async () =>
      (await expectData(program.api("GET", `/contacts/${contactId}`)))
        .status;
    await until(async () => await statusNow() === "read", { what: "the contact to be read" });

    // It goes by the account that was written to; taken back, its words are there again.
    const field = page.getByLabel("Escribe un mensaje");
    assert.equal(await selected(page), program.name);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("r");
    await page.keyboard.type("Sí, pásate el martes");
    await page.keyboard.press("Control+Enter");
    await thread.getByText("Sale en unos segundos").waitFor();
    await hold(world);
    await undo(page, "Sale en 10 s");
    await thread.getByText("No se envió").waitFor();
    await until(async () => await field.inputValue() === "Sí, pásate el martes", {
      what: "the words to be back",
    });

    // By its own button too, before what is being written meanwhile.
    await field.press("Control+Enter");
    await thread.getByText("Sale en unos segundos").waitFor();
    await hold(world);
    await field.fill("Trae la llave");
    await thread.getByRole("button", { name: "No enviar" }).click();
    await until(async () => await field.inputValue() === "Sí, pásate el martes\n\nTrae la llave", {
      what: "the words to be back by the button",
    });
    await field.fill("Sí, pásate el martes");

    // Sent, its receipts move it on while one looks.
    await field.press("Control+Enter");
    await thread.getByText("Sale en unos segundos").waitFor();
    await goNow(world);
    const [sent] = await receiver.received(1);
    const { messageId, text } = sent!.json() as { messageId: number; text: string };
    assert.equal(text, "Sí, pásate el martes");
    await thread.getByText(/^Enviado/).waitFor();
    for (const [status, label] of [["delivered", "Entregado"], ["read", "Leído"]] as const) {
      const receipt = { key: program.key, json: { status } };
      await expectData(world.call("POST", `/api/messages/${messageId}/status`, receipt), 200);
      await thread.getByText(new RegExp(`^${label}`)).waitFor();
    }
    await assertSound(page, "a conversation");
    await screenshot(page, "conversation");

    // What the receiver refuses for good says so, and goes with one press.
    status = 410;
    await field.fill("¿Te va bien a las diez?");
    await field.press("Control+Enter");
    await thread.getByText("Sale en unos segundos").waitFor();
    await goNow(world);
    await thread.getByText(/No enviado.*El servidor respondió 410/).waitFor();
    await assertSound(page, "a conversation with a failure");
    status = 200;
    await thread.getByRole("button", { name: "Reintentar" }).click();
    await thread.getByText(/^Enviado/).waitFor();

    // What nobody knows the end of is sent again by a person who says so.
    await inTenant(world, { state: "uncertain" });
    await page.reload();
    await alive(page);
    await thread.getByText(/^Quizá no llegó/).first().waitFor();
    await thread.getByRole("button", { name: "Enviar otra vez…" }).first().click();
    const dialog = page.getByRole("dialog", { name: "¿Enviar el mensaje otra vez?" });
    await assertSound(page, "the question before it is sent again");
    const before = receiver.requests.length;
    await dialog.getByRole("button", { name: "Enviar otra vez" }).click();
    await receiver.received(before + 1);
    await dialog.waitFor({ state: "detached" });

    // It can still be only recorded, and the list is narrowed to those of the account.
    await page.getByLabel("Por dónde sale").selectOption("Solo registrar");
    await page.getByLabel("Lo que has respondido").fill("Se lo dije por teléfono");
    await page.getByRole("button", { name: "Registrar respuesta" }).click();
    await thread.getByText("registrado").waitFor();
    await connect(world, { name: "Otro bot" });
    await page.goto(`${world.url}/panel/contacts?via=${program.id}`);
    await page.getByRole("row", { name: /Marta Gil/ }).waitFor();
    await page.getByRole("button", { name: `Cuenta es ${program.name}` }).waitFor();
    watch.assertClean({ allow: /409/ });
  },
);

testInBrowser("drafts, templates and files: by keys, kept, and only one's own", async (world) => {
  const { receiver, program, contactId } = await converse(world);
  await using _ = receiver;
  const template = { name: "Saludo inicial", language: "es" };
  for (
    const json of [
      { ...template, body: "Hola, {{contact.name}}. Soy {{member.name}}." },
      { ...template, name: "Enlace", body: "Aquí lo tienes: {{quote.link}}" },
      { ...template, name: "Saludo formal", body: "Buenos días." },
    ]
  ) await expectData(program.api("POST", "/reply-templates", json), 201);
  await using browser = await browserOf(world, "ana");
  const { page, context, watch } = browser;
  page.on("dialog", (dialog) => dialog.accept());
  await open(page, world, contactId);
  const field = page.getByLabel("Escribe un mensaje");
  const thread = page.getByRole("group", { name: "Conversación" });
  const options = page.getByRole("listbox", { name: "Plantillas" }).getByRole("option");

  // A slash within a word asks for nothing; one that begins it does, narrowed as one types.
  await field.fill("Abrimos 24");
  await field.pressSequentially("/7 ");
  assert.equal(await options.count(), 0);
  await field.fill("");
  await field.pressSequentially("/");
  await until(async () => await options.count() === 3, { what: "all templates" });
  await assertSound(page, "templates");
  await screenshot(page, "conversation-templates");
  await field.pressSequentially("SAL");
  await until(async () => await options.count() === 2, { what: "those that begin so" });
  await typeQuickly(field, "U", "ArrowDown");
  await page.keyboard.press("Enter");
  await until(async () => (await field.inputValue()) === "Hola, Marta Gil. Soy Ana Ruiz.", {
    what: "the filled template",
  });
  await field.fill("");
  await field.pressSequentially("/enl");
  await options.first().waitFor();
  await page.keyboard.press("Escape");
  await options.first().waitFor({ state: "detached" });
  assert.equal(await field.inputValue(), "/enl");
  // A place that nothing fills is not sent.
  await field.fill("");
  await page.getByRole("button", { name: "Plantillas" }).click();
  await options.filter({ hasText: "Enlace" }).click();
  await until(async () => (await field.inputValue()).includes("{{quote.link}}"));
  await field.press("Control+Enter");
  await page.getByRole("alert").getByText("{{quote.link}}").waitFor();

  // Files go up at once; each can be taken off, and too large a one is refused by name.
  await field.fill("Te mando el plano");
  const input = page.getByLabel("Adjuntar archivos");
  const attached = page.getByRole("list", { name: "Archivos adjuntos" });
  await input.setInputFiles([
    { name: "foto.png", mimeType: "image/png", buffer: png },
    { name: "nada.txt", mimeType: "text/plain", buffer: Buffer.from("") },
  ]);
  await page.getByRole("alert").getByText("«nada.txt» está vacío").waitFor();
  await drop(page, "plano.pdf", "application/pdf", "%PDF-1.4 %%EOF");
  await paste(page, "pegado.txt");
  await attached.getByText("pegado.txt", { exact: true }).waitFor();
  await until(async () => await page.locator(".attached progress").count() === 0, {
    what: "all files to be there",
  });
  await page.getByRole("button", { name: "Quitar pegado.txt" }).click();
  await attached.getByText("pegado.txt", { exact: true }).waitFor({ state: "detached" });
  await assertSound(page, "attached files");
  await screenshot(page, "conversation-files");

  // The draft, with its files, survives a reload: on this machine, and for this member alone.
  await page.reload();
  await alive(page);
  await attached.getByText("foto.png", { exact: true }).waitFor();
  assert.equal(await field.inputValue(), "Te mando el plano");
  await context.setExtraHTTPHeaders(await identityOf(world, "luis"));
  await page.goto(`${world.url}/panel/contacts/${contactId}?company_id=1`);
  await alive(page);
  assert.deepEqual([await field.inputValue(), await attached.count()], ["", 0]);
  await context.setExtraHTTPHeaders(await identityOf(world, "ana"));
  await open(page, world, contactId);
  await attached.getByText("plano.pdf", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await thread.getByText("Sale en unos segundos").waitFor();
  await isDrawn(page, "foto.png");
  const pdf = thread.getByRole("link", { name: /plano\.pdf/ });
  assert.equal(await pdf.getAttribute("target"), "_blank");
  await goNow(world);
  const [request] = await receiver.received(1);
  const { files } = request!.json() as { files: { name: string }[] };
  assert.deepEqual(files.map(({ name }) => name).sort(), ["foto.png", "plano.pdf"]);
  const drafts = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /touches/.test(key))
  );
  assert.deepEqual(drafts, [], "what was sent is kept no longer");

  // Notes take files too, here and on every other record; what was left out is named.
  await page.getByText("Nota", { exact: true }).click();
  await input.setInputFiles({ name: "croquis.png", mimeType: "image/png", buffer: png });
  await attached.getByText("croquis.png", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Guardar nota" }).click();
  await isDrawn(page, "croquis.png");
  await inTenant(world, { file: "left_out" });
  await page.reload();
  await thread.getByText("«foto.png» no se ha guardado").waitFor();
  watch.assertClean({ allow: /404/ });
});

testInBrowser("a client is written to, and a phone shows a messenger", async (world) => {
  const { receiver, program, contactId } = await converse(world);
  await using _ = receiver;
  const { client } = await expectData(
    program.api("POST", `/contacts/${contactId}/convert`, {}),
    201,
  );
  for (let n = 2; n < 30; n++) {
    await program.file({ externalId: String(n), from: marta, text: `Línea ${n}` });
  }
  await using browser = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/clients/${client.id}`);
  await alive(page);
  await page.getByText("Mensaje", { exact: true }).click();
  await page.getByLabel("Escribe un mensaje").fill("Ya está la puerta");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  const toast = page.locator(".toast").filter({ hasText: "Sale en 10 s" });
  await page.getByText("Ya está la puerta").waitFor();
  await assertSound(page, "a client that was written to");
  await toast.getByRole("link", { name: "Abrir" }).click();

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await alive(page);
    await page.getByRole("group", { name: "Conversación" }).getByText("Ya está la puerta")
      .waitFor();
    const { head, thread, composer, window } = await boxesOf(page);
    assert.ok(head.top >= 0 && head.height < 60, `one line at ${width}: ${head.height}`);
    assert.ok(thread.height > window / 2, `the thread fills the screen: ${thread.height}`);
    const end = window - composer.bottom;
    assert.ok(end >= 0 && end < 40, `at the thumb: ${end} from the end`);
    const newest = page.getByText("Ya está la puerta");
    assert.ok(await newest.isVisible());
    await assertSound(page, `a messenger at ${width}`);
    await screenshot(page, `conversation-${width}`);
  }
  await page.getByRole("button", { name: "Más", exact: true }).click();
  await page.getByRole("button", { name: "Asignar", exact: true }).click();
  // By key: so soon after the menu has closed, a press at its place counts as its second half.
  await page.getByRole("button", { name: "Asignármelo" }).press("Enter");
  await until(async () =>
    (await expectData(program.api("GET", `/contacts/${contactId}`))).assignee
  );
  await page.getByRole("button", { name: "Más", exact: true }).click();
  await page.getByRole("link", { name: "Ficha y seguimiento" }).click();
  await page.getByRole("link", { name: "Volver a la conversación" }).click();
  await page.getByRole("link", { name: "Bandeja" }).first().click();
  await page.waitForURL(/\/panel\/contacts\?/);
  watch.assertClean();
});
