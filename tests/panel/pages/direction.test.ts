/**
 * What people wrote has its own direction (HTML, `dir=auto`): each text in Hebrew stands in an
 * element that takes its direction from it, on every page with a record of each kind.
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Locator, Page } from "playwright-core";
import { makeScene, type Scene } from "../../isolation/things.ts";
import { phoneBrowser } from "../../phone/support/hand.ts";
import type { World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";
import { asOperator, inTabs, makeMetaPages, pathsOfPages } from "./walk.ts";

const hebrew = "שלום";

/** Columns of what people write; addresses and codes stay as they are. */
const written = [
  ...["name", "title", "body", "text", "notes", "note", "description", "subject", "label"],
  ...["company", "contact_name", "location", "place", "intro", "terms", "reply", "lost_reason"],
  ...["lost_note", "customer_name", "sender", "address", "city", "next_step", "wants", "unit"],
  ...["username", "earlier", "source", "template"],
];

/** Puts Hebrew in the place of the mark, wherever the company's people wrote it. */
async function writeHebrew({ world, side: { word, companyId } }: Scene): Promise<string[]> {
  const { db } = world.owner;
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as "table", c.column_name as "column", c.data_type as "type"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')
      and c.column_name = any(${written}) and c.is_generated = 'NEVER'
      and exists (select from information_schema.columns o where o.table_schema = 'public'
        and o.table_name = c.table_name and o.column_name = 'company_id')`.execute(db);
  // The owner writes past the policies of the service's roles, and triggers do with it.
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relforcerowsecurity`.execute(db);
  for (const { name } of tables.rows) {
    await sql`alter table ${sql.table(name)} no force row level security`.execute(db);
  }
  const changed: string[] = [];
  for (const { table, column, type } of rows) {
    const [of, it] = [sql.table(table), sql.ref(column)];
    const { numAffectedRows } = await sql`
      update ${of} set ${it} = replace(${it}::text, ${word}, ${hebrew})::${sql.raw(type)}
      where company_id = ${companyId} and ${it}::text like ${`%${word}%`}`.execute(db);
    if (numAffectedRows) changed.push(`${table}.${column}`);
  }
  return changed;
}

/** Elements that hold Hebrew without a direction of its own, and how many have one. */
async function look(page: Page): Promise<{ faults: string[]; count: number }> {
  return await page.evaluate(() => {
    const isHebrew = (text: string | null) => /[\u0590-\u05ff]/.test(text ?? "");
    const faults = new Set<string>();
    let count = 0;
    const note = (element: Element) => {
      if (element.closest("[dir=auto], bdi")) return void count++;
      const up = [element.parentElement?.parentElement, element.parentElement, element];
      faults.add(
        up.map((one) => one?.cloneNode(false) as Element | undefined)
          .map((one) => one?.outerHTML.replace(/<\/.*/, "").slice(0, 90)).join(" "),
      );
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement!.closest("script, style, template, .sr-only, .unseen")) continue;
      if (isHebrew(textContent)) note(parentElement!);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) {
      if (isHebrew(field.value) && !/checkbox|radio|hidden/.test(field.type)) note(field);
    }
    return { faults: [...faults], count };
  });
}

/** Makes a record of each kind, written in Hebrew. */
async function hebrewScene(world: World): Promise<Scene> {
  const scene = await makeScene(world);
  const changed = await writeHebrew(scene);
  const messages = ["body", "earlier", "source", "template"].map((it) => `contact_messages.${it}`);
  for (const it of ["clients.name", "tasks.title", "quote_lines.name", ...messages]) {
    assert.ok(changed.includes(it), it);
  }
  return scene;
}

testInBrowser("what people wrote has its own direction on every page", async (world) => {
  const scene = await hebrewScene(world);
  const { things } = scene;
  world.services.linkLimiter.limit.perSecond = 0;
  const paths = await pathsOfPages(scene, /^\/(panel|q|phone\/answer)\b/);
  const views = ["opportunities?view=list", "tasks?view=list", "tasks?view=board"];
  const days = ["week", "list", "month"].map((view) => `events?view=${view}&day=2026-11-20`);
  const filtered = [`quotes?client_id=${things.clients}`, "contacts?q=%D7%A9"];
  paths.push(...[...views, ...days, ...filtered].map((path) => `/panel/${path}`));
  paths.push(...await makeMetaPages(scene, hebrew));
  const faults: string[] = [];
  let count = 0;
  await using browser = await browserOf(world, "ana");
  await inTabs(browser, paths, async (page, path) => {
    await page.goto(`${world.url}${path}${path.includes("?") ? "&" : "?"}company_id=1`);
    if (path.startsWith("/panel")) await alive(page);
    const view = await look(page);
    count += view.count;
    faults.push(...view.faults.map((fault) => `${path}: ${fault}`));
  });
  assert.deepEqual(faults, []);
  assert.ok(count > 200, String(count));
}, asOperator);

testInBrowser("what opens on a page keeps the direction of what people wrote", async (world) => {
  const { things } = await hebrewScene(world);
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  const soundly = async (what: string, option: Locator) => {
    await option.first().waitFor();
    assert.deepEqual((await look(page)).faults, [], what);
  };
  const option = page.getByRole("option", { name: hebrew });
  await page.goto(`${world.url}/panel/tasks?company_id=1`);
  await alive(page);
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Buscar y hacer" }).fill(hebrew);
  await soundly("palette", option);

  await page.goto(`${world.url}/panel/opportunities/${things.opportunities}?company_id=1`);
  await alive(page);
  await page.getByRole("combobox", { name: "Cliente" }).click();
  await soundly("combobox", option);

  await page.goto(`${world.url}/panel/contacts/${things.contacts}?company_id=1`);
  await alive(page);
  await page.keyboard.press("r");
  await page.keyboard.type("/");
  await soundly("templates", option);

  await page.goto(`${world.url}/panel/opportunities?view=list&company_id=1`);
  await alive(page);
  await page.getByRole("button", { name: "Filtro" }).click();
  await page.locator(".more-filters").getByRole("button", { name: "Cliente" }).click();
  await soundly("filter", page.locator(".filter-menu:popover-open").getByText(hebrew));

  await page.goto(`${world.url}/panel/notifications/send?company_id=1`);
  await alive(page);
  await page.getByLabel("Título").fill(hebrew);
  await soundly("picture", page.locator(".phone-card").getByText(hebrew));
});

testInBrowser("the phone keeps the direction of what people wrote", async (world) => {
  const { own, maria, things } = await hebrewScene(world);
  await using browser = await phoneBrowser();
  const { page, context } = browser;
  for (const { deviceId, token } of [own, maria]) {
    await context.addCookies([{ name: `relevo_device_${deviceId}`, value: token, url: world.url }]);
  }
  const at = `device=${own.deviceId}&c=${things.contacts}`;
  const note = `device=${maria.deviceId}&n=${things.notifications}`;
  for (const view of ["", `?${note}`, "#talks", `?${at}`, "#answers"]) {
    await page.goto("about:blank");
    await page.goto(`${world.url}/phone${view}`);
    await page.locator("main, body").getByText(hebrew).first().waitFor();
    assert.deepEqual((await look(page)).faults, [], view);
  }
});
