/** An event of the calendar follows its invitation at one press, in the conversation. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import {
  addContact,
  instant,
  organizer,
  receive,
  stamp,
  times,
  uid,
  visit,
} from "../../crm/events/invited_scene.ts";
import { screenshot } from "../../support/browser.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const ahead = 240;
const moved = { events: [visit(ahead + 24, ...stamp(2))] };

async function openThread(page: Page, world: World, contactId: number): Promise<void> {
  await page.goto(`${world.url}/panel/contacts/${contactId}?company_id=1`);
  await alive(page);
}

testInBrowser("an event is made of an invitation, moved and cancelled by it", async (world) => {
  const ana = apiOf(world, people.ana);
  const contactId = await addContact(ana);
  await receive(world, { contactId }, {
    events: [
      visit(ahead, ...stamp(1)),
      ["SUMMARY:Feria", organizer, "UID:feria", ...times(ahead + 9), "RRULE:FREQ=WEEKLY"],
    ],
  });
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await openThread(page, world, contactId);
  const invitations = page.getByRole("group", { name: "Invitación" });
  await invitations.first().getByText(
    /^Cada (lunes|martes|miércoles|jueves|viernes|sábado|domingo)$/,
  )
    .waitFor();
  await invitations.first().getByRole("link", { name: "Añadir al calendario" }).first().click();
  const form = page.getByRole("dialog", { name: "Nuevo evento" });
  await form.getByRole("button", { name: "Guardar" }).click();
  await page.getByRole("heading", { name: "Visita de obra" }).waitFor();
  const id = Number(/events\/(\d+)/.exec(page.url())![1]);
  const read = () => expectData(ana("GET", `/events/${id}`));
  assert.equal((await read()).ical_uid, uid.slice(4));
  await assertSound(page, "the page of an event of an invitation");
  await page.getByRole("link", { name: "Ver la invitación" }).click();
  await page.waitForURL(/\/panel\/contacts\/\d+/);
  await alive(page);
  await invitations.first().getByRole("link", { name: "Está en el calendario" }).waitFor();

  await receive(world, { contactId }, moved);
  await openThread(page, world, contactId);
  const last = invitations.last();
  await last.getByRole("link", { name: /^En el calendario: / }).waitFor();
  await assertSound(page, "an invitation that moves an event");
  await screenshot(page, "invitation-moves");
  await last.getByRole("button", { name: "Mover el evento" }).click();
  await page.getByText("Evento movido").waitFor();
  await last.getByRole("link", { name: "Está en el calendario" }).waitFor();
  assert.equal((await read()).starts_at, instant(ahead + 24));
  await invitations.first().getByText("El calendario tiene una versión posterior").waitFor();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await last.getByRole("link", { name: /^En el calendario: / }).waitFor();
  assert.equal((await read()).starts_at, instant(ahead));

  await receive(world, { contactId }, {
    method: "CANCEL",
    events: [visit(ahead + 24, ...stamp(3))],
  });
  await openThread(page, world, contactId);
  await last.getByRole("link", { name: "Sigue en el calendario" }).waitFor();
  await last.getByRole("button", { name: "Cancelar el evento" }).click();
  await last.getByText("Quitado del calendario").waitFor();
  assert.equal((await ana("GET", `/events/${id}`)).status, 404);
  await assertSound(page, "an invitation that cancelled an event");
  watch.assertClean({ allow: /status of 404/ });
});

testInBrowser("an invitation that moves an event is read on a phone", async (world) => {
  const ana = apiOf(world, people.ana);
  const contactId = await addContact(ana);
  const message_id = await receive(world, { contactId }, { events: [visit(ahead, ...stamp(1))] });
  const span = { starts_at: instant(ahead), ends_at: instant(ahead + 1) };
  await expectData(
    ana("POST", "/events", { title: "Visita", ...span, invitation: { message_id } }),
    201,
  );
  await receive(world, { contactId }, moved);
  const looks = { width: 390, colorScheme: "dark", locale: "en-GB" } as const;
  await using browser = await browserOf(world, "ana", looks);
  const { page, watch } = browser;
  await openThread(page, world, contactId);
  await page.getByRole("button", { name: "Move the event" }).waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await assertSound(page, `an invitation that moves an event, at ${width}`);
  }
  await screenshot(page, "invitation-moves-320");
  watch.assertClean();
});
