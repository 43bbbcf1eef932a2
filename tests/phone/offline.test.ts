/** Without a connection: the app opens, and answers wait for it and go out once. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { testInBrowser } from "../panel/scene.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { countBeats, untilBeat } from "../support/beats.ts";
import { startProxy } from "../support/proxy.ts";
import { holdPairing, phoneBrowser, rowOf } from "./support/hand.ts";
import { makePhone, pushOf, type TestPhone } from "./support/phone.ts";
import { serveSite, type Site } from "./support/site.ts";

declare const relevo: typeof import("./support/parts.ts");

const actions = [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }];

async function ask(world: World, options: Record<string, unknown> = {}): Promise<string> {
  const json = { userId: "u1", title: "¿Salimos?", body: "A las 9", actions, ...options };
  const sent = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
  return sent.body.data.notificationId;
}

/** Answers as the app's button does. */
async function press(
  page: Page,
  { device }: TestPhone,
  notificationId: string,
  options: { undoMs?: number; actionId?: string; expiresAt?: string | null } = {},
): Promise<string> {
  const answer = { device, notificationId, actionId: "yes", expiresAt: null, ...options };
  return (await page.evaluate((answer) => relevo.enqueueAnswer(answer), answer)).id;
}

async function answerOf(world: World, id: string): Promise<string | null> {
  const read = await world.call("GET", `/api/responses?notificationId=${id}`, {
    key: world.keys.shop,
  });
  assert.ok(read.body.data.length <= 1);
  return read.body.data[0]?.action.id ?? null;
}

function triesOf({ answered }: Site, id: string) {
  return answered.filter(({ path }) => path === `/api/phone/notifications/${id}/response`)
    .map(({ status }) => status);
}

const stateOf = (page: Page, item: string) =>
  page.evaluate(
    async (item) => (await relevo.listOutbox()).find(({ id }) => id === item)?.state,
    item,
  );

testInBrowser("answers made without a connection go out once", async (world) => {
  await using site = await serveSite(world);
  await using phone = await makePhone(world, { userId: "u1", url: site.url });
  let tab = await phone.openApp();
  const [first, second, undone] = [await ask(world), await ask(world), await ask(world)];
  await site.cut();

  await tab.reload();
  assert.match(await tab.title(), /Relevo/);
  const parts = await tab.evaluate(() => document.styleSheets.length);
  assert.ok(parts > 0, "the shell has its style");
  const guide = await phone.context.newPage();
  for (
    const [path, heading] of [["", "Relevo en tu teléfono"], ["?lang=en", "Relevo on your phone"]]
  ) {
    await guide.goto(`${site.url}/phone/help${path}`);
    await guide.getByRole("heading", { level: 1, name: heading! }).waitFor();
    assert.equal(await guide.evaluate(() => document.styleSheets.length), 2, "with its style");
  }
  await guide.close();

  const item = await press(tab, phone, first, { undoMs: 0 });
  await until(async () => {
    const tried = await tab.evaluate(async (id) => {
      await relevo.sendDue({ force: true });
      return (await relevo.listOutbox()).find((item) => item.id === id);
    }, item);
    return tried?.state === "waiting" && tried.attempts > 0;
  }, { what: "a try in vain" });
  const regretted = await press(tab, phone, undone, { undoMs: 600_000 });
  assert.equal(await tab.evaluate((id) => relevo.undoAnswer(id), regretted), true);
  await press(tab, phone, second, { undoMs: 1_000, actionId: "no" });
  await tab.close();

  site.mend();
  await phone.sync();
  await until(async () => await answerOf(world, first), { what: "the first answer" });
  await until(async () => await answerOf(world, second), { what: "the second answer" });
  assert.deepEqual([await answerOf(world, first), await answerOf(world, second)], ["yes", "no"]);
  assert.equal(await answerOf(world, undone), null);

  tab = await phone.openApp();
  await tab.evaluate(() => relevo.sendDue({ force: true }));
  assert.equal(await stateOf(tab, item), "sent");
  assert.deepEqual([triesOf(site, first), triesOf(site, second)], [[201], [201]]);
});

testInBrowser("answers leave once a silent server is noticed and back", async (world) => {
  await using proxy = startProxy(world.url);
  await using browser = await phoneBrowser();
  const { page } = browser;
  await page.clock.install();
  await countBeats(page);
  await holdPairing(world, browser, "u1");
  const id = await ask(world);
  const other = await ask(world, { title: "¿Y mañana?" });
  await page.goto(`${proxy.url}/phone`);
  const [row, regretted] = [rowOf(page, "¿Salimos?"), rowOf(page, "¿Y mañana?")];
  await until(() => row.getByRole("button", { name: "Sí" }).isEnabled(), { what: "the list" });
  await until(() => Promise.resolve(world.services.live.waiting === 1), { what: "the stream" });
  // From here on only the test moves the time.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.clock.runFor(12_000);
  await untilBeat(page);
  await page.clock.runFor(12_000);
  assert.equal(await page.getByText("Sin conexión").count(), 0, "the server has nothing to tell");
  proxy.hold();
  const offline = page.getByText("Sin conexión. Ves la lista de ahora mismo.");
  const seconds = await runUntil(page, () => offline.isVisible());
  // Also where one more beat was on its way.
  assert.ok(seconds <= 28, `${seconds} s`);
  await page.clock.runFor(90_000);
  await page.getByText("Ves la lista de hace 1 min").waitFor();
  await row.getByRole("button", { name: "Sí" }).click();
  await regretted.getByRole("button", { name: "No" }).click();
  // Its tries never reach anybody: what was sent before would count.
  await page.route(`**/${other}/response*`, (route) => route.abort());
  // One that was tried in vain can still be taken back.
  const takeBack = regretted.getByRole("button", { name: "Retirar" });
  await runUntil(page, () => takeBack.isVisible());
  await takeBack.click();
  await regretted.getByRole("button", { name: "No" }).waitFor();
  await runUntil(page, () => row.getByText("Guardada.").isVisible());
  await page.getByRole("button", { name: "Mis respuestas: 1 por ver" }).click();
  const waiting = page.getByRole("region", { name: "Esperando salir" }).getByRole("listitem");
  await waiting.filter({ hasText: "¿Salimos?" }).getByText("Guardada.").waitFor();
  await page.goBack();
  proxy.release();
  await until(async () => await answerOf(world, id) === "yes", { what: "the answer" });
  await row.getByText("Respondido: Sí").waitFor();
  await page.getByText("Sin conexión").waitFor({ state: "detached" });
  assert.equal(await answerOf(world, other), null);
});

/**
 * Lets the page's time go on until the condition holds; it stands still otherwise.
 * @returns by how many seconds
 */
async function runUntil(page: Page, condition: () => Promise<boolean>): Promise<number> {
  let seconds = 0;
  await until(async () => {
    if (await condition()) return true;
    await page.clock.runFor(1_000);
    seconds += 1;
    return false;
  });
  return seconds;
}

testInBrowser("two tabs and the worker send an answer once", async (world) => {
  await using site = await serveSite(world);
  await using phone = await makePhone(world, { userId: "u1", url: site.url });
  const [first, second] = [await phone.openApp(), await phone.openApp()];
  const id = await ask(world);
  const items = await Promise.all([
    press(first, phone, id, { undoMs: 0 }),
    press(second, phone, id, { undoMs: 0, actionId: "no" }),
  ]);
  assert.equal(items[0], items[1], "one answer to one notification");
  await Promise.all([
    first.evaluate(() => relevo.sendDue()),
    second.evaluate(() => relevo.sendDue({ force: true })),
    phone.sync(),
  ]);
  await until(async () => await stateOf(second, items[0]!) === "sent", { what: "it to be sent" });
  assert.deepEqual(triesOf(site, id), [201]);

  // In its undo window a page closes, and the answer goes out.
  const last = await ask(world);
  await first.evaluate(() => relevo.startShell());
  await press(first, phone, last, { undoMs: 600_000 });
  await first.close({ runBeforeUnload: true });
  await until(async () => await answerOf(world, last), { what: "the answer of the closed tab" });
  await until(() => triesOf(site, last).length > 0, { what: "its request to end" });
  assert.deepEqual(triesOf(site, last), [201]);

  // Of two phones the slower one hears what holds.
  await using other = await makePhone(world, { userId: "u1", url: site.url });
  const tab = await other.openApp();
  const late = await press(tab, other, last, { undoMs: 0, actionId: "no" });
  await tab.evaluate(() => relevo.sendDue());
  const refused = await tab.evaluate(async () => (await relevo.listOutbox())[0]);
  assert.deepEqual([refused!.id, refused!.state, refused!.outcome?.code], [
    late,
    "refused",
    "already_answered",
  ]);
  await tab.evaluate((id) => relevo.dismissOutcome(id), late);
  const item = await tab.evaluate(async () => (await relevo.listOutbox())[0]);
  assert.ok(item!.understoodAt! > 0, "it is kept among one's answers");
});

testInBrowser("a new build takes over, and an answer that waits is not lost", async (world) => {
  await using site = await serveSite(world);
  await using phone = await makePhone(world, { userId: "u1", url: site.url });
  const tab = await phone.openApp();
  const cached = () => tab.evaluate(() => caches.keys());
  const before = await cached();
  assert.equal(before.length, 1);
  const id = await ask(world);
  // Longer than any build takes.
  const item = await press(tab, phone, id, { undoMs: 600_000 });

  await site.deploy();
  await tab.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await until(
    () => tab.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null),
    { what: "the new worker to wait" },
  );
  // What the page runs stays whole until the new build takes over.
  assert.equal((await cached()).length, 2);
  await tab.evaluate(async () => {
    (await navigator.serviceWorker.ready).waiting!.postMessage({ kind: "take-over" });
  });
  await until(async () => {
    const names = await cached();
    return names.length === 1 && names[0] !== before[0];
  }, { what: "the old build to be gone" });
  await tab.close();

  const next = await phone.openApp();
  assert.equal(await stateOf(next, item), "waiting");
  await phone.deliver(pushOf({ id: crypto.randomUUID(), device: phone.device }));
  await next.evaluate(() => relevo.sendDue({ force: true }));
  await until(async () => await answerOf(world, id), { what: "the answer" });
  await until(() => triesOf(site, id).length > 0, { what: "its request to end" });
  assert.deepEqual(triesOf(site, id), [201]);
});
