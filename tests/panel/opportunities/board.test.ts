/** The board of opportunities in a real browser: carried by mouse, keyboard and finger. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { expectData } from "../../crm/scene.ts";
import {
  cardIn,
  column,
  dragOver,
  dragTo,
  holdRedraws,
  makeScene,
  open,
  type Scene,
  type Stage,
  stageOf,
  statusOf,
  testBoard,
  toastOf,
} from "./board_scene.ts";
import { opensBeside } from "./board_sheet.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testBoard("a card is dragged to the next stage by mouse, and back by undo", carriesByMouse);
testBoard("a card is carried to a stage and to Won by keys", carriesByKeys);
testBoard(
  "a drag that the server refuses puts the card back",
  returnsWhatIsRefused,
  /status of 409/,
);
testBoard(
  "of two people who drag one card the second is refused",
  letsOneOfTwoWin,
  /status of 409/,
);
testBoard("a card dragged to Won asks for nothing and wins, one dragged to Lost asks why", closes);
testBoard("a card opens in a sheet beside the board", opensBeside);
testBoard("a column shows more of its cards, without a script too", showsMore);
testBoard("a stage is renamed, moved and deleted on the board", editsStages, /status of 409/);
testBoard("a new opportunity leads to its first quotation by keys", begins);

testInBrowser("a finger carries a card, and every page is sound", async (world) => {
  const { api, stages, add } = await makeScene(world);
  const title = `Mesa <img src=x onerror="document.title='broken'">`;
  const id = await add(title, stages[0]!, {
    next_action_note: "Llamar",
    next_action_at: "2026-01-02T10:00:00Z",
  });
  await add("Silla", stages[0]!);
  const pages = ["", "?view=list", `/${id}`];
  {
    await using browser = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
    const { page, watch } = browser;
    await look(page, world, pages, "narrow");
    await open(page, world);
    const touch = await page.context().newCDPSession(page);
    const from = (await page.locator(`[data-card="${id}"]`).boundingBox())!;
    const finger = { x: Math.round(from.x + 60), y: Math.round(from.y + 20) };
    const tell = (type: "touchStart" | "touchMove" | "touchEnd", ...points: typeof finger[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await tell("touchStart", finger);
    await page.locator('[data-carried="pointer"]').waitFor();
    await tell("touchMove", { x: 385, y: finger.y + 40 });
    await cardIn(page, stages[1]!, title).waitFor();
    await tell("touchEnd");
    await stageOf(api, id, stages[1]!);
    watch.assertClean();
  }
  await using browser = await browserOf(world, "ana", { width: 1440, colorScheme: "light" });
  await look(browser.page, world, pages, "wide");
  browser.watch.assertClean();
});

async function look(page: Page, world: World, paths: string[], width: string) {
  for (const [index, path] of paths.entries()) {
    await page.goto(`${world.url}/panel/opportunities${path}`);
    await assertSound(page, `/panel/opportunities${path} ${width}`);
    await screenshot(page, `opportunities-${index}-${width}`);
  }
}

async function carriesByMouse(page: Page, { world, api, stages, add }: Scene) {
  const [first, second] = stages as [Stage, Stage];
  const id = await add("Mesa de roble", first);
  await add("Silla", second);
  await open(page, world);
  await dragOver(page, "Mesa de roble", second);
  await page.mouse.up();
  await toastOf(page, `Movida a ${second.name}`).waitFor();
  await stageOf(api, id, second);
  assert.match(page.url(), /\/panel\/opportunities\?/, "a drag opens no record");
  await column(page, second).getByText("200,00 €").first().waitFor();
  const board = await expectData(api("GET", "/opportunities/board"));
  const titles = board.columns[1].cards.map((card: { title: string }) => card.title);
  assert.deepEqual(titles, ["Mesa de roble", "Silla"], "it stays where it was dropped");
  await undo(page, `Movida a ${second.name}`);
  await stageOf(api, id, first);
  await cardIn(page, first, "Mesa de roble").waitFor();
}

async function carriesByKeys(page: Page, { world, api, stages, add }: Scene) {
  const [first, second] = stages as [Stage, Stage];
  await add("Silla", second);
  const id = await add("Librería", first);
  await open(page, world);
  await page.getByRole("link", { name: "Librería" }).focus();
  await page.keyboard.press("Space");
  await page.locator("[aria-live]").getByText("Librería: levantada").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const announcement = page.locator("[aria-live]").getByText(`${second.name}, 2 de`);
  await announcement.waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await cardIn(page, first, "Librería").waitFor();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  const drawn = await holdRedraws(page);
  await page.keyboard.press("Space");
  await stageOf(api, id, second);
  await toastOf(page, `Movida a ${second.name}`).waitFor();
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  assert.equal(focused, "Librería", "the card keeps the focus");
  // A card that is lifted meanwhile is not put back by the redraw after the last move.
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await drawn();
  await cardIn(page, stages[2]!, "Librería").waitFor();
  // Behind the last column are the goals.
  for (const _ of stages.slice(2)) await page.keyboard.press("ArrowRight");
  await page.locator('[data-goal="won"][data-over="true"]').waitFor();
  await page.keyboard.press("Space");
  await statusOf(api, id, "won");
}

async function returnsWhatIsRefused(page: Page, { world, api, stages, add }: Scene) {
  const [first, second] = stages as [Stage, Stage];
  const id = await add("Armario", first);
  await open(page, world);
  await expectData(api("POST", `/opportunities/${id}/win`));
  await dragOver(page, "Armario", second);
  await page.mouse.up();
  await toastOf(page, /^No se ha movido: /).waitFor();
  await page.locator("[data-card]").filter({ hasText: "Armario" }).waitFor({ state: "detached" });
  await statusOf(api, id, "won");
}

async function letsOneOfTwoWin(page: Page, { world, api, stages, add }: Scene) {
  const [first, second, third] = stages as [Stage, Stage, Stage];
  const id = await add("Escalera", first);
  await using other = await browserOf(world, "luis");
  await open(page, world);
  await open(other.page, world);
  await dragOver(page, "Escalera", second);
  await dragOver(other.page, "Escalera", third);
  await page.mouse.up();
  await toastOf(page, `Movida a ${second.name}`).waitFor();
  await other.page.mouse.up();
  await toastOf(other.page, /^No se ha movido: /).waitFor();
  await cardIn(other.page, second, "Escalera").waitFor();
  await cardIn(page, second, "Escalera").waitFor();
  await stageOf(api, id, second);
  other.watch.assertClean({ allow: /status of 409/ });
}

async function closes(page: Page, { world, api, stages, add }: Scene) {
  const [first] = stages as [Stage];
  const id = await add("Puerta", first);
  await open(page, world);
  await dragTo(page, "Puerta", "won");
  await statusOf(api, id, "won");
  await undo(page, "Oportunidad ganada");
  await statusOf(api, id, "open");
  await cardIn(page, first, "Puerta").waitFor();

  await dragTo(page, "Puerta", "lost");
  const dialog = page.getByRole("dialog", { name: "¿Por qué se ha perdido?" });
  await dialog.waitFor();
  await assertSound(page, "the dialog of a loss");
  await dialog.getByRole("button", { name: "Marcar como perdida" }).click();
  await dialog.getByText("Elige un motivo o escríbelo.").waitFor();
  await dialog.getByLabel("Precio").check();
  await dialog.getByLabel("Nota").fill("Pedían la mitad");
  await dialog.getByRole("button", { name: "Marcar como perdida" }).click();
  await statusOf(api, id, "lost");
  const lost = await expectData(api("GET", `/opportunities/${id}`));
  assert.deepEqual([lost.lost_reason, lost.lost_note], ["Precio", "Pedían la mitad"]);

  await page.goto(`${world.url}/panel/opportunities/${id}?company_id=1`);
  await alive(page);
  await page.getByText("Motivo: Precio").waitFor();
  await page.getByText("Pedían la mitad", { exact: true }).waitFor();
  const win = page.getByRole("button", { name: "Ganar" });
  assert.equal(await win.getAttribute("aria-disabled"), "true");
  assert.match(await win.getAttribute("title") ?? "", /Reábrela primero/);
  await page.getByRole("button", { name: "Reabrir" }).click();
  await statusOf(api, id, "open");
  await page.locator(".step", { hasText: stages[1]!.name }).click();
  await stageOf(api, id, stages[1]!);
  await page.locator(".step[aria-current]", { hasText: stages[1]!.name }).waitFor();
  await page.getByRole("button", { name: "A la papelera" }).click();
  await page.waitForURL(/\/panel\/opportunities\?/);
  await cardIn(page, stages[1]!, "Puerta").waitFor({ state: "detached" });
}

async function showsMore(page: Page, { world, stages, add }: Scene) {
  const [first, second] = stages as [Stage, Stage];
  await add("Fondo", first);
  await add("Debajo", first);
  await add("Encima", first);
  await open(page, world, "&per_column=1");
  assert.equal(await cardIn(page, first, "Debajo").count(), 0);
  await column(page, first).getByRole("link", { name: /^Mostrar \d+ más$/ }).click();
  await cardIn(page, first, "Fondo").waitFor();
  const titles = await column(page, first).locator("[data-card]").allTextContents();
  assert.equal(new Set(titles).size, titles.length, "no card comes twice");
  // A redraw keeps the cards that were asked for.
  await column(page, first).evaluate((element) => element.id = "before");
  await dragOver(page, "Encima", second);
  await page.mouse.up();
  await page.locator("#before").waitFor({ state: "detached" });
  assert.equal(await cardIn(page, first, "Fondo").count(), 1);

  // Without a script the link leads to the column's next cards.
  await open(page, world, "&per_column=1");
  const more = column(page, first).getByRole("link", { name: /^Mostrar \d+ más$/ });
  await page.goto(new URL((await more.getAttribute("href"))!, world.url).href);
  assert.equal(await page.locator("[data-stage]").count(), 1);
}

async function editsStages(page: Page, { world, api, stages, add }: Scene) {
  const [first, second] = stages as [Stage, Stage];
  await add("Silla", second);
  await open(page, world);
  await page.getByRole("button", { name: `Editar la etapa ${first.name}` }).click();
  const sheet = page.getByRole("dialog", { name: "Etapa" });
  await until(async () => await sheet.getByLabel("Nombre").inputValue() === first.name);
  await assertSound(page, "the sheet of a stage");
  await sheet.getByLabel("Nombre").fill(second.name);
  await sheet.getByRole("button", { name: "Guardar" }).click();
  await sheet.getByRole("alert").getByText(/./).waitFor();
  await sheet.getByLabel("Nombre").fill("Recién llegadas");
  await sheet.getByLabel("Probabilidad (%)").fill("15");
  await sheet.getByRole("button", { name: "Guardar" }).click();
  await column(page, first).getByRole("heading", { name: "Recién llegadas" }).waitFor();
  const [renamed] = await expectData(api("GET", "/pipeline-stages"));
  assert.deepEqual([renamed.name, renamed.default_probability], ["Recién llegadas", 15]);

  const heldCount = (await expectData(api("GET", `/opportunities?stage_id=${second.id}`))).length;
  await page.getByRole("button", { name: `Editar la etapa ${second.name}` }).click();
  await sheet.getByRole("button", { name: "A la izquierda" }).click();
  await until(async () => (await expectData(api("GET", "/pipeline-stages")))[0].id === second.id);
  await sheet.getByRole("button", { name: "Eliminar etapa…" }).click();
  await sheet.getByText(new RegExp(`Mover ${heldCount} oportunidad`)).waitFor();
  await sheet.getByLabel("Mover a").selectOption({ label: "Recién llegadas" });
  await sheet.getByRole("button", { name: "Eliminar", exact: true }).click();
  await column(page, second).waitFor({ state: "detached" });
  const current = await expectData(api("GET", "/pipeline-stages"));
  assert.equal(current.length, stages.length - 1);
}

async function begins(page: Page, { world, api }: Scene) {
  await open(page, world);
  await page.getByRole("link", { name: "Lista" }).focus();
  await page.keyboard.press("c");
  const sheet = page.getByRole("dialog", { name: "Nueva oportunidad" });
  await sheet.getByLabel("Título").fill("Cocina de nogal");
  await sheet.getByLabel("Cliente").click();
  await page.keyboard.type("ruiz");
  await sheet.getByRole("option", { name: "Muebles Ruiz" }).waitFor();
  await page.keyboard.press("Enter");
  await sheet.getByLabel("Importe").fill("4.210,5");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "Cocina de nogal" }).waitFor();
  await alive(page);
  const id = Number(/opportunities\/(\d+)/.exec(page.url())![1]);
  const { client, amount } = await expectData(api("GET", `/opportunities/${id}`));
  assert.deepEqual([client.name, amount], ["Muebles Ruiz", 4210.5]);
  await page.getByLabel("Próximo paso").fill("Enviar muestras");
  await page.keyboard.press("Enter");
  await until(async () =>
    (await expectData(api("GET", `/opportunities/${id}`))).next_action_note === "Enviar muestras"
  );
  await page.getByLabel("Nota para tus compañeros").fill("Prefiere roble.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Prefiere roble.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Nuevo presupuesto" }).click();
  await page.waitForURL(/\/panel\/quotes\/\d+/);
}
