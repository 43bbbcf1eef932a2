/** The inbox names what is held, and it is released one by one or all. */
import assert from "node:assert/strict";
import { readContactForm } from "@/lib/crm/contacts/contact_form.ts";
import { receiveContact } from "@/lib/crm/contacts/receive_contact.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { people, type World } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

/** A post of the form; beyond the first of the day it is held. */
async function write(world: World, name: string): Promise<void> {
  const email = `${name.toLowerCase()}@casa.example`;
  const { database, announce } = world.services;
  const form = readContactForm({ name, email, message: `Soy ${name}` });
  const around = { sourceUrl: null, network: "192.0.2.0/24", perDay: 1 };
  await inCompany(
    database.db,
    form.companyId,
    (trx) => receiveContact(trx, form, around),
    announce,
  );
}

async function counts(world: World) {
  const { body } = await world.call("GET", "/api/admin/counts", { member: people.ana });
  return [body.data.contacts, body.data.held];
}

testInBrowser("held messages are released one by one, several and all", async (world) => {
  for (const name of ["Alba", "Blas", "Celia", "Diego"]) await write(world, name);
  assert.deepEqual(await counts(world), [1, 3]);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/contacts`);
  await alive(page);
  await page.getByRole("row", { name: /Alba/ }).waitFor();
  assert.equal(await page.getByRole("row", { name: /Blas/ }).count(), 0);
  const line = page.locator("[data-region=held]");
  await line.getByText("Llegaron demasiados por el formulario").waitFor();
  await assertSound(page, "the inbox with something held");
  assert.equal(await page.getByRole("button", { name: "Liberar todos" }).count(), 0);
  await line.getByRole("link", { name: "3 mensajes retenidos" }).click();
  await page.waitForURL(/held=true/);
  await alive(page);
  assert.equal(
    await page.getByRole("link", { name: "Retenidos", exact: true }).getAttribute("aria-current"),
    "page",
  );
  await page.getByRole("row", { name: /Blas/ }).waitFor();
  assert.equal(await page.getByRole("row", { name: /Alba/ }).count(), 0);
  await assertSound(page, "the list of what is held");

  await write(world, "Eva");
  await line.getByText("4 mensajes retenidos").waitFor();
  await page.getByRole("row", { name: /Eva/ }).waitFor();

  await page.getByRole("button", { name: "Liberar: Blas" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /Blas/ }).waitFor({ state: "detached" });
  await page.getByRole("status").filter({ hasText: "Liberado: está en la bandeja" }).waitFor();
  await line.getByText("3 mensajes retenidos").waitFor();
  assert.deepEqual(await counts(world), [2, 3]);

  const bar = page.getByRole("toolbar", { name: "Lo seleccionado" });
  await page.getByRole("row", { name: /Celia/ }).getByRole("checkbox").check();
  await bar.getByRole("button", { name: "Liberar", exact: true }).click();
  await page.getByRole("row", { name: /Celia/ }).waitFor({ state: "detached" });
  await undo(page, "Hecho: 1.");
  await page.getByRole("row", { name: /Celia/ }).waitFor();

  const all = line.getByRole("button", { name: "Liberar todos" });
  const ask = page.getByRole("dialog", { name: "¿Liberar 3 mensajes retenidos?" });
  await all.click();
  await ask.waitFor();
  await assertSound(page, "the question");
  await page.keyboard.press("Escape");
  await ask.waitFor({ state: "detached" });
  assert.deepEqual(await counts(world), [2, 3]);
  await all.focus();
  await page.keyboard.press("Enter");
  await ask.getByRole("button", { name: "Liberar todos" }).click();
  await page.getByRole("status").filter({ hasText: "3 mensajes liberados" }).waitFor();
  await page.getByText("No hay nada retenido.").waitFor();
  assert.equal(await line.textContent(), "");
  assert.deepEqual(await counts(world), [5, 0]);

  await write(world, "Fede");
  await page.getByRole("button", { name: "Liberar: Fede" }).click();
  await page.getByText("No hay nada retenido.").waitFor();
  assert.deepEqual(await counts(world), [6, 0]);
  watch.assertClean();
});

testInBrowser("held messages are released on a phone, in dark and in English", async (world) => {
  for (const name of ["Alba", "Blas", "Celia"]) await write(world, name);
  await using browser = await browserOf(world, "ana", {
    width: 390,
    colorScheme: "dark",
    locale: "en-GB",
  });
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/contacts`);
  await alive(page);
  await assertSound(page, "the inbox on a phone");
  await page.getByRole("link", { name: "2 messages held" }).click();
  await page.waitForURL(/held=true/);
  await alive(page);
  await assertSound(page, "what is held, on a phone");
  await page.getByRole("button", { name: "Release: Blas" }).click();
  await page.locator("[data-region=held]").getByText("1 message held").waitFor();

  await page.getByRole("link", { name: /Celia/ }).click();
  await page.getByRole("heading", { name: "Celia" }).waitFor();
  await alive(page);
  await page.getByText("Held", { exact: true }).waitFor();
  await assertSound(page, "a contact that is held");
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await page.getByRole("button", { name: "Release", exact: true }).waitFor({ state: "detached" });
  await page.getByText("Held", { exact: true }).waitFor({ state: "detached" });
  assert.equal((await counts(world))[1], 0);
  watch.assertClean();
});
