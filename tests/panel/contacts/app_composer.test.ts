/** The composer says whom a message by an app reaches, until when, and in how many parts. */
import assert from "node:assert/strict";
import { screenshot } from "../../support/browser.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";
import { chat } from "./chat_scene.ts";

const minute = 1 / 60;

testInBrowser(
  "the window is told, counted down, and its end leaves a template or nothing",
  async (world) => {
    const number = await chat(world, { heardHoursAgo: 2 });
    const page = await chat(world, { channel: "facebook", heardHoursAgo: 24 - 20 * minute });
    const late = await chat(world, { channel: "instagram", heardHoursAgo: 30 });
    await using browser = await browserOf(world, "ana");
    const { page: tab, watch } = browser;
    const open = async (id: number) => {
      await tab.goto(`${world.url}/panel/contacts/${id}`);
      await alive(tab);
    };
    const send = tab.getByRole("button", { name: "Enviar", exact: true });
    const field = tab.getByLabel("Escribe un mensaje");

    await open(number.contactId);
    const form = tab.locator("form.composer");
    await form.getByText("Para +34600111222").waitFor();
    await form.getByText("quedan 21 h para escribir").waitFor();
    await field.fill("a".repeat(9_000));
    await form.getByText("Sale en 3 mensajes").waitFor();
    await field.fill("a b ".repeat(12_000));
    await form.getByText(/Son 12 mensajes y salen 10 como mucho/).waitFor();
    await field.fill("");
    // What is answered is quoted, chosen in the thread.
    await tab.getByRole("button", { name: "Responder a este mensaje" }).click();
    await form.getByText("Respondes a").waitFor();
    await form.getByText("Hola", { exact: true }).waitFor();
    await assertSound(tab, "an answer to one message");
    await screenshot(tab, "composer-answers");
    await form.getByRole("button", { name: "No citar el mensaje" }).click();
    await form.getByText("Respondes a").waitFor({ state: "detached" });

    await open(page.contactId);
    const timer = form.getByRole("timer");
    await timer.waitFor();
    assert.match(await timer.innerText(), /^quedan 1\d:\d\d min para escribir$/);
    const before = await timer.innerText();
    await tab.waitForFunction(
      (text) => document.querySelector("[role=timer]")?.textContent !== text,
      before,
    );
    await assertSound(tab, "the last hour");

    await open(late.contactId);
    await form.getByText("Para @marta.gil").waitFor();
    await form.getByText(/Hace demasiado que no escribe/).waitFor();
    await field.fill("Hola");
    assert.equal(await send.isDisabled(), true);
    await assertSound(tab, "a closed window");
    await screenshot(tab, "composer-closed");
    watch.assertClean();
  },
);
