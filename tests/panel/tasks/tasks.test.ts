/** The pages of tasks in a real browser: days, the line for a new one, steps, the board. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addDays, dayIn, instantIn, nextMonday } from "@/lib/values/dates.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { addClient, type Api, apiOf, expectData } from "../../crm/scene.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const timezone = "Europe/Madrid";
const today = () => dayIn(timezone, new Date());
const at = (day: string) => instantIn(timezone, `${day}T00:00`).toISOString();

interface Scene {
  world: World;
  api: Api;
  page: Page;
}

testInBrowser(
  "tasks are written, done, carried and ticked, by mouse and by keys",
  async (world) => {
    const api = apiOf(world, people.ana);
    await addClient(world, 1, "Muebles Ruiz");
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    const scene = { world, api, page };
    await writesByKeys(scene);
    await finishes(scene);
    await carriesBetweenDays(scene);
    await movesOnTheBoard(scene);
    const id = await keepsSteps(scene);
    await look(page, world, id, "wide");
    watch.assertClean({ allow: /status of 409/ });
    await isAbout(scene, id);
    const narrow = { width: 390, colorScheme: "dark", locale: "en-GB" } as const;
    await using phone = await browserOf(world, "ana", narrow);
    await look(phone.page, world, id, "narrow");
    phone.watch.assertClean();
  },
);

/** Gives a task what it is about: two links below each other on a phone. */
async function isAbout({ world, api }: Scene, id: number) {
  const client_id = await addClient(world, 1, "Comunidad de la calle Mayor, 12");
  const [stage] = await expectData(api("GET", "/pipeline-stages"));
  const draft = { title: "Cocina a medida y tarima de ipé", client_id, stage_id: stage.id };
  const opportunity = await expectData(api("POST", "/opportunities", draft), 201);
  const about = { client_id, opportunity_id: opportunity.id };
  await expectData(api("PATCH", `/tasks/${id}`, about));
}

async function look(page: Page, { url }: World, id: number, width: string) {
  for (const path of ["", "?view=board", "?view=list", `/${id}`]) {
    await page.goto(`${url}/panel/tasks${path}`);
    await assertSound(page, `/panel/tasks${path} ${width}`);
    await screenshot(page, `tasks${path}-${width}`);
  }
}

function bucket(page: Page, name: string) {
  return page.locator(`[data-stage="${name}"]`);
}

function lineIn(page: Page, name: string, title: string) {
  return bucket(page, name).locator("[data-card]").filter({ hasText: title });
}

async function openDays({ page, world }: Scene) {
  await page.goto(`${world.url}/panel/tasks?company_id=1`);
  await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
}

async function make(api: Api, title: string, fields: object = {}): Promise<number> {
  const { id: assignee_id } = await expectData(api("GET", "/me"));
  const json = { title, assignee_id, ...fields };
  return (await expectData(api("POST", "/tasks", json), 201)).id;
}

/** Pages show what they asked for before it is there. */
function statusIs(api: Api, id: number, status: string) {
  return until(async () => (await expectData(api("GET", `/tasks/${id}`))).status === status, {
    what: `the task to be ${status}`,
  });
}

async function writesByKeys(scene: Scene) {
  const { page, api } = scene;
  await openDays(scene);
  await page.keyboard.type("Mesa para Ruiz mañana #alta a las 10:30");
  const status = page.locator("[aria-live=polite]");
  await status.getByText("Muebles Ruiz").waitFor();
  assert.match(await status.innerText(), /Mesa para Ruiz[^]*mañana 10:30[^]*Alta[^]*Ana Ruiz/);
  await page.keyboard.press("Enter");
  await page.getByText("Tarea creada").waitFor();
  const { body } = await api("GET", "/tasks?q=mesa");
  const [task] = body.data;
  assert.deepEqual(
    [task.title, task.priority, task.due_all_day, task.client.name, task.assignee.name],
    ["Mesa para Ruiz", "high", false, "Muebles Ruiz", "Ana Ruiz"],
  );
  assert.equal(
    task.due_at,
    instantIn(timezone, `${addDays(today(), 1)}T10:30`).toISOString(),
  );
  const isSunday = nextMonday(today()) === addDays(today(), 1);
  await lineIn(page, isSunday ? "later" : "week", "Mesa para Ruiz").waitFor();
  const line = page.getByLabel("Nueva tarea");
  assert.equal(await line.inputValue(), "", "the line is free for the next one");
  await page.keyboard.type("Ver el lunes de la feria");
  await page.getByRole("button", { name: "Dejar «el lunes» en el título" }).click();
  await line.press("Enter");
  await lineIn(page, "none", "Ver el lunes de la feria").waitFor();
}

async function finishes(scene: Scene) {
  const { page, api } = scene;
  const id = await make(api, "Llamar al taller", { due_at: at(addDays(today(), -1)) });
  const dueToday = { due_at: at(today()), status: "in_progress" };
  const screws = await make(api, "Pedir tornillos", dueToday);
  await openDays(scene);
  const first = page.locator("[data-stage]").first();
  assert.equal(await first.getAttribute("data-stage"), "overdue", "what is late comes first");
  await lineIn(page, "overdue", "Llamar al taller").getByRole("checkbox").click();
  await lineIn(page, "overdue", "Llamar al taller").waitFor({ state: "detached" });
  await statusIs(api, id, "done");
  await undo(page, "Tarea hecha");
  await lineIn(page, "overdue", "Llamar al taller").waitFor();
  // By keys, and back to the status that it had.
  await page.getByRole("link", { name: "Pedir tornillos" }).focus();
  await page.keyboard.press("e");
  await lineIn(page, "today", "Pedir tornillos").waitFor({ state: "detached" });
  await undo(page, "Tarea hecha");
  await lineIn(page, "today", "Pedir tornillos").waitFor();
  await statusIs(api, screws, "in_progress");
}

async function carriesBetweenDays(scene: Scene) {
  const { page, api } = scene;
  const id = await make(api, "Barnizar");
  const dueIs = (due: string | null) =>
    until(async () => (await expectData(api("GET", `/tasks/${id}`))).due_at === due, {
      what: `the task due ${due}`,
    });
  await openDays(scene);
  await alive(page);
  const from = (await lineIn(page, "none", "Barnizar").boundingBox())!;
  const to = (await lineIn(page, "today", "Pedir tornillos").boundingBox())!;
  await page.mouse.move(from.x + 200, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 210, from.y - 4, { steps: 3 });
  await page.mouse.move(to.x + 200, to.y + 8, { steps: 5 });
  await lineIn(page, "today", "Barnizar").waitFor();
  await page.mouse.up();
  await dueIs(at(today()));
  await undo(page, "Para hoy");
  await dueIs(null);
  await lineIn(page, "none", "Barnizar").waitFor();
  // By keys: from below, one bucket up is the one for later.
  await page.getByRole("link", { name: "Barnizar" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await dueIs(at(nextMonday(today())));
  await lineIn(page, "later", "Barnizar").waitFor();
}

async function movesOnTheBoard({ page, api, world }: Scene) {
  await page.goto(`${world.url}/panel/tasks?company_id=1&view=board`);
  await page.locator('[data-strip][aria-current="true"]').waitFor({ state: "attached" });
  await alive(page);
  const id = Number(
    await page.locator("[data-card]").filter({ hasText: "Barnizar" }).getAttribute("data-card"),
  );
  await page.getByRole("link", { name: "Barnizar" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.getByText("Pasa a En curso").waitFor();
  await bucket(page, "in_progress").getByText("Barnizar").waitFor();
  await statusIs(api, id, "in_progress");
  await undo(page, "Pasa a En curso");
  await bucket(page, "pending").getByText("Barnizar").waitFor();
}

/** Presses Alt and the arrow twice, with no more between them than the page's own drawing. */
function pressTwiceAtOnce(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let press = 0; press < 2; press++) {
      const up = { key: "ArrowUp", altKey: true, bubbles: true, cancelable: true };
      document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", up));
      for (let task = 0; task < 3; task++) await null;
    }
  });
}

async function keepsSteps({ page, api, world }: Scene): Promise<number> {
  const title = `Cocina <img src=x onerror="document.title='broken'">`;
  const id = await make(api, title);
  const stepsAre = (wanted: string) =>
    until(async () => {
      const { checklist } = await expectData(api("GET", `/tasks/${id}`));
      const states = checklist.map((step: { text: string; done: boolean }) =>
        step.text + (step.done ? "+" : "")
      );
      assert.equal(states.join(" "), wanted);
      return true;
    }, { what: `the steps ${wanted}` });
  await page.goto(`${world.url}/panel/tasks/${id}?company_id=1`);
  const add = page.getByLabel("Añadir un paso…");
  await alive(page);
  for (const text of ["Medir", "Cortar", "Lijar"]) {
    await add.fill(text);
    await add.press("Enter");
  }
  await stepsAre("Medir Cortar Lijar");
  await page.getByLabel("Hecho: Cortar").check();
  await stepsAre("Medir Cortar+ Lijar");
  await page.getByLabel("Paso 3").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await stepsAre("Medir Lijar Cortar+");
  await page.getByTitle("Mover: Medir").hover();
  await page.mouse.down();
  await page.getByTitle("Mover: Cortar").hover();
  await page.mouse.up();
  await stepsAre("Lijar Cortar+ Medir");
  const { version } = await expectData(api("GET", `/tasks/${id}`));
  await page.getByTitle("Mover: Medir").hover();
  await page.mouse.down();
  await page.getByTitle("Mover: Lijar").hover();
  await page.keyboard.press("Escape"); // the step goes back
  await page.mouse.up();
  // There and back are saved one after the other, and look the same as before.
  const isBack = async () => (await expectData(api("GET", `/tasks/${id}`))).version === version + 2;
  await until(isBack, { what: "the step to be carried back" });
  await stepsAre("Lijar Cortar+ Medir");
  await page.getByLabel("Paso 3").focus();
  await pressTwiceAtOnce(page);
  await stepsAre("Medir Lijar Cortar+");
  // Another person adds one meanwhile.
  const luis = apiOf(world, people.luis);
  const { checklist } = await expectData(luis("GET", `/tasks/${id}?company_id=1`));
  const more = [...checklist, { text: "Pintar", done: false }];
  await expectData(luis("PATCH", `/tasks/${id}?company_id=1`, { checklist: more }));
  await page.getByLabel("Paso 1").fill("Medir bien");
  await page.keyboard.press("Enter");
  await stepsAre("Medir bien Lijar Cortar+ Pintar");
  await page.getByLabel("Paso 4").waitFor();
  await page.getByRole("button", { name: "Quitar: Cortar" }).click();
  await stepsAre("Medir bien Lijar Pintar");
  await page.getByRole("button", { name: "Hecha", exact: true }).click();
  await page.getByRole("button", { name: "Reabrir" }).waitFor();
  await statusIs(api, id, "done");
  return id;
}
