/** The board of opportunities, and a mouse that carries its cards. */
import type { Page } from "playwright-core";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { browserOf, testInBrowser } from "../scene.ts";
import { addClient, type Api, apiOf, expectData } from "../../crm/scene.ts";

export interface Stage {
  id: number;
  name: string;
}

export interface Scene {
  world: World;
  api: Api;
  stages: Stage[];
  /** Opens an opportunity in a stage, on top of it, and gives its id. */
  add(title: string, stage: Stage, fields?: object): Promise<number>;
}

/** A client of the first company and its stages, on which opportunities are put. */
export async function makeScene(world: World): Promise<Scene> {
  const api = apiOf(world, people.ana);
  const stages: Stage[] = await expectData(api("GET", "/pipeline-stages"));
  const client_id = await addClient(world, 1, "Muebles Ruiz");
  const add: Scene["add"] = async (title, { id: stage_id }, fields = {}) => {
    const json = { title, client_id, stage_id, amount: 100, ...fields };
    return (await expectData(api("POST", "/opportunities", json), 201)).id;
  };
  return { world, api, stages, add };
}

/** Registers a test of Ana at the board. @param refused what the server refuses on the way */
export function testBoard(
  name: string,
  walk: (page: Page, scene: Scene) => Promise<void>,
  refused?: RegExp,
): void {
  testInBrowser(name, async (world) => {
    const scene = await makeScene(world);
    await using browser = await browserOf(world, "ana");
    await walk(browser.page, scene);
    browser.watch.assertClean({ allow: refused });
  });
}

/** Opens the board and waits until it answers. */
export async function open(page: Page, { url }: World, query = ""): Promise<void> {
  await page.goto(`${url}/panel/opportunities?company_id=1${query}`);
  await page.locator('[data-strip][aria-current="true"]').waitFor({ state: "attached" });
}

export function column(page: Page, { id }: Stage) {
  return page.locator(`[data-stage="${id}"]`);
}

export function cardIn(page: Page, stage: Stage, title: string) {
  return column(page, stage).locator("[data-card]").filter({ hasText: title });
}

export function toastOf(page: Page, text: string | RegExp) {
  return page.getByText(text).last();
}

export async function stageOf(api: Api, id: number, { id: stageId }: Stage): Promise<void> {
  const where = async () => (await expectData(api("GET", `/opportunities/${id}`))).stage.id;
  await until(async () => await where() === stageId, { what: "the card in its stage" });
}

export async function statusOf(api: Api, id: number, status: string): Promise<void> {
  const now = async () => (await expectData(api("GET", `/opportunities/${id}`))).status;
  await until(async () => await now() === status, { what: `the opportunity ${status}` });
}

/** Drags a card until it stands in the column, and holds it there. */
export async function dragOver(page: Page, title: string, stage: Stage): Promise<void> {
  await lift(page, title);
  const to = (await column(page, stage).boundingBox())!;
  await page.mouse.move(to.x + to.width / 2, to.y + 90, { steps: 5 });
  await cardIn(page, stage, title).waitFor();
}

export async function lift(page: Page, title: string): Promise<void> {
  const from = (await page.locator("[data-card]").filter({ hasText: title }).boundingBox())!;
  await page.mouse.move(from.x + 40, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 25, { steps: 3 });
  await page.locator('[data-carried="pointer"]').waitFor();
}

export async function dragTo(page: Page, title: string, goal: "won" | "lost"): Promise<void> {
  await lift(page, title);
  const to = (await page.locator(`[data-goal="${goal}"]`).boundingBox())!;
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.locator(`[data-goal="${goal}"][data-over="true"]`).waitFor();
  await page.mouse.up();
}

/**
 * Keeps back the page that a redraw reads; what it returns lets it come, and waits until it has.
 */
export async function holdRedraws(page: Page): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/panel\/opportunities\?/, async (route) => {
    if (route.request().resourceType() === "fetch") await gate.promise;
    await route.continue();
  });
  return async () => {
    const replaced = page.evaluate(() =>
      new Promise<void>((done) =>
        document.addEventListener("regions:replaced", () => done(), { once: true })
      )
    );
    gate.resolve();
    await replaced;
    await page.unroute(/\/panel\/opportunities\?/);
  };
}
