/** The demo's mail page in a real browser: sound in every look, and what comes appears by itself. */
import assert from "node:assert/strict";
import { compose } from "@/demo/mail/compose.ts";
import { CustomerMail } from "@/demo/mail/customer_mail.ts";
import { openPost, type Post } from "@/demo/mail/post.ts";
import { putSamples } from "@/demo/mail/samples.ts";
import { assertSound } from "../panel/scene.ts";
import { findChromium, openContext, screenOf, screenshot } from "../support/browser.ts";
import { mailOwners, openFront } from "./scene.ts";

/** No app is behind the gateway, which would have one. */
const noIcon = { allow: /favicon\.ico/ };

function inBrowser(name: string, act: (url: string, post: Post) => Promise<void>): void {
  const loose = { sanitizeOps: false, sanitizeResources: false, ignore: findChromium() === null };
  Deno.test({ name, ...loose }, async () => {
    const folder = await Deno.makeTempDir({ prefix: "relevo-mail-" });
    const post = await openPost(folder, mailOwners);
    await putSamples(post.mailboxes[0]!, new Date());
    const mails = post.mailboxes.map((mailbox) => new CustomerMail(mailbox));
    const front = await openFront({ appUrl: "http://127.0.0.1:9", mails });
    try {
      await act(`${front.origin}/.gateway/mail`, post);
    } finally {
      await front[Symbol.asyncDispose]();
      await post.close();
      await Deno.remove(folder, { recursive: true });
    }
  });
}

inBrowser("the mail page is sound empty and full, at every width, in every scheme", async (url) => {
  for (const locale of ["es-ES", "en-GB"]) {
    await using browser = await openContext({ ...screenOf(320), locale });
    const { page, watch } = browser;
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [320, 1440]) {
        await page.setViewportSize(screenOf(width).viewport);
        await page.emulateMedia({ colorScheme });
        for (const path of ["1", "1?answer=3", "2"]) {
          await page.goto(`${url}/${path}`);
          for (const one of await page.locator("summary:not(:has(+ iframe))").all()) {
            await one.click();
          }
          const where = `mail-${path.replace("?", "-")}-${locale}-${colorScheme}-${width}`;
          if (Deno.env.get("SCREENSHOT_DIR")) await screenshot(page, where);
          await assertSound(page, where);
        }
      }
    }
    watch.assertClean(noIcon);
  }
});

inBrowser("a mail appears by itself, and closes nothing that is open", async (url, post) => {
  await using browser = await openContext({ ...screenOf(1440), locale: "es-ES" });
  const { page, watch } = browser;
  await page.goto(`${url}/1`);
  const quoted = page.locator("#mail-5 details");
  await quoted.locator("summary").click();
  const frame = page.locator("#mail-4 iframe");
  await page.locator("#mail-4 summary").click();
  await page.frameLocator("#mail-4 iframe").getByText("bisagra.example").waitFor();
  assert.equal(await frame.getAttribute("sandbox"), "allow-popups allow-popups-to-escape-sandbox");
  const raw = await compose({
    from: { name: "Marta Vidal", address: "taller@talleres.example" },
    to: { name: "Elena", address: "elena@correo.example" },
    ...{ subject: "Puertas", text: "El martes", html: "<p>El martes</p><script>x()</script>" },
  });
  await post.mailboxes[0]!.add("delivered", raw);
  await page.locator("#mail-6").getByText("El martes").waitFor();
  assert.equal(await page.locator("article").first().getAttribute("id"), "mail-6");
  assert.equal(await page.getByRole("status").textContent(), "Ha llegado un correo.");
  assert.ok(await quoted.evaluate((one) => (one as HTMLDetailsElement).open));

  await page.locator("#mail-6").getByRole("link", { name: "Contestar" }).click();
  await page.getByRole("heading", { name: "Contestar a «Puertas»" }).waitFor();
  await page.keyboard.type("Vale, el martes");
  await page.keyboard.press("Control+Enter");
  await page.locator("#mail-7").getByText("Vale, el martes").waitFor();
  assert.equal(await page.getByLabel("Su dirección").inputValue(), "elena@correo.example");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "medidas.txt" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "medidas.txt");
  watch.assertClean(noIcon);
});
