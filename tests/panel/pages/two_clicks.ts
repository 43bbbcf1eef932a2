/** A hand that clicks twice, on everything of a page that asks something. */
import type { Page } from "playwright-core";
import { drawn } from "../hands.ts";
import type { Point, Question } from "./on_page.ts";

/** Milliseconds from one click to the next: a tremor, a double-click, impatience. */
const gaps = [30, 80, 120];

export interface Found {
  where: string;
  faults: string[];
  /** Titles of dialogs that were tried. */
  questions: Set<string>;
  /** Titles of those that sent something. */
  answered: Set<string>;
  /** Items of menus that were tried. */
  pressed: Set<string>;
}

export function nothing(): Found {
  return { where: "", faults: [], questions: new Set(), answered: new Set(), pressed: new Set() };
}

/** Presses every button below `root`, and tries the dialogs and menus that it opens. */
export async function tryPage(page: Page, root: string, tally: Found): Promise<void> {
  const tried: string[] = [];
  while (true) {
    const before = [...tried];
    const press = async () => {
      const args = [before, root] as const;
      const name = await page.evaluate(([tried, root]) => {
        const name = onPage.nextButton([...tried], root);
        if (name !== null) (document.activeElement as HTMLElement).click();
        return name;
      }, args);
      await drawn(page);
      return name;
    };
    const name = await press();
    if (name === null) return;
    tried.push(name);
    const opened = await page.evaluate(() => onPage.opened());
    if (opened && await isAsked(page)) await tryQuestion(page, press, tally);
    else if (opened) await tryMenu(page, tally);
    await closeAll(page);
  }
}

async function tryMenu(page: Page, tally: Found): Promise<void> {
  for (let at = 0;; at++) {
    const reach = () => page.evaluate((at) => onPage.menuItem(at), at);
    const name = await reach();
    if (name === null) return;
    if (name === "") continue;
    // In one go: a dialog that has just closed may still give the focus back.
    const press = async () => {
      await page.evaluate((at) => {
        if (onPage.menuItem(at) !== null) (document.activeElement as HTMLElement).click();
      }, at);
      await drawn(page);
    };
    if (!tally.pressed.has(name)) {
      tally.pressed.add(name);
      await tryTwice(page, await page.evaluate(() => onPage.middle()), gaps[at % gaps.length]!);
      const faults = await passedThrough(page);
      tally.faults.push(...faults.map((fault) => `${tally.where} ${name}: ${fault}`));
      await closeAll(page);
    }
    await press();
    if (await isAsked(page)) await tryQuestion(page, press, tally);
    await closeAll(page);
  }
}

/** Answers the open dialog by two clicks, and leaves it by two clicks; `open` opens it again. */
async function tryQuestion(page: Page, open: () => Promise<unknown>, tally: Found): Promise<void> {
  const { title, yes, no, isAtField } = (await questionOf(page))!;
  if (tally.questions.has(title)) return;
  tally.questions.add(title);
  const faults: string[] = [];
  if (!isAtField) faults.push("does not begin in a field");
  if (yes) await page.evaluate(() => onPage.fill());
  for (const gapMs of yes ? gaps : []) {
    const at = (await questionOf(page))?.yes;
    if (!at) break;
    await tryTwice(page, at, gapMs);
    const isOpen = await isAsked(page);
    // What was sent fails now.
    const writes = await page.evaluate(() => onPage.writes());
    await drawn(page);
    if (writes.length === 0) break;
    tally.answered.add(title);
    if (writes.length > 1) faults.push(`written twice: ${writes}`);
    if (!isOpen) faults.push("closed before there was an answer");
    else if (!await isFailureShown(page)) faults.push("does not say that it failed");
  }
  await closeAll(page);
  for (const [index, gapMs] of (no.length > 0 ? gaps : []).entries()) {
    const closedAt = await page.evaluate(() => performance.now());
    await open();
    // Then a press at the same place counts again.
    await page.waitForFunction((closedAt) => performance.now() - closedAt > 300, closedAt);
    const ways = (await questionOf(page))?.no;
    if (!ways) {
      const dialog = await page.evaluate(() => onPage.opened());
      faults.push(`is not asked again, but ${dialog ?? "nothing"} is open`);
      await closeAll(page);
      break;
    }
    await tryTwice(page, ways[index % ways.length]!, gapMs);
    faults.push(...await passedThrough(page));
    if (await page.locator("dialog:modal, :popover-open").count() > 0) {
      faults.push("closing opened something else");
      await closeAll(page);
    }
  }
  tally.faults.push(...faults.map((fault) => `${tally.where} ${title}: ${fault}`));
}

/** Clicks twice, with nothing on record before. */
async function tryTwice(page: Page, at: Point, gapMs: number): Promise<void> {
  await page.evaluate(() => [onPage.writes(), onPage.leaves(), onPage.clicked()]);
  await clickTwice(page, at, gapMs);
}

/** What a second click has done to what lies behind. */
async function passedThrough(page: Page): Promise<string[]> {
  const [writes, exits, clicked] = await page.evaluate(() =>
    [onPage.writes(), onPage.leaves(), onPage.clicked()] as const
  );
  await drawn(page);
  return [
    ...writes.length > 1 ? [`wrote ${writes}`] : [],
    ...exits.length > 1 ? [`led to ${exits}`] : [],
    ...clicked.map((name) => `clicked ${name}`),
  ];
}

/** Once all that it shows is there: until then its buttons move. */
async function questionOf(page: Page): Promise<Question | null> {
  await page.evaluate(() => onPage.read());
  await drawn(page);
  return await page.evaluate(() => onPage.question());
}

/** Whether the open dialog says what is wrong. */
async function isFailureShown(page: Page): Promise<boolean> {
  const refusal = page.waitForFunction(() => onPage.question()?.alert);
  return await refusal.then(() => true, () => false);
}

async function isAsked(page: Page): Promise<boolean> {
  return await questionOf(page) !== null;
}

/**
 * Clicks twice, `gapMs` apart for the page: the events say when they were made, so that a machine
 * that is late with them changes nothing.
 */
export async function clickTwice(page: Page, { x, y }: Point, gapMs: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const start = Date.now();
  const send = (type: "mouseMoved" | "mousePressed" | "mouseReleased", at: number, count: number) =>
    devtools.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      clickCount: count,
      timestamp: (start + at) / 1000,
      ...type === "mouseMoved" ? {} : { button: "left", buttons: type === "mousePressed" ? 1 : 0 },
    });
  await send("mouseMoved", 0, 0);
  await send("mousePressed", 0, 1);
  await send("mouseReleased", 10, 1);
  // A hand's time; the page may draw meanwhile.
  await new Promise((resolve) => setTimeout(resolve, gapMs));
  await send("mousePressed", gapMs, 2);
  await send("mouseReleased", gapMs + 10, 2);
  await devtools.detach();
  await drawn(page);
}

async function closeAll(page: Page): Promise<void> {
  const layers = page.locator("dialog:modal, :popover-open");
  for (let press = 0; press < 4 && await layers.count() > 0; press++) {
    await page.keyboard.press("Escape");
    await drawn(page);
  }
}
