/** A yes before a quotation is sent, from the settings to the client, at a desk and on a phone. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { connect } from "../../channels/scene.ts";
import { expectData } from "../../crm/scene.ts";
import { companyWithRules } from "../../sales/approvals/scene.ts";
import { draftFor } from "../../sales/sharing/offering.ts";
import { startReceiver } from "../../support/receiver.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { soon } from "../contacts/conversation_scene.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const line = { name: "Encimera", quantity: 2, unit_price: 100, discount_percent: 20, cost: 61 };

async function open(page: Page, world: World, path: string) {
  await page.goto(`${world.url}/panel${path}?company_id=1`);
  await alive(page);
}

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

testInBrowser(
  "Ana asks for approval by keyboard, Luis decides, and the record names who and where",
  async (world) => {
    await using receiver = startReceiver();
    await connect(world, {
      name: "WhatsApp",
      channel: "whatsapp",
      callbackUrl: `${receiver.url}/out`,
    });
    const { ana, luisId, setRules } = await companyWithRules(world, { discount_above: null });
    const { id } = await draftFor(ana, { phone: "+34 600 111 222" }, { lines: [line] });
    const path = `/quotes/${id}`;
    const read = () => expectData(ana("GET", path));

    await using luis = await browserOf(world, "luis", { width: 390, colorScheme: "dark" });
    await open(luis.page, world, "/settings/sales");
    const above = luis.page.getByLabel("Descuento de más del (%)");
    await above.fill("mucho");
    await above.press("Enter");
    await luis.page.locator("#field-approval-discount_above-error").waitFor(soon);
    await above.fill("12,5");
    await above.press("Enter");
    await luis.page.getByText("Guardado").waitFor(soon);
    const rules = async () => (await expectData(ana("GET", "/companies/1"))).approval;
    assert.deepEqual(await rules(), {
      ...{ discount_above: 12.5, margin_below: null, amount_above: null, approver_id: luisId },
    });
    await luis.page.getByLabel("A quién se pregunta").selectOption({ label: "Se elige cada vez" });
    await until(async () => (await rules()).approver_id === null);
    await press(luis.page, "Deshacer");
    await until(async () => (await rules()).approver_id === luisId);
    await assertSound(luis.page, "rules on a phone");
    await screenshot(luis.page, "approval-rules-390");

    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await open(page, world, path);
    await page.getByText("Necesita un visto bueno antes de enviarse.").waitFor(soon);
    await assertSound(page, "a draft that needs approval");
    await page.getByRole("button", { name: "Enviar…" }).first().focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Enviar presupuesto" });
    await dialog.getByLabel("A quién").waitFor(soon);
    await until(async () => await dialog.getByLabel("A quién").inputValue() === String(luisId));
    await dialog.getByText("Descuento: 20 %").waitFor(soon);
    await assertSound(page, "the dialog that asks");
    await screenshot(page, "approval-ask");
    const ask = dialog.getByRole("button", { name: "Pedir visto bueno" });
    await until(() => ask.isEnabled());
    await dialog.getByLabel("A quién").press("Control+Enter");
    await page.getByText("Se lo has pedido a Luis Vega").waitFor(soon);
    await page.getByText(/Espera a Luis Vega desde las? \d\d:\d\d\./).waitFor(soon);
    await page.getByRole("button", { name: "Retirar la petición" }).waitFor(soon);
    assert.equal(await page.getByRole("button", { name: "Sí, enviar…" }).count(), 0);
    await assertSound(page, "a draft that waits");
    await screenshot(page, "approval-waits");

    // Luis finds it on the first page and in the list, and says no.
    await open(luis.page, world, "");
    await luis.page.getByRole("link", { name: "1 presupuesto espera tu visto bueno" }).click();
    await luis.page.locator("[title='Espera el visto bueno: Luis Vega']:visible").waitFor(soon);
    await assertSound(luis.page, "the list of what needs my approval");
    await open(luis.page, world, path);
    await luis.page.getByText("Pregunta Ana Ruiz.").waitFor(soon);
    await press(luis.page, "No…");
    const no = luis.page.getByRole("dialog", { name: "¿No se envía todavía?" });
    await no.getByLabel("Nota").fill("Baja al 15 %");
    await no.getByRole("button", { name: "No enviarlo" }).click();
    await luis.page.getByText("Luis Vega dijo que no en el panel.").waitFor(soon);
    await assertSound(luis.page, "after a no");
    await screenshot(luis.page, "approval-no-390");

    await page.getByText("«Baja al 15 %»").waitFor(soon);
    await page.getByText("no dio el visto bueno en el panel").waitFor(soon);

    // What it costs is seen and typed beside the lines.
    await press(page, "Más acciones");
    await press(page, "Costes y margen…");
    const costs = page.getByRole("dialog", { name: "Costes y margen" });
    await costs.getByText("23,75 %").first().waitFor(soon);
    await costs.getByLabel("Coste de Encimera").fill("x");
    await costs.getByText("No se entiende").waitFor(soon);
    await costs.getByLabel("Coste de Encimera").fill("50");
    await costs.getByText("37,5 %").first().waitFor(soon);
    await assertSound(page, "costs");
    await screenshot(page, "approval-costs");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Costes guardados").waitFor(soon);
    assert.equal((await read()).lines[0].cost, 50);
    await page.getByText("Margen: 37,5 %").first().waitFor(soon);

    // Asked again as it is now; taken back, and asked once more.
    for (const isTakenBack of [true, false]) {
      await press(page, "Enviar…");
      await until(async () => await dialog.getByLabel("A quién").inputValue() === String(luisId));
      await ask.click();
      await page.getByText(/Espera a Luis Vega/).waitFor(soon);
      if (!isTakenBack) break;
      await press(page, "Retirar la petición");
      await page.getByText("Necesita un visto bueno antes de enviarse.").waitFor(soon);
    }
    await luis.page.getByRole("button", { name: "Sí, enviar…" }).first().click();
    const yes = luis.page.getByRole("dialog", { name: "¿Das el visto bueno?" });
    await yes.getByRole("button", { name: "Sí, enviar" }).click();
    await luis.page.getByText("Luis Vega dio el visto bueno en el panel.").waitFor(soon);
    await page.getByText("Luis Vega dio el visto bueno en el panel.").waitFor(soon);
    const sent = await read();
    assert.deepEqual([sent.status, sent.approval.state], ["sent", "given"]);
    assert.equal(sent.delivery.state, "queued");
    await assertSound(page, "what was sent with approval");
    await setRules({ discount_above: 50 });
    await open(page, world, "/activities");
    await page.getByText("cambió qué presupuestos piden visto bueno").first().waitFor(soon);
    await assertSound(page, "activity");
    watch.assertClean({ allow: /4(09|22)/ });
    luis.watch.assertClean({ allow: /4(09|22)/ });
  },
);

testInBrowser(
  "the approver's own quotation leaves without a question, in English too",
  async (world) => {
    const { luis: api, draft } = await companyWithRules(world);
    const { id } = await draft();
    await using browser = await browserOf(world, "luis", { locale: "en-GB" });
    const { page, watch } = browser;
    await open(page, world, `/quotes/${id}`);
    await page.getByText("What you send needs none.").waitFor(soon);
    await press(page, "Send…");
    const dialog = page.getByRole("dialog", { name: "Send quotation" });
    await dialog.getByRole("button", { name: "Send and make a link" }).click();
    await page.getByText("Get this link to the client").waitFor(soon);
    assert.equal((await expectData(api("GET", `/quotes/${id}`))).status, "sent");
    await assertSound(page, "sent by the approver");
    watch.assertClean();
  },
);
