/**
 * The settings: fields that save themselves, the logo, colour, stages, the public form, notices.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

/** Opens a page and waits until its islands answer. */
async function go(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(`${url}${path}?company_id=1`);
  await alive(page);
}

async function write(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

/** A picture that the browser draws and writes in the format. */
async function drawn(page: Page, mimeType: string, side: number, noise = false): Promise<Buffer> {
  const url = await page.evaluate(([type, side, noise]) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#b45309";
    context.fillRect(0, 0, side / 2, side);
    if (noise) {
      const pixels = context.createImageData(side, side);
      for (let at = 0; at < pixels.data.length; at += 65_536) {
        crypto.getRandomValues(pixels.data.subarray(at, at + 65_536));
      }
      for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
      context.putImageData(pixels, 0, 0);
    }
    return canvas.toDataURL(type);
  }, [mimeType, side, noise] as const);
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

const begin = { png: "89504e47", jpeg: "ffd8ff" };

testInBrowser("settings are saved as typed, and a logo by its bytes", async (world) => {
  const ana = apiOf(world, people.ana);
  const company = () => expectData(ana("GET", "/companies/1"));
  const becomes = (name: string, wanted: unknown) =>
    until(async () => JSON.stringify((await company())[name]) === JSON.stringify(wanted), {
      what: `${name} to be ${JSON.stringify(wanted)}`,
    });
  await using browser = await browserOf(world, "ana");
  const { page } = browser;

  await go(page, world, "/panel/settings");
  await write(page, "Razón social", "Muebles Relevo, S. L.");
  await becomes("legal_name", "Muebles Relevo, S. L.");
  await page.getByLabel("Zona horaria").selectOption("Atlantic/Canary");
  await becomes("timezone", "Atlantic/Canary");
  await write(page, "Nombre corto", "design");
  await page.locator("#field-slug-error").waitFor();
  await page.getByLabel("Nombre corto").press("Escape");
  await assertSound(page, "profile");

  // A logo is told by its bytes; WebP is turned into PNG, and what is large is made smaller.
  await go(page, world, "/panel/settings/brand");
  await assertSound(page, "brand");
  const file = page.getByLabel("Elegir un archivo");
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    file.setInputFiles({ name, mimeType, buffer });
  const logoBytes = async () => {
    const bytes = await (await fetch(world.url + (await company()).logo)).arrayBuffer();
    return Buffer.from(bytes);
  };
  await choose("logo.webp", "image/webp", await drawn(page, "image/webp", 64));
  await page.getByText("Logo guardado").waitFor();
  assert.equal((await logoBytes()).toString("hex", 0, 4), begin.png);
  const shown = page.getByRole("img", { name: "Primary" });
  await until(async () =>
    await shown.evaluate((img) => (img as HTMLImageElement).naturalWidth) === 64
  );
  const { logo } = await company();
  for (
    const [name, type, text] of [
      ["logo.png", "image/png", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
      ["logo.jpg", "image/jpeg", "\ufeff <html><script>alert(1)</script></html>"],
    ] as const
  ) {
    await choose(name, type, Buffer.from(text));
    await page.getByRole("alert").getByText("Por dentro es un SVG o una página web").waitFor();
  }
  await choose("logo.png", "image/png", Buffer.from("GIF89a"));
  await page.getByText("No es una imagen PNG, JPEG ni WebP").waitFor();
  await choose("logo.png", "image/png", Buffer.from(`${begin.png}0d0a1a0a00`, "hex"));
  await page.getByText("La imagen está dañada").waitFor();
  assert.equal((await company()).logo, logo);
  const large = await drawn(page, "image/png", 700, true);
  assert.ok(large.length > 256 * 1024);
  await choose("grande.png", "image/png", large);
  await until(async () => (await company()).logo !== logo, { what: "the smaller logo" });
  assert.ok((await logoBytes()).length <= 256 * 1024);
  await until(() => file.isEnabled(), { what: "the page to take the next one" });
  // Dropped on it; JPEG passes as it is.
  const jpeg = await drawn(page, "image/jpeg", 32);
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], "logo.jpg", { type: "image/jpeg" }));
    return transfer;
  }, jpeg.toString("base64"));
  await page.locator(".logo-drop").dispatchEvent("drop", { dataTransfer: data });
  await until(async () => (await logoBytes()).equals(jpeg), { what: "the dropped logo" });
  await until(() => file.isEnabled(), { what: "the page to know of it" });
  await page.getByRole("button", { name: "Quitar el logo" }).click();
  await becomes("logo", null);
  await undo(page, "Logo quitado");
  await until(async () => (await company()).logo !== null, { what: "the logo back" });

  // A colour that nobody could read is shown as it will be used.
  const typed = Promise.withResolvers<void>();
  await page.route("**/api/admin/companies/1?*", async (route) => {
    const response = await route.fetch();
    await typed.promise;
    await route.fulfill({ response });
  }, { times: 1 });
  await write(page, "Código", "#ffff00");
  await becomes("color", "#ffff00");
  const ratios = (await page.locator(".brand-sample").allInnerTexts()).flatMap((text) =>
    [...text.matchAll(/\d+,\d/g)].map(([number]) => Number(number.replace(",", ".")))
  );
  assert.ok(ratios.length === 4 && ratios.every((ratio) => ratio >= 4.5), String(ratios));
  // What is typed before the page is told that it is saved stays.
  await page.getByLabel("Código").fill("verde");
  typed.resolve();
  await page.getByText("Color guardado").waitFor();
  assert.equal(await page.getByLabel("Código").inputValue(), "verde");
  await page.keyboard.press("Enter");
  await page.getByText("Un # y seis cifras").waitFor();

  // The currency is free until there is a quotation; stages are edited where they are listed.
  await go(page, world, "/panel/settings/sales");
  await page.getByLabel("Moneda").selectOption("USD");
  await becomes("currency", "USD");
  await write(page, "Días de validez", "45");
  await becomes("quote_validity_days", 45);
  await page.getByLabel("Avisar al enviar si el cliente no tiene NIF").check();
  await becomes("quotes_need_tax_id", true);
  await page.getByRole("button", { name: "Editar la etapa Nuevo" }).click();
  const name = page.getByLabel("Nombre", { exact: true });
  await until(async () => await name.inputValue() === "Nuevo", { what: "the stage in its sheet" });
  await write(page, "Nombre", "Recién llegado");
  await page.getByRole("listitem").getByText("Recién llegado", { exact: true })
    .waitFor();
  await assertSound(page, "sales");
  const { id: client_id } = await expectData(ana("POST", "/clients", { name: "Ruiz" }), 201);
  const { id } = await expectData(ana("POST", "/opportunities", { title: "Mesa", client_id }), 201);
  await expectData(ana("POST", "/quotes", { opportunity_id: id }), 201);
  await page.reload();
  await page.getByText("Presupuestos: 1. Ventas: 0.").waitFor();
  assert.equal(await page.getByLabel("Moneda").count(), 0);

  // Of an address only the origin counts; the form to paste returns to it.
  await go(page, world, "/panel/settings/form");
  await write(page, "Dirección del sitio", "ftp://tienda.example");
  await page.getByText("Una dirección https").waitFor();
  await write(page, "Dirección del sitio", "https://tienda.example/contacto?a=1");
  await becomes("public_origins", ["https://tienda.example"]);
  const snippet = page.locator("#form-snippet");
  await snippet.filter({ hasText: 'value="https://tienda.example/"' }).waitFor();
  assert.match(await snippet.innerText(), /action="http[^"]+\/api\/contact"[^]+value="primary"/);
  await assertSound(page, "form");
  await page.getByRole("button", { name: "Quitar https://tienda.example" }).click();
  await becomes("public_origins", []);
  await undo(page, "Sitio quitado");
  await becomes("public_origins", ["https://tienda.example"]);

  // What reaches Luis here, and what one silences for oneself everywhere.
  await go(page, world, "/panel/settings/notices");
  const ofLuis = page.getByRole("group", { name: /Luis Vega/ });
  await ofLuis.getByLabel("Tarea asignada").uncheck();
  const luis = async () => (await expectData(ana("GET", "/employees?q=luis")))[0];
  await until(async () => (await luis()).notify.task_assigned === false);
  await assertSound(page, "notices");
  await go(page, world, "/panel/settings/me");
  await page.getByLabel("Recordatorio").uncheck();
  await write(page, "Tu nombre", "Ana R.");
  const me = () => expectData(ana("GET", "/me"));
  await until(async () => (await me()).name === "Ana R." && !(await me()).notify.event_reminder);

  // What is known of a client is had as a file, and erased once its name is typed.
  await go(page, world, "/panel/settings/privacy");
  await write(page, "Meses que se guardan", "24");
  await becomes("retention_months", 24);
  await page.getByText("Esta noche no se borra ninguno.").waitFor();
  await eraseClient(page, world, client_id, async () => {
    await expectData(ana("POST", `/opportunities/${id}/lose`, { lost_reason: "Precio" }));
  });
  await expectFailure(ana("GET", `/clients/${client_id}`), 404, "not_found");
  await page.getByRole("link", { name: "Ver el registro" }).click();
  const log = page.locator("[data-region=log] li");
  await log.nth(2).waitFor();
  const lines = (await log.allInnerTexts()).map((text) => text.split(/\s*\n\s*/)[0]!);
  assert.deepEqual(lines.map((text) => text.replace(/\s+/g, " ").toLowerCase()), [
    ...[`borrado: cliente ${client_id}`, `borrado: cliente ${client_id} no se hizo`],
    `exportación: cliente ${client_id}`,
  ]);
  await assertSound(page, "privacy");

  // On a phone the sections are behind one line.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByText("Ajustes: Datos personales").click();
  await assertSound(page, "the sections, narrow and dark");
  await page.getByRole("navigation", { name: "Secciones de los ajustes" })
    .getByRole("link", { name: "Imagen" }).click();
  await page.getByRole("heading", { name: "Imagen" }).waitFor();
  for (const section of ["", "/brand", "/sales", "/form", "/notices", "/me"]) {
    await go(page, world, `/panel/settings${section}`);
    await assertSound(page, `settings${section}, narrow and dark`);
  }
});

/** Takes the file, is refused while there is live business, and erases after `end` has ended it. */
async function eraseClient(
  page: Page,
  world: World,
  id: number,
  end: () => Promise<void>,
): Promise<void> {
  await go(page, world, `/panel/clients/${id}`);
  await page.getByTitle("Más", { exact: true }).click();
  // By its address: a browser sends a download without the headers of these tests.
  const href = await page.getByRole("link", { name: "Exportar sus datos" }).getAttribute("href");
  const file = await page.context().request.get(world.url + href);
  assert.match(file.headers()["content-disposition"]!, /^attachment; filename="Ruiz.json"/);
  await page.getByRole("button", { name: "Borrar sus datos…" }).click();
  const dialog = page.getByRole("dialog");
  const erase = dialog.getByRole("button", { name: "Borrar para siempre" });
  await dialog.getByLabel(/Escribe/).fill("Rui");
  assert.ok(await erase.isDisabled(), "the name is typed whole");
  await dialog.getByLabel(/Escribe/).fill("Ruiz");
  await dialog.getByLabel("Motivo").selectOption("requested");
  await assertSound(page, "erasing");
  await erase.click();
  await dialog.getByRole("alert").getByText("Tiene oportunidades abiertas").waitFor();
  await end();
  await erase.click();
  await page.waitForURL(/\/panel\/clients\?/);
}
