/** One composer on every record: what is put down by one key, and where it shows. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

interface Composing {
  page: Page;
  api: Api;
  /** The contact, and the member who writes. */
  id: number;
  me: number;
  write: ReturnType<typeof writer>;
  /** What is planned with the contact. */
  steps: Locator;
}

/** Ana with a contact's composer. */
function testComposer(name: string, walk: (composing: Composing) => Promise<void>): void {
  testInBrowser(name, async (world) => {
    const api = apiOf(world, people.ana);
    const { id } = await expectData(api("POST", "/contacts", { name: "Pilar Ruiz" }), 201);
    const { id: me } = await expectData(api("GET", "/me"));
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await page.goto(`${world.url}/panel/contacts/${id}`);
    await alive(page);
    const steps = page.locator("[data-region=steps]");
    await walk({ page, api, id, me, write: writer(page), steps });
    watch.assertClean();
  });
}

testComposer("Escape leaves the composer, so that keys are keys again", async ({ page }) => {
  await page.locator("label.choice").filter({ hasText: "Nota" }).click();
  const isTyping = () => page.evaluate(() => document.activeElement?.tagName === "TEXTAREA");
  assert.ok(await isTyping());
  await page.keyboard.press("Escape");
  assert.ok(!await isTyping());
});

testComposer("a call is noted by keys", async ({ page, api, id, write }) => {
  await write("l", "Quiere venir al taller", "Llamada registrada");
  const thread = page.getByRole("group", { name: "Conversación" });
  await thread.getByText("Quiere venir al taller").waitFor();
  const [called] = await expectData(api("GET", `/contacts/${id}/messages`));
  assert.deepEqual([called.direction, called.channel], ["out", "phone"]);
});

testComposer(
  "a task is made by keys, with its day and priority",
  async ({ api, id, me, write, steps }) => {
    await write("t", "Pedir medidas mañana a las 10 #alta", "Tarea creada");
    const [task] = await expectData(api("GET", `/tasks?contact_id=${id}`));
    const tomorrow = addDays(dayIn("Europe/Madrid", new Date()), 1);
    assert.deepEqual(
      [task.title, task.priority, task.assignee.id, task.contact.id, task.due_all_day],
      ["Pedir medidas", "high", me, id, false],
    );
    assert.equal(dayIn("Europe/Madrid", new Date(task.due_at)), tomorrow);
    await steps.getByRole("link", { name: "Pedir medidas" }).waitFor();
  },
);

testComposer(
  "an event is made by keys, and undone",
  async ({ page, api, id, me, write, steps }) => {
    await write("d", "Visita al taller mañana 16h", "Evento creado");
    const [event] = await expectData(api("GET", `/events?contact_id=${id}`));
    assert.deepEqual(
      [event.title, event.all_day, event.contact.id, event.assignee.id],
      ["Visita al taller", false, id, me],
    );
    assert.equal(Date.parse(event.ends_at) - Date.parse(event.starts_at), 3_600_000);
    await steps.getByRole("link", { name: "Visita al taller" }).waitFor();
    await undo(page, "Evento creado");
    await steps.getByRole("link", { name: "Visita al taller" }).waitFor({ state: "detached" });
  },
);

testComposer(
  "an event without a day says so, and a day alone is the whole day",
  async ({ page, api, id }) => {
    await page.getByRole("heading", { name: "Pilar Ruiz" }).click();
    await page.keyboard.press("d");
    await page.keyboard.type("Feria");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Falta decir cuándo").waitFor();
    await page.keyboard.type(" el 24-12-2030");
    await page.keyboard.press("Enter");
    await page.locator(".toast").filter({ hasText: "Evento creado" }).waitFor();
    const fair = (await expectData(api("GET", `/events?contact_id=${id}`)))
      .find(({ title }: { title: string }) => title === "Feria");
    assert.deepEqual(
      [fair.all_day, fair.starts_at, fair.ends_at],
      [true, "2030-12-23T23:00:00.000Z", "2030-12-24T23:00:00.000Z"],
    );
  },
);

testComposer(
  "a composer's kind can change after typing, and is kept with the text",
  async ({ page, steps }) => {
    await page.getByRole("heading", { name: "Pilar Ruiz" }).click();
    await page.keyboard.press("m");
    await page.keyboard.type("Llevar muestras el viernes");
    await page.getByText("Tarea", { exact: true }).click();
    await page.getByText("Llevar muestras", { exact: true }).waitFor();
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await alive(page);
    const touch = page.getByRole("radio", { name: "Tarea" });
    await until(() => touch.isChecked(), { what: "the kept touch" });
    await assertSound(page, "a contact with a composer");
    await screenshot(page, "composer-contact");
    await page.getByRole("button", { name: "Crear tarea" }).click();
    await steps.getByRole("link", { name: "Llevar muestras" }).waitFor();
  },
);

testComposer(
  "the client that a contact becomes has its tasks and events",
  async ({ api, id, me, write }) => {
    await write("t", "Pedir medidas", "Tarea creada");
    await write("d", "Visita al taller mañana 16h", "Evento creado");
    const { client } = await expectData(api("POST", `/contacts/${id}/convert`, {}), 201);
    for (const noun of ["tasks", "events"]) {
      const planned = await expectData(api("GET", `/${noun}?client_id=${client.id}`));
      assert.ok(planned.length > 0, noun);
    }
    assert.equal(client.assignee.id, me, "it is its maker's");
  },
);

testInBrowser("every other record has the composer, also on a phone", async (world) => {
  const api = apiOf(world, people.ana);
  const records = await makeRecords(api);
  for (const width of [1440, 390] as const) {
    const colorScheme = width === 390 ? "dark" : "light";
    await using browser = await browserOf(world, "ana", { width, colorScheme });
    const { page, watch } = browser;
    for (const { path, note } of records) {
      await page.goto(`${world.url}/panel/${path}`);
      await alive(page);
      const sentence = `Habló de ${path} a ${width}`;
      await page.getByText("Llamada", { exact: true }).click();
      await page.getByLabel("Lo que se ha hablado").fill(sentence);
      await page.getByRole("button", { name: "Registrar llamada" }).click();
      await page.getByText(sentence, { exact: true }).waitFor();
      await page.getByText("habló por teléfono").first().waitFor();
      const [written] = await expectData(api("GET", `/notes?${note}`));
      assert.deepEqual([written.body, written.call], [sentence, true]);
      await assertSound(page, `${path} at ${width}`);
    }
    await screenshot(page, `composer-${width}`);
    watch.assertClean();
  }
  const [, opportunity, quote, sale] = records;
  for (const { path, links } of [opportunity!, quote!, sale!]) {
    await using browser = await browserOf(world, "ana");
    const { page } = browser;
    await page.goto(`${world.url}/panel/${path}`);
    await alive(page);
    await writer(page)("t", `Medir ${path} hoy`, "Tarea creada");
    const [task] = await expectData(api("GET", `/tasks?${links}&q=${encodeURIComponent(path)}`));
    assert.equal(task?.title, `Medir ${path}`);
    assert.ok(task.client, "a task of a record has its client");
  }
});

/** Writes one line after a key, and waits for what is said of it. */
function writer(page: Page) {
  return async (key: string, text: string, done: string) => {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press(key);
    await page.keyboard.type(text);
    await page.keyboard.press("Control+Enter");
    await page.locator(".toast").filter({ hasText: done }).waitFor();
  };
}

async function makeRecords(api: Api) {
  const make = async (path: string, json: unknown) =>
    (await expectData(api("POST", path, json), 201)).id as number;
  const client = await make("/clients", { name: "Muebles Ruiz" });
  const [stage] = await expectData(api("GET", "/pipeline-stages"));
  const opportunity = await make("/opportunities", {
    title: "Cocina",
    client_id: client,
    stage_id: stage.id,
  });
  const lines = [{ name: "Mesa", quantity: 1, unit_price: 100 }];
  const quote = await make("/quotes", { opportunity_id: opportunity, lines });
  await expectData(api("POST", `/quotes/${quote}/send`, {}));
  await expectData(api("POST", `/quotes/${quote}/approve`, {}));
  const { sale } = await expectData(api("POST", `/quotes/${quote}/confirm-sale`, {}), 201);
  const task = await make("/tasks", { title: "Medir", client_id: client });
  const day = { starts_at: "2030-01-01T09:00:00Z", ends_at: "2030-01-01T10:00:00Z" };
  const event = await make("/events", { title: "Visita", client_id: client, ...day });
  return [
    { path: `clients/${client}`, note: `client_id=${client}`, links: `client_id=${client}` },
    {
      path: `opportunities/${opportunity}`,
      note: `opportunity_id=${opportunity}`,
      links: `opportunity_id=${opportunity}`,
    },
    {
      path: `quotes/${quote}`,
      note: `quote_id=${quote}`,
      links: `opportunity_id=${opportunity}`,
    },
    { path: `sales/${sale.id}`, note: `sale_id=${sale.id}`, links: `sale_id=${sale.id}` },
    { path: `tasks/${task}`, note: `task_id=${task}`, links: `client_id=${client}` },
    { path: `events/${event}`, note: `event_id=${event}`, links: `client_id=${client}` },
  ];
}
