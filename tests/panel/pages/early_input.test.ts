/** A slow link: people use the page before its scripts are there. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { makeScene } from "../../isolation/things.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";
import { asOperator, pathsOfPages } from "./walk.ts";

/**
 * Makes a page's time pass slowly, so that on a busy machine no press is too old to be made up for.
 */
function slowTime(): void {
  const plain = performance.now.bind(performance);
  performance.now = () => plain() / 20;
}

/** Holds the scripts of the next pages back until it is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const scripts = /\/_fresh\/js\//;
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return async () => {
    resolve();
    await alive(page);
    await page.unroute(scripts);
  };
}

const typedText = "A mano";

/** Uses every control of the islands on the page; returns how many. */
function useAll(page: Page, text: string): Promise<number> {
  return page.evaluate((text) => {
    const all = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      "main input, main textarea",
    )].filter((one) =>
      one.checkVisibility() && !one.disabled && !one.readOnly &&
      // A search that is left without a choice is forgotten.
      one.role !== "combobox" &&
      !one.closest("[data-region], form[method=get]")
    );
    let count = 0;
    for (const one of all) {
      if (one.type === "checkbox") one.click();
      else if (one.type === "radio") {
        const group = all.filter(({ name }) => name === one.name);
        if (group.at(-1) !== one || (one as HTMLInputElement).checked) continue;
        one.click();
      } else if (/^(text|search|textarea)$/.test(one.type)) {
        one.focus();
        one.value = text;
        one.dispatchEvent(new InputEvent("input", { bubbles: true }));
      } else continue;
      one.dataset.early = String(count++);
    }
    return count;
  }, text);
}

/** What the controls that were used say now; a step that was typed and left is in its list. */
function readAll(page: Page, text: string): Promise<string[]> {
  return page.evaluate((text) => {
    const others = [...document.querySelectorAll<HTMLInputElement>("main input:not([data-early])")];
    const isListed = others.some(({ value }) => value === text);
    return [...document.querySelectorAll<HTMLInputElement>("[data-early]")].map((one) => {
      if (/radio|checkbox/.test(one.type)) return `${one.name || one.id}: ${one.checked}`;
      return `${one.name || one.id}: ${one.value || (isListed && text)}`;
    });
  }, text);
}

/** Presses the page's last button that opens something; returns whether there is one. */
async function pressOpener(page: Page): Promise<boolean> {
  const openers = page.locator(
    "main [data-opens]:visible:not([aria-disabled=true]):not(:disabled)",
  );
  if (await openers.count() === 0) return false;
  await openers.last().click();
  return true;
}

testInBrowser("every island takes over what was done before it came", async (world) => {
  const scene = await makeScene(world);
  await using browser = await browserOf(world, "ana");
  await browser.context.addInitScript(slowTime);
  const done = { typed: 0, opened: 0 };
  const { page } = browser;
  // In one tab: what is ticked on one page is a change of the records that another shows.
  for (const path of await pathsOfPages(scene)) {
    const release = await holdScripts(page);
    await page.goto(`${world.url}${path}?company_id=1`, { waitUntil: "commit" });
    await page.waitForFunction(() => document.querySelector("body > script:last-of-type"));
    const count = await useAll(page, typedText);
    const before = await readAll(page, typedText);
    const isPressed = await pressOpener(page);
    await release();
    done.typed += count;
    if (isPressed) {
      done.opened++;
      await page.waitForFunction(() => document.querySelector("dialog:modal, .cell-editor"));
    }
    // Each island draws itself anew when another field of it is typed in; what was typed stays.
    const fields = page.locator("[data-early]:not([type=radio], [type=checkbox])");
    for (let at = 0; at < await fields.count(); at++) {
      await fields.nth(at).evaluate((one) =>
        one.dispatchEvent(new InputEvent("input", { bubbles: true }))
      );
    }
    assert.deepEqual(await readAll(page, typedText), before, path);
  }
  assert.ok(done.typed > 20 && done.opened > 15, JSON.stringify(done));
}, asOperator);

testInBrowser("text written as a note before scripts load is sent as a note", async (world) => {
  const { things } = await makeScene(world);
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  const release = await holdScripts(page);
  await page.goto(`${world.url}/panel/contacts/${things.contacts}?company_id=1`, {
    waitUntil: "commit",
  });
  await page.getByText("Nota", { exact: true }).first().click();
  const text = page.locator("main form textarea").first();
  await text.fill("Prefiere roble");
  await release();
  await text.press("Control+Enter");
  const note = async () => {
    const path = `/api/admin/contacts/${things.contacts}/messages`;
    const { body } = await world.call("GET", path, { member: people.ana });
    return (body.data as { body: string; direction: string }[])
      .find((message) => message.body === "Prefiere roble");
  };
  await until(async () => await note() !== undefined, { what: "the note" });
  assert.equal((await note())!.direction, "note");
});

testInBrowser(
  "a button that opens something is made up for, one that writes is not",
  async (world) => {
    const { things } = await makeScene(world);
    await using browser = await browserOf(world, "ana");
    const { page } = browser;
    await page.addInitScript(slowTime);
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") writes.push(request.postData() ?? request.url());
    });
    let release = await holdScripts(page);
    await page.goto(`${world.url}/panel/clients?company_id=1`, { waitUntil: "commit" });
    await page.getByRole("button", { name: "Nuevo cliente" }).first().click();
    assert.equal(await page.locator("dialog:modal").count(), 0);
    await release();
    await page.getByRole("dialog", { name: "Nuevo cliente" }).waitFor();

    release = await holdScripts(page);
    await page.goto(`${world.url}/panel/contacts/${things.contacts}?company_id=1`, {
      waitUntil: "commit",
    });
    await page.getByRole("button", { name: /^(Archivar|Recuperar)/ }).first().click();
    await release();
    assert.equal(await page.locator("dialog:modal").count(), 0);
    assert.doesNotMatch(writes.join(), /archived/);

    // A field that was left is saved as if it had been typed now.
    const path = `/panel/clients/${things.clients}?company_id=1`;
    const phone = page.getByLabel("Teléfono").first();
    release = await holdScripts(page);
    await page.goto(world.url + path, { waitUntil: "commit" });
    await phone.fill("611 222 333");
    await phone.press("Tab");
    await release();
    const read = async () =>
      (await world.call("GET", `/api/admin/clients/${things.clients}`, { member: people.ana }))
        .body.data as { phone: string; version: number };
    await until(async () => (await read()).phone.includes("611"), { what: "the phone number" });
    // A page that leaves before it hears of its save keeps what was typed, and asks on return.
    await page.getByText(/^Guardado \d\d:\d\d/).first().waitFor();

    // What the browser puts back itself is not what the person typed now.
    await page.goto(`${world.url}/panel/clients?company_id=1`);
    const { version } = await read();
    const changed = await world.call("PATCH", `/api/admin/clients/${things.clients}`, {
      member: people.ana,
      json: { phone: "+34699888777", version },
    });
    assert.equal(changed.status, 200);
    await page.goBack();
    await alive(page);
    const value = async () => (await phone.inputValue()).replaceAll(" ", "");
    await until(async () => /699888777/.test(await value()), { what: "the newer number" })
      .catch(async (cause) => {
        const storage = await page.evaluate(() => ({ ...localStorage }));
        const state = { shown: await value(), storage, saved: await read() };
        throw new Error(JSON.stringify(state), { cause });
      });
    assert.match((await read()).phone.replaceAll(" ", ""), /699888777/);
  },
);
