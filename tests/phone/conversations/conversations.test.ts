/** Conversations in the app: one touch from the notification, and nothing that is written is lost. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { assertSound, testInBrowser } from "../../panel/scene.ts";
import { conversing, pairCaller } from "../../crm/conversations/scene.ts";
import { expectData } from "../../crm/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { holdPhone, phoneBrowser } from "../support/hand.ts";
import { makePhone, pushOf } from "../support/phone.ts";
import { serveSite } from "../support/site.ts";
import { smallTargets } from "../support/sound.ts";

const field = (page: Page) => page.locator("#write-text");
const send = (page: Page) => page.getByRole("button", { name: "Enviar", exact: true });
const message = (page: Page, text: string) =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: text });

async function bodiesOf(caller: Awaited<ReturnType<typeof pairCaller>>, contactId: number) {
  const { messages } = await caller.read(contactId);
  return messages.map(({ body }: { body: string }) => body);
}

testInBrowser("one touch opens a conversation with its keyboard, another sends", async (world) => {
  const { luis, ana, receiver, contactId, writes } = await conversing(world);
  await using _ = receiver;
  await using browser = await phoneBrowser();
  const { page, watch } = browser;
  await holdPhone(browser, world.url, luis);
  await page.goto(`${world.url}/phone`);
  await page.getByRole("link", { name: /Marta Gil/ }).click();
  await field(page).waitFor();
  await until(() => field(page).evaluate((area) => area === document.activeElement), {
    what: "the field to have the keyboard",
  });
  await message(page, "¿Abren mañana?").waitFor();
  await page.keyboard.type("Sí, a las 9");
  await page.keyboard.press("Control+Enter");
  await message(page, "Sí, a las 9").getByText("Sale en unos segundos").waitFor();
  assert.deepEqual(await bodiesOf(ana, contactId), ["Sí, a las 9", "¿Abren mañana?"]);
  assert.deepEqual(await ana.inbox(), [], "it is gone from the colleague's phone");
  await message(page, "Sí, a las 9").getByRole("button", { name: "No enviar" }).click();
  await message(page, "Sí, a las 9").getByText("No se envió").waitFor();

  // The customer writes while the answer is written: it is asked about, and then goes.
  await field(page).fill("Hasta las 20");
  await page.route("**/api/phone/conversations/*", (route) => route.abort());
  await writes("¿Y a qué hora cierran?");
  await send(page).click();
  const asks = page.getByRole("alert").filter({ hasText: "Marta Gil ha escrito mientras tanto" });
  await asks.getByText("¿Y a qué hora cierran?").waitFor();
  await assertSound(page, "a newer message");
  assert.equal((await bodiesOf(ana, contactId))[0], "¿Y a qué hora cierran?");
  await page.unroute("**/api/phone/conversations/*");
  await asks.getByRole("button", { name: "Cambiar el texto" }).click();
  await until(async () => await field(page).inputValue() === "Hasta las 20", {
    what: "the words to be back",
  });
  await message(page, "¿Y a qué hora cierran?").waitFor();
  await send(page).click();
  await message(page, "Hasta las 20").waitFor();
  await until(async () => (await bodiesOf(ana, contactId))[0] === "Hasta las 20", {
    what: "the answer to be there",
  });

  // "Take it", "Later", a note with a photo.
  await page.getByRole("button", { name: "Me lo quedo" }).click();
  await page.getByText("Contigo").waitFor();
  await page.getByRole("button", { name: "Luego" }).click();
  await page.getByRole("button", { name: "En 1 hora" }).click();
  await page.locator(".conversation-facts").getByText(/^Vuelve/).waitFor();
  await page.getByRole("radio", { name: "Nota al equipo" }).check();
  await page.locator("input[capture]").setInputFiles({
    name: "puerta.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("una puerta"),
  });
  await field(page).fill("Así está la puerta");
  await page.getByRole("button", { name: "Guardar la nota" }).click();
  await message(page, "Así está la puerta").getByRole("link", { name: /puerta\.txt/ }).waitFor();

  await page.goBack();
  await page.getByRole("link", { name: "Conversaciones" }).click();
  await page.getByRole("searchbox").fill("gil");
  await page.getByRole("link", { name: "Marta Gil" }).waitFor();
  await page.getByRole("radio", { name: "Esperan respuesta" }).check();
  await page.getByText("Nadie con esas palabras").waitFor();
  // The one that was cut off on purpose.
  watch.assertClean({ allow: /ERR_FAILED|409/ });
});

testInBrowser("a reply written offline is sent later, or asked about", async (world) => {
  const { luis, ana, receiver, contactId, writes } = await conversing(world);
  await using _ = receiver;
  await using site = await serveSite(world);
  await using phone = await makePhone(world, {
    ...{ userId: people.luis, url: site.url, paired: luis },
  });
  const tab = await phone.openApp();
  const address = `${site.url}/phone?device=${luis.deviceId}&c=${contactId}`;
  await tab.goto(address);
  await message(tab, "¿Abren mañana?").waitFor();

  await site.cut();
  await tab.reload();
  await message(tab, "¿Abren mañana?").waitFor();
  for (const text of ["Sí", "A las 9"]) {
    await field(tab).fill(text);
    await send(tab).click();
    await until(async () => await field(tab).inputValue() === "", { what: "the text to be kept" });
  }
  await tab.getByText("Guardado. Sale en cuanto haya conexión").first().waitFor();
  await tab.close();
  site.mend();
  await phone.sync();
  await until(async () => (await bodiesOf(ana, contactId)).length === 3, { what: "both" });
  assert.deepEqual(await bodiesOf(ana, contactId), ["A las 9", "Sí", "¿Abren mañana?"]);

  // Something comes before the connection does: the person decides, also with the app closed.
  const again = await phone.context.newPage();
  await again.goto(address);
  await message(again, "A las 9").waitFor();
  await site.cut();
  await field(again).fill("Y mañana también");
  await send(again).click();
  await again.getByText("Guardado. Sale en cuanto haya conexión").waitFor();
  await again.close();
  await writes("Mejor el lunes");
  site.mend();
  await phone.sync();
  const notification = await until(async () =>
    (await phone.notifications()).find(({ title }) =>
      title === "Tu mensaje para Marta Gil no ha salido"
    )
  );
  assert.match(notification.body, /algo más nuevo/);
  assert.equal((await bodiesOf(ana, contactId))[0], "Mejor el lunes");
  const open = await phone.context.newPage();
  await open.goto(address);
  const asks = open.getByRole("alert").filter({ hasText: "Marta Gil ha escrito mientras tanto" });
  await asks.getByRole("button", { name: "Enviar igualmente" }).click();
  await message(open, "Y mañana también").waitFor();
  await until(async () => (await bodiesOf(ana, contactId))[0] === "Y mañana también", {
    what: "the message to be sent",
  });
});

testInBrowser("a push of a conversation leads to it, in the app or a new one", async (world) => {
  const { luis, receiver, contactId } = await conversing(world);
  await using _ = receiver;
  await using phone = await makePhone(world, { userId: people.luis, paired: luis });
  const tab = await phone.openApp();
  const worker = await phone.worker();
  // Only a real tap may bring a page to the front or open one.
  await worker.evaluate(() => {
    // deno-lint-ignore no-explicit-any
    const scope = globalThis as any;
    scope.opened = [];
    scope.WindowClient.prototype.focus = function () {
      return Promise.resolve(this);
    };
    scope.clients.openWindow = (url: string) => Promise.resolve(scope.opened.push(url));
  });
  const { deviceId: device } = luis;
  const press = async () => {
    const id = crypto.randomUUID();
    await phone.deliver(pushOf({ id, device, contactId, actions: [] }));
    await phone.untilShown(id);
    await phone.click(id);
    return id;
  };
  await press();
  await field(tab).waitFor();
  await until(() => field(tab).evaluate((area) => area === document.activeElement), {
    what: "the field to have the keyboard",
  });
  await tab.close();
  const id = await press();
  // deno-lint-ignore no-explicit-any
  const [opened] = await worker.evaluate(() => (globalThis as any).opened);
  assert.equal(opened, `/phone?device=${device}&n=${id}&c=${contactId}`);
});

const looks = [
  { width: 390, colorScheme: "light", locale: "es-ES" },
  { width: 320, colorScheme: "dark", locale: "en-GB" },
  { width: 1440, colorScheme: "dark", locale: "es-ES" },
] as const;

testInBrowser("conversations are sound at every width", async (world) => {
  const { luis, ana, receiver, contactId, messageId, program } = await conversing(world);
  await using _ = receiver;
  const long = "W".repeat(300);
  const reply = { text: `Buenos días. ${long}`, after: messageId };
  await expectData(ana.reply(contactId, reply), 201);
  await expectData(ana.verb(contactId, "notes", { text: "Entre nosotros", key: "n" }), 201);
  await expectData(
    ana.api("POST", "/reply-templates", {
      ...{ name: "Saludo", language: "es", body: "Hola {{contact.name}}: {{quote.number}}" },
    }),
    201,
  );
  await expectData(ana.api("POST", `/channels/${program.id}/pause`));
  const { id: bare } = await expectData(
    ana.api("POST", "/contacts", { name: "Sin dirección", assignee_id: luis.id }),
    201,
  );
  for (const look of looks) {
    await using browser = await phoneBrowser(look);
    const { page, watch } = browser;
    await holdPhone(browser, world.url, luis);
    const where = `${look.width} ${look.colorScheme} ${look.locale}`;
    const see = async (name: string) => {
      assert.equal(await page.locator("h1").count(), 1, `${name} ${where}: one heading`);
      await assertSound(page, `${name} ${where}`);
      assert.deepEqual(await smallTargets(page), [], `${name} ${where}: 44 px`);
      await screenshot(page, `conversations-${name}-${where}`);
    };
    await page.goto(`${world.url}/phone#talks`);
    await page.getByRole("link", { name: "Marta Gil" }).waitFor();
    await see("list");
    await page.getByRole("link", { name: "Marta Gil" }).click();
    await field(page).waitFor();
    await page.locator(".write-why").waitFor();
    await see("talk");
    await page.getByRole("button", { name: /^(Plantillas|Templates)$/ }).click();
    await page.getByRole("button", { name: /Saludo/ }).waitFor();
    await see("templates");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^(Luego|Later)$/ }).click();
    await page.getByRole("dialog").waitFor();
    await see("later");
    await page.goto(`${world.url}/phone?device=${luis.deviceId}&c=${bare}`);
    await page.locator(".write-why").waitFor();
    await see("nothing to send by");
    await page.goto(`${world.url}/phone?device=${luis.deviceId}&c=2000000`);
    await page.getByRole("heading", { name: /no está aquí|is not here/ }).waitFor();
    await see("missing");
    watch.assertClean({ allow: /404/ });
  }
});
