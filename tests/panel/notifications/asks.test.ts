/** What becomes of a notification that nobody answers: asked for in the form, seen in its record. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { acted, addMailbox, mailsOf, pass } from "../../notify/due/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, chosenLooks, testInBrowser } from "../scene.ts";

const asksOf = (page: Page) => page.locator("details").filter({ hasText: "Si nadie responde" });

/** Writes a question to two people. */
async function writeQuestion(page: Page, world: World): Promise<void> {
  await page.goto(`${world.url}/panel/notifications/send?company_id=1`);
  await alive(page);
  await page.locator("#field-userId").fill("maria,leo,");
  await page.keyboard.press("Enter");
  await page.getByText("2 destinatarios").waitFor();
  await page.getByLabel("Título").fill("¿Abrimos mañana?");
  await page.getByLabel("Texto").fill("Es festivo.");
  await page.getByRole("button", { name: "Añadir un botón" }).click();
  await page.getByLabel("Botón 1", { exact: true }).fill("Sí");
  await page.getByLabel("Admitir una respuesta escrita").check();
}

/** What is asked for if nobody answers, by keyboard: it is folded until it is wanted. */
async function fillAsks(page: Page): Promise<void> {
  const asks = asksOf(page);
  await asks.locator("summary").press("Enter");
  const times = asks.getByLabel("Veces");
  assert.ok(await times.isDisabled(), "how often is asked where there is a reminder");
  await asks.getByLabel("Recordar cada").selectOption({ label: "5 minutos" });
  await times.fill("2");
  await asks.getByLabel("Avisar también a").fill("jefa, socio");
  await asks.getByLabel("Al cabo de").first().selectOption({ label: "15 minutos" });
  await asks.getByLabel("Enviar un correo a").fill("leo@taller.example");
  await asks.getByLabel("Al cabo de").last().selectOption({ label: "1 hora" });
  await assertSound(page, "the form with its asks, wide and light");
}

testInBrowser("wrong reminders and escalations are named beside their fields", async (world) => {
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await writeQuestion(page, world);
  await fillAsks(page);
  const asks = asksOf(page);
  const times = asks.getByLabel("Veces");
  await times.fill("11");
  await page.getByLabel("Título").press("Control+Enter");
  await asks.getByText("debe ser como máximo 10").waitFor();
  await times.fill("2");
  await page.getByLabel("Título").press("Control+Enter");
  await asks.getByText("con varios que responden").waitFor();
  await asks.getByLabel("La primera respuesta vale por todas").check();
  await page.getByLabel("Título").press("Control+Enter");
  await asks.getByText("la empresa no tiene una cuenta de correo").waitFor();
  await screenshot(page, "asks-form-refused");
  watch.assertClean({ allow: /422/ });
});

testInBrowser(
  "reminders and escalation are set in the form and shown in the record",
  async (world) => {
    await addMailbox(world);
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await writeQuestion(page, world);
    await fillAsks(page);
    const asks = asksOf(page);
    await asks.getByLabel("La primera respuesta vale por todas").check();
    await page.getByLabel("Título").press("Control+Enter");
    await page.getByRole("heading", { level: 1, name: "¿Abrimos mañana?" }).waitFor();
    const id = /notifications\/([\w-]{36})/.exec(page.url())![1]!;
    const { remind, escalate, fallback, answers } = await expectData(
      apiOf(world, people.ana, 1)("GET", `/notifications/${id}`),
    );
    assert.deepEqual({ remind, escalate, fallback, answers }, {
      remind: { every: 300, times: 2 },
      escalate: { after: 900, userIds: ["jefa", "socio"] },
      fallback: { after: 3_600, email: "leo@taller.example" },
      answers: "first",
    });

    // Every due time is there from the start, and says by itself what it did.
    const due = page.locator("[data-region=times]").getByRole("listitem");
    const entry = (kind: string, what: string) =>
      due.filter({ hasText: kind }).filter({ hasText: what }).first().waitFor();
    for (const kind of ["Recordatorio", "Aviso a otros", "Correo"]) await entry(kind, "Previsto");
    await assertSound(page, "the record with its due times, wide and light");
    await pass(world, 300);
    await entry("Recordatorio", "Hecho · a 2 personas");
    await entry("Recordatorio", "Previsto");
    await pass(world, 600);
    await entry("Aviso a otros", "Hecho · a 2 personas");
    await page.getByRole("row").filter({ hasText: "jefa" }).getByText("avisado después").waitFor();
    await pass(world, 2_700);
    await entry("Correo", "Hecho · por salir");
    await screenshot(page, "asks-record");

    // Another like it asks for the same.
    await page.getByRole("link", { name: "Enviar otra igual" }).click();
    await page.getByText("2 destinatarios").waitFor();
    assert.deepEqual(
      [
        await asks.getByLabel("Recordar cada").inputValue(),
        await asks.getByLabel("Veces").inputValue(),
        await asks.getByLabel("Avisar también a").inputValue(),
        await asks.getByLabel("Enviar un correo a").inputValue(),
        await asks.getByLabel("La primera respuesta vale por todas").isChecked(),
      ],
      ["300", "2", "jefa, socio", "leo@taller.example", true],
    );
    watch.assertClean();
  },
);

testInBrowser("a mail's link answers without the app, in each look and language", async (world) => {
  await addMailbox(world);
  const json = {
    ...{ userId: "maria", title: "¿Abrimos mañana?", body: "Es festivo.\nHay un pedido." },
    ...{ type: "warning", priority: "high", sender: "Almacén", ttl: 7_200, allowReply: true },
    actions: [{ id: "yes", label: "Sí, abrimos" }, { id: "no", label: "No" }],
    fallback: { after: 60, email: "maria@taller.example" },
  };
  const call = () => world.call("POST", "/api/notify", { key: world.keys.shop, json });
  for (const _ of chosenLooks) await expectData(call(), 202);
  await pass(world, 60);
  await acted(world);
  const paths = (await mailsOf(world)).map(({ text }) =>
    /\/phone\/answer\/rla_[\w-]+/.exec(text)![0]
  );
  for (const [at, look] of chosenLooks.entries()) {
    const where = `${look.width} ${look.colorScheme}`;
    const locale = at % 2 === 0 ? "es-ES" : "en-GB";
    await using browser = await browserOf(world, null, { ...look, locale });
    const { page, watch } = browser;
    const [yes, answered] = locale === "es-ES"
      ? ["Sí, abrimos", "Has respondido: Sí, abrimos · «Voy yo»"]
      : ["Sí, abrimos", "You answered: Sí, abrimos · «Voy yo»"];
    await page.goto(`${world.url}${paths[at]}`);
    await assertSound(page, `the mail's page, ${where}`);
    await screenshot(page, `answer-page-${where}`);
    // By keyboard alone.
    await page.getByRole("textbox").fill("Voy yo");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), yes);
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: answered }).waitFor();
    await assertSound(page, `the mail's page, answered, ${where}`);
    await screenshot(page, `answer-page-answered-${where}`);
    watch.assertClean();
  }
});
