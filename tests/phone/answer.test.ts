/** Answers: with a button, with a text, taken back, and what holds where another one came first. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { testInBrowser } from "../panel/scene.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { answersTo, holdPairing, phoneBrowser, rowOf, send } from "./support/hand.ts";

const actions = [{ id: "y", label: "Sí, abrimos" }, { id: "n", label: "No" }];

testInBrowser("an answer is given, taken back, and told everywhere", async (world) => {
  await using browser = await phoneBrowser();
  const { page, context, watch } = browser;
  await holdPairing(world, browser, "maria");
  await page.goto(`${world.url}/phone`);
  await page.getByText("Nada por ahora").waitFor();
  await takesBack(page, world);
  await answersInTwoTabs(page, await context.newPage(), world);
  await writes(page, world);
  await hearsWhatHolds(page, world);
  await hearsOfTheEnd(page, world);
  watch.assertClean({ allow: /status of 4(09|10)/ });
});

async function takesBack(page: Page, world: World) {
  const id = await send(world, { title: "¿Abrimos?", actions });
  const row = rowOf(page, "¿Abrimos?");
  await row.getByRole("button", { name: "No", exact: true }).click();
  await row.getByText("Respondes: No").waitFor();
  const undo = row.getByRole("button", { name: "Deshacer" });
  // The button that was pressed is gone: the keyboard goes on where it was.
  await until(() => undo.evaluate((button) => button === document.activeElement), {
    what: "the focus on what took the button's place",
  });
  await undo.click();
  await row.getByRole("button", { name: "Sí, abrimos" }).waitFor();
  assert.deepEqual(await answersTo(world, id), []);
}

/** Pressed in one tab, it is shown in the other; both hear when it was sent, and it goes out once. */
async function answersInTwoTabs(page: Page, second: Page, world: World) {
  await second.goto(`${world.url}/phone`);
  const [here, there] = [rowOf(page, "¿Abrimos?"), rowOf(second, "¿Abrimos?")];
  await there.getByRole("button", { name: "No", exact: true }).waitFor();
  await until(() => there.getByRole("button", { name: "No", exact: true }).isEnabled());
  await here.getByRole("button", { name: "Sí, abrimos" }).click();
  await there.getByText("Respondes: Sí, abrimos").waitFor();
  for (const row of [here, there]) await row.getByText("Respondido: Sí, abrimos").waitFor();
  assert.equal(await there.getByRole("button", { name: "No", exact: true }).count(), 0);
  await second.close();
}

async function writes(page: Page, world: World) {
  const id = await send(world, { title: "¿Qué falta?", actions, allowReply: true });
  await rowOf(page, "¿Qué falta?").getByRole("button", { name: "Escribir respuesta" }).click();
  const field = page.getByLabel("Añade un texto (opcional)");
  await field.fill("🙂".repeat(501));
  await page.getByText("Sobra 1 carácter.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Sí, abrimos" }).isDisabled());
  // Counted as the server does: one emoji is one.
  await field.fill("🙂".repeat(500));
  await page.getByText("500 de 500 caracteres").waitFor();
  await field.fill("Harina & <sal>");
  await page.reload();
  await until(async () => await field.inputValue() === "Harina & <sal>", { what: "the draft" });
  await until(() => page.getByRole("button", { name: "Enviar solo el texto" }).isEnabled());
  await page.getByRole("button", { name: "Enviar solo el texto" }).click();
  await page.getByRole("article").getByText("Respondes: «Harina & <sal>»").waitFor();
  // A page that goes away does not wait for the undo window.
  await page.goto("about:blank");
  const [answer] = await until(async () => {
    const answers = await answersTo(world, id);
    return answers.length > 0 && answers;
  }, { what: "the written answer", timeoutMs: 4_000 });
  assert.deepEqual([answer!.action, answer!.reply], [null, "Harina & <sal>"]);
  await page.goto(`${world.url}/phone`);
  await rowOf(page, "¿Qué falta?").getByText("Respondido: «Harina & <sal>»").waitFor();
}

/** In the undo window another phone is faster: what holds is shown, and stays until it was seen. */
async function hearsWhatHolds(page: Page, world: World) {
  const id = await send(world, { title: "¿Quién cierra?", actions });
  const row = rowOf(page, "¿Quién cierra?");
  await row.getByRole("button", { name: "No", exact: true }).click();
  await row.getByText("Respondes: No").waitFor();
  const { token } = await world.pairPhone("maria");
  await world.call("POST", `/api/phone/notifications/${id}/response`, {
    device: token,
    json: { actionId: "y" },
  });
  await row.getByText("Ya se había respondido: Sí, abrimos").waitFor();
  await row.getByText("Desde Phone").waitFor();
  await row.getByText("Tu respuesta «No» no se ha registrado.").waitFor();
  await row.getByRole("button", { name: "Entendido" }).click();
  await row.getByText("Respondido: Sí, abrimos").waitFor();

  // Elsewhere the buttons go within a second.
  const next = await send(world, { title: "¿Y mañana?", actions });
  const other = rowOf(page, "¿Y mañana?");
  await other.getByRole("button", { name: "No", exact: true }).waitFor();
  await world.call("POST", `/api/phone/notifications/${next}/response`, {
    device: token,
    json: { actionId: "n" },
  });
  await other.getByText("Respondido: No").waitFor({ timeout: 1_000 });
}

async function hearsOfTheEnd(page: Page, world: World) {
  const id = await send(world, { title: "¿Confirmas?", actions });
  const row = rowOf(page, "¿Confirmas?");
  await row.getByRole("button", { name: "No", exact: true }).click();
  // Hidden from the list at once, so the card has to say it.
  await row.getByRole("link", { name: "¿Confirmas?" }).click();
  await page.getByRole("article").getByText("Respondes: No").waitFor();
  await world.call("DELETE", `/api/notifications/${id}`, { key: world.keys.shop });
  await page.getByText("Quien lo envió lo retiró").waitFor();
  await page.getByRole("button", { name: "Entendido" }).click();
  await page.getByText("Retirado por quien lo envió").waitFor();
  await page.getByRole("button", { name: "Volver a la lista" }).click();
  await row.waitFor({ state: "detached" });

  // The server's clock decides, whatever the phone's own says.
  await send(world, { title: "Por poco", actions, ttl: 60 });
  const late = rowOf(page, "Por poco");
  await late.getByRole("button", { name: "No", exact: true }).waitFor();
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 61_000;
  });
  await late.getByText(/^Caducó/).waitFor();
  assert.equal(await late.getByRole("button").count(), 0);
}
