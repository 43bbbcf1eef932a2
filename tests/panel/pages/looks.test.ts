/** Every page in every width and colour scheme: accessible, without errors or foreign requests. */
import assert from "node:assert/strict";
import { screenshot } from "../../support/browser.ts";
import { people, type World } from "../../support/world.ts";
import {
  assertSound,
  browserOf,
  chosenLooks,
  identityOf,
  opened,
  testInBrowser,
} from "../scene.ts";

testInBrowser("the panel is sound at every width and in every scheme", async (world) => {
  await fill(world);
  for (const looks of chosenLooks) {
    await using browser = await browserOf(world, "luis", looks);
    const { page, watch } = browser;
    const where = `${looks.width} ${looks.colorScheme}`;
    const look = async (name: string) => {
      await assertSound(page, `${name} ${where}`);
      await screenshot(page, `panel-${name}-${where}`);
    };
    await opened(page, `${world.url}/panel?company_id=1`);
    await look("home");
    await page.getByRole("button", { name: "Cambiar de empresa" }).click();
    await page.getByRole("link", { name: "Design" }).waitFor();
    await look("companies");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Enviar una prueba" }).click();
    await page.getByRole("dialog").waitFor();
    await look("form");
    await page.getByLabel("Título").fill(" ");
    await page.getByRole("button", { name: "Enviar prueba" }).click();
    await page.getByText("No puede estar en blanco").waitFor();
    await look("form-refused");
    await opened(page, `${world.url}/panel?company_id=2`);
    await look("empty");
    watch.assertClean({ allow: /422/ });
  }
});

testInBrowser("nothing scrolls sideways at the widths in between", async (world) => {
  await fill(world);
  await using browser = await browserOf(world, "luis");
  const { page } = browser;
  await opened(page, `${world.url}/panel?company_id=1`);
  for (const width of [320, 600, 768, 1023, 1024, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await assertSound(page, String(width));
    await screenshot(page, `panel-home-${width}`);
  }
});

testInBrowser("error pages are sound and have the same security headers", async (world) => {
  const pages: [keyof typeof people | null, string, number][] = [
    ["luis", "/panel", 400],
    [null, "/panel", 401],
    ["nadie", "/panel", 403],
    ["ana", "/panel/nada", 404],
  ];
  for (const looks of chosenLooks) {
    await using browser = await browserOf(world, null, looks);
    const { page, context, watch } = browser;
    for (const [person, path, status] of pages) {
      await context.setExtraHTTPHeaders(person ? await identityOf(world, person) : {});
      const response = await page.goto(world.url + path, { waitUntil: "networkidle" });
      assert.equal(response!.status(), status);
      assert.equal(await page.locator("script").count(), 0);
      await assertSound(page, `${status} ${looks.width} ${looks.colorScheme}`);
      await screenshot(page, `panel-${status}-${looks.width}-${looks.colorScheme}`);
    }
    watch.assertClean({ allow: /status of 40\d/ });
  }
});

testInBrowser("the failure page is sound, in English too", async (world) => {
  world.services.gateway!.verify = () => Promise.reject(new Error("broken"));
  await using browser = await browserOf(world, "ana", { locale: "en-GB" });
  const response = await browser.page.goto(`${world.url}/panel`);
  assert.equal(response!.status(), 500);
  const id = response!.headers()["x-request-id"]!;
  await browser.page.getByText(id).waitFor();
  await assertSound(browser.page, "500");
  await screenshot(browser.page, "panel-500");
});

/** Notifications of every kind, some of them answered, with long words among them. */
async function fill(world: World) {
  const [ana, luis] = [await world.pairPhone(people.ana), await world.pairPhone(people.luis)];
  const send = async (json: Record<string, unknown>) => {
    const key = world.keys.shop;
    const sent = await world.call("POST", "/api/notify", { key, json: { body: "…", ...json } });
    assert.equal(sent.status, 202, JSON.stringify(sent.body));
    return sent.body.data.notificationId;
  };
  const answer = (id: string, { token: device }: { token: string }, json: unknown) =>
    world.call("POST", `/api/phone/notifications/${id}/response`, { device, json });
  const actions = [{ id: "y", label: "Sí" }, { id: "n", label: "No" }];
  const question = await send({
    userId: people.ana,
    title: "¿Abrimos?",
    actions,
    allowReply: true,
  });
  await answer(question, ana, {
    actionId: "y",
    reply: "Pero solo por la mañana, que luego no puedo",
  });
  const userIds = [people.ana, people.luis, "marta"];
  const many = await send({ userIds, title: "Corte de agua", type: "warning", actions });
  for (const phone of [ana, luis]) await answer(many, phone, { actionId: "n" });
  await send({ userId: "x".repeat(200), title: "y".repeat(120), type: "error", allowReply: true });
  await send({ userId: people.ana, title: "Pedido listo", type: "success" });
  const ended = await send({ userId: people.luis, title: "Reunión a las 12" });
  await world.call("DELETE", `/api/notifications/${ended}`, { key: world.keys.shop });
}
