/** Notifications in the panel: sent beside their picture, answered, cancelled; keys and phones. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData, inDatabase } from "../../crm/scene.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

/** Opens a page of notifications and waits until its islands answer. */
async function open(page: Page, world: World, path: string) {
  await page.goto(`${world.url}/panel/notifications${path}?company_id=1`);
  await alive(page);
}

const answer = (world: World, id: string, device: string, json: object) =>
  expectData(
    world.call("POST", `/api/phone/notifications/${id}/response`, { device, json }),
    201,
  );

/** Ana at a desk, or with a phone in the dark. */
function testNotices(
  name: string,
  walk: (world: World, page: Page) => Promise<void>,
  look: Parameters<typeof browserOf>[2] = { width: 390, colorScheme: "dark" },
): void {
  testInBrowser(name, async (world) => {
    await using browser = await browserOf(world, "ana", look);
    await walk(world, browser.page);
    browser.watch.assertClean({ allow: /422/ });
  });
}

const question = {
  userId: "maria",
  title: "¿Abrimos?",
  body: "Es festivo.",
  actions: [{ id: "1", label: "Sí" }],
  allowReply: true,
};

async function ask(world: World, more: object = {}): Promise<string> {
  const json = { ...question, ...more };
  const sent = world.call("POST", "/api/notify", { key: world.keys.shop, json });
  return (await expectData(sent, 202)).notificationId;
}

testNotices(
  "a form without a title, text or recipient names each beside its field",
  async (world, page) => {
    await open(page, world, "/send");
    await page.getByLabel("Título").press("Control+Enter");
    await page.getByText("di a quién se envía").waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "field-userId");
    assert.equal(await page.locator("[aria-invalid=true]").count(), 3);
  },
  {},
);

testNotices(
  "a notification is written by keyboard beside its picture, and sent",
  async (world, page) => {
    await world.pairPhone("maria");
    await page.goto(`${world.url}/panel/notifications?company_id=1`);
    await page.getByText("Aquí verás lo que se envía").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Enviar una notificación" }).first()
      .click();
    await page.waitForURL(/notifications\/send/);
    await alive(page);
    await assertSound(page, "the form, wide and light");

    await page.locator("#field-userId").focus();
    await page.keyboard.type("MAR");
    await page.getByRole("option", { name: "maria" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Quitar a maria").waitFor({ state: "attached" });
    await page.keyboard.type("leo,");
    await page.getByText("2 destinatarios").waitFor();
    await page.getByLabel("Título").fill("¿Abrimos mañana?");
    await page.getByText("quedan 104").waitFor();
    await page.getByLabel("Texto").fill("Es festivo.\nHay un pedido.");
    await page.getByText("Aviso", { exact: true }).click();
    for (const [at, label] of ["Sí", "No"].entries()) {
      await page.getByRole("button", { name: "Añadir un botón" }).click();
      await page.getByLabel(`Botón ${at + 1}`, { exact: true }).fill(label);
    }
    await page.getByLabel("Admitir una respuesta escrita").check();
    await page.getByLabel("Prioridad").selectOption("high");
    await page.getByLabel("Caduca").selectOption("3600");
    await page.getByText("Más opciones").click();
    await page.getByLabel("Enlace").fill("https://tienda.example/agenda");
    await page.getByLabel("Remitente").fill("Almacén");
    const picture = page.getByRole("figure", { name: "Así se verá en el teléfono" });
    const text = await picture.innerText();
    for (
      const part of ["Almacén", "¿Abrimos mañana?", "Hay un pedido.", "Sí", "No", "tienda.example"]
        .concat("Escribe una respuesta…", "Insiste con sonido y vibración")
    ) assert.ok(text.includes(part), `${part} in ${text}`);
    await page.getByLabel("Título").press("Control+Enter");
    await page.getByRole("heading", { level: 1, name: "¿Abrimos mañana?" }).waitFor();
    const id = /notifications\/([\w-]+)/.exec(page.url())![1]!;
    const sent = await expectData(apiOf(world, people.ana, 1)("GET", `/notifications/${id}`));
    assert.deepEqual(
      [sent.type, sent.priority, sent.ttl, sent.sender, sent.url, sent.createdBy.name],
      ["warning", "high", 3600, "Almacén", "https://tienda.example/agenda", "Ana Ruiz"],
    );
  },
  {},
);

testNotices("an answer appears in the record and in the log", async (world, page) => {
  const phone = await world.pairPhone("maria");
  const id = await ask(world, { userId: undefined, userIds: ["maria", "leo"] });
  await open(page, world, `/${id}`);
  const row = page.getByRole("row").filter({ hasText: "maria" });
  await row.getByText("En espera").last().waitFor();
  await answer(world, id, phone.token, { actionId: "1", reply: "Hasta las dos" });
  await row.getByText("“Hasta las dos”").last().waitFor();
  await page.getByRole("link", { name: "Respondida 1" }).click();
  await page.getByRole("link", { name: "Respondida 1", exact: true }).and(
    page.locator("[aria-current=true]"),
  ).waitFor();
  assert.equal(await page.getByRole("row").filter({ hasText: "leo" }).count(), 0);
  await assertSound(page, "the record, wide and light");
  await page.goto(`${world.url}/panel/notifications?company_id=1&answered=true`);
  const logged = page.getByRole("row").filter({ hasText: "¿Abrimos?" });
  await logged.getByText("Respondida").last().waitFor();
  await logged.getByText("Hasta las dos").last().waitFor();
  await assertSound(page, "the log, wide and light");
}, {});

testNotices("a notification is sent again from its record, and cancelled", async (world, page) => {
  const id = await ask(world, { userId: undefined, userIds: ["maria", "leo"] });
  await page.goto(`${world.url}/panel/notifications/${id}?company_id=1`);
  await page.getByRole("link", { name: "Enviar otra igual" }).click();
  await page.getByText("2 destinatarios").waitFor();
  assert.equal(await page.getByLabel("Título").inputValue(), "¿Abrimos?");
  await alive(page);
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.waitForURL((url) =>
    /notifications\/[\w-]{36}/.test(url.pathname) && !url.pathname.includes(id)
  );
  const cancel = page.getByRole("button", { name: "Cancelar…" });
  await alive(page);
  await cancel.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancelar la notificación" })
    .click();
  await page.getByText("Notificación cancelada").waitFor();
  await page.getByRole("link", { name: "Cancelada 2" }).waitFor();
  await cancel.and(page.locator("[aria-disabled=true]")).waitFor();
  assert.equal(await page.locator("[style]").count(), 0);
}, {});

testNotices("a key is shown once, with its scope and last day", async (world, page) => {
  const dialog = page.getByRole("dialog");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, world, "/keys");
  await page.getByRole("button", { name: "Crear una clave" }).click();
  await dialog.getByRole("button", { name: "Crear una clave" }).click();
  await dialog.getByText("no puede estar en blanco").waitFor();
  await dialog.getByLabel("Para qué es").fill("tienda");
  await dialog.getByLabel("Qué permite").selectOption({ label: "Solo enviar" });
  await dialog.getByLabel("Último día").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Crear una clave" }).click();
  await dialog.getByText("debe estar en el futuro").waitFor();
  await assertSound(page, "a key to be made, narrow and dark");
  await dialog.getByLabel("Último día").fill("2099-12-31");
  await dialog.getByRole("button", { name: "Crear una clave" }).click();
  const input = dialog.getByLabel("La clave");
  const key = await input.inputValue();
  await dialog.getByRole("button", { name: "Copiar" }).click();
  await dialog.getByRole("button", { name: "Copiada" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
  await dialog.getByRole("button", { name: "Ya la he guardado" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "tienda" });
  await row.getByText("Sin uso conocido").waitFor();
  await row.getByText("Solo enviar").waitFor();
  await row.getByText(/vale hasta el 31 dic 2099/).waitFor();
  assert.ok(!(await page.content()).includes(key));
  await assertSound(page, "keys, narrow and dark");
});

testNotices("a key that is revoked in its list sends nothing more", async (world, page) => {
  await ask(world);
  const row = page.getByRole("listitem").filter({ hasText: "shop" });
  const dialog = page.getByRole("dialog");
  await open(page, world, "/keys");
  await row.getByText("Último uso").waitFor();
  await row.getByRole("button", { name: "Revocar… shop" }).click();
  await page.getByRole("heading", { name: "¿Revocar la clave «shop»?" }).waitFor();
  await dialog.getByRole("button", { name: "Revocar la clave" }).click();
  await row.getByText("Revocada").waitFor();
  const refused = await world.call("POST", "/api/notify", { key: world.keys.shop, json: question });
  assert.equal(refused.status, 401);
});

testNotices(
  "a phone pairs by the code that the panel shows, and is unpaired",
  async (world, page) => {
    const dialog = page.getByRole("dialog");
    await open(page, world, "/phones");
    await page.getByText("La dirección no es HTTPS").waitFor();
    const guide = page.getByRole("link", { name: "Guía para quien recibe" });
    assert.equal(await guide.getAttribute("href"), "/phone/help?lang=es");
    await page.getByRole("button", { name: "Vincular un teléfono" }).click();
    await dialog.getByLabel("De quién es").fill("maria");
    await dialog.getByLabel("Cómo llamarlo").fill("Pixel");
    await dialog.getByRole("button", { name: "Pedir el código" }).click();
    await dialog.getByText(/Caduca en (10:00|9:\d\d)/).waitFor();
    const link = await dialog.getByRole("link", { name: "Abrir la aplicación aquí" }).getAttribute(
      "href",
    );
    const [, code] = /\/phone#pair=(\w{8})$/.exec(link!)!;
    assert.ok((await dialog.innerText()).includes(`${code!.slice(0, 4)} ${code!.slice(4)}`));
    await assertSound(page, "the pairing code, narrow and dark");
    await expectData(world.call("POST", "/api/phone/pair", { json: { code } }), 201);
    await page.getByText("Vinculado: Pixel · maria").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Pixel" }).getByText(/por Ana Ruiz/)
      .waitFor();
    await open(page, world, "/phones");
    await page.getByRole("button", { name: "Desvincular… maria" }).click();
    await dialog.getByRole("button", { name: "Desvincular" }).click();
    await page.getByText("Aún no hay teléfonos").waitFor();
  },
);

testNotices("failed callbacks are sent again from the panel", async (world, page) => {
  const dialog = page.getByRole("dialog");
  let isDown = true;
  await using receiver = startReceiver({
    handler: () => new Response("¿?", { status: isDown ? 500 : 200 }),
  });
  const phone = await world.pairPhone("maria");
  const id = await ask(world, { callbackUrl: `${receiver.url}/answers` });
  await answer(world, id, phone.token, { actionId: "1" });
  await receiver.received(1);
  const status = async () =>
    (await expectData(apiOf(world, people.ana, 1)("GET", "/callbacks")))[0];
  await until(async () => (await status()).lastStatus === 500);
  await inDatabase(
    world,
    1,
    (trx) => trx.updateTable("callbacks").set({ status: "failed", due_at: null }).execute(),
  );
  await page.goto(`${world.url}/panel/notifications/${id}?company_id=1`);
  await page.getByText("respondió 500").waitFor();
  await assertSound(page, "the record, narrow and dark");
  await open(page, world, "/callbacks");
  await page.getByText("Fallido").last().waitFor();
  await assertSound(page, "callbacks, narrow and dark");
  isDown = false;
  await page.getByRole("button", { name: "Vistas, archivos y más" }).click();
  await page.getByRole("button", { name: "Reintentar los fallidos…" }).click();
  await dialog.getByRole("button", { name: "Reintentar", exact: true }).click();
  await page.getByText("Se reintenta 1 aviso").waitFor();
  await receiver.received(2);
  await until(async () => (await status()).status === "delivered");
  await page.getByText("Entregado").last().waitFor();
  await page.getByRole("button", { name: "Reintentar: ¿Abrimos?, maria" }).click();
  await receiver.received(3);
});

testNotices("the log and the form are sound on a phone, in the dark", async (world, page) => {
  await ask(world);
  await page.goto(`${world.url}/panel/notifications?company_id=1`);
  await assertSound(page, "the log, narrow and dark");
  await open(page, world, "/send");
  await assertSound(page, "the form, narrow and dark");
});
