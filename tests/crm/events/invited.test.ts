/** An event that was made of an invitation, and the later mails about it. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { team } from "../notices/phones.ts";
import { type Api, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";
import { ahead, changed, first, laterMails } from "./invited_cases.ts";
import {
  addContact,
  instant,
  type Invitation,
  organizer,
  receive,
  stamp,
  times,
  uid,
  visit,
} from "./invited_scene.ts";

async function addEvent(api: Api, message_id: number, hours = ahead) {
  const invitation = { message_id };
  const span = { starts_at: instant(hours), ends_at: instant(hours + 1) };
  return await expectData(
    api("POST", "/events", { title: "Visita de obra", ...span, invitation }),
    201,
  );
}

async function calendarOf(api: Api, contactId: number, id: number) {
  const { mail } = await expectData(api("GET", `/contacts/${contactId}/messages/${id}`));
  return mail.invitation.calendar;
}

testOnEach(
  "what a later mail means for the event that was made of an invitation",
  async (world) => {
    const ana = apiOf(world, people.ana);
    for (const [name, was, mail, standing] of laterMails) {
      const contactId = await addContact(ana, name);
      const eventId = await receive(world, { contactId }, was);
      assert.equal(await calendarOf(ana, contactId, eventId), null, name);
      const event = await addEvent(ana, eventId);
      assert.equal(event.contact.id, contactId, "its contact is the mail's");
      const id = await receive(world, { contactId }, mail);
      const calendar = await calendarOf(ana, contactId, id);
      assert.deepEqual([name, calendar?.standing ?? null], [name, standing]);
      if (calendar) assert.deepEqual([calendar.event_id, calendar.version], [event.id, 1]);
      const press = ana("POST", `/events/${event.id}/invitation`, { message_id: id });
      if (standing === "move" || standing === "cancel") await expectData(press);
      else await expectFailure(press, 409, "invalid_transition");
    }
    // Of another contact: nothing is known, nothing is taken.
    const contactId = await addContact(ana);
    const event = await addEvent(ana, await receive(world, { contactId }, first));
    const stranger = await addContact(ana, "Otra");
    const id = await receive(world, { contactId: stranger }, changed(stamp(9)));
    assert.equal(await calendarOf(ana, stranger, id), null);
    await expectFailure(
      ana("POST", `/events/${event.id}/invitation`, { message_id: id }),
      422,
      "validation_failed",
    );
  },
);

testOnEach("one press moves the event or cancels it, and its person is told", async (world) => {
  const { ana, luis } = await team(world);
  const contactId = await addContact(ana.api);
  const event = await addEvent(ana.api, await receive(world, { contactId }, first));
  assert.deepEqual([event.ical_uid, event.ical_sequence], [uid.slice(4), 1]);
  const path = `/events/${event.id}`;
  await expectData(ana.api("PATCH", path, { assignee_id: luis.id, location: "Taller" }));
  const update = await receive(world, { contactId }, {
    events: [["SUMMARY:Otra cosa", organizer, uid, ...times(ahead + 24, 2), ...stamp(2)]],
  });
  const newest = await receive(world, { contactId }, changed(stamp(3), ahead + 48));
  const press = (message_id: number, more = {}) =>
    ana.api("POST", `${path}/invitation`, { message_id, ...more });
  assert.equal((await calendarOf(ana.api, contactId, update)).standing, "current", "superseded");
  await expectFailure(press(update), 409, "invalid_transition");
  await expectFailure(press(newest, { version: 1 }), 409, "version_conflict");
  assert.equal((await expectData(ana.api("GET", path))).starts_at, instant(ahead));

  const { standing, starts_at, version } = await calendarOf(ana.api, contactId, newest);
  assert.deepEqual([standing, starts_at, version], ["move", instant(ahead), 2]);
  const moved = await expectData(press(newest, { version }));
  assert.deepEqual(
    [moved.starts_at, moved.ends_at, moved.title, moved.location, moved.ical_sequence],
    [instant(ahead + 48), instant(ahead + 49), "Visita de obra", "Taller", 3],
  );
  assert.equal((await calendarOf(ana.api, contactId, newest)).standing, "current");
  assert.equal((await calendarOf(ana.api, contactId, update)).standing, "newer");
  await expectFailure(press(newest), 409, "invalid_transition");
  const [notice] = await luis.phone.inbox();
  assert.match(notice!.title, /^Se ha movido: Visita de obra$/);
  assert.match(
    notice!.body,
    /^Ahora es el .+\. Taller\. Lo ha hecho Ana Ruiz, como decía un correo\.$/,
  );
  assert.equal(notice!.url, `/panel/events/${event.id}?company_id=1`);
  const { entries = [] } = await expectData(ana.api("GET", `${path}/timeline`)).then((data) =>
    Array.isArray(data) ? { entries: data } : data
  );
  assert.ok(JSON.stringify(entries).includes("starts_at"), "its history says so");

  // What a member changes since stays.
  await expectData(
    ana.api("PATCH", path, { starts_at: instant(ahead), ends_at: instant(ahead + 1) }),
  );
  assert.equal((await calendarOf(ana.api, contactId, newest)).standing, "current");

  const off = await receive(world, { contactId }, changed(stamp(4), ahead + 48, "CANCEL"));
  assert.equal((await calendarOf(ana.api, contactId, off)).standing, "cancel");
  await expectData(press(off));
  await expectFailure(ana.api("GET", path), 404, "not_found");
  assert.equal((await calendarOf(ana.api, contactId, off)).standing, "cancelled");
  await expectFailure(press(off), 404, "not_found");
  assert.match((await luis.phone.inbox())[0]!.title, /^Se ha cancelado: Visita de obra$/);
  await expectData(ana.api("POST", `${path}/restore`));
  assert.equal((await calendarOf(ana.api, contactId, off)).standing, "cancel");
  await expectData(ana.api("DELETE", path));
  assert.equal(await calendarOf(ana.api, contactId, newest), null, "it can be added again");
});

const weekly = (hours: number, ...lines: string[]): Invitation => ({
  events: [visit(hours, "RRULE:FREQ=WEEKLY", ...lines)],
});
const week = 168;
/** A series that began ten weeks ago, whose next date is in three days. */
const series = weekly(72 - 10 * week, ...stamp(1));

testOnEach("an invitation can be one date of a series", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = async () => {
    const contactId = await addContact(ana);
    const mail = await receive(world, { contactId }, series);
    const event = await addEvent(ana, mail, 72);
    return {
      event,
      mail,
      standing: async (invitation: Invitation) => {
        const id = await receive(world, { contactId }, invitation);
        const calendar = await calendarOf(ana, contactId, id);
        return { id, standing: calendar?.standing ?? null };
      },
      calendar: (id: number) => calendarOf(ana, contactId, id),
    };
  };
  const date = (hours: number) => `RECURRENCE-ID:${instant(hours).replace(/[-:]|\.\d+/g, "")}`;
  const own = await make();
  assert.equal((await own.calendar(own.mail)).standing, "current");
  const other = changed([date(72 + week), ...stamp(2)], 96 + week);
  assert.equal((await own.standing(other)).standing, null, "another date moved");
  assert.equal(
    (await own.standing(changed([date(72 + week), ...stamp(3)], 72 + week, "CANCEL"))).standing,
    null,
    "another date is called off",
  );
  const moved = await own.standing(changed([date(72), ...stamp(2)], 75));
  assert.equal(moved.standing, "move");
  const press = (message_id: number) =>
    ana("POST", `/events/${own.event.id}/invitation`, { message_id });
  assert.equal((await expectData(press(moved.id))).starts_at, instant(75));
  assert.equal(
    (await own.standing(changed([date(72), ...stamp(3)], 75, "CANCEL"))).standing,
    "cancel",
  );

  const whole = await make();
  const shifted = await whole.standing(weekly(74 - 10 * week, ...stamp(2)));
  assert.equal(shifted.standing, "move");
  const { starts_at } = await expectData(
    ana("POST", `/events/${whole.event.id}/invitation`, { message_id: shifted.id }),
  );
  assert.equal(starts_at, instant(74));
  assert.equal(
    (await whole.standing({ ...weekly(74 - 10 * week, ...stamp(3)), method: "CANCEL" })).standing,
    "cancel",
  );

  // What is over belongs to the past, whatever becomes of the series.
  const past = await make();
  await inDatabase(world, 1, (trx) =>
    trx.updateTable("events").set({
      ical_occurrence: instant(72 - week).replace(".000", ""),
      starts_at: new Date(instant(72 - week)),
      ends_at: new Date(instant(73 - week)),
    }).where("id", "=", past.event.id).execute());
  assert.equal((await past.standing(weekly(74 - 10 * week, ...stamp(2)))).standing, null);
});
