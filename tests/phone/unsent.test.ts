/** What a phone had not sent when its pairing ended stays on it under "Not sent". */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { conversing, pairCaller } from "../crm/conversations/scene.ts";
import { expectData } from "../crm/scene.ts";
import { assertSound, testInBrowser } from "../panel/scene.ts";
import { companyWithRules, stateOf } from "../sales/approvals/scene.ts";
import { screenshot } from "../support/browser.ts";
import { until } from "../support/wait.ts";
import { people } from "../support/world.ts";
import { answersTo, holdPairing, phoneBrowser, rowOf, send } from "./support/hand.ts";
import { makePhone, type TestPhone } from "./support/phone.ts";
import { serveSite } from "./support/site.ts";
import { smallTargets } from "./support/sound.ts";

declare const relevo: typeof import("./support/parts.ts");

type Conversing = Awaited<ReturnType<typeof conversing>>;

interface Ending extends Pick<Conversing, "ana" | "luis"> {
  phone: TestPhone;
  tab: Page;
  /** Loads the app anew. */
  open(): Promise<Page>;
}

/** All ways in which a pairing ends; each leads to a page of the app. */
const ways: Record<string, (ending: Ending) => Promise<Page>> = {
  "the person unpairs it in the app": async ({ tab }) => {
    await tab.getByRole("button", { name: "Ajustes" }).click();
    await tab.getByRole("button", { name: "Desvincular de Primary…" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.getByText("Hay 3 cosas sin enviar").waitFor();
    await dialog.getByRole("button", { name: "Desvincular" }).click();
    await tab.getByText("Desvinculado de Primary").waitFor();
    await tab.getByRole("button", { name: "Volver a la lista" }).click();
    return tab;
  },
  "a colleague unpairs it with the app open": async ({ tab, ana, phone }) => {
    await expectData(ana.api("DELETE", `/devices/${phone.device}`));
    return tab;
  },
  "a colleague unpairs it with the app closed": async ({ tab, ana, phone, open }) => {
    await tab.goto("about:blank");
    await expectData(ana.api("DELETE", `/devices/${phone.device}`));
    return await open();
  },
  "the browser's cookies are cleared": async ({ phone, open }) => {
    await phone.context.clearCookies();
    return await open();
  },
  "the list of pairings is cleared too": async ({ tab, phone, open }) => {
    await tab.goto("about:blank");
    await phone.context.clearCookies();
    await phone.browser.page.evaluate(() => localStorage.clear());
    return await open();
  },
  "the person is disabled": async ({ tab, ana, luis }) => {
    await expectData(ana.api("DELETE", `/employees/${luis.id}`));
    return tab;
  },
};

const unsent = (page: Page) =>
  page.getByRole("region", { name: "No enviado" }).getByRole("listitem");

/** A button, a text and a message to a customer that wait on the phone. */
async function queue(tab: Page, { device }: TestPhone, ids: string[], contactId: number) {
  await tab.evaluate(async ({ device, ids, contactId }) => {
    const [button, text] = ids;
    const answer = { device, expiresAt: null, undoMs: 600_000 };
    await relevo.enqueueAnswer({
      ...{ ...answer, notificationId: button!, title: "¿Salimos?" },
      ...{ actionId: "yes", actionLabel: "Sí" },
    });
    const reply = { notificationId: text!, title: "¿Qué falta?", reply: "Dos sillas" };
    await relevo.enqueueAnswer({ ...answer, ...reply });
    await relevo.keepSend({
      ...{ device, contactId, name: "Marta Gil", kind: "message", text: "Abrimos a las 9" },
      ...{ via: null, after: null, files: [{ name: "plano.txt", blob: new Blob(["un plano"]) }] },
    });
  }, { device, ids, contactId });
  // Something newer is in the conversation, so that it waits for its writer.
  await until(() => tab.evaluate(async () => (await relevo.listSends())[0]?.state === "moved"), {
    what: "the message to wait",
  });
}

async function assertUnsent(page: Page, from: string): Promise<void> {
  await unsent(page).nth(2).waitFor();
  assert.equal(await unsent(page).count(), 3);
  const rowWith = (title: string) => unsent(page).filter({ hasText: title });
  const [button, text, message] = ["¿Salimos?", "¿Qué falta?", "Marta Gil"].map(rowWith);
  await button!.getByText("Botón: Sí").waitFor();
  assert.equal(await text!.getByRole("textbox").inputValue(), "Dos sillas");
  assert.equal(await message!.getByRole("textbox").inputValue(), "Abrimos a las 9");
  await message!.getByRole("link", { name: "Guardar plano.txt" }).waitFor();
  await message!.getByText("Marta Gil ha escrito mientras tanto").waitFor();
  for (const row of [button!, text!, message!]) {
    assert.equal(await row.locator("time").count(), 1, "when it was written");
    assert.equal(await row.locator(".meta").getByText("Primary · luis").count(), from ? 1 : 0);
    await row.getByRole("button", { name: "Copiar" }).waitFor();
    await row.getByRole("button", { name: "Borrar" }).waitFor();
  }
}

testInBrowser("waiting answers are kept however the pairing ends", async (world) => {
  const { ana, luis, receiver, contactId } = await conversing(world);
  await using _ = receiver;
  const bodies = async () =>
    (await ana.read(contactId)).messages.map(({ body }: { body: string }) => body);
  const before = await bodies();
  for (const [way, end] of Object.entries(ways)) {
    const asking = { userId: people.luis, actions: [{ id: "yes", label: "Sí" }] };
    const ids = [
      await send(world, { ...asking, title: "¿Salimos?" }),
      await send(world, { ...asking, title: "¿Qué falta?", allowReply: true }),
    ];
    const paired = await pairCaller(world, people.luis, 1);
    await using phone = await makePhone(world, { userId: people.luis, paired });
    const tab = await phone.openApp();
    await rowOf(tab, "¿Qué falta?").first().waitFor();
    await queue(tab, phone, ids, contactId);
    const open = async () => {
      await tab.goto("about:blank");
      await tab.goto(`${world.url}/phone`);
      return tab;
    };
    await end({ phone, tab, ana, luis, open });
    const from = /list of pairings/.test(way) ? "" : `Primary · ${people.luis}`;
    await assertUnsent(tab, from);
    assert.deepEqual(await queued(tab), [0, 0], `${way}: nothing is to be sent`);

    // Somebody else pairs this phone: it is there to be read, and leaves by nobody.
    await holdPairing(world, phone.browser, "maria");
    await open();
    await tab.getByText("Primary · maria", { exact: true }).waitFor();
    await assertUnsent(tab, from);
    await phone.sync();
    await tab.evaluate(() => relevo.sendDue({ force: true }));
    for (const id of ids) assert.deepEqual(await answersTo(world, id), [], way);
    assert.deepEqual(await bodies(), before, way);
  }
});

testInBrowser("an approval that the worker sends too late stays", async (world) => {
  const company = await companyWithRules(world);
  const { ana, draft } = company;
  const quote = await draft();
  await using site = await serveSite(world);
  const paired = await pairCaller(world, people.luis, 1);
  await using phone = await makePhone(world, { userId: people.luis, url: site.url, paired });
  const tab = await phone.openApp();
  const title = `¿Se envía ${quote.number}?`;
  await expectData(ana("POST", `/quotes/${quote.id}/ask-approval`, { version: quote.version }));
  await rowOf(tab, title).getByRole("link", { name: title }).click();
  await tab.getByRole("button", { name: "Sí, enviar" }).waitFor();
  await site.cut();
  await tab.getByRole("textbox").fill("Pero la última vez");
  await tab.getByRole("button", { name: "Sí, enviar" }).click();
  await tab.getByText("Guardada. Se enviará al recuperar la conexión.").waitFor();
  await tab.close();

  await expectData(ana("DELETE", `/devices/${phone.device}`));
  site.mend();
  await phone.sync();
  const refused = await until(async () =>
    (await phone.notifications()).find(({ title }) => title === "Tu respuesta no ha contado")
  );
  assert.match(refused.body, /^¿Se envía/);
  // Where its tap leads to.
  const again = await phone.context.newPage();
  await again.goto(`${site.url}/phone?device=${phone.device}&n=${refused.id}`);
  const row = unsent(again).filter({ hasText: title });
  await row.getByText("Botón: Sí, enviar").waitFor();
  assert.equal(await row.getByRole("textbox").inputValue(), "Pero la última vez");
  assert.equal(await row.getByText("puede que llegara").count(), 0, "it was refused");
  assert.equal(await stateOf(company, quote.id), "draft asked");
});

testInBrowser("what was on its way and has arrived is not listed", async (world) => {
  const { ana, receiver, contactId, messageId, program } = await conversing(world);
  await using _ = receiver;
  const paired = await pairCaller(world, people.luis, 1);
  await using phone = await makePhone(world, { userId: people.luis, paired });
  const actions = [{ id: "yes", label: "Sí" }];
  const id = await send(world, { userId: people.luis, title: "¿Salimos?", actions });
  const tab = await phone.openApp();
  await rowOf(tab, "¿Salimos?").waitFor();
  const [arrival, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  await tab.route(/\/(response|messages)(\?|$)/, async (route) => {
    const response = await route.fetch();
    if (++count === 2) arrival.resolve();
    await ended.promise;
    await route.fulfill({ response });
  });
  await tab.evaluate(({ device, id, contactId, via, after }) => {
    const answer = { device, notificationId: id, title: "¿Salimos?", expiresAt: null, undoMs: 0 };
    void relevo.enqueueAnswer({ ...answer, actionId: "yes", actionLabel: "Sí" });
    const message = { device, contactId, name: "Marta Gil", kind: "message" as const };
    void relevo.keepSend({ ...message, text: "A las 9", via, after, files: [] });
  }, { device: phone.device, id, contactId, via: program.id, after: messageId });
  await arrival.promise;
  await expectData(ana.api("DELETE", `/devices/${phone.device}`));
  await unsent(tab).nth(1).waitFor();
  assert.equal(await unsent(tab).getByText("puede que llegara").count(), 2);
  ended.resolve();
  await unsent(tab).first().waitFor({ state: "detached" });
  assert.equal((await answersTo(world, id)).length, 1);
});

const looks = [
  { width: 390, colorScheme: "light", locale: "es-ES" },
  { width: 390, colorScheme: "dark", locale: "en-GB" },
  { width: 320, colorScheme: "dark", locale: "es-ES" },
] as const;

testInBrowser("a typed reply stays to be copied or discarded", async (world) => {
  const { ana, receiver, contactId } = await conversing(world);
  await using _ = receiver;
  await using site = await serveSite(world);
  const asking = { userId: people.luis, actions: [{ id: "yes", label: "Sí, a las nueve" }] };
  await send(world, { ...asking, title: "¿Salimos?" });
  await send(world, { ...asking, title: "¿Qué falta?", allowReply: true });
  for (const look of looks) {
    await using browser = await phoneBrowser({
      ...look,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const { page, context } = browser;
    const { token, deviceId } = await pairCaller(world, people.luis, 1);
    await context.addCookies([{
      name: `relevo_device_${deviceId}`,
      ...{ value: token, url: site.url, httpOnly: true, sameSite: "Strict" },
    }]);
    const conversation = `${site.url}/phone?device=${deviceId}&c=${contactId}`;
    await page.goto(conversation);
    const field = page.locator("#write-text");
    await field.waitFor();
    await page.getByRole("button", { name: /Volver a la lista|Back to the list/ }).click();
    await rowOf(page, "¿Qué falta?").getByRole("link").click();
    await page.locator("textarea").fill("Dos sillas");
    await page.getByRole("button", { name: /Volver a la lista|Back to the list/ }).click();
    await site.cut();
    await rowOf(page, "¿Salimos?").getByRole("button", { name: "Sí, a las nueve" }).click();
    await rowOf(page, "¿Salimos?").getByText(/^(Respondes|Your answer): Sí/).waitFor();
    await page.goto(conversation);
    await field.fill("Abrimos a las 9");
    await page.getByRole("button", { name: /^(Enviar|Send)$/ }).click();
    await until(async () => await field.inputValue() === "", { what: "the message to be kept" });
    await field.fill("Y cerramos a las 20");
    await expectData(ana.api("DELETE", `/devices/${deviceId}`));
    site.mend();

    await page.goto(`${site.url}/phone`);
    const rows = page.getByRole("region", { name: /^(No enviado|Not sent)$/ })
      .getByRole("listitem");
    await rows.nth(3).waitFor();
    const texts = await Promise.all(
      (await rows.getByRole("textbox").all()).map((one) => one.inputValue()),
    );
    const all = ["Abrimos a las 9", "Dos sillas", "Y cerramos a las 20"];
    assert.deepEqual(texts.toSorted(), all);
    const where = `${look.width} ${look.colorScheme} ${look.locale}`;
    await assertSound(page, where);
    assert.deepEqual(await smallTargets(page), [], `${where}: 44 px`);
    await screenshot(page, `unsent-${where}`);

    const rowWith = (name: string) => rows.filter({ has: page.getByRole("heading", { name }) });
    const [draft, button] = [rowWith("¿Qué falta?"), rowWith("¿Salimos?")];
    const copied = async (row: typeof rows) => {
      await row.getByRole("button", { name: /Copiar|Copy/ }).click();
      return await page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied(draft), "Dos sillas");
    assert.equal(await copied(button), "Sí, a las nueve");
    await draft.getByRole("button", { name: /Borrar|Discard/ }).click();
    await draft.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Deshacer|Undo/ }).click();
    await draft.getByRole("button", { name: /Borrar|Discard/ }).click();
    await draft.waitFor({ state: "detached" });
    await page.reload();
    await rows.nth(2).waitFor();
    assert.equal(await rows.count(), 3);
  }
});

/** How many answers and messages wait. */
function queued(page: Page): Promise<number[]> {
  return page.evaluate(async () => [
    (await relevo.listOutbox()).length,
    (await relevo.listSends()).length,
  ]);
}
