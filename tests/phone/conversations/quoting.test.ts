/** An answer quotes a message: chosen by finger or key, kept with the draft, sent with it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { inDatabase } from "../../crm/scene.ts";
import { assertSound, testInBrowser } from "../../panel/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { holdPhone, phoneBrowser } from "../support/hand.ts";
import { makePhone } from "../support/phone.ts";
import { serveSite } from "../support/site.ts";
import { smallTargets } from "../support/sound.ts";
import { field, message, phoneChat, sendButton } from "./scene.ts";

const quoted = (page: Page) => page.getByRole("group", { name: "Respondes a" });
const answer = { name: "Responder a este mensaje" };

async function hasKeyboard(page: Page): Promise<void> {
  await until(() => field(page).evaluate((area) => area === document.activeElement), {
    what: "the field to have the keyboard",
  });
}

/** Holds a finger on the message until its menu opens. */
async function hold(page: Page, text: string): Promise<void> {
  const box = (await message(page, text).locator(".bubble-body").boundingBox())!;
  const cdp = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 5, y: box.y + 5 }];
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.getByRole("dialog").waitFor();
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

testInBrowser("a message is chosen, seen above the text, and quoted", async (world) => {
  const { luis, address, messages, file, first } = await phoneChat(world);
  const second = await file("in", "¿Y de nogal?", { external_id: "wamid.nogal" });
  await using browser = await phoneBrowser({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page, watch } = browser;
  await holdPhone(browser, world.url, luis);
  await page.goto(world.url + address);

  // By a finger that stays.
  await message(page, "¿Y de nogal?").waitFor();
  await hold(page, "¿Y de nogal?");
  const menu = page.getByRole("dialog", { name: "Mensaje de Marta Gil" });
  await menu.getByText("¿Y de nogal?").waitFor();
  await assertSound(page, "a held message");
  await screenshot(page, "quoting-menu");
  await menu.getByRole("button", { name: "Copiar el texto" }).click();
  await page.getByText("Texto copiado").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "¿Y de nogal?");
  await hold(page, "¿Y de nogal?");
  await menu.getByRole("button", answer).click();
  await quoted(page).getByText("¿Y de nogal?").waitFor();
  await hasKeyboard(page);
  await assertSound(page, "a quoted message");
  assert.deepEqual(await smallTargets(page), []);
  await screenshot(page, "quoting-chosen");
  await quoted(page).getByRole("button", { name: "No citar el mensaje" }).click();
  await quoted(page).waitFor({ state: "detached" });

  // By the keyboard.
  const button = message(page, "Hola").getByRole("button", answer);
  await button.focus();
  await page.keyboard.press("Enter");
  await quoted(page).getByText("Hola").waitFor();
  await hasKeyboard(page);
  await page.keyboard.type("Buenas");
  await page.keyboard.press("Control+Enter");
  await message(page, "Buenas").getByRole("button", { name: /Responde a Marta Gil/ }).waitFor();
  await quoted(page).waitFor({ state: "detached" });
  // What has not left cannot be quoted yet.
  assert.equal(await message(page, "Buenas").getByRole("button", answer).count(), 0);

  // A text without one quotes nothing.
  await field(page).fill("Y de nogal también");
  await sendButton(page).click();
  await message(page, "Y de nogal también").waitFor();
  const [plain, quoting] = await messages();
  assert.deepEqual([plain.answers, quoting.answers.id], [null, first]);
  assert.ok(quoting.id > second);
  watch.assertClean();
});

testInBrowser("a quotation is kept with its draft while the page is gone", async (world) => {
  const { luis, address, messages, file, contactId } = await phoneChat(world);
  const second = await file("in", "¿Y de nogal?", { external_id: "wamid.nogal" });
  await using site = await serveSite(world);
  await using phone = await makePhone(world, {
    ...{ userId: people.luis, url: site.url, paired: luis },
  });
  const open = async () => {
    const tab = await phone.context.newPage();
    await tab.goto(site.url + address);
    await tab.locator(`#message-${second}`).waitFor();
    return tab;
  };
  await (await phone.openApp()).close();
  let tab = await open();
  await tab.locator(`#message-${second}`).getByRole("button", answer).click();
  await field(tab).fill("También");
  await tab.close();
  tab = await open();
  await quoted(tab).getByText("¿Y de nogal?").waitFor();
  assert.equal(await field(tab).inputValue(), "También");
  await site.cut();
  await sendButton(tab).click();
  await tab.getByText("Guardado. Sale en cuanto haya conexión").waitFor();
  await quoted(tab).waitFor({ state: "detached" });
  await tab.close();
  site.mend();
  await phone.sync();
  await until(async () => (await messages()).length === 3, { what: "the answer to be there" });
  assert.equal((await messages())[0].answers.id, second);

  // One that its sender took back meanwhile is not quoted, and the words are still there.
  tab = await open();
  await tab.locator(`#message-${second}`).getByRole("button", answer).click();
  await field(tab).fill("De acuerdo");
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("contact_messages").set({ unsent_at: new Date(), body: "" })
        .where("company_id", "=", 1).where("id", "=", second).execute(),
  );
  await tab.reload();
  await tab.getByText("Mensaje eliminado por quien lo envió").waitFor();
  assert.equal(await quoted(tab).count(), 0);
  assert.equal(await field(tab).inputValue(), "De acuerdo");

  // With the pairing, what it has of the customer goes.
  await message(tab, "Hola").getByRole("button", answer).click();
  const quoteKeys = () =>
    tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("relevo:quote:")));
  assert.deepEqual(await quoteKeys(), [`relevo:quote:${luis.deviceId}:${contactId}`]);
  await luis.api("DELETE", `/devices/${luis.deviceId}`);
  await tab.reload();
  await until(async () => (await quoteKeys()).length === 0, { what: "it to be forgotten" });
});
