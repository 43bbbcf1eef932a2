/** The island: a test notification is written, sent, answered, and what can go wrong on the way. */
import assert from "node:assert/strict";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { browserOf, opened, testInBrowser } from "../scene.ts";

const path = "/api/admin/notifications";

async function count(world: World): Promise<number> {
  return (await world.call("GET", path, { member: people.ana })).body.meta.total;
}

testInBrowser("a test is sent, its row appears, and so does the phone's answer", async (world) => {
  const phone = await world.pairPhone(people.ana);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await opened(page, `${world.url}/panel`);
  await page.getByText("Aquí verás lo que se envía").waitFor();
  await page.getByRole("button", { name: "Enviar una prueba" }).click();
  const form = page.getByRole("dialog", { name: "Enviar una prueba" });
  assert.equal(await form.getByLabel("Para").inputValue(), people.ana);
  await form.getByLabel("Título").fill("¿Llega esto?");
  await form.getByText("Aviso", { exact: true }).click();
  await form.getByLabel("Prioridad").selectOption("high");
  await form.getByRole("button", { name: "Añadir un botón" }).click();
  await form.getByLabel("Botón 3", { exact: true }).fill("No lo sé");
  assert.equal(await form.getByRole("button", { name: "Añadir un botón" }).count(), 0);
  await form.getByRole("button", { name: "Enviar prueba" }).click();
  await page.getByRole("status").getByText(`Enviada a ${people.ana}.`).waitFor();
  await form.waitFor({ state: "hidden" });
  const row = page.getByRole("row").filter({ hasText: "¿Llega esto?" });
  await row.getByText("En espera").last().waitFor();

  const { data: [sent] } = (await world.call("GET", path, { member: people.ana })).body;
  assert.deepEqual([sent.type, sent.priority, sent.allowReply], ["warning", "high", true]);
  assert.deepEqual(sent.actions.at(2), { id: "3", label: "No lo sé" });
  await world.call("POST", `/api/phone/notifications/${sent.id}/response`, {
    device: phone.token,
    json: { actionId: "3", reply: "Ni idea" },
  });
  await row.getByText("Respondida").last().waitFor();
  await row.getByText("“Ni idea”").last().waitFor();
  await page.getByRole("status").getByText("ha respondido No lo sé").waitFor();
  assert.equal(await page.locator("[style]").count(), 0);
  watch.assertClean();
});

testInBrowser("all of it works by keyboard alone, and closing keeps the draft", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await opened(page, `${world.url}/panel`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Saltar al contenido");
  await page.keyboard.press("Enter");
  // Behind what a new company is asked to do first.
  for (let tabs = 0; await focused() !== "Enviar una prueba"; tabs++) {
    assert.ok(tabs < 20, "the button is reached");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "field-userId");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Hecho sin ratón");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  assert.equal(await focused(), "Enviar una prueba");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "field-userId");
  assert.equal(await page.getByLabel("Título").inputValue(), "Hecho sin ratón");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("cell", { name: "Hecho sin ratón" }).waitFor();
  await page.getByRole("status").getByText("aún no tiene un teléfono vinculado").waitFor();
  watch.assertClean();
});

for (
  const { locale, send, submit, title, blank, general } of [
    {
      locale: "es-ES",
      send: "Enviar una prueba",
      submit: "Enviar prueba",
      title: "Título",
      blank: "No puede estar en blanco",
      general: "Hay campos que no son correctos",
    },
    {
      locale: "en-GB",
      send: "Send a test",
      submit: "Send test",
      title: "Title",
      blank: "Must not be blank",
      general: "Some fields are not right",
    },
  ] as const
) {
  testInBrowser(`what is wrong is said under the field (${locale})`, async (world) => {
    await using browser = await browserOf(world, "ana", { locale });
    const { page, watch } = browser;
    await opened(page, `${world.url}/panel`);
    await page.getByRole("button", { name: send }).click();
    await page.getByLabel(title).fill("");
    await page.locator("#field-button-2").fill(" ");
    await page.getByRole("button", { name: submit }).click();
    await page.getByRole("alert").getByText(general).waitFor();
    const field = page.getByLabel(title);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await page.waitForFunction(() => document.activeElement?.id === "field-title");
    const ids = await field.getAttribute("aria-describedby");
    // A capital by CSS alone: the text is the API's.
    const text = await page.locator(`#${ids}`).textContent();
    assert.equal(text!.toLowerCase(), blank.toLowerCase());
    assert.equal(await page.locator("[aria-invalid=true]").count(), 2);
    await field.fill("Hello");
    await page.locator("#field-button-2").fill("No");
    await page.getByRole("button", { name: submit }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    assert.equal(await count(world), 1);
    watch.assertClean({ allow: /422/ });
  });
}

testInBrowser(
  "a lost connection is said in words, and a retry sends nothing twice",
  async (world) => {
    await using browser = await browserOf(world, "ana");
    const { page, context } = browser;
    await opened(page, `${world.url}/panel`);
    await page.getByRole("button", { name: "Enviar una prueba" }).click();
    const submit = page.getByRole("button", { name: "Enviar prueba" });
    await submit.waitFor();
    await context.setOffline(true);
    await submit.click();
    await page.getByRole("alert").getByText("No se ha podido llegar al servidor").waitFor();
    await context.setOffline(false);
    // The server takes it, and only its answer is lost.
    await page.route(`**${path}*`, async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    }, { times: 1 });
    await submit.click();
    await until(async () => await count(world) === 1, { what: "the send to arrive" });
    await submit.and(page.locator(":enabled")).click();
    await page.getByRole("status").getByText("Enviada").waitFor();
    assert.equal(await count(world), 1);
  },
);

testInBrowser("the button says that it is sending, and cannot be pressed twice", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  await opened(page, `${world.url}/panel`);
  await page.getByRole("button", { name: "Enviar una prueba" }).click();
  // Until the sheet has the focus, the keys go to the button that opens it.
  await page.waitForFunction(() => document.activeElement?.id === "field-userId");
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**${path}*`, async (route) => {
    if (route.request().method() === "POST") await gate;
    await route.continue();
  });
  await page.getByLabel("Título").press("Control+Enter");
  const button = page.getByRole("button", { name: "Enviando…" });
  await button.waitFor();
  assert.equal(await button.isDisabled(), true);
  assert.equal(await page.getByLabel("Título").isDisabled(), true);
  await page.keyboard.press("Control+Enter");
  letGo();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  assert.equal(await count(world), 1);
});

testInBrowser(
  "it asks for news only while it is looked at and an answer may come",
  async (world) => {
    const json = { userId: people.ana, title: "¿Sí?", body: "…", allowReply: true };
    await world.call("POST", path, { member: people.ana, json });
    const phone = await world.pairPhone(people.ana);
    await using browser = await browserOf(world, "ana");
    const { page } = browser;
    await page.clock.install();
    let [requests, answered] = [0, 0];
    page.on("request", (request) => void (request.url().includes(path) && requests++));
    page.on("requestfinished", (request) => void (request.url().includes(path) && answered++));
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        await page.clock.runFor(1_000);
        await until(() => answered === requests, { what: "an answer" });
        // The page has it by now.
        await page.evaluate(() => {});
      }
    };
    const show = (state: "visible" | "hidden") =>
      page.evaluate((state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await opened(page, `${world.url}/panel`);
    // However long the page takes to come: from now on its time passes here alone.
    await page.clock.pauseAt(Date.now() + 60_000);
    await pass(1);
    const first = requests;
    await pass(7);
    assert.equal(requests, first + 1);
    await show("hidden");
    await pass(20);
    assert.equal(requests, first + 1, "asked while nobody was looking");
    await show("visible");
    await until(() => requests === first + 2, { what: "it to ask at once" });
    const { data: [sent] } = (await world.call("GET", path, { member: people.ana })).body;
    await world.call("POST", `/api/phone/notifications/${sent.id}/response`, {
      device: phone.token,
      json: { reply: "Sí" },
    });
    await pass(6);
    await until(async () => {
      await pass(1);
      return await page.getByText("Respondida").last().isVisible();
    }, { what: "the answer" });
    const before = requests;
    await pass(20);
    assert.equal(requests, before, "asked although nothing can change");
  },
);

testInBrowser(
  "a session that ends while the page is open is announced, and polling stops",
  async (world) => {
    const json = { userId: people.ana, title: "¿Sí?", body: "…", allowReply: true };
    await world.call("POST", path, { member: people.ana, json });
    await using browser = await browserOf(world, "ana");
    const { page, context } = browser;
    await page.clock.install();
    await opened(page, `${world.url}/panel`);
    await context.setExtraHTTPHeaders({});
    await page.clock.runFor(6_000);
    await page.getByText("la lista ya no se pone al día").waitFor();
    await page.getByRole("link", { name: "Volver a entrar" }).waitFor();
  },
);
