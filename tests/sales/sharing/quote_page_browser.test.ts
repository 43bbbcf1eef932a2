/**
 * A quotation's public page in a real browser: sound in every look, and usable without a script.
 */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { assertSound, browserOf, chosenLooks, testInBrowser } from "../../panel/scene.ts";
import { alive } from "../../panel/hands.ts";
import { openContext, screenOf, screenshot } from "../../support/browser.ts";
import { people, type World } from "../../support/world.ts";
import { png } from "../document/documents.ts";
import { type Api, apis, draftQuote, expectData, lapse, plainLine, quoteThatIs } from "../scene.ts";

const long = "Palabramuylargaquenosepuedepartirporningunsitio".repeat(4);
const lines = [
  { ...plainLine, name: long.slice(0, 200), description: `${long}\nY otra línea.`, sku: "MON-1" },
  { ...plainLine, name: "Tarima de roble", quantity: 38.125, unit: "m²", unit_price: 63.2185 },
  { ...plainLine, name: "Horno", unit_price: 123_456_789.12, discount_percent: 4.5, tax_rate: 10 },
];

async function offer(api: Api, status: string, values: Record<string, unknown> = {}) {
  const quote = await quoteThatIs(status, api, { lines, ...values });
  const { token } = await expectData(api("POST", `/quotes/${quote.id}/share`, {}), 201);
  return { ...quote, path: `/q/${token}` };
}

/** A page for each state that a quotation can be in. */
async function everyState(world: World): Promise<Record<string, string>> {
  const { ana } = apis(world);
  await expectData(world.call("PUT", "/api/admin/companies/1/logo", {
    member: people.ana,
    body: png({ width: 160, height: 48 }),
    headers: { "Content-Type": "image/png" },
  }));
  const texts = { title: "Reforma", intro: "Gracias por la visita.", terms: `Pago.\n${long}` };
  const states: Record<string, string> = {};
  for (const status of ["sent", "approved", "sold", "rejected"]) {
    states[status] = (await offer(ana, status, texts)).path;
  }
  const late = await offer(ana, "sent");
  await lapse(world, 1, late.id);
  const lost = await offer(ana, "sent");
  const loss = { lost_reason: "Precio" };
  await expectData(ana("POST", `/opportunities/${lost.opportunity.id}/lose`, loss));
  const draft = await draftQuote(ana);
  const { token } = await expectData(ana("POST", `/quotes/${draft.id}/share`, {}), 201);
  return {
    ...states,
    expired: late.path,
    withdrawn: lost.path,
    draft: `/q/${token}`,
    unknown: "/q/rlq_x",
  };
}

testInBrowser(
  "the page is sound in every state, at every width, in every scheme",
  async (world) => {
    world.services.linkLimiter.limit.perSecond = 0;
    const states = await everyState(world);
    for (const looks of chosenLooks) {
      await using browser = await browserOf(world, null, looks);
      const { page, watch } = browser;
      for (const [state, path] of Object.entries(states)) {
        const response = await page.goto(world.url + path);
        assert.equal(response!.status(), state === "unknown" ? 404 : 200);
        assert.equal(await page.locator("script").count(), 0);
        for (const logo of await page.locator("img").all()) {
          const width = await logo.evaluate((image: HTMLImageElement) => image.naturalWidth);
          assert.equal(width, 160, state);
        }
        const where = `quote-${state}-${looks.width}-${looks.colorScheme}`;
        await assertSound(page, where);
        await screenshot(page, where);
      }
      await page.goto(world.url + states.sent!);
      await page.getByText("Otra cosa…").click();
      await assertSound(page, `something else ${looks.width} ${looks.colorScheme}`);
      await screenshot(page, `quote-else-${looks.width}-${looks.colorScheme}`);
      await page.getByText("Prefiero rechazarlo").click();
      await page.getByLabel("Motivo").fill("   ");
      await page.getByRole("button", { name: "Rechazar presupuesto" }).click();
      await page.getByText("No puede estar en blanco").waitFor();
      assert.equal(await page.getByLabel("Motivo").inputValue(), "   ");
      await assertSound(page, `refused ${looks.width} ${looks.colorScheme}`);
      await screenshot(page, `quote-refused-${looks.width}-${looks.colorScheme}`);
      watch.assertClean({ allow: /status of 4(04|22)/ });
    }
  },
);

testInBrowser("a page that is out of date is shown anew, in every look", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  for (const looks of chosenLooks) {
    const { id, path } = await offer(ana, "sent");
    await using browser = await browserOf(world, null, looks);
    const { page, watch } = browser;
    await page.goto(world.url + path);
    await expectData(ana("POST", `/quotes/${id}/recall`));
    const after = [{ ...lines[0], unit_price: 500 }, lines[2], { ...plainLine, name: "Grúa" }];
    await expectData(ana("PUT", `/quotes/${id}/lines`, { lines: after }));
    await expectData(ana("POST", `/quotes/${id}/send`));
    await page.getByText("Aceptar…", { exact: true }).click();
    await page.getByLabel("Nombre y apellidos").fill("Marta Gil");
    await page.getByRole("button", { name: "Aceptar presupuesto" }).click();
    await page.getByRole("alert").getByText("Nueva línea: Grúa").waitFor();
    await assertSound(page, `changed ${looks.width} ${looks.colorScheme}`);
    await screenshot(page, `quote-changed-${looks.width}-${looks.colorScheme}`);
    await page.getByRole("button", { name: "Aceptar presupuesto" }).click();
    await page.getByText("Aceptado por Marta Gil el").waitFor();
    watch.assertClean({ allow: /status of 409/ });
  }
});

testInBrowser(
  "nothing scrolls sideways at the widths in between, nor in English",
  async (world) => {
    world.services.linkLimiter.limit.perSecond = 0;
    const { ana } = apis(world);
    const { path } = await offer(ana, "sent", { language: "en" });
    await using browser = await browserOf(world, null);
    const { page } = browser;
    await page.goto(world.url + path);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    for (const width of [320, 600, 767, 768, 1023, 1024, 1280, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await assertSound(page, String(width));
      await screenshot(page, `quote-en-${width}`);
    }
  },
);

testInBrowser("a client accepts with the keyboard alone", async (world) => {
  const { ana } = apis(world);
  const { id, path } = await offer(ana, "sent");
  await using browser = await browserOf(world, null);
  const { page, watch } = browser;
  await page.goto(world.url + path);
  const reach = async (target: Locator) => {
    const isThere = () => target.evaluate((one) => one === document.activeElement);
    for (let presses = 0; !await isThere(); presses++) {
      assert.ok(presses < 10, `${target} is reached`);
      await page.keyboard.press("Tab");
    }
  };
  await reach(page.getByText("Aceptar…", { exact: true }));
  await page.keyboard.press("Enter");
  const name = page.getByLabel("Nombre y apellidos");
  await reach(name);
  assert.notEqual(await name.inputValue(), "", "whom the quotation is for");
  await name.fill("");
  await page.keyboard.press("Enter");
  assert.equal(await name.evaluate((field: HTMLInputElement) => field.validity.valueMissing), true);
  await page.keyboard.type("Marta Gil");
  await page.keyboard.press("Enter");
  await page.getByText("Aceptado por Marta Gil el").waitFor();
  assert.equal(new URL(page.url()).pathname, path);
  assert.equal(await page.getByText("Aceptar…").count(), 0);
  assert.equal((await expectData(ana("GET", `/quotes/${id}`))).approved_by_name, "Marta Gil");
  watch.assertClean();
});

testInBrowser("a client declines where no script may run", async (world) => {
  const { ana } = apis(world);
  const { id, path } = await offer(ana, "sent");
  await using browser = await openContext({ javaScriptEnabled: false, locale: "es-ES" });
  const { page } = browser;
  await page.goto(world.url + path);
  await page.getByText("Otra cosa…").click();
  await page.getByText("Prefiero rechazarlo").click();
  await page.getByLabel("Motivo").fill("Nos hemos decidido por otro.");
  await page.getByRole("button", { name: "Rechazar presupuesto" }).click();
  await page.getByText("Rechazado el").waitFor();
  const quote = await expectData(ana("GET", `/quotes/${id}`));
  assert.deepEqual(
    [quote.status, quote.rejection_reason],
    ["rejected", "Nos hemos decidido por otro."],
  );
});

testInBrowser("what is too long for a quotation's page is refused whole", async (world) => {
  const { ana } = apis(world);
  const { path } = await offer(ana, "sent");
  await using browser = await openContext({ javaScriptEnabled: false, locale: "es-ES" });
  const { page } = browser;
  const fields = [
    { label: "Nombre y apellidos", most: 200, send: "Aceptar presupuesto", open: ["Aceptar…"] },
    {
      label: "Motivo",
      most: 2000,
      send: "Rechazar presupuesto",
      open: ["Otra cosa…", "rechazarlo"],
    },
    { label: "Tu pregunta", most: 2000, send: "Enviar pregunta", open: ["Otra cosa…"] },
  ];
  for (const { label, most, send, open } of fields) {
    for (const letter of ["é", "🦉"]) {
      await page.goto(world.url + path);
      for (const part of open) await page.getByText(part).click();
      const typed = letter.repeat(most + 10);
      await page.getByLabel(label).fill(typed);
      await page.getByRole("button", { name: send }).click();
      const field = page.getByLabel(label);
      await page.getByText(`como mucho ${most} caracteres (10 de más)`).waitFor();
      assert.equal(await field.inputValue(), typed, label);
      assert.equal(await field.getAttribute("aria-invalid"), "true", label);
    }
  }
});

testInBrowser(
  "a printed page is the document alone, in light",
  async (world) => {
    const { ana } = apis(world);
    const { path } = await offer(ana, "sent");
    await using browser = await browserOf(world, null, { colorScheme: "dark" });
    const { page } = browser;
    await page.goto(world.url + path);
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await background();
    await page.emulateMedia({ media: "print" });
    assert.notEqual(await background(), dark);
    for (const part of ["Aceptar…", "Otra cosa…", "Descargar PDF"]) {
      assert.equal(await page.getByText(part).isVisible(), false, part);
    }
    for (const part of ["Tarima de roble", "Cantidad", "Base imponible"]) {
      assert.equal(await page.getByText(part).isVisible(), true, part);
    }
  },
);

testInBrowser("on a phone two touches accept, and the total stays at the thumb", async (world) => {
  const { ana } = apis(world);
  const { id, path } = await offer(ana, "sent");
  await using browser = await openContext({ ...screenOf(390), javaScriptEnabled: false });
  const { page } = browser;
  await page.goto(world.url + path);
  const accept = page.getByText("Aceptar…", { exact: true });
  for (const where of ["the top", "the end"]) {
    const cipher = (await accept.boundingBox())!;
    assert.ok(
      cipher.y + cipher.height <= 844 && cipher.y > 700,
      `${where}: at the thumb, ${cipher.y}`,
    );
    const bar = page.locator(".answer-total");
    assert.match((await bar.textContent())!, /€.*IVA incl\./s);
    await page.mouse.wheel(0, 100_000);
  }
  await accept.tap();
  await page.getByRole("button", { name: "Aceptar presupuesto" }).tap();
  await page.getByText(/^Aceptado por/).waitFor();
  assert.equal((await expectData(ana("GET", `/quotes/${id}`))).status, "approved");
});

testInBrowser("a client asks, is answered, and reads both", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { id, path } = await offer(ana, "sent");
  await using browser = await openContext({ javaScriptEnabled: false, locale: "es-ES" });
  const { page } = browser;
  await page.goto(world.url + path);
  await page.getByText("Otra cosa…").click();
  await page.getByLabel("Tu pregunta").fill("¿Va incluido el montaje?");
  await page.getByRole("button", { name: "Enviar pregunta" }).click();
  const region = page.getByRole("region", { name: "Preguntas y respuestas" });
  await region.getByText("¿Va incluido el montaje?").waitFor();
  await region.getByText("aún no ha respondido").waitFor();

  await using desk = await browserOf(world, "ana");
  await desk.page.goto(`${world.url}/panel/quotes/${id}?company_id=1`);
  await alive(desk.page);
  await desk.page.getByText("preguntó por el enlace").waitFor();
  await desk.page.keyboard.press("r");
  await desk.page.keyboard.type("Sí, va incluido.");
  await desk.page.keyboard.press("Control+Enter");
  await desk.page.locator(".toast").filter({ hasText: "Respuesta publicada" }).waitFor();
  await desk.page.getByText("respondió al cliente").waitFor();

  await page.reload();
  await region.getByText("Sí, va incluido.").waitFor();
  assert.equal(await region.getByText("aún no ha respondido").count(), 0);
});
