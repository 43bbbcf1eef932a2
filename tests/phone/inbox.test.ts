/** The list: live, by day, readable from what was kept, and safe whatever a sender writes. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { testInBrowser } from "../panel/scene.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { holdPairing, keptTitles, phoneBrowser, recipientOf, rowOf, send } from "./support/hand.ts";

testInBrowser("what is sent arrives in the open app, and is read when seen", async (world) => {
  await using browser = await phoneBrowser();
  const { page, watch } = browser;
  await page.addInitScript(listen);
  const device = await holdPairing(world, browser, "maria");
  await page.goto(`${world.url}/phone`);
  await page.getByText("Nada por ahora").waitFor();
  await isHeard(page, world);
  await arrives(page, world);
  await isReplaced(page, world);
  await isHarmless(page, world);
  await opensByDeepLink(page, world, device);
  await showsOlder(page, world);
  await startsFromWhatWasKept(page, world);
  watch.assertClean({ allow: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404/ });
});

/**
 * Notes what a phone would make felt and heard, and the number on its icon. It has no sound until
 * its audio has started, and what is seen is read: each waits for the test where that matters.
 */
function listen() {
  const noted = {
    vibrated: [] as unknown[],
    tones: 0,
    badges: [] as number[],
    clock: Date.now,
    audio: null as AudioContext | null,
    eyes: Promise.resolve(),
    open: () => {},
  };
  Object.assign(globalThis, { noted });
  const { AudioContext, IntersectionObserver } = globalThis;
  globalThis.AudioContext = class extends AudioContext {
    constructor() {
      super();
      noted.audio = this;
    }
  };
  globalThis.IntersectionObserver = class extends IntersectionObserver {
    constructor(see: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super((entries, self) => void noted.eyes.then(() => see(entries, self)), options);
    }
  };
  navigator.vibrate = (pattern) => noted.vibrated.push(pattern) > 0;
  navigator.setAppBadge = (count = 0) => Promise.resolve(void noted.badges.push(count));
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when) {
    noted.tones += 1;
    start.call(this, when);
  };
}

declare const noted: {
  vibrated: number[][];
  tones: number;
  badges: number[];
  clock(): number;
  audio: AudioContext | null;
  eyes: Promise<void>;
  open(): void;
};

/** By priority: low changes only list and badge, and what has expired makes no sound either. */
async function isHeard(page: Page, world: World) {
  const heard = () => page.evaluate(() => [noted.vibrated.length, noted.tones] as const);
  await page.getByRole("heading", { name: "Mensajes" }).click();
  await until(() => page.evaluate(() => noted.audio?.state === "running"), { what: "its audio" });
  await page.evaluate(() => {
    noted.eyes = new Promise((resolve) => noted.open = resolve);
  });
  await send(world, { title: "En voz baja", priority: "low" });
  await rowOf(page, "En voz baja").waitFor();
  await until(() => page.evaluate(() => noted.badges.includes(1)), { what: "the badge" });
  await page.evaluate(() => noted.open());
  assert.deepEqual(await heard(), [0, 0]);
  await send(world, { title: "Normal" });
  await until(async () => (await heard())[1] > 0, { what: "a sound" });
  const [vibrated, tones] = await heard();
  assert.equal(vibrated, 1);
  await send(world, { title: "Ya", priority: "high" });
  await until(async () => (await heard())[1] > tones, { what: "another sound" });
  const [short, long] = await page.evaluate(() =>
    noted.vibrated.map((pattern) => pattern.reduce((sum, ms) => sum + ms, 0))
  );
  assert.ok(long! > 2_000 && long! > short!, `${short} ${long}`);
  const before = await heard();
  await page.evaluate(() => {
    Date.now = () => noted.clock() + 61_000;
  });
  await send(world, { title: "Tarde", priority: "high", ttl: 60 });
  await rowOf(page, "Tarde").getByText(/^Caducó/).waitFor();
  // What is told after it would have been heard after it.
  await send(world, { title: "Después", priority: "low" });
  await page.getByText("Nuevo mensaje de Primary: Después").waitFor({ state: "attached" });
  assert.deepEqual(await heard(), before);
  await page.evaluate(() => void (Date.now = noted.clock));
}

async function arrives(page: Page, world: World) {
  const id = await send(world, {
    title: "Corte de agua",
    type: "warning",
    priority: "high",
    sender: "Mantenimiento",
    ttl: 3_600,
  });
  const row = rowOf(page, "Corte de agua");
  await row.waitFor();
  for (const text of ["Aviso", "Urgente", "Mantenimiento"]) await row.getByText(text).waitFor();
  await page.getByRole("status").filter({ hasText: "Nuevo mensaje de Mantenimiento" }).waitFor({
    state: "attached",
  });
  await until(async () => (await recipientOf(world, id)).deliveredAt, { what: "its receipt" });
  // Before the eyes for a second, it is read.
  await until(async () => (await recipientOf(world, id)).readAt, { what: "its read mark" });
  await until(async () => await page.title() === "Relevo", { what: "no unread one in the title" });
}

async function isReplaced(page: Page, world: World) {
  await send(world, { title: "Pedido en camino", tag: "pedido" });
  await rowOf(page, "Pedido en camino").waitFor();
  await send(world, { title: "Pedido entregado", tag: "pedido" });
  await rowOf(page, "Pedido entregado").waitFor();
  await rowOf(page, "Pedido en camino").waitFor({ state: "detached" });
}

async function isHarmless(page: Page, world: World) {
  const hostile = `<img src=x onerror="document.title='roto'"><script>1</script>`;
  await send(world, {
    title: hostile,
    body: `${hostile}\n${"\u202e"}${"W".repeat(300)}`,
    sender: "<b>Banco</b>",
    url: "https://banco.example@malo.example/<script>",
    actions: [{ id: "x", label: "<i>Sí</i>" }],
  });
  const row = rowOf(page, hostile);
  await row.getByText("<b>Banco</b>").waitFor();
  await row.getByRole("button", { name: "<i>Sí</i>" }).waitFor();
  assert.equal(await row.locator("img, script, b, i").count(), 0);
  // The host is the real one, and nothing opens without a question.
  await row.getByRole("button", { name: "Abrir malo.example" }).click();
  const link = page.getByRole("dialog").getByRole("link", { name: "Abrir el enlace" });
  assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function opensByDeepLink(page: Page, world: World, device: string) {
  const actions = [{ id: "y", label: "Sí" }, { id: "n", label: "No" }];
  const id = await send(world, { title: "¿Vienes?", actions });
  await page.goto("about:blank");
  await page.goto(`${world.url}/phone?device=${device}&n=${id}&answer=n`);
  await page.getByRole("heading", { name: "¿Vienes?" }).waitFor();
  // A link answers nothing by itself: its button waits for a press.
  await page.getByText("Pulsa «No» para confirmar").waitFor();
  await until(() =>
    page.getByRole("button", { name: "No", exact: true })
      .evaluate((button) => button === document.activeElement)
  );
  assert.doesNotMatch(page.url(), /answer/);
  assert.equal((await recipientOf(world, id)).answeredAt, null);
  await page.getByRole("button", { name: "Volver a la lista" }).click();
  await rowOf(page, "¿Vienes?").getByRole("button", { name: "Sí" }).waitFor();

  await page.goto(`${world.url}/phone?device=${device}&n=01940000-0000-7000-8000-000000000000`);
  await page.getByText("Este mensaje no está aquí").waitFor();
}

async function showsOlder(page: Page, world: World) {
  const parts = Array.from({ length: 35 }, (_, n) => ({ title: `Parte ${n}`, priority: "low" }));
  await Promise.all(parts.map((part) => send(world, part)));
  await page.goto(`${world.url}/phone`);
  await page.getByRole("link", { name: /^Parte/ }).nth(29).waitFor();
  assert.equal(await rowOf(page, "Corte de agua").count(), 0);
  // What is not loaded is read too.
  const unread = async () =>
    (await (await page.request.get(`${world.url}/api/phone/notifications`)).json()).meta.unread;
  // Those before the eyes may be read by now.
  assert.ok(await unread() >= 5);
  await page.getByRole("button", { name: /Marcar como leídos/ }).click();
  await until(async () => await unread() === 0, { what: "all to be read" });
  await page.getByRole("button", { name: /Marcar como leídos/ }).waitFor({ state: "detached" });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await rowOf(page, "Corte de agua").waitFor();
}

/** Without a network: the list of before, with its age; nothing in it can be pressed. */
async function startsFromWhatWasKept(page: Page, world: World) {
  await send(world, { title: "Última", actions: [{ id: "y", label: "Voy" }] });
  await rowOf(page, "Última").getByRole("button", { name: "Voy" }).waitFor();
  await until(async () => (await keptTitles(page)).includes("Última"), { what: "it to be kept" });
  await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
  await page.context().setOffline(true);
  await page.reload();
  const button = rowOf(page, "Última").getByRole("button", { name: "Voy" });
  await button.waitFor();
  assert.ok(await button.isDisabled());
  await page.getByText(/Sin conexión\. Ves la lista de/).waitFor();
  await page.context().setOffline(false);
  await until(() => button.isEnabled(), { what: "the button to come alive" });
  await page.getByText(/Sin conexión/).waitFor({ state: "detached" });
}
