/** The demo's phones in a real browser: sound in every look, and what comes appears by itself. */
import { newSecrets, openBusiness } from "@/demo/meta/business.ts";
import { connectPhones, Phones } from "@/demo/meta/phones.ts";
import { customerOf, personAt } from "@/demo/meta/customer.ts";
import { assertSound } from "../panel/scene.ts";
import { findChromium, openContext, screenOf, screenshot } from "../support/browser.ts";
import { FakeGraph } from "../support/graph/graph.ts";
import { openFront } from "./scene.ts";

/** No app is behind the gateway, which would have one. */
const noIcon = { allow: /favicon\.ico/ };
const company = {
  companyId: 1,
  company: "Talleres Relevo",
  publicUrl: "http://demo.localhost",
};
const elena = customerOf("whatsapp", 1, "Elena Prado");

/** Sends by the company's number, as the app does. */
async function send(graph: FakeGraph, phones: Phones, text: string): Promise<void> {
  const { ownId, token } = phones.byKind.whatsapp.account;
  personAt(graph.state, elena).wroteAt.set(ownId, new Date());
  const answer = await fetch(`${graph.url}/${ownId}/messages`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ messaging_product: "whatsapp", to: elena.ids[0], type: "text", text: { body: text } },
    }),
  });
  await answer.body?.cancel();
}

function inBrowser(
  name: string,
  act: (url: string, send: (text: string) => Promise<void>) => Promise<void>,
): void {
  const loose = { sanitizeOps: false, sanitizeResources: false, ignore: findChromium() === null };
  Deno.test({ name, ...loose }, async () => {
    await using graph = FakeGraph.start();
    const business = { ...openBusiness(graph, company, newSecrets(1)), hook: "/nobody" };
    const phones = new Phones(graph, business, "http://127.0.0.1:9");
    connectPhones(graph, [phones]);
    await using front = await openFront({ appUrl: "http://127.0.0.1:9", phones: [phones] });
    await act(`${front.origin}/.gateway/meta/1`, (text) => send(graph, phones, text));
  });
}

inBrowser("the phones are sound at every width, in every scheme", async (url, send) => {
  await send("El martes");
  for (const locale of ["es-ES", "en-GB"]) {
    await using browser = await openContext({ ...screenOf(390), locale });
    const { page, watch } = browser;
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize(screenOf(width).viewport);
        await page.emulateMedia({ colorScheme });
        await page.goto(url);
        const where = `meta-${locale}-${colorScheme}-${width}`;
        if (Deno.env.get("SCREENSHOT_DIR")) await screenshot(page, where);
        await assertSound(page, where);
      }
    }
    watch.assertClean(noIcon);
  }
});

inBrowser("what the company sends appears, and leaves what was chosen", async (url, send) => {
  await send("El martes");
  await using browser = await openContext({ ...screenOf(1440), locale: "es-ES" });
  const { page, watch } = browser;
  await page.goto(url);
  await page.getByRole("radio", { name: "El martes" }).focus();
  await page.keyboard.down("Space");
  await send("O el jueves");
  await page.getByText("O el jueves").waitFor();
  await page.keyboard.up("Space");
  await page.locator("[type=radio]:checked:focus").waitFor();
  await page.getByRole("button", { name: "Número oculto" }).press("Enter");
  await page.locator("[value=hidden][aria-pressed=true]").waitFor();
  watch.assertClean(noIcon);
});
