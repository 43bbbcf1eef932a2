/** Every view of the app: accessible, without errors or foreign requests, and light. */
import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { long, proof } from "../faults/support/proof.ts";
import { assertSound, testInBrowser } from "../panel/scene.ts";
import { screenshot } from "../support/browser.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { smallTargets } from "./support/sound.ts";
import { holdPairing, keptTitles, phoneBrowser, rowOf, send } from "./support/hand.ts";

const schemes = ["light", "dark"] as const;
const looks = long
  ? ([1440, 390, 320] as const).flatMap((width) =>
    schemes.flatMap((colorScheme) =>
      (["es-ES", "en-GB"] as const).map((locale) => ({ width, colorScheme, locale }))
    )
  )
  : [
    { width: 390, colorScheme: "light", locale: "es-ES" },
    { width: 320, colorScheme: "dark", locale: "en-GB" },
  ] as const;

const actions = [{ id: "y", label: "Sí" }, { id: "n", label: "x".repeat(40) }];

testInBrowser("every view is sound at every width, in every scheme and language", async (world) => {
  const { token } = await world.pairPhone("maria");
  for (const type of ["info", "success", "warning", "error"]) {
    await send(world, { title: `De tipo ${type}`, type, sender: "Turnos" });
  }
  const done = await send(world, { title: "Respondido", actions });
  await world.call("POST", `/api/phone/notifications/${done}/response`, {
    device: token,
    json: { actionId: "y" },
  });
  await send(world, { title: "W".repeat(120), body: "W".repeat(2_000), url: "http://a.example/" });
  const body = "Un mensaje largo. ".repeat(60);
  const asking = { title: "Pregunta", body, actions, allowReply: true };
  await send(world, { ...asking, priority: "high", ttl: 3_500 });
  for (const look of looks) {
    await using browser = await phoneBrowser(look);
    const { page, watch } = browser;
    const where = `${look.width} ${look.colorScheme} ${look.locale}`;
    const see = async (name: string) => {
      assert.equal(await page.locator("h1").count(), 1, `${name} ${where}: one heading`);
      await assertSound(page, `${name} ${where}`);
      assert.deepEqual(await smallTargets(page), [], `${name} ${where}: 44 px`);
      await screenshot(page, `phone-${name}-${where}`);
    };
    await page.goto(`${world.url}/phone#pair=7K4MQ2XD`);
    await page.locator("input.code").waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), look.locale.slice(0, 2));
    await see("pair");
    await holdPairing(world, browser, "maria");
    await page.goto("about:blank");
    await page.goto(`${world.url}/phone`);
    await rowOf(page, "Pregunta").getByRole("button", { name: "Sí" }).waitFor();
    await see("list");
    await rowOf(page, "W".repeat(120)).getByRole("button", { name: "a.example" }).click();
    await page.getByRole("dialog").waitFor();
    await see("link");
    await page.keyboard.press("Escape");
    await rowOf(page, "Pregunta").getByRole("link").click();
    await page.locator("textarea").fill("🙂".repeat(501));
    // How tall the answers are is known a frame after they grew.
    await until(async () => await pinnedTop(page) >= 421, {
      what: `${where}: half of the screen is for the message`,
    });
    await see("card");
    await page.getByRole("button", { name: /^(Ajustes|Settings)$/ }).click();
    await page.getByRole("switch").first().waitFor();
    await see("settings");
    await page.goto(`${world.url}/phone#answers`);
    await page.getByRole("listitem").filter({ hasText: "Respondido" }).waitFor();
    await see("answers");
    if (look.width === 320) await staysReadable(page, world, see);
    watch.assertClean();
  }
});

/** Text at 200 % on the narrowest phone: nothing is wider than the screen, nothing cut off. */
async function staysReadable(page: Page, world: World, see: (name: string) => Promise<void>) {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 200% }");
    addEventListener("DOMContentLoaded", () => {
      // The app sets its own list of sheets, for the company's colour.
      const enlarge = () => {
        if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
        requestAnimationFrame(enlarge);
      };
      enlarge();
    });
  });
  for (
    const [name, hash, ready] of [
      ["list", "", ".item"],
      ["answers", "#answers", ".my-answer"],
      ["settings", "#settings", ".switch"],
      ["pair", "#pair=7K4MQ2XD", "input.code"],
    ] as const
  ) {
    await page.goto("about:blank");
    await page.goto(`${world.url}/phone${hash}`);
    await page.locator(ready).first().waitFor();
    await see(`${name} 200`);
    assert.deepEqual(await squeezed(page), [], `${name} at 200 %`);
  }
  await page.goto("about:blank");
  await page.goto(`${world.url}/phone`);
  await rowOf(page, "Pregunta").getByRole("link").click();
  await page.locator("textarea").waitFor();
  await see("card 200");
  assert.deepEqual(await squeezed(page), [], "card at 200 %");
}

/** Words beyond what shows them or beyond the screen, and texts in a column of a few letters. */
async function squeezed(page: Page): Promise<string[]> {
  // Chromium asks a container's query in rem anew only once its width is another.
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: width + 1, height });
  await page.setViewportSize({ width, height });
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("h1, h2, h3, p, button, a, label, dt, dd, span")]
      .filter((element) => {
        if (element.closest(".unseen, .sr-only, .company-dot, .body, svg")) return false;
        const { left, right, width } = element.getBoundingClientRect();
        const isClipped = getComputedStyle(element).overflowX !== "visible" &&
          element.scrollWidth > element.clientWidth + 1;
        const isNarrow = element.matches("h1, h3, p:not(.when), dd") &&
          !element.closest("dialog") &&
          getComputedStyle(element).display !== "inline" && width < innerWidth * 0.45;
        const isBeyond = left < -1 || right > innerWidth + 1;
        return width > 0 && (isBeyond || isClipped || isNarrow);
      }).map(({ outerHTML }) => outerHTML.slice(0, 120))
  );
}

/** Where the pinned answers begin before anything is scrolled, in pixels. */
async function pinnedTop(page: Page): Promise<number> {
  return await page.evaluate(() => {
    scrollTo(0, 0);
    return document.querySelector(".card-answers")!.getBoundingClientRect().top;
  });
}

testInBrowser(
  "the app is light, and needs neither a cookie nor a style attribute",
  async (world) => {
    const { total, html } = await weigh(world);
    assert.ok(total < 60_000, `${total} bytes`);
    assert.doesNotMatch(html, / style="/);
  },
);

/** What /phone loads besides the typeface, compressed. */
async function weigh({ url }: World): Promise<{ total: number; html: string }> {
  const page = await fetch(`${url}/phone`);
  assert.equal(page.headers.get("set-cookie"), null);
  const html = await page.text();
  const linked = [
    ...(page.headers.get("link") ?? "").matchAll(/<([^>]+)>/g),
    ...html.matchAll(/<link[^>]+href="([^"]+)"/g),
  ].map(([, path]) => path!.replaceAll("&amp;", "&"));
  let total = brotliCompressSync(html).length;
  for (const path of new Set(linked)) {
    const response = await fetch(url + path);
    assert.equal(response.status, 200, path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!/\.woff2/.test(path)) total += brotliCompressSync(bytes).length;
  }
  return { total, html };
}

testInBrowser(
  "on a slow phone the list is there before the server answers, once it was there",
  async (world) => {
    for (let n = 0; n < 20; n++) await send(world, { title: `Mensaje ${n}`, actions });
    await using browser = await phoneBrowser();
    const { page, context } = browser;
    await holdPairing(world, browser, "maria");
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".item")) return;
        Object.assign(globalThis, { listedAt: performance.now() });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    const listedAt = async () => {
      await page.goto("about:blank");
      await page.goto(`${world.url}/phone`);
      const handle = await page.waitForFunction(() =>
        (globalThis as { listedAt?: number }).listedAt
      );
      return await handle.jsonValue() as number;
    };
    await listedAt();
    await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
    await until(async () => (await keptTitles(page)).length === 20, {
      what: "the list to be kept",
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await cdp.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 90_000,
    });
    const gate = Promise.withResolvers<void>();
    await context.route("**/api/phone/**", async (route) => {
      await gate.promise;
      await route.continue().catch(() => {});
    });
    const ms = await listedAt();
    proof(`on a slow phone the list is there after ${Math.round(ms)} ms`);
    gate.resolve();
  },
);
