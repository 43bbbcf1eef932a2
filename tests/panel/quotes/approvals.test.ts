/** A yes before a quotation is sent, from the settings to the client, at a desk and on a phone. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { connect } from "../../channels/scene.ts";
import { type Api, expectData } from "../../crm/scene.ts";
import { type Company, companyWithRules } from "../../sales/approvals/scene.ts";
import { draftFor } from "../../sales/sharing/offering.ts";
import { startReceiver } from "../../support/receiver.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const line = { name: "Encimera", quantity: 2, unit_price: 100, discount_percent: 20, cost: 61 };

async function open(page: Page, world: World, path: string) {
  await page.goto(`${world.url}/panel${path}?company_id=1`);
  await alive(page);
}

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

interface Approval {
  world: World;
  ana: Api;
  luisId: number;
  setRules: Company["setRules"];
  /** The quotation's path, a draft with a discount of 20 %. */
  path: string;
  page: Page;
  /** Luis's phone. */
  phone: Page;
}

/** Ana at a desk and Luis, who approves, with a phone. */
function testApproval(name: string, walk: (approval: Approval) => Promise<void>): void {
  testInBrowser(name, async (world) => {
    await using receiver = startReceiver();
    const callbackUrl = `${receiver.url}/out`;
    await connect(world, { name: "WhatsApp", channel: "whatsapp", callbackUrl });
    const { ana, luisId, setRules } = await companyWithRules(world);
    const { id } = await draftFor(ana, { phone: "+34 600 111 222" }, { lines: [line] });
    await using luis = await browserOf(world, "luis", { width: 390, colorScheme: "dark" });
    await using browser = await browserOf(world, "ana");
    const pages = { page: browser.page, phone: luis.page };
    await walk({ world, ana, luisId, setRules, path: `/quotes/${id}`, ...pages });
    for (const { watch } of [browser, luis]) watch.assertClean({ allow: /4(09|22)/ });
  });
}

/** Asks Luis in the dialog of sending. */
async function askLuis(page: Page, luisId: number, press: (dialog: Locator) => Promise<void>) {
  const dialog = page.getByRole("dialog", { name: "Enviar presupuesto" });
  await until(async () => await dialog.getByLabel("A quién").inputValue() === String(luisId));
  await until(() => dialog.getByRole("button", { name: "Pedir visto bueno" }).isEnabled());
  await press(dialog);
  await page.getByText(/Espera a Luis Vega/).waitFor();
}

testApproval("approval rules are saved as they are typed, on a phone", async (approval) => {
  const { world, ana, luisId, phone } = approval;
  await open(phone, world, "/settings/sales");
  const above = phone.getByLabel("Descuento de más del (%)");
  await above.fill("mucho");
  await above.press("Enter");
  await phone.locator("#field-approval-discount_above-error").waitFor();
  await above.fill("12,5");
  await above.press("Enter");
  await phone.getByText("Guardado").waitFor();
  const rules = async () => (await expectData(ana("GET", "/companies/1"))).approval;
  assert.deepEqual(await rules(), {
    ...{ discount_above: 12.5, margin_below: null, amount_above: null, approver_id: luisId },
  });
  await phone.getByLabel("A quién se pregunta").selectOption({ label: "Se elige cada vez" });
  await until(async () => (await rules()).approver_id === null);
  await press(phone, "Deshacer");
  await until(async () => (await rules()).approver_id === luisId);
  await assertSound(phone, "rules on a phone");
  await screenshot(phone, "approval-rules-390");
});

testApproval(
  "Ana asks for approval by keyboard, and Luis finds the question and refuses",
  async (approval) => {
    const { world, luisId, path, page, phone } = approval;
    await open(page, world, path);
    await page.getByText("Necesita un visto bueno antes de enviarse.").waitFor();
    await assertSound(page, "a draft that needs approval");
    await page.getByRole("button", { name: "Enviar…" }).first().focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Enviar presupuesto" });
    await dialog.getByLabel("A quién").waitFor();
    await dialog.getByText("Descuento: 20 %").waitFor();
    await assertSound(page, "the dialog that asks");
    await screenshot(page, "approval-ask");
    await askLuis(page, luisId, () => dialog.getByLabel("A quién").press("Control+Enter"));
    await page.getByText("Se lo has pedido a Luis Vega").waitFor();
    await page.getByText(/Espera a Luis Vega desde las? \d\d:\d\d\./).waitFor();
    await page.getByRole("button", { name: "Retirar la petición" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Sí, enviar…" }).count(), 0);
    await assertSound(page, "a draft that waits");
    await screenshot(page, "approval-waits");

    await open(phone, world, "");
    await phone.getByRole("link", { name: "1 presupuesto espera tu visto bueno" }).click();
    // Without its style sheet the list shows a mark for each width.
    await phone.waitForURL(/\/panel\/quotes\?/);
    await phone.locator("[title='Espera el visto bueno: Luis Vega']:visible").waitFor();
    await assertSound(phone, "the list of what needs my approval");
    await open(phone, world, path);
    await phone.getByText("Pregunta Ana Ruiz.").waitFor();
    await press(phone, "No…");
    const no = phone.getByRole("dialog", { name: "¿No se envía todavía?" });
    await no.getByLabel("Nota").fill("Baja al 15 %");
    await no.getByRole("button", { name: "No enviarlo" }).click();
    await phone.getByText("Luis Vega dijo que no en el panel.").waitFor();
    await assertSound(phone, "after a no");
    await screenshot(phone, "approval-no-390");

    await page.getByText("«Baja al 15 %»").waitFor();
    await page.getByText("no dio el visto bueno en el panel").waitFor();
  },
);

testApproval("costs typed beside the lines change the margin", async (approval) => {
  const { world, ana, path, page } = approval;
  await open(page, world, path);
  await press(page, "Más acciones");
  await press(page, "Costes y margen…");
  const costs = page.getByRole("dialog", { name: "Costes y margen" });
  await costs.getByText("23,75 %").first().waitFor();
  await costs.getByLabel("Coste de Encimera").fill("x");
  await costs.getByText("No se entiende").waitFor();
  await costs.getByLabel("Coste de Encimera").fill("50");
  await costs.getByText("37,5 %").first().waitFor();
  await assertSound(page, "costs");
  await screenshot(page, "approval-costs");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Costes guardados").waitFor();
  assert.equal((await expectData(ana("GET", path))).lines[0].cost, 50);
  await page.getByText("Margen: 37,5 %").first().waitFor();
});

testApproval(
  "a withdrawn question is asked again, and an approval sends the quotation",
  async (approval) => {
    const { world, ana, luisId, path, page, phone } = approval;
    await open(page, world, path);
    for (const isTakenBack of [true, false]) {
      await press(page, "Enviar…");
      await askLuis(
        page,
        luisId,
        (dialog) => dialog.getByRole("button", { name: "Pedir visto bueno" }).click(),
      );
      if (!isTakenBack) {
        break;
      }
      await press(page, "Retirar la petición");
      await page.getByText("Necesita un visto bueno antes de enviarse.").waitFor();
    }
    await open(phone, world, path);
    await phone.getByRole("button", { name: "Sí, enviar…" }).first().click();
    const yes = phone.getByRole("dialog", { name: "¿Das el visto bueno?" });
    await yes.getByRole("button", { name: "Sí, enviar" }).click();
    await phone.getByText("Luis Vega dio el visto bueno en el panel.").waitFor();
    await page.getByText("Luis Vega dio el visto bueno en el panel.").waitFor();
    const sent = await expectData(ana("GET", path));
    assert.deepEqual([sent.status, sent.approval.state], ["sent", "given"]);
    assert.equal(sent.delivery.state, "queued");
    await assertSound(page, "what was sent with approval");
  },
);

testApproval("a change of the approval rules is an activity", async (approval) => {
  const { world, setRules, page } = approval;
  await setRules({ discount_above: 50 });
  await open(page, world, "/activities");
  await page.getByText("cambió qué presupuestos piden visto bueno").first().waitFor();
  await assertSound(page, "activity");
});

testInBrowser(
  "the approver's own quotation leaves without a question, in English too",
  async (world) => {
    const { luis: api, draft } = await companyWithRules(world);
    const { id } = await draft();
    await using browser = await browserOf(world, "luis", { locale: "en-GB" });
    const { page, watch } = browser;
    await open(page, world, `/quotes/${id}`);
    await page.getByText("What you send needs none.").waitFor();
    await press(page, "Send…");
    const dialog = page.getByRole("dialog", { name: "Send quotation" });
    await dialog.getByRole("button", { name: "Send and make a link" }).click();
    await page.getByText("Get this link to the client").waitFor();
    assert.equal((await expectData(api("GET", `/quotes/${id}`))).status, "sent");
    await assertSound(page, "sent by the approver");
    watch.assertClean();
  },
);
