/** Reports and the first page: each number leads to as many records, and workbooks say the same. */
import assert from "node:assert/strict";
import ExcelJS from "exceljs";
import type { Page } from "playwright-core";
import { apiOf, expectData, inDatabase } from "../../crm/scene.ts";
import { openContext, screenshot } from "../../support/browser.ts";
import { fillCompany, memberOf } from "../../support/filled.ts";
import type { World } from "../../support/world.ts";
import { assertSound, testInBrowser } from "../scene.ts";

const companyId = 2;
const member = memberOf(companyId);
const hostile = `=HYPERLINK("https://evil.example","Ana")`;

async function openBrowser(world: World, width: 1440 | 390, colorScheme: "light" | "dark") {
  return await openContext({
    viewport: { width, height: 900 },
    isMobile: width === 390,
    hasTouch: width === 390,
    colorScheme,
    locale: width === 390 ? "en-GB" : "es-ES",
    extraHTTPHeaders: { "Cf-Access-Jwt-Assertion": await world.tokenFor(member) },
  });
}

/** The addresses of lists among a page's links, with the number that each link says. */
async function numberedLinks(page: Page): Promise<[string, number][]> {
  const links = await page.locator("main a").evaluateAll((all) =>
    all.map((link) => [
      link.getAttribute("href")!,
      (link.getAttribute("aria-label") ?? link.textContent ?? "").trim(),
    ])
  );
  const lists = links.filter(([href]) =>
    /^\/panel\/(contacts|clients|opportunities|quotes|sales|tasks)\?/.test(href!)
  );
  const counts = new Map<string, number>();
  for (const [href, text] of lists) {
    // A column says its month first; amounts are of the same records as the count beside them.
    const figure = /(?:^|: |las )(\d[\d.]*)(?:$|[^\d.,])/.exec(text!)?.[1];
    if (figure === undefined || /^[\d.,\s]+€$/.test(text!)) continue;
    const number = Number(figure.replaceAll(".", ""));
    assert.equal(counts.get(href!) ?? number, number, `${href} says two numbers`);
    counts.set(href!, number);
  }
  return [...counts];
}

/** Asks the API for each list; for one of each noun also the page itself, for what it says. */
async function assertNumbers(world: World, links: [string, number][]) {
  const visited = new Set<string>();
  for (const [href, number] of links) {
    const url = new URL(href, world.url);
    const noun = url.pathname.split("/").at(-1)!;
    if (!visited.has(noun) && noun !== "tasks") {
      visited.add(noun);
      const page = await world.call("GET", href, {
        member,
        headers: { "Accept-Language": "es" },
      });
      const [, total] = /–\d+ de ([\d.]+)/.exec(page.body) ?? [];
      assert.equal(Number(total?.replaceAll(".", "")), number, `the page of ${href}`);
    }
    url.searchParams.delete("view");
    const list = `/api/admin/${noun}${url.search}&per_page=1`;
    const { status, body } = await world.call("GET", list, { member });
    assert.equal(status, 200, list);
    assert.equal(body.meta.total, number, href);
  }
}

/** The size of the largest script that the page has loaded so far. */
async function largestScript(page: Page): Promise<number> {
  return await page.evaluate(() =>
    Math.max(
      ...performance.getEntriesByType("resource")
        .filter(({ name }) => name.includes("/_fresh/js/"))
        .map((entry) => (entry as PerformanceResourceTiming).decodedBodySize),
    )
  );
}

/** Presses the button and reads what is saved. */
async function download(page: Page) {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Excel" }).click();
  const file = await saved;
  const workbook = new ExcelJS.Workbook();
  // deno-lint-ignore no-explicit-any -- its types name another version of Node's
  await workbook.xlsx.load(await Deno.readFile(await file.path()) as any);
  return { name: file.suggestedFilename(), workbook };
}

const valuesOf = (row: ExcelJS.Row) => (row.values as ExcelJS.CellValue[]).slice(1);
const resultOf = (value: ExcelJS.CellValue) => (value as ExcelJS.CellFormulaValue).result;

testInBrowser("numbers open their records, and workbooks have the same", async (world) => {
  const { db } = world.owner;
  await fillCompany(db, { companyId, scale: 0.03, now: new Date() });
  const api = apiOf(world, member);
  await expectData(api("POST", "/clients", { name: hostile, phone: "+34 600 100 200" }), 201);
  await inDatabase(world, companyId, async (trx) => {
    const due = { company_id: companyId, title: "Hoy", due_at: new Date() };
    await trx.insertInto("tasks").values(due).execute();
    const more = Array.from({ length: 150 }, (_, n) => ({ company_id: companyId, name: `C ${n}` }));
    await trx.insertInto("clients").values(more).execute();
  });
  await using browser = await openBrowser(world, 1440, "light");
  const { page, watch } = browser;

  await page.goto(`${world.url}/panel`);
  await page.getByText("Pide atención").or(page.getByText("En números")).first().waitFor();
  await assertSound(page, "first page");
  await screenshot(page, "dashboard");
  const dashboard = await numberedLinks(page);
  assert.ok(dashboard.length > 50, String(dashboard.length));

  const year = new Date().getUTCFullYear() - 1;
  const range = `from=${year}-01-01&to=${year}-12-31`;
  await page.goto(`${world.url}/panel/reports?period=last_year`);
  await page.getByRole("link", { name: "Año pasado", exact: true }).waitFor();
  await assertSound(page, "reports");
  await screenshot(page, "reports");
  const report = await numberedLinks(page);
  assert.ok(report.length > 60, String(report.length));
  await assertNumbers(world, [...dashboard, ...report]);

  const before = await largestScript(page);
  await assertReport(page, await expectData(api("GET", `/reports?${range}`)), `${year}`);
  const after = await largestScript(page);
  assert.ok(before < 100_000 && after > 500_000, `${before}, then ${after}: loaded on the click`);
  await assertTrends(page, await expectData(api("GET", `/stats/trends?${range}`)));
  await assertClients(page, world);
  await assertStops(page);
  await assertSales(page, world, year);
  watch.assertClean();

  await using phone = await openBrowser(world, 390, "dark");
  for (const path of ["", "/reports?period=last_year", "/clients"]) {
    await phone.page.goto(`${world.url}/panel${path}`);
    await assertSound(phone.page, `${path} on a phone`);
    await screenshot(phone.page, `phone${path.split("?")[0]}`);
  }
  phone.watch.assertClean();
});

interface Report {
  rows: { user_id: number | null; name: string }[];
  totals: { sales: { count: number; amount: number }; opportunities: { lost: number } };
}

async function assertReport(page: Page, report: Report, year: string) {
  const { name, workbook } = await download(page);
  assert.equal(name, `Design Informes ${year}-01-01 – ${year}-12-31.xlsx`);
  const sheet = workbook.getWorksheet("Por persona")!;
  const groups = ["sales", "quotes", "tasks", "opportunities"] as const;
  const numbersOf = (numbers: object) =>
    groups.flatMap((group) => Object.values((numbers as Record<string, object>)[group]!));
  const rows = report.rows.map((row) => [
    row.user_id === null ? "Sin asignar" : row.name,
    ...numbersOf(row),
  ]);
  const read = sheet.getRows(2, rows.length)!.map(valuesOf);
  assert.deepEqual(read, rows);
  assert.equal(rows.at(-1)![0], "Sin asignar");
  const totals = valuesOf(sheet.getRow(rows.length + 2));
  assert.deepEqual([totals[0], ...totals.slice(1).map(resultOf)], [
    "Total",
    ...numbersOf(report.totals),
  ]);
  assert.equal(sheet.getRow(1).getCell(3).value, "Ventas: neto");
  assert.equal(sheet.getRow(2).getCell(3).numFmt, '#,##0.00 "€"');
  assert.deepEqual([sheet.views[0]!.state, (sheet.views[0] as { ySplit?: number }).ySplit], [
    "frozen",
    1,
  ]);
  assert.ok(sheet.getColumn(1).width! > 8);
  assert.equal(sheet.getColumn(2).numFmt, undefined, "a count is a plain number");
  const counting = workbook.getWorksheet("Cómo se cuenta")!;
  const explanations = counting.getRows(2, 4)!.map((row) => valuesOf(row).slice(0, 4));
  const days = [new Date(`${year}-01-01T00:00:00Z`), new Date(`${year}-12-31T00:00:00Z`)];
  assert.deepEqual(explanations, [
    ["Ventas: nº", "El día de la venta", ...days],
    ["Ventas: neto", "El día de la venta", ...days],
    ["Presupuestos: borrador", "La fecha del presupuesto", ...days],
    ["Presupuestos: enviados", "La fecha del presupuesto", ...days],
  ]);
  await page.getByText("Hechas, por el día en que se hicieron; pendientes").waitFor();
}

interface Trends {
  months: { sales: { count: number; amount: number } }[];
  lost_reasons: { reason: string; count: number; amount: number }[];
  funnel: { stages: { name: string; reached: number; open: number; lost: number }[] };
}

async function assertTrends(page: Page, trends: Trends) {
  const { workbook } = await download(page);
  const rowsOf = (name: string, count: number) =>
    workbook.getWorksheet(name)!.getRows(2, count)!.map(valuesOf);
  assert.deepEqual(
    rowsOf("Ventas por mes", 12).map((row) => row.slice(1, 3)),
    trends.months.map(({ sales }) => [sales.count, sales.amount]),
  );
  assert.deepEqual(
    rowsOf("Por qué se pierden", trends.lost_reasons.length),
    trends.lost_reasons.map(({ reason, count, amount }) => [reason, count, amount]),
  );
  const { stages } = trends.funnel;
  assert.deepEqual(
    rowsOf("Conversión y tiempo por etapa", stages.length)
      .map(([name, reached, , open, lost]) => [name, reached, open, lost]),
    stages.map(({ name, reached, open, lost }) => [name, reached, open, lost]),
  );
}

/**
 * More than a page of the API, a name that would be a formula, instants of the company's clocks.
 */
async function assertClients(page: Page, world: World) {
  await page.goto(`${world.url}/panel/clients?sort=name`);
  const { name, workbook } = await download(page);
  assert.match(name, /^Design Clientes \d{4}-\d{2}-\d{2}\.xlsx$/);
  const sheet = workbook.worksheets[0]!;
  const { body } = await world.call("GET", "/api/admin/clients?sort=name&per_page=200", { member });
  assert.ok(body.meta.total > 200, `${body.meta.total} clients`);
  assert.equal(sheet.rowCount, body.meta.total + 1);
  const labels = valuesOf(sheet.getRow(1));
  const column = (label: string) => labels.indexOf(label) + 1;
  const ids = sheet.getRows(2, 200)!.map((row) => row.getCell(column("Nº")).value);
  assert.deepEqual(ids, body.data.map(({ id }: { id: number }) => id));
  const mine = sheet.getRows(2, body.meta.total)!
    .find((row) => String(row.getCell(column("Nombre")).value).includes("HYPERLINK"))!;
  assert.equal(mine.getCell(column("Nombre")).value, `'${hostile}`);
  assert.equal(mine.getCell(column("Teléfono")).value, "+34 600 100 200");
  const created = mine.getCell(column("Creado"));
  assert.ok(created.value instanceof Date && created.numFmt === "dd/mm/yyyy hh:mm");
  sheet.eachRow((row) =>
    row.eachCell((cell) => assert.notEqual(cell.type, ExcelJS.ValueType.Formula))
  );
}

/** A long list says how far it is, and a second press stops it. */
async function assertStops(page: Page) {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const secondPage = /\/api\/admin\/clients\?.*page=2&/;
  await page.route(secondPage, async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  const button = page.locator("button[aria-busy]");
  await button.click();
  await button.getByText(/^200 de 2\d\d$/).waitFor();
  await button.click();
  await button.getByText("Excel").waitFor();
  letGo();
  await page.unroute(secondPage);
}

/** Only what the filters leave, and sums without what was cancelled. */
async function assertSales(page: Page, world: World, year: number) {
  const filter = `sold_at_from=${year}-01-01&sold_at_to=${year}-03-31`;
  await page.goto(`${world.url}/panel/sales?${filter}`);
  const { workbook } = await download(page);
  const { body } = await world.call("GET", `/api/admin/sales?${filter}&per_page=200`, { member });
  const sales: { net_total: number; status: string }[] = body.data;
  const sheet = workbook.worksheets[0]!;
  const labels = valuesOf(sheet.getRow(1));
  const net = labels.indexOf("Base imponible") + 1;
  const read = sheet.getRows(2, sales.length)!.map((row) => row.getCell(net).value);
  assert.deepEqual(read, sales.map(({ net_total }) => net_total));
  const active = sales.filter(({ status }) => status === "active");
  const sum = active.reduce((cents, { net_total }) => cents + Math.round(net_total * 100), 0);
  assert.equal(resultOf(sheet.getRow(sales.length + 2).getCell(net).value), sum / 100);
}
