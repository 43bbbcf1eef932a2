/** Two ways to use a page: with a mouse, and with the keyboard alone. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../support/wait.ts";

export interface Hands {
  /** Presses a link, a button or an option. */
  press(target: Locator): Promise<void>;
  /** Ticks a box. */
  tick(target: Locator): Promise<void>;
  /** Replaces what a field says. */
  type(target: Locator, text: string): Promise<void>;
  /** Takes the first of the options that a field offers for what was typed. */
  pick(target: Locator, text: string, option: Locator): Promise<void>;
}

export function mouseOf(page: Page): Hands {
  return {
    press: (target) => target.click(),
    tick: (target) => target.check(),
    type: (target, text) => target.fill(text),
    async pick(target, text, option) {
      await target.click();
      await page.keyboard.type(text);
      await option.click();
    },
  };
}

/** Reaches everything with the tab key, as one who has no mouse. */
export function keyboardOf(page: Page): Hands {
  const { keyboard } = page;
  return {
    async press(target) {
      await reach(page, target);
      await keyboard.press("Enter");
    },
    async tick(target) {
      await reach(page, target);
      await keyboard.press("Space");
    },
    async type(target, text) {
      await reach(page, target);
      await keyboard.press("Control+A");
      await keyboard.type(text);
    },
    async pick(target, text, option) {
      await reach(page, target);
      await keyboard.type(text);
      await option.waitFor();
      await keyboard.press("Enter");
    },
  };
}

/** More stops than any page has before the one that is looked for. */
const maxStops = 120;

/** Presses the tab key until `target` has the focus, which must be seen there. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  // What cannot be pressed yet is no tab stop.
  await until(() => target.isEnabled(), { what: `${target} to be of use` });
  const isReached = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; !await isReached(); stop++) {
    assert.ok(stop < maxStops, `no tab stop is ${target}`);
    await page.keyboard.press("Tab");
  }
  assert.ok(await target.evaluate((element) => element.matches(":focus-visible")), `${target}`);
}

/**
 * Waits until the page's islands answer: Preact keeps their listeners on the elements, and runs
 * effects after the next frame.
 */
export async function alive(page: Page): Promise<void> {
  await until(() =>
    page.evaluate(() => {
      const palette = document.querySelector("[aria-keyshortcuts='Control+K Meta+K']");
      return Object.keys(palette ?? {}).length > 0;
    }), { what: "islands that answer" });
  await nextFrame(page);
}

/** Islands draw in the next frame, or once the part that they show is loaded. */
export async function drawn(page: Page): Promise<void> {
  while (await nextFrame(page)) await page.locator("html:not([data-loading])").waitFor();
}

/**
 * Waits until what this frame leads to is done: Preact runs effects behind the next one.
 * @returns whether a part is still loading
 */
async function nextFrame(page: Page): Promise<boolean> {
  return await page.evaluate(async () => {
    await new Promise((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))
    );
    return "loading" in document.documentElement.dataset;
  });
}

/** Presses undo in the toast that says this: the one before may still be there. */
export async function undo(page: Page, text: string): Promise<void> {
  const toast = page.locator(".toast").filter({ hasText: text });
  await toast.getByRole("button", { name: "Deshacer" }).click();
}

/**
 * What is wrong with a page both times that it is opened and looked at: where the focus was when a
 * key came may be the doing of a busy machine, but not twice.
 */
export async function shownTwice(
  look: (isAgain: boolean) => Promise<string[]>,
): Promise<string[]> {
  const first = await look(false);
  if (first.length === 0) return [];
  const second = await look(true);
  const isTwice = (fault: string) => second.includes(fault);
  for (const fault of first.filter((fault) => !isTwice(fault))) console.log("only once:", fault);
  return first.filter(isTwice);
}

/** Types and presses a key before what was typed is painted, as a quick hand does. */
export async function typeQuickly(field: Locator, text: string, key: string): Promise<void> {
  await field.evaluate(async (control: HTMLInputElement | HTMLTextAreaElement, [text, key]) => {
    control.value += text;
    control.selectionStart = control.value.length;
    control.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await Promise.resolve();
    control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }, [text, key] as const);
}
