/** The operator's page: what is wrong first, and the two buttons. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import pg from "pg";
import { hasServer } from "../../support/kinds.ts";
import { connect } from "../../channels/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { testDatabases } from "../../support/test_server.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { assertSound, browserOf, chosenLooks, testInBrowser } from "../scene.ts";

const env = { OPERATOR_EMAIL: people.ana, PUBLIC_URL: "http://relevo.example" };
const path = "/panel/installation?company_id=1";

async function findings(page: Page): Promise<string[]> {
  const all = await page.locator("[data-fault]").evaluateAll((items) =>
    items.map((item) => (item as HTMLElement).dataset.fault!)
  );
  // A machine that tests run on may have little room.
  return all.filter((name) => name !== "disk_full");
}

testInBrowser("the operator finds the page in the account menu, and holds and releases", async (
  world,
) => {
  await using browser = await browserOf(world, "ana");
  const { page } = browser;
  await page.goto(`${world.url}/panel?company_id=1`);
  await page.getByRole("button", { name: /Ana Ruiz/ }).click();
  await page.getByRole("link", { name: "Instalación" }).click();
  await page.waitForURL(/\/panel\/installation/);
  assert.deepEqual(await findings(page), []);
  await page.getByText("Avisos a programas: 0 esperan").waitFor();

  await page.getByRole("button", { name: "Retener" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Escribe relevo\.example/).fill("otra.example");
  await page.keyboard.press("Enter");
  await dialog.getByText(/tiene que ser relevo\.example/i).waitFor();
  await dialog.getByLabel(/^Escribe relevo\.example/).fill("relevo.example");
  await dialog.getByLabel(/^Motivo/).fill("una mudanza");
  await page.keyboard.press("Enter");
  await page.getByText("La instalación está retenida: Motivo: una mudanza").waitFor();
  assert.deepEqual(await findings(page), ["held"]);
  await page.getByText("No espera nada.").waitFor();

  await page.getByRole("button", { name: "Soltar" }).click();
  await dialog.getByRole("radio", { name: /^Guardar/ }).waitFor();
  assert.ok(await dialog.getByRole("radio", { name: /^Guardar/ }).isChecked());
  await assertSound(page, "release");
  await dialog.getByLabel(/^Escribe/).fill("relevo.example");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Retener" }).waitFor();
  assert.deepEqual(await findings(page), []);
  browser.watch.assertClean({ allow: /status of 422/ });
}, { env });

testInBrowser("it is sound on a phone and at night, in both languages", async (world) => {
  const program = await connect(world);
  await inTenant(world, (trx) =>
    sql`update channel_accounts set state = 'failing',
      last_error = '{"outcome": "status", "status": 500, "at": "2026-11-01T10:00:00Z"}'
      where id = ${program.id}`.execute(trx));
  for (const look of chosenLooks) {
    for (const locale of ["es-ES", "en-GB"] as const) {
      await using browser = await browserOf(world, "ana", { ...look, locale });
      const { page } = browser;
      await page.goto(world.url + path);
      assert.deepEqual(await findings(page), ["channel_failing"]);
      await page.getByText(program.name).waitFor();
      await assertSound(page, `installation ${look.width} ${look.colorScheme} ${locale}`);
      await screenshot(page, `installation ${look.width} ${locale}`);
      await page.getByRole("button", { name: /^(Retener|Hold)$/ }).click();
      await page.getByRole("dialog").waitFor();
      await assertSound(page, `hold ${look.width} ${look.colorScheme} ${locale}`);
      browser.watch.assertClean();
    }
  }
}, { env });

testOnEach("for everybody else the page is not there", async (world) => {
  for (const member of [people.luis, people.nadie, people.eva]) {
    const { status, body } = await world.call("GET", path, { member });
    assert.equal(status, 404, member);
    assert.doesNotMatch(JSON.stringify(body), /Callbacks|data-fault/);
  }
  assert.equal((await world.call("GET", path)).status, 401);
  const menu = async (member: string) =>
    JSON.stringify((await world.call("GET", "/panel?company_id=1", { member })).body);
  assert.match(await menu(people.ana), /panel\/installation/);
  assert.doesNotMatch(await menu(people.luis), /panel\/installation/);
}, { env });

/** Renames the database away while `work` runs: its server answers that there is none. */
async function withoutDatabase(world: World, work: () => Promise<void>): Promise<void> {
  const { rows: [row] } = await sql<{ name: string }>`select current_database() as name`
    .execute(world.services.database.db);
  const name = row!.name;
  const admin = new pg.Client((await testDatabases())!.adminUrl);
  await admin.connect();
  const rename = (from: string, to: string) =>
    until(async () => {
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
        [from],
      );
      return await admin.query(`alter database "${from}" rename to "${to}"`)
        .then(() => true, () => false);
    }, { what: "the database to be renamed" });
  try {
    await rename(name, `${name}_away`);
    try {
      await work();
    } finally {
      await rename(`${name}_away`, name);
    }
  } finally {
    await admin.end();
  }
}

testOnEach("while the database is away it comes from memory, to the operator alone", async (
  world,
) => {
  if (!hasServer) return;
  const get = async (member: string) => {
    const { status, body } = await world.call("GET", path, {
      member,
      headers: { Accept: "text/html", "Accept-Language": "en" },
    });
    return { status, text: JSON.stringify(body) };
  };
  assert.equal((await get(people.ana)).status, 200);
  await withoutDatabase(world, async () => {
    const { status, text } = await get(people.ana);
    assert.equal(status, 200, text);
    assert.match(text, /database_away/);
    assert.match(text, /The database does not answer/);
    assert.match(text, /Callbacks: 0 wait/, "what was known last");
    for (const member of [people.luis, people.nadie]) assert.equal((await get(member)).status, 404);
    assert.equal((await world.call("GET", path)).status, 401);
    const api = await world.call("GET", "/api/admin/installation", { member: people.ana });
    assert.ok(api.status === 503 || api.body.data.read_at, "as it was read within 15 s, or 503");
  });
  await until(async () => !/database_away/.test((await get(people.ana)).text), {
    what: "the page to be read anew",
  });
}, { env });
