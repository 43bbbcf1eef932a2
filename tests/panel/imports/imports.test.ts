/** A spreadsheet's file in the panel: shown row by row, imported, and undone. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { screenshot } from "../../support/browser.ts";
import { people, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("a file is checked, imported and undone", async (world) => {
  const ana = apiOf(world, people.ana);
  const table = { name: "Mesa", sku: "M-2", unit_price: 1234.5, tax_rate: 10.5 };
  await expectData(ana("POST", "/products", table), 201);
  {
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await choosesFile(page, world);
    await corrects(page);
    await seesWhatWasMade(page, ana);
    await updatesAndUndoes(page, world, ana);
    watch.assertClean({ allow: /status of (409|422)/ });
  }
  await using phone = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
  for (const path of ["imports?noun=products", "imports/past"]) {
    await phone.page.goto(`${world.url}/panel/${path}`);
    await assertSound(phone.page, `/panel/${path} narrow`);
    await screenshot(phone.page, `${path.replace(/\W/g, "-")}-narrow`);
  }
  await update(phone.page, world, ["M-2;Mesa;99,9;10;"]);
  await assertSound(phone.page, "old and new, narrow");
  phone.watch.assertClean();
});

testInBrowser("columns of one field are told, changed and imported", async (world) => {
  const ana = apiOf(world, people.ana);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/imports?company_id=1&noun=clients`);
  await alive(page);
  const file = (text: string) => ({
    name: "clientes.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  const input = page.locator("input[type=file]");
  await input.setInputFiles(file(
    "Informe de 2026\nNombre;Apellidos;Teléfono;Móvil;Zona\n" +
      "María;Soler Puig;93 123 45 67 (Ana);600 123 456;Norte\nLuz;Rey;600 111 222;;Sur\n",
  ));
  const roles = page.locator("[data-role]");
  await roles.first().waitFor();
  assert.deepEqual(await roles.allInnerTexts(), [
    "Se une con: Apellidos",
    "Se une con: Nombre",
    "Donde hay un valor en Teléfono, este queda en las notas",
  ]);
  await page.getByText("Teléfono: lleva además «Ana»; queda en las notas").waitFor();
  await page.getByRole("button", { name: "Con avisos 1" }).click();
  assert.equal(await page.locator(".import-row").count(), 1);
  await assertSound(page, "a preview with remarks");
  await screenshot(page, "imports-remarks");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Descargar las filas con avisos" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "clientes con avisos.csv");
  // A clerk may choose a field that another column has already.
  await page.getByLabel("Se guarda como: Zona").selectOption("name");
  await page.getByText("Se une con: Nombre, Apellidos").waitFor();
  await page.getByText("María Soler Puig Norte").waitFor();
  await page.getByLabel("Se guarda como: Zona").selectOption("");
  await page.getByText("María Soler Puig Norte").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Importar 2 filas" }).click();
  await page.getByText("Con avisos: 1").waitFor();
  const clients = await expectData(ana("GET", "/clients?sort=name"));
  assert.deepEqual(
    clients.map(({ name, phone, notes }: Record<string, unknown>) => [name, phone, notes]),
    [
      ["Luz Rey", "600 111 222", null],
      [
        ...["María Soler Puig", "93 123 45 67"],
        "Teléfono: 93 123 45 67 (Ana)\nMóvil: 600 123 456",
      ],
    ],
  );
  await page.goto(`${world.url}/panel/imports?company_id=1&noun=products`);
  await alive(page);
  await input.setInputFiles(file("Nombre;Coste\nSilla;4\n"));
  await page.getByText("falta el precio").first().waitFor();
  const commit = page.getByRole("button", { name: /^Importar \d/ });
  assert.equal(await commit.getAttribute("aria-disabled"), "true");
  await page.getByLabel("Los productos sin precio entran a 0,00").check();
  await page.getByText("falta el precio").first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Importar 1 fila" }).click();
  await page.getByRole("heading", { name: "Productos importados: 1" }).waitFor();
  watch.assertClean();
});

/** Chooses a file, of which what is there already is updated. */
async function update(page: Page, world: World, rows: string[]) {
  await page.goto(`${world.url}/panel/imports?company_id=1&noun=products`);
  await alive(page);
  await page.locator("input[type=file]").setInputFiles(excelFile(rows));
  await page.locator(".import-row").first().waitFor();
}

async function updatesAndUndoes(page: Page, world: World, ana: Api) {
  const read = async () => (await expectData(ana("GET", "/products?q=mesa")))[0].unit_price;
  const rows = ["m-2;Mesa;99,9;10;", "S-9;Taburete;50;21;"];
  await update(page, world, rows);
  await page.getByRole("button", { name: "Importar 2 filas" }).click();
  await page.getByText("Actualizados: 1").waitFor();
  assert.equal(await read(), 99.9);

  // The same again has nothing new.
  await update(page, world, rows);
  await page.getByText("No hay nada nuevo que importar").waitFor();
  await page.getByRole("link", { name: "Anteriores" }).click();
  const past = page.locator(".past-import");
  await past.first().getByText("tarifa 2026.csv").waitFor();
  await assertSound(page, "past imports");
  await screenshot(page, "imports-past");
  const chair = (await expectData(ana("GET", "/products?q=taburete")))[0];
  await expectData(ana("PATCH", `/products/${chair.id}`, { unit: "ud" }));
  await past.first().getByRole("button", { name: /^Deshacer/ }).click();
  const report = page.getByRole("dialog");
  await report.getByText("Van a la papelera 0 y vuelven a estar como antes 1.").waitFor();
  await report.getByText("del todo o en parte, 1:").waitFor();
  await report.getByRole("button", { name: "Deshacer la importación" }).click();
  await report.getByText("Como antes: 1").waitFor();
  await report.getByText("Se quedan, del todo o en parte: 1").waitFor();
  await report.getByRole("link", { name: "Taburete" }).waitFor();
  await report.getByText(`n.º ${chair.id}`).waitFor();
  await assertSound(page, "what an undo left");
  await screenshot(page, "imports-undone");
  await page.keyboard.press("Escape");
  await past.first().getByText("Deshecha").waitFor();
  assert.equal(await read(), 1234.5);
}

/** As Excel in Spain writes it: semicolons, Windows-1252, decimal commas. */
function excelFile(rows: string[]) {
  const text = ["Referencia;Artículo;P.V.P.;IVA;Días", ...rows].join("\r\n");
  return {
    name: "tarifa 2026.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text, "latin1"),
  };
}

const rows = ["S-1;Sillón;1.234,50;21;30", "M-2;Mesa;99,9;10;", "S-2;;mucho;21;"];

/** Drops the file as the mouse does when it comes from the desktop. */
async function dropFile(page: Page, { name, buffer }: ReturnType<typeof excelFile>) {
  const dataTransfer = await page.evaluateHandle(({ name, bytes }) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name));
    return data;
  }, { name, bytes: [...buffer] });
  await page.dispatchEvent(".drop-zone", "drop", { dataTransfer });
}

async function choosesFile(page: Page, world: World) {
  await page.goto(`${world.url}/panel/products?company_id=1`);
  await page.getByRole("link", { name: "Importar" }).click();
  const drop = page.locator("input[type=file]");
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("input[type=file]") ?? {}).length > 0
  );
  await assertSound(page, "the page of imports");
  await screenshot(page, "imports-empty");
  await drop.setInputFiles({ ...excelFile([]), buffer: Buffer.alloc(5 * 1024 * 1024 + 1, "a") });
  await page.getByText("el límite son 5 MB").waitFor();
  const oldExcel = Buffer.from("d0cf11e0a1b11ae1", "hex");
  await drop.setInputFiles({ ...excelFile([]), buffer: oldExcel, name: "tarifa.xls" });
  await page.getByText("guárdalo como .xlsx").waitFor();
  await drop.setInputFiles(excelFile(rows));
  const summary = page.locator(".import-row");
  await summary.getByText("debe ser un número").waitFor();
  const figures = async () =>
    (await summary.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
  assert.deepEqual(await figures(), [
    "Nueva Fila 2 S-1 · Sillón · 1234,5 · 21",
    "Cambia Fila 3 Mesa Precio 1234,5 pasa a 99,9 Impuesto % 10,5 pasa a 10",
    "Con errores Fila 4 P.V.P.: debe ser un número S-2 · 21",
  ]);
  await page.getByText("Windows-1252, separado por punto y coma").waitFor();
  const commit = page.getByRole("button", { name: "Importar 2 filas" });
  assert.equal(await commit.getAttribute("aria-disabled"), null, "wrong rows stop no others");
  await page.getByLabel("impiden importar el archivo").check();
  assert.equal(await commit.getAttribute("aria-disabled"), "true");
  await page.getByLabel("no se importan; las demás sí").check();
  await page.getByRole("button", { name: "Cambian 1" }).click();
  assert.equal(await summary.count(), 1);
  await assertSound(page, "a preview with errors");
  await screenshot(page, "imports-errors");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Descargar las filas con errores" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "tarifa 2026 con errores.csv");
  const wrong = await Deno.readTextFile(await download.path());
  assert.match(wrong, /S-2;;mucho;21;;4;/);
}

/** A column that no header names is given its field, what is there already is left out. */
async function corrects(page: Page) {
  await page.getByLabel("Se guarda como: Días").selectOption("lead_time_days");
  await page.getByLabel("se dejan fuera").check();
  await page.getByText("Ya existe", { exact: true }).waitFor();
  await dropFile(page, excelFile([...rows.slice(0, 2), "S-2;Sofá;850;21;"]));
  await page.getByRole("button", { name: "Con errores 1" }).waitFor({ state: "detached" });
  const days = page.getByLabel("Se guarda como: Días");
  assert.equal(await days.inputValue(), "lead_time_days", "the columns stay as they were settled");
  await page.getByRole("button", { name: "Importar 2 filas" }).click();
  await page.getByRole("heading", { name: "Productos importados: 2" }).waitFor();
  await page.getByText("porque ya existían: 1").waitFor();
  await assertSound(page, "the result of an import");
  await screenshot(page, "imports-result");
}

async function seesWhatWasMade(page: Page, ana: Api) {
  await page.getByRole("link", { name: "Ver lo importado" }).click();
  await page.getByRole("link", { name: "Sillón" }).waitFor();
  assert.deepEqual(
    await page.locator("[data-list] a.row-link").allInnerTexts(),
    ["Sillón", "Sofá"],
  );
  const [chair] = await expectData(ana("GET", "/products?q=sillon"));
  assert.deepEqual([chair.unit_price, chair.lead_time_days], [1234.5, 30]);
}
