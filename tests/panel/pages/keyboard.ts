/** A page as one uses it who has no mouse: what the tab key reaches, and what opens and closes. */
import type { Page } from "playwright-core";
import { long } from "../../faults/support/proof.ts";
import { alive, drawn } from "../hands.ts";
import { until } from "../../support/wait.ts";
import { prepare, type Stop, type Survey } from "./on_page.ts";

type TabKey = "Tab" | "Shift+Tab";

interface KeyboardOptions {
  /** Whether the frame is walked too, which every page has. */
  isFirst: boolean;
}

/**
 * Walks the page by keyboard.
 * @returns what is wrong with it, as sentences
 */
export async function keyboardFaults(page: Page, { isFirst }: KeyboardOptions): Promise<string[]> {
  await alive(page);
  await page.evaluate(prepare);
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 500 });
  const faults = await walkPage(page, isFirst ? "page" : "main");
  await page.setViewportSize(size);
  faults.push(...await tryButtons(page, isFirst ? "body" : "main"));
  return faults;
}

/** From the first tab stop to the last; in the long form also back again. */
async function walkPage(page: Page, scope: "page" | "main"): Promise<string[]> {
  const survey = await surveyOf(page, scope);
  if (survey.names.length === 0) return [];
  const there = await tabThrough(page, survey, "Tab");
  const back = long ? await tabThrough(page, survey, "Shift+Tab") : [];
  const places = there.map(({ at }) => at!).filter((at) => at >= 0);
  return [
    ...survey.unreached.map((name) => `${name}: no tab stop`),
    ...missing(survey, there).map((name) => `${name}: not reached`),
    ...(long ? missing(survey, back) : []).map((name) => `${name}: not reached backwards`),
    ...places.flatMap((at, index) =>
      at < (places[index - 1] ?? -1) ? [`${survey.names[at]}: out of order`] : []
    ),
    ...looksOf([...there, ...back]),
  ];
}

/** From one end until the focus leaves the page or is where it was before. */
async function tabThrough(
  page: Page,
  { names }: Survey,
  key: TabKey,
): Promise<Stop[]> {
  await page.evaluate((at) => onPage.focus(at), key === "Tab" ? 0 : names.length - 1);
  // A page has stops of its own making beside those that were counted: boxes that scroll.
  return await tabWhileNew(page, key, names.length * 2 + 20);
}

/** Until the focus leaves the page or is where it was before. */
async function tabWhileNew(page: Page, key: TabKey, most: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let count = 0; count < most; count++) {
    const stop = await settledStop(page);
    const last = stops.at(-1);
    // A date has a stop for each of its parts.
    if (last && stop.at === last.at) last.isSeen ||= stop.isSeen;
    else if (stop.at === null || (stop.at >= 0 && stops.some(({ at }) => at === stop.at))) break;
    else stops.push(stop);
    await page.keyboard.press(key);
  }
  return stops;
}

/** A phone scrolls to what has the focus a moment later. */
async function settledStop(page: Page): Promise<Stop> {
  const stop = await page.evaluate(() => onPage.stop());
  if (stop.under === null) return stop;
  await drawn(page);
  return await page.evaluate(() => onPage.stop());
}

function missing({ names }: Survey, stops: Stop[]): string[] {
  const reached = new Set(stops.map(({ at }) => at));
  return names.filter((_, at) => !reached.has(at));
}

function looksOf(stops: Stop[]): string[] {
  const faults = stops.flatMap(({ name, isSeen, under }) => [
    ...isSeen ? [] : [`${name}: its focus is not seen`],
    ...under === null ? [] : [`${name}: under ${under}`],
  ]);
  return [...new Set(faults)];
}

/** Presses every button: what it opens is walked, closed with Escape, and gives the focus back. */
async function tryButtons(page: Page, root: string): Promise<string[]> {
  const faults: string[] = [];
  const tried: string[] = [];
  while (true) {
    const name = await page.evaluate(([tried, root]) => onPage.nextButton(tried, root), [
      tried,
      root,
    ] as [string[], string]);
    if (name === null) return faults;
    tried.push(name);
    await page.keyboard.press(tried.length % 2 ? "Enter" : "Space");
    const opened = await openedBy(page);
    if (!opened) continue;
    const inside = [...await tryOpened(page), ...await tryMenu(page)];
    faults.push(...inside.map((fault) => `${name} → ${opened}: ${fault}`));
  }
}

/** What a press has opened, with all that it reads. */
async function openedBy(page: Page): Promise<string | null> {
  await drawn(page);
  await page.evaluate(() => onPage.read());
  await drawn(page);
  return await page.evaluate(() => onPage.opened());
}

/** Presses every item of an open menu; Escape returns the focus to it or to the menu's button. */
async function tryMenu(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let at = 0;; at++) {
    const name = await page.evaluate((at) => onPage.menuItem(at), at);
    if (name === null) return faults;
    if (name === "") continue;
    await page.keyboard.press("Enter");
    const opened = await openedBy(page);
    if (opened) {
      faults.push(...(await tryOpened(page)).map((fault) => `${name} → ${opened}: ${fault}`));
    }
    await page.keyboard.press("Escape");
  }
}

async function tryOpened(page: Page): Promise<string[]> {
  const survey = await surveyOf(page, "opened");
  if (survey.names.length === 0) return await close(page);
  const first = survey.isModal ? await firstStop(page) : await page.evaluate(() => onPage.stop());
  const stops = await tabInside(page, survey, "Tab");
  if (missing(survey, stops).length > 0) {
    await page.evaluate((at) => onPage.focus(Math.max(at ?? 0, 0)), first.at);
    stops.push(...await tabInside(page, survey, "Shift+Tab"));
  }
  await page.evaluate((at) => onPage.focus(Math.max(at ?? 0, 0)), first.at);
  return [
    ...survey.isModal && (first.at ?? -1) < 0 ? [`the focus is on ${first.name}`] : [],
    ...survey.unreached.map((name) => `${name}: no tab stop`),
    ...missing(survey, stops).map((name) => `${name}: not reached`),
    ...looksOf(stops.filter(({ at }) => at !== null && at >= 0)),
    ...await close(page),
  ];
}

/** A dialog takes the focus, on a busy machine some frames after it is seen. */
async function firstStop(page: Page): Promise<Stop> {
  const isInside = async () => ((await page.evaluate(() => onPage.stop())).at ?? -1) >= 0;
  await until(isInside).catch(() => {});
  return await page.evaluate(() => onPage.stop());
}

/** In a dialog the focus goes round, past the browser's own buttons. */
async function tabInside(page: Page, { names }: Survey, key: TabKey): Promise<Stop[]> {
  const most = names.length * 2 + 20;
  const stops = await tabWhileNew(page, key, most);
  if (await page.evaluate(() => onPage.stop().at !== null)) return stops;
  await page.keyboard.press(key);
  return [...stops, ...await tabWhileNew(page, key, most)];
}

async function close(page: Page): Promise<string[]> {
  await page.keyboard.press("Escape");
  await drawn(page);
  if (await page.evaluate(() => onPage.opened())) return ["Escape does not close it"];
  if (await page.evaluate(() => onPage.isBack())) return [];
  const { name } = await page.evaluate(() => onPage.stop());
  return [`gives the focus to ${name}`];
}

function surveyOf(page: Page, scope: "page" | "main" | "opened"): Promise<Survey> {
  return page.evaluate((scope) => onPage.survey(scope), scope);
}
