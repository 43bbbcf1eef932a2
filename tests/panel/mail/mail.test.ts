/** Mail in a conversation: shown safely, answered, and what comes of it. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { deliver, renumbered, verified, watched } from "../../channels/email/deliver.ts";
import { lines, mailOf, partsOf, undelivered } from "../../channels/email/mails.ts";
import type { Post } from "../../channels/email/scene.ts";
import { delivered, goNow } from "../../channels/scene.ts";
import { expectData } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { open } from "../contacts/conversation_scene.ts";
import { alive } from "../hands.ts";
import { testWithPost } from "./mail_scene.ts";
import { assertSound, browserOf } from "../scene.ts";

const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const laidOut = partsOf("related", [
  `Content-Type: text/html; charset=utf-8

<p style="color:red">¿Reparáis <b>puertas</b>?</p><script>document.title = "ran"</script>
<img src="cid:door@x" alt="La puerta"><img src="https://tracker.example/p.gif" alt="">
<a href="https://cliente.example/plano">Plano</a> <a href="/api/admin/me">Aquí</a>`,
  `Content-Type: image/png; name=puerta.png
Content-Transfer-Encoding: base64
Content-ID: <door@x>
Content-Disposition: inline; filename=puerta.png

${picture}`,
], [...verified, "Cc: Luis <luis@cliente.example>, obra@otra.example"]);

const answer = mailOf({
  head: ["Reply-To: cobros@estafa.example", "In-Reply-To: <a1@cliente.example>"],
  body: "¿Y ventanas?\n\nOn Tue, 24 Nov 2026 at 10:00, Taller <hola@taller.example> wrote:\n\n" +
    "> Claro que reparamos puertas.\n",
});

const invitation = partsOf("alternative", [
  "Content-Type: text/plain; charset=utf-8\n\nNos vemos en la obra.",
  `Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VEVENT
SUMMARY:Visita de obra
LOCATION:Calle Mayor 1
DTSTART:20261201T090000Z
DTEND:20261201T103000Z
END:VEVENT
BEGIN:VEVENT
SUMMARY:Feria
DTSTART;VALUE=DATE:20261205
DTEND;VALUE=DATE:20261208
STATUS:CANCELLED
END:VEVENT
END:VCALENDAR`,
], [...verified]);

testWithPost("a mail is shown as text, and as its sender laid it out", async (world, post) => {
  const { contactId, api } = await receives(world, post, [laidOut, answer, invitation]);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await open(page, world, contactId);
  const thread = page.getByRole("group", { name: "Conversación" });

  // One subject for all that answers it; heads and quoted text are folded.
  await thread.getByText("¿Y ventanas?").waitFor();
  assert.equal(await thread.getByRole("heading", { name: "Una puerta que no cierra" }).count(), 1);
  const first = thread.getByRole("listitem").filter({ hasText: "¿Reparáis puertas?" });
  const cc = first.getByText("Luis <luis@cliente.example>");
  assert.equal(await cc.isVisible(), false);
  await first.getByText("Para Taller y 2 más").click();
  assert.ok(await cc.isVisible());
  const second = thread.getByRole("listitem").filter({ hasText: "¿Y ventanas?" });
  assert.equal(await thread.getByText("Remitente sin verificar").count(), 1);
  assert.ok(await second.getByText("Remitente sin verificar").isVisible());
  const quoted = second.getByText("Claro que reparamos puertas");
  assert.equal(await quoted.isVisible(), false);
  await second.getByText("Texto citado").press("Enter");
  assert.ok(await quoted.isVisible());
  await assertSound(page, "mails");
  await screenshot(page, "mail-thread");

  // As an earlier version stored it.
  await inTenant(
    world,
    (trx) =>
      sql`update contact_messages set html = html || '<p><a href="https:/api/admin/me">Antes</a></p>'
      where html is not null`.execute(trx),
    1,
  );
  // Its HTML stands in a frame without scripts, with its own pictures alone.
  await first.getByRole("button", { name: "Ver como correo" }).click();
  const dialog = page.getByRole("dialog", { name: "Una puerta que no cierra" });
  await dialog.getByText("Una imagen de fuera no se muestra").waitFor();
  const element = dialog.locator("iframe");
  const sandbox = await element.getAttribute("sandbox");
  assert.doesNotMatch(sandbox!, /scripts|same-origin|forms|top-navigation/);
  const frame = dialog.frameLocator("iframe");
  await frame.getByText("puertas").waitFor();
  assert.equal(
    await frame.getByRole("link", { name: "Plano" }).getAttribute("href"),
    "https://cliente.example/plano",
  );
  for (const name of ["Aquí", "Antes"]) {
    await frame.getByText(name).waitFor();
    assert.equal(await frame.getByRole("link", { name }).count(), 0, name);
  }
  const width = () =>
    frame.getByRole("img", { name: "La puerta" }).evaluate((image) =>
      (image as HTMLImageElement).naturalWidth
    );
  await until(async () => await width() === 1, { what: "the mail's own picture" });
  assert.equal(await frame.locator("script, [style], img[src^=http]").count(), 0);
  await assertSound(page, "a mail in its frame");
  await screenshot(page, "mail-frame");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  // No other frame is let in, wherever it leads.
  const refused = await page.evaluate(() =>
    new Promise<string>((resolve) => {
      document.addEventListener(
        "securitypolicyviolation",
        (event) => resolve(event.effectiveDirective),
        { once: true },
      );
      const frame = document.createElement("iframe");
      frame.src = "/panel";
      document.body.append(frame);
    })
  );
  assert.equal(refused, "frame-src");

  await offersTheEvent(page);
  const [event] = (await expectData(api("GET", "/events?q=visita"))) as Record<string, unknown>[];
  assert.deepEqual(
    [event!.starts_at, event!.ends_at, event!.location],
    ["2026-12-01T09:00:00.000Z", "2026-12-01T10:30:00.000Z", "Calle Mayor 1"],
  );
  assert.equal((event!.contact as { id: number }).id, contactId);
  watch.assertClean({ allow: /frame-src|Framing|\/panel/ });
});

testWithPost("a mail is answered to all, and its end is told", async (world, post) => {
  const { contactId, api, read, settled } = await receives(world, post, [laidOut, answer], {
    signature: "Taller Gil",
  });
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await open(page, world, contactId);
  const thread = page.getByRole("group", { name: "Conversación" });
  const composer = page.locator(".composer");
  const fold = composer.locator("summary");
  await fold.getByText("Re: Una puerta que no cierra").waitFor();
  await fold.getByText("ana@cliente.example").waitFor();
  await composer.getByText("Taller Gil").waitFor();

  // Another address is the member's to choose; what is no address is refused at its field.
  await fold.click();
  const to = composer.getByLabel("Para", { exact: true });
  assert.equal(await to.inputValue(), "ana@cliente.example");
  assert.deepEqual(await to.getByRole("option").allTextContents(), [
    "ana@cliente.example",
    "cobros@estafa.example",
  ]);
  const cc = composer.getByLabel("Con copia a");
  await cc.fill("nadie");
  const field = page.getByLabel("Escribe un mensaje");
  await field.fill("Sí, también ventanas");
  await field.press("Control+Enter");
  await composer.locator("[aria-invalid]").waitFor();
  await until(() => cc.evaluate((input) => input === document.activeElement), { what: "focus" });
  await assertSound(page, "a refused copy");
  await screenshot(page, "mail-composer");
  await cc.fill("jefe@cliente.example");
  await composer.getByLabel("Asunto").fill("Puertas y ventanas");

  // The draft, with what a mail has besides, survives a reload.
  await page.reload();
  await alive(page);
  await fold.getByText("Puertas y ventanas").waitFor();
  assert.equal(await field.inputValue(), "Sí, también ventanas");
  await field.press("Control+Enter");
  await thread.getByText("Sale en unos segundos").waitFor();
  await goNow(world);
  await thread.getByText(/^Enviado/).waitFor();
  const [{ text, to: recipients }] = post.smtp.mails as [typeof post.smtp.mails[number]];
  assert.deepEqual(recipients, ["ana@cliente.example", "jefe@cliente.example"]);
  assert.match(text, /^Subject: Puertas y ventanas\r?$/m);
  assert.match(text, /Taller Gil/);
  await thread.getByRole("heading", { name: "Puertas y ventanas" }).waitFor();

  // Everybody whom the last mail named is one press away.
  const thanks = mailOf({ head: [...verified, "Cc: luis@cliente.example"], body: "Gracias" });
  const now = new TextDecoder().decode(renumbered(9, thanks))
    .replace(/^Date: .*$/m, `Date: ${new Date(Date.now() + 1_000).toUTCString()}\r`);
  await deliver(post, [new TextEncoder().encode(now)]);
  await read();
  await settled(3);
  await thread.getByText("Gracias").waitFor();
  await composer.getByRole("button", { name: "Responder a todos" }).click();
  await fold.getByText("luis@cliente.example").waitFor();
  await field.fill("A vosotros");
  await field.press("Control+Enter");
  await thread.getByText("Sale en unos segundos").waitFor();
  await goNow(world);
  await until(() => Promise.resolve(post.smtp.mails.length === 2), { what: "the second mail" });
  assert.deepEqual(post.smtp.mails[1]!.to, ["ana@cliente.example", "luis@cliente.example"]);

  // One that comes back says why, where it stands.
  const messages = await expectData(api("GET", `/contacts/${contactId}/messages`));
  const message = messages.find((one: { body: string }) => one.body === "A vosotros");
  await delivered({ api }, contactId, message.id, "sent");
  const report = new TextDecoder().decode(undelivered)
    .replace("<out1@taller.example>", message.external_id)
    .replaceAll("nadie@cliente.example", "luis@cliente.example");
  await deliver(post, [lines(report)]);
  await read();
  await thread.getByText(/luis@.* no lo ha recibido.*Fue devuelto.*5\.1\.1/).waitFor();
  await assertSound(page, "a mail that came back");
  await screenshot(page, "mail-bounced");

  // It is told before the next one leaves, which can be sent all the same.
  const warning = composer.getByText(/luis@cliente\.example devolvió un correo el .*no such user/);
  assert.equal(await warning.count(), 0);
  await composer.getByRole("button", { name: "Responder a todos" }).click();
  await warning.waitFor();
  await assertSound(page, "an address that returned mail");
  await screenshot(page, "mail-refused");
  await field.fill("Otra vez");
  await field.press("Control+Enter");
  await thread.getByText("Sale en unos segundos").waitFor();
  await warning.waitFor({ state: "detached" });
  await composer.getByRole("button", { name: "Responder a todos" }).click();
  await composer.getByRole("button", { name: "Ya funciona: luis@cliente.example" }).click();
  await warning.waitFor({ state: "detached" });
  assert.deepEqual(await expectData(api("GET", "/refused-addresses")), []);
  watch.assertClean({ allow: /422/ });
});

testWithPost("on a phone a mail is one of a messenger's", async (world, post) => {
  const { contactId } = await receives(world, post, [laidOut, answer, invitation], {
    signature: "Taller Gil\nCalle Mayor 1",
  });
  const looks = { width: 390, colorScheme: "dark", locale: "en-GB" } as const;
  await using browser = await browserOf(world, "ana", looks);
  const { page, watch } = browser;
  await open(page, world, contactId);
  const thread = page.getByRole("group", { name: "Conversation" });
  await thread.getByText("Sender not verified").waitFor();
  await page.locator(".composer summary").getByText("Re: Una puerta").waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await assertSound(page, `mails at ${width}`);
    await screenshot(page, `mail-${width}`);
  }
  await thread.getByRole("button", { name: "Show as mail" }).click();
  await page.getByRole("dialog").frameLocator("iframe").getByText("puertas").waitFor();
  await assertSound(page, "a mail in its frame on a phone");
  await screenshot(page, "mail-frame-320");
  watch.assertClean();
});

/** A mailbox into which these have come, all of one person. */
async function receives(
  world: World,
  post: Post,
  mails: Uint8Array[],
  settings: Record<string, unknown> = {},
) {
  const mailbox = await watched(world, post, { sent_copy: false, ...settings });
  await deliver(post, mails.map((raw, at) => renumbered(at + 1, raw)));
  await mailbox.read();
  await mailbox.settled(mails.length);
  const contacts = await mailbox.contacts();
  assert.equal(contacts.length, 1);
  return { ...mailbox, contactId: contacts[0].id as number };
}

/** The link opens the form of a new event with the invitation's values, and nothing is made unasked. */
async function offersTheEvent(page: Page): Promise<void> {
  const invited = page.getByRole("group", { name: "Invitación" });
  for (const text of ["Visita de obra", "Cancela: Feria", "5 dic – 7 dic 2026"]) {
    await invited.getByText(text).waitFor();
  }
  await invited.getByRole("link", { name: "Añadir al calendario" }).click();
  const form = page.getByRole("dialog", { name: "Nuevo evento" });
  await until(async () => await form.getByLabel("Título").inputValue() === "Visita de obra", {
    what: "the invitation's title",
  });
  await assertSound(page, "an invitation as an event");
  await screenshot(page, "mail-event");
  await form.getByRole("button", { name: "Guardar" }).click();
  await page.getByRole("heading", { name: "Visita de obra" }).waitFor();
}
