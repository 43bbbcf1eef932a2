/**
 * A hand that clicks twice, on everything that asks something: what closes must not let the second
 * click through to what lies behind, and a question is answered once.
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { makeScene, type Scene } from "../../isolation/things.ts";
import { holdPairing, phoneBrowser, rowOf, send } from "../../phone/support/hand.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive, drawn, shownTwice } from "../hands.ts";
import { prepare } from "./on_page.ts";
import { browserOf, testInBrowser } from "../scene.ts";
import { clickTwice, nothing, tryPage } from "./two_clicks.ts";
import { asOperator, inTabs, makeDraft, pathsOfPages } from "./walk.ts";

testInBrowser("every question on every page bears a second click", async (world) => {
  const scene = await makeScene(world);
  const paths = [...await pathsOfPages(scene), ...await makeUnfinished(scene)];
  const all = nothing();
  const lists = ["questions", "answered", "pressed"] as const;
  await using browser = await browserOf(world, "ana");
  await inTabs(browser, paths, async (page, path) => {
    const before = lists.map((list) => [...all[list]]);
    const faults = await shownTwice(async () => {
      await page.goto(`${world.url}${path}?company_id=1`);
      await alive(page);
      await page.evaluate(prepare);
      const here = { ...nothing(), where: path };
      for (const [at, list] of lists.entries()) before[at]!.forEach((name) => here[list].add(name));
      await tryPage(page, path === paths[0] ? "body" : "main", here);
      for (const list of lists) here[list].forEach((name) => all[list].add(name));
      return here.faults;
    });
    all.faults.push(...faults);
  });
  const { faults, questions, answered, pressed } = all;
  assert.deepEqual(faults, []);
  assert.ok(
    questions.size > 20 && pressed.size > 10,
    `${[...questions]}; pressed: ${[...pressed]}`,
  );
  assert.ok(answered.size > 12, `answered: ${[...answered]}`);
}, asOperator);

testInBrowser("the phone's questions bear a second click", async (world) => {
  await using browser = await phoneBrowser();
  const { page } = browser;
  await holdPairing(world, browser, "maria");
  await send(world, { title: "Con enlace", url: "https://a.example/" });
  await page.goto(`${world.url}/phone`);
  await rowOf(page, "Con enlace").waitFor();
  await page.evaluate(prepare);
  const result = nothing();
  await tryPage(page, "main :has(> .link-button)", result);
  await page.goto(`${world.url}/phone#settings`);
  await page.reload();
  await page.locator(".pairings button").waitFor();
  await page.evaluate(prepare);
  await tryPage(page, ".pairings", result);
  assert.deepEqual(result.faults, []);
  assert.deepEqual([...result.questions], ["h2 ¿Abrir a.example?", "h2 ¿Desvincular de Primary?"]);
  assert.deepEqual([...result.answered], ["h2 ¿Desvincular de Primary?"]);
});

/** What is not yet sold: an open opportunity and a quotation of which lines can be changed. */
async function makeUnfinished(scene: Scene): Promise<string[]> {
  const { world, side, things } = scene;
  const api = apiOf(world, side.member, side.companyId);
  const [stage] = await expectData(api("GET", "/pipeline-stages"));
  const json = { title: "Mesa", client_id: Number(things.clients), stage_id: stage.id };
  const { id } = await expectData(api("POST", "/opportunities", json), 201);
  return [`/panel/opportunities/${id}`, await makeDraft(scene, id)];
}

testInBrowser("cancelling a sale by two clicks leaves its deliveries alone", async (world) => {
  const { things } = await makeScene(world);
  const ana = apiOf(world, people.ana, 1);
  const path = `/sales/${things.sales}`;
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  // A slow network: what was done is told late.
  await page.route("**/api/admin/sales/*/cancel?*", async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.fulfill({ response });
  });
  await page.goto(`${world.url}/panel${path}?company_id=1`);
  await alive(page);
  const before = await expectData(ana("GET", `/tasks?sale_id=${things.sales}`)) as {
    status: string;
  }[];
  const open = page.getByRole("button", { name: "Cancelar la venta" }).first();
  await closesByEnter(page, open);
  const yes = page.locator("dialog:modal button[type=submit]");
  const { x, y, width, height } = (await yes.boundingBox())!;
  await clickTwice(page, { x: x + width / 2, y: y + height / 2 }, 80);
  await page.locator("dialog:modal").waitFor({ state: "detached" });
  await until(
    async () => (await expectData(ana("GET", path))).status === "cancelled",
    { what: "the sale to be cancelled" },
  );
  const done = (tasks: { status: string }[]) => tasks.filter(({ status }) => status === "done");
  const after = await expectData(ana("GET", `/tasks?sale_id=${things.sales}`)) as typeof before;
  assert.equal(done(after).length, done(before).length);
});

/** The focus is back at what opened the dialog, where more of the same key would open it again. */
async function closesByEnter(page: Page, open: Locator): Promise<void> {
  const dialog = page.locator("dialog:modal");
  const focusCancel = () =>
    dialog.getByRole("button", { name: "Dejarla como está", exact: true }).focus();
  await open.focus();
  await page.keyboard.press("Enter");
  await focusCancel();
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await drawn(page);
  assert.equal(await dialog.count(), 0, "a key that is held");
  await page.keyboard.up("Enter");
  // A screen reader's click is meant.
  await open.evaluate((button) => (button as HTMLElement).click());
  await focusCancel();
  // After another key Enter is meant anew.
  await page.keyboard.press("Shift");
  const devtools = await page.context().newCDPSession(page);
  const start = Date.now();
  for (const at of [0, 80]) {
    const enter = {
      key: "Enter",
      code: "Enter",
      windowsVirtualKeyCode: 13,
      timestamp: (start + at) / 1000,
    };
    await devtools.send("Input.dispatchKeyEvent", { type: "keyDown", text: "\r", ...enter });
    await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  }
  await devtools.detach();
  await drawn(page);
  assert.equal(await dialog.count(), 0, "a key that is pressed twice");
  await page.keyboard.press("Shift");
  await page.keyboard.press("Enter");
  await dialog.waitFor();
}
