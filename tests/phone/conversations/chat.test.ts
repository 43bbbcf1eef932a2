/** A conversation by WhatsApp on the phone: what its messages have beside their text. */
import assert from "node:assert/strict";
import { fileAll } from "../../panel/contacts/chat_scene.ts";
import { assertSound, testInBrowser } from "../../panel/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { holdPhone, phoneBrowser } from "../support/hand.ts";
import { smallTargets } from "../support/sound.ts";
import { message, phoneChat } from "./scene.ts";

testInBrowser("the phone shows what messages of apps carry", async (world) => {
  const conversation = await phoneChat(world);
  await fileAll(conversation);
  await using browser = await phoneBrowser();
  const { page, watch } = browser;
  await holdPhone(browser, world.url, conversation.luis);
  await page.goto(`${world.url}/phone`);
  await page.getByRole("link", { name: "Conversaciones" }).click();
  await page.getByRole("link", { name: "Marta Gil" }).click();
  const log = page.getByRole("log");
  const message = (text: string) => log.getByRole("listitem").filter({ hasText: text });
  const ad = message("¿Hacéis mesas a medida?").first();
  await ad.getByText("WhatsApp", { exact: true }).waitFor();
  await ad.getByText("Viene de un anuncio").waitFor();
  await ad.getByRole("list", { name: "Reacciones" }).getByText("Nosotros").waitFor();
  await message("Sí. ¿Qué medidas?").first().getByText("Respondido fuera de Relevo").waitFor();
  const edited = message("De 180 × 90").first();
  await edited.getByText("Editado").click();
  await edited.getByText("De 160 × 90").waitFor();
  await log.getByText("Mensaje eliminado por quien lo envió").waitFor();
  const map = log.getByRole("link", { name: "Ver en el mapa" });
  assert.match(await map.getAttribute("href") ?? "", /^https:\/\/www\.openstreetmap\.org\//);
  await log.getByText("plano.pdf todavía está llegando").waitFor();
  await log.locator("audio").waitFor();
  await log.getByText("plantilla presupuesto_listo · parte 1 de 3").waitFor();
  await edited.getByRole("button", { name: /Responde a un mensaje nuestro/ }).click();
  await page.waitForFunction(() => {
    const answered = [...document.querySelectorAll("[role=log] li[id]")]
      .find((one) => one.textContent?.includes("fuera de Relevo"))!.getBoundingClientRect();
    return answered.top > 0 && answered.bottom < innerHeight;
  });

  // How long the customer can be written to, and in how many messages it leaves.
  await page.getByText("quedan 22 h para escribir").waitFor();
  await page.locator("#write-text").fill("a".repeat(5_000));
  await page.getByText("Sale en 2 mensajes").waitFor();
  await assertSound(page, "a chat on the phone");
  assert.deepEqual(await smallTargets(page), []);
  await screenshot(page, "chat-phone");
  await conversation.heard(30);
  await page.reload();
  // What was typed before stays to be seen, and cannot leave.
  await page.getByText("solo le llega una plantilla.").waitFor();
  assert.equal(await page.locator("#write-text").inputValue(), "a".repeat(5_000));
  assert.equal(await page.getByRole("button", { name: "Enviar", exact: true }).isDisabled(), true);
  await assertSound(page, "a closed window on the phone");
  watch.assertClean();
});

type App = "whatsapp" | "instagram" | "facebook";
/** Who wrote when, what the composer says, and what is left to write with. */
const standings: [App, number | null, RegExp, "text" | "template" | "nothing"][] = [
  ["whatsapp", 23.5, /^quedan \d+:\d\d min para escribir$/, "text"],
  ["facebook", 30, /^puedes responder tú, en persona, hasta/, "text"],
  ["facebook", 200, /^Hace demasiado que no escribe/, "nothing"],
  ["instagram", 30, /^Hace demasiado que no escribe/, "nothing"],
  ["instagram", null, /^Aún no ha escrito a esta cuenta/, "nothing"],
  ["whatsapp", null, /^Aún no ha escrito a este número: solo le llega/, "template"],
];

testInBrowser("the composer says what is left, and why", async (world) => {
  await using browser = await phoneBrowser({ colorScheme: "dark" });
  const { page, watch } = browser;
  const chats = {
    whatsapp: await phoneChat(world),
    instagram: await phoneChat(world, { channel: "instagram" }),
    facebook: await phoneChat(world, { channel: "facebook", settings: { human_agent: true } }),
  };
  for (const { luis } of Object.values(chats)) await holdPhone(browser, world.url, luis);
  for (const [at, [app, hoursAgo, words, way]] of standings.entries()) {
    const { address, heard } = chats[app];
    await heard(hoursAgo);
    await page.goto(world.url + address);
    await page.locator(".write").getByText(words).waitFor();
    const where = `${app} ${hoursAgo}`;
    assert.equal(await page.locator("#write-text").count(), way === "text" ? 1 : 0, where);
    const choose = page.getByRole("button", { name: "Elegir plantilla" });
    assert.equal(await choose.count(), way === "template" ? 1 : 0, where);
    await assertSound(page, where);
    await screenshot(page, `left-${at}`);
    // A note to colleagues needs no window.
    await page.getByRole("radio", { name: "Nota al equipo" }).check();
    await page.locator("#write-text").waitFor();
  }
  watch.assertClean();
});

testInBrowser("a picture that comes late leaves the newest message in view", async (world) => {
  const { luis, address, file, attach } = await phoneChat(world);
  await attach(await file("in", "Así"), { name: "a.png", type: "image/png", state: "kept" });
  await file("in", "¿Qué te parece?");
  await using browser = await phoneBrowser();
  const { page } = browser;
  await holdPhone(browser, world.url, luis);
  const { promise: isRead, resolve: bring } = Promise.withResolvers<void>();
  // The worker would ask for the picture itself, past the route.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => {});
  });
  await page.route("**/api/phone/files/*", async (route) => {
    await isRead;
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="900"/>`;
    await route.fulfill({ contentType: "image/svg+xml", body });
  });
  await page.goto(world.url + address);
  const newest = message(page, "¿Qué te parece?");
  await newest.waitFor();
  const isShown = () =>
    newest.evaluate((one) => {
      const { bottom } = one.getBoundingClientRect();
      return bottom < document.querySelector(".write")!.getBoundingClientRect().top;
    });
  const heightOf = () => page.getByRole("img", { name: "Imagen: a.png" }).boundingBox();
  bring();
  await until(async () => ((await heightOf())?.height ?? 0) > 200, { what: "the picture" });
  await until(isShown, { what: "the newest message in view" });
  // Who reads above stays there.
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("#write-text").fill("a\nb\nc\nd\ne\nf");
  await until(async () => await page.evaluate(() => scrollY) === 0, { what: "the place" });
  assert.equal(await isShown(), false);
});
