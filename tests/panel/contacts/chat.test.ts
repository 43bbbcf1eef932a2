/** A conversation by WhatsApp as the panel shows it: where each message came from and leads to. */
import assert from "node:assert/strict";
import { screenshot } from "../../support/browser.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";
import { chat, fileAll } from "./chat_scene.ts";
import { alive } from "../hands.ts";

const looks = [
  { locale: "es-ES", width: 1440, colorScheme: "light" },
  { locale: "en-GB", width: 390, colorScheme: "dark" },
] as const;

testInBrowser("every kind of message is shown, with what it leads to", async (world) => {
  const conversation = await chat(world);
  await fileAll(conversation);
  for (const look of looks) {
    await using browser = await browserOf(world, "ana", look);
    const { page, watch } = browser;
    await page.goto(`${world.url}/panel/contacts/${conversation.contactId}`);
    await alive(page);
    const isSpanish = look.locale === "es-ES";
    const say = (es: string, en: string) => isSpanish ? es : en;
    const thread = page.getByRole("group", { name: say("Conversación", "Conversation") });
    await thread.getByText("WhatsApp").first().waitFor();
    const at = (text: string) => thread.getByRole("listitem").filter({ hasText: text });

    const ad = at("¿Hacéis mesas a medida?").first();
    await ad.getByText(say("Viene de un anuncio", "Came from an ad")).waitFor();
    const link = ad.getByRole("link", { name: "Mesas de roble" });
    assert.equal(await link.getAttribute("href"), "https://fb.example/ad/1");
    assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
    assert.equal(await ad.getByText(/anuncio\.jpg/).count(), 1, "the ad's picture");
    const reactions = ad.getByRole("list", { name: say("Reacciones", "Reactions") });
    await reactions.getByText(say("Nosotros", "Us")).waitFor();
    await at("Sí. ¿Qué medidas?").first()
      .getByText(say("Respondido fuera de Relevo", "Answered elsewhere")).waitFor();

    // What it answers leads there, by keyboard too; the earlier wording unfolds.
    const edited = at("De 180 × 90").first();
    const answered = edited.getByRole("link", { name: /Sí\. ¿Qué medidas\?/ });
    await answered.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
      document.querySelector("li:target")?.textContent?.includes("¿Qué medidas?")
    );
    assert.equal(await edited.getByText("De 160 × 90").isVisible(), false);
    await edited.getByText(say("Editado", "Edited")).click();
    await edited.getByText("De 160 × 90").waitFor();
    await thread.getByText(say("Mensaje eliminado por quien", "Message unsent by its sender"))
      .waitFor();

    const map = thread.getByRole("link", { name: say("Ver en el mapa", "Show on the map") });
    assert.equal(
      await map.getAttribute("href"),
      "https://www.openstreetmap.org/?mlat=39.8628&mlon=-4.0273#map=17/39.8628/-4.0273",
    );
    await thread.getByText(/Total: .*960[.,]50/).waitFor();
    assert.equal(await thread.getByRole("link", { name: say("Abrir", "Open") }).count(), 0);

    // A voice note is played in place and can be saved; what is coming says so.
    const voice = thread.locator("audio[data-sound='audio/ogg']");
    assert.equal(await voice.getAttribute("aria-label"), "voz.ogg");
    await thread.getByRole("link", { name: say("Guardar voz.ogg", "Save voz.ogg") }).waitFor();
    await thread.getByText(say("«plano.pdf» todavía está llegando", "“plano.pdf” is still coming"))
      .waitFor();
    await thread.getByText(say("parte 1 de 3", "part 1 of 3")).waitFor();
    await thread.getByText(say("plantilla presupuesto_listo", "template presupuesto_listo"))
      .waitFor();
    await assertSound(page, `a chat at ${look.width}`);
    await screenshot(page, `chat-${look.width}`);

    // A card becomes a contact by the usual form, filled.
    await thread.getByRole("link", { name: say("Nuevo contacto: Luis", "New contact: Luis") })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    const values = await dialog.locator("input").evaluateAll((inputs) =>
      inputs.map((input) => (input as HTMLInputElement).value)
    );
    for (const value of ["Luis Pérez", "Maderas Pérez", "luis@maderas.example"]) {
      assert.ok(values.includes(value), `${value} in ${values}`);
    }
    await assertSound(page, "a contact from a card");
    watch.assertClean();
  }
});
