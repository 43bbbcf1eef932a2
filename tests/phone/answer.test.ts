/** Answers: with a button, with a text, taken back, and what holds where another one came first. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertSound, testInBrowser } from "../panel/scene.ts";
import { screenshot } from "../support/browser.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { answersTo, holdPairing, phoneBrowser, recipientOf, rowOf, send } from "./support/hand.ts";

/** Keeps the real clock, and notes what a screen reader says. */
function listen() {
  const spoken: string[] = [];
  Object.assign(globalThis, { realNow: Date.now, spoken });
  new MutationObserver(() => {
    const text = document.querySelector(".unseen[role=status]")?.textContent;
    if (text && text !== spoken.at(-1)) spoken.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Beyond the undo window by any clock: nothing but the page itself may send meanwhile. */
const aheadMs = 600_000;

/**
 * Lets the page's time stand still, so that what is answered can be taken back until the test ends
 * the undo window, however slow the machine is. It stands ahead, or the worker would send.
 */
async function holdUndo(page: Page): Promise<void> {
  await page.evaluate((aheadMs) => {
    const at = realNow() + aheadMs;
    Date.now = () => at;
  }, aheadMs);
}

/** The undo window of what was answered is over, and answers go out. */
async function endUndo(page: Page): Promise<void> {
  await page.evaluate((aheadMs) => {
    Date.now = () => realNow() + aheadMs + 5_000;
  }, aheadMs);
}

declare const realNow: () => number;
declare const spoken: string[];

const actions = [{ id: "y", label: "Sí, abrimos" }, { id: "n", label: "No" }];

testInBrowser("an answer is given, taken back and shown everywhere", async (world) => {
  await using browser = await phoneBrowser();
  const { page, context, watch } = browser;
  await page.addInitScript(listen);
  await holdPairing(world, browser, "maria");
  await page.goto(`${world.url}/phone`);
  await page.getByText("Nada por ahora").waitFor();
  await takesBack(page, world);
  await answersInTwoTabs(page, await context.newPage(), world);
  await writes(page, world);
  await hearsWhatHolds(page, world);
  await hearsOfTheEnd(page, world);
  await keepsText(page, world);
  await hearsTheFirst(page, world);
  await removes(page, world);
  watch.assertClean({ allow: /status of 4(09|10)/ });
});

async function takesBack(page: Page, world: World) {
  const id = await send(world, { title: "¿Abrimos?", actions });
  const row = rowOf(page, "¿Abrimos?");
  await row.getByRole("button", { name: "No", exact: true }).waitFor();
  await holdUndo(page);
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

/**
 * Pressed in one tab, it is shown in the other; both hear when it was sent, and it goes out once.
 */
async function answersInTwoTabs(page: Page, second: Page, world: World) {
  await second.goto(`${world.url}/phone`);
  const [here, there] = [rowOf(page, "¿Abrimos?"), rowOf(second, "¿Abrimos?")];
  await there.getByRole("button", { name: "No", exact: true }).waitFor();
  await until(() => there.getByRole("button", { name: "No", exact: true }).isEnabled());
  await here.getByRole("button", { name: "Sí, abrimos" }).click();
  await there.getByText("Respondes: Sí, abrimos").waitFor();
  await endUndo(page);
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
  await holdUndo(page);
  await page.getByRole("button", { name: "Enviar solo el texto" }).click();
  await page.getByRole("article").getByText("Respondes: «Harina & <sal>»").waitFor();
  // A page that goes away does not wait for the undo window.
  await page.goto("about:blank");
  const [answer] = await until(async () => {
    const answers = await answersTo(world, id);
    return answers.length > 0 && answers;
  }, { what: "the written answer" });
  assert.deepEqual([answer!.action, answer!.reply], [null, "Harina & <sal>"]);
  await page.goto(`${world.url}/phone`);
  await rowOf(page, "¿Qué falta?").getByText("Respondido: «Harina & <sal>»").waitFor();
}

/** In the undo window another phone is faster: what holds is shown, and stays until it was seen. */
async function hearsWhatHolds(page: Page, world: World) {
  const id = await send(world, { title: "¿Quién cierra?", actions });
  const row = rowOf(page, "¿Quién cierra?");
  await row.getByRole("button", { name: "No", exact: true }).waitFor();
  await holdUndo(page);
  await row.getByRole("button", { name: "No", exact: true }).click();
  await row.getByText("Respondes: No").waitFor();
  const { token } = await world.pairPhone("maria");
  await world.call("POST", `/api/phone/notifications/${id}/response`, {
    device: token,
    json: { actionId: "y" },
  });
  await endUndo(page);
  const why = "Tu respuesta «No» no ha contado, porque ya se había respondido: Sí, abrimos";
  await row.getByText(why).waitFor();
  await row.getByText("Desde Phone").waitFor();
  await row.getByRole("button", { name: "Entendido" }).click();
  await row.getByText("Respondido: Sí, abrimos").waitFor();

  // Elsewhere the buttons go by themselves.
  const next = await send(world, { title: "¿Y mañana?", actions });
  const other = rowOf(page, "¿Y mañana?");
  await other.getByRole("button", { name: "No", exact: true }).waitFor();
  await world.call("POST", `/api/phone/notifications/${next}/response`, {
    device: token,
    json: { actionId: "n" },
  });
  await other.getByText("Respondido: No").waitFor();
}

async function hearsOfTheEnd(page: Page, world: World) {
  const id = await send(world, { title: "¿Confirmas?", actions });
  const row = rowOf(page, "¿Confirmas?");
  await row.getByRole("button", { name: "No", exact: true }).waitFor();
  await holdUndo(page);
  await row.getByRole("button", { name: "No", exact: true }).click();
  await row.getByText("Respondes: No").waitFor();
  await world.call("DELETE", `/api/notifications/${id}`, { key: world.keys.shop });
  await endUndo(page);
  // It has left the list by now, but for what became of the answer.
  const why = "no ha contado, porque quien envió el mensaje lo retiró";
  await row.getByText(why).waitFor();
  await row.getByRole("link", { name: "¿Confirmas?" }).click();
  await page.getByRole("article").getByText(why).waitFor();
  await page.getByRole("button", { name: "Volver a la lista" }).click();
  await page.reload();
  await row.getByText(why).waitFor();
  await row.getByRole("button", { name: "Entendido" }).click();
  await row.waitFor({ state: "detached" });

  // One that takes its place is a press away.
  await send(world, { title: "¿Sala 1?", actions, tag: "sala" });
  const replaced = rowOf(page, "¿Sala 1?");
  await replaced.getByRole("button", { name: "No", exact: true }).waitFor();
  await holdUndo(page);
  await replaced.getByRole("button", { name: "No", exact: true }).click();
  await replaced.getByText("Respondes: No").waitFor();
  await send(world, { title: "¿Sala 2?", actions, tag: "sala" });
  await endUndo(page);
  await replaced.getByText("no ha contado, porque otro mensaje ocupó su lugar").waitFor();
  await replaced.getByRole("button", { name: "Ver «¿Sala 2?»" }).waitFor();
  await screenshot(page, "phone-not-counted");
  await page.getByRole("button", { name: "Mis respuestas: 1 por ver" }).click();
  const uncounted = page.getByRole("region", { name: "No han contado" }).getByRole("listitem");
  await uncounted.filter({ hasText: "¿Confirmas?" }).getByText(why).waitFor();
  await assertSound(page, "one's answers");
  await screenshot(page, "phone-my-answers");
  await uncounted.filter({ hasText: "¿Sala 1?" }).getByRole("button", { name: "Entendido" })
    .click();
  const sent = page.getByRole("region", { name: "Enviadas" }).getByRole("listitem");
  await sent.filter({ hasText: "¿Abrimos?" }).getByText("Respondido: Sí, abrimos").waitFor();
  await page.getByRole("button", { name: "Volver a la lista" }).click();
  await replaced.waitFor({ state: "detached" });

  // The server's clock decides, whatever the phone's own says.
  await page.evaluate(() => void (Date.now = realNow));
  await send(world, { title: "Por poco", actions, ttl: 600 });
  const late = rowOf(page, "Por poco");
  await late.getByRole("button", { name: "No", exact: true }).waitFor();
  await page.evaluate(() => {
    Date.now = () => realNow() + 601_000;
  });
  await late.getByText(/^Caducó/).waitFor();
  await late.getByText("Por poco").waitFor();
  assert.equal(await late.getByRole("button", { name: "No", exact: true }).count(), 0);
}

/** What was written for a message that has expired is still there, to be copied. */
async function keepsText(page: Page, world: World) {
  await page.evaluate(() => void (Date.now = realNow));
  await send(world, { title: "¿Qué traigo?", allowReply: true, ttl: 600 });
  await rowOf(page, "¿Qué traigo?").getByRole("button", { name: "Escribir respuesta" }).click();
  await page.getByLabel("Tu respuesta").fill("Dos barras y un litro de leche");
  await page.evaluate(() => void (Date.now = () => realNow() + 601_000));
  const draft = page.getByLabel("Lo que habías escrito, sin enviar");
  await until(async () => await draft.inputValue() === "Dos barras y un litro de leche");
  await screenshot(page, "phone-kept-text");
  await page.getByRole("button", { name: "Borrar" }).click();
  await draft.waitFor({ state: "detached" });
  await page.evaluate(() => void (Date.now = realNow));
  await page.getByRole("button", { name: "Volver a la lista" }).click();
}

/** Two fingers at once: the first is the answer, and it is what a screen reader says. */
async function hearsTheFirst(page: Page, world: World) {
  const id = await send(world, { title: "¿Luz?", actions });
  const row = rowOf(page, "¿Luz?");
  await row.getByRole("button", { name: "No", exact: true }).waitFor();
  await holdUndo(page);
  await row.getByRole("group").evaluate((group) => {
    for (const button of group.querySelectorAll("button")) button.click();
  });
  await row.getByText("Respondes: Sí, abrimos").waitFor();
  await endUndo(page);
  await until(async () => (await answersTo(world, id)).length > 0, { what: "the answer" });
  assert.equal((await answersTo(world, id))[0]!.action!.id, "y");

  // On two messages at once, both are said.
  for (const title of ["¿Pan?", "¿Vino?"]) await send(world, { title, actions });
  for (const title of ["¿Pan?", "¿Vino?"]) await rowOf(page, title).getByRole("group").waitFor();
  await page.evaluate(() => {
    const groups = [...document.querySelectorAll(".item .answers")].slice(0, 2);
    for (const group of groups) group.querySelector("button")!.click();
  });
  const announcement = await until(async () => {
    const all = (await page.evaluate(() => spoken)).join("\n");
    return /a «¿Pan\?»/.test(all) && /a «¿Vino\?»/.test(all) && all;
  }, { what: "both answers to be read out" });
  assert.match(announcement, /Respondes «Sí, abrimos» a «¿Luz\?»/);
  assert.doesNotMatch(announcement, /Respondes «No» a «¿Luz\?»/);
}

/** Out of the list at a press, and back at another; what is gone stays gone. */
async function removes(page: Page, world: World) {
  const notificationId = await send(world, { title: "¿Subes?", actions });
  await send(world, { title: "Sin pregunta" });
  const [plain, question] = [rowOf(page, "Sin pregunta"), rowOf(page, "¿Subes?")];
  await question.waitFor();
  const takeOut = page.getByRole("button", { name: "Quitar «Sin pregunta»" });
  await takeOut.click();
  await plain.waitFor({ state: "detached" });
  // The keyboard goes on beside it.
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "¿Subes?");
  await screenshot(page, "phone-removed");
  // Answers can be taken back by a button of this name too.
  await page.locator(".notes").getByRole("button", { name: "Deshacer" }).click();
  await takeOut.click();
  await question.getByRole("link").click();
  await page.getByRole("button", { name: "Descartar" }).click();
  await question.waitFor({ state: "detached" });
  await until(async () => (await recipientOf(world, notificationId)).dismissedAt, {
    what: "dismissed",
  });
  await page.reload();
  await rowOf(page, "¿Luz?").waitFor();
  assert.deepEqual([await plain.count(), await question.count()], [0, 0]);
}
