/** A card that opens in a sheet beside the board. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/wait.ts";
import { cardIn, open, type Scene, type Stage, stageOf } from "./board_scene.ts";
import { undo } from "../hands.ts";
import { assertSound } from "../scene.ts";

/** By mouse, by keyboard and by its address. */
export async function opensBeside(page: Page, { world, api, stages, add }: Scene) {
  const [first, second] = stages as [Stage, Stage];
  const id = await add("Buhardilla", first);
  const other = await add("Galería", first);
  await open(page, world);
  const board = page.url();
  const sheet = page.getByRole("dialog", { name: "Oportunidad" });
  await page.getByRole("link", { name: "Galería" }).click();
  await sheet.getByRole("heading", { name: "Galería" }).waitFor();
  assert.equal(page.url(), `${board}#card-${other}`);
  await sheet.getByLabel("Nota para tus compañeros").fill("A medias");
  await page.getByRole("link", { name: "Buhardilla" }).click();
  await sheet.getByRole("heading", { name: "Buhardilla" }).waitFor();
  await assertSound(page, "the sheet of a card");

  // What is changed in the sheet changes on the board.
  await sheet.getByLabel("Próximo paso").fill("Medir el hueco");
  await page.keyboard.press("Enter");
  await cardIn(page, first, "Medir el hueco").waitFor();
  await sheet.getByRole("button", { name: second.name }).click();
  await cardIn(page, second, "Buhardilla").waitFor();
  await stageOf(api, id, second);
  await sheet.locator(".step[aria-current]", { hasText: second.name }).waitFor();
  await sheet.getByText("la movió de etapa").first().waitFor();

  // Escape takes back what is typed, then closes; the focus goes back to the card.
  await sheet.getByLabel("Título").fill("Otra cosa");
  await page.keyboard.press("Escape");
  await until(() => page.evaluate(() => document.activeElement?.tagName === "DIALOG"));
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  assert.equal(page.url(), board);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Buhardilla");
  await page.keyboard.press("Enter");
  await sheet.getByRole("heading", { name: "Buhardilla" }).waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "hidden" });

  await open(page, world, `#card-${other}`);
  await until(async () =>
    await sheet.getByLabel("Nota para tus compañeros").inputValue() === "A medias"
  );
  await sheet.getByRole("button", { name: "A la papelera" }).click();
  await sheet.waitFor({ state: "hidden" });
  await cardIn(page, first, "Galería").waitFor({ state: "detached" });
  await undo(page, "Oportunidad en la papelera");
  await cardIn(page, first, "Galería").waitFor();
}
