/** What the API takes an event's invitation from, and what of it goes with the person. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { people, testOnEach, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";
import { ahead, first } from "./invited_cases.ts";
import {
  addContact,
  instant,
  type Invitation,
  organizer,
  receive,
  stamp,
  times,
} from "./invited_scene.ts";

testOnEach("an event is made of a mail's invitation only as it stands", async (world) => {
  const ana = apiOf(world, people.ana);
  const eva = apiOf(world, people.eva);
  const contactId = await addContact(ana);
  const mail = (invitation: Invitation | null) => receive(world, { contactId }, invitation);
  const fair = [...["SUMMARY:Feria", organizer, "UID:feria"], ...times(ahead + 10), ...stamp(7)];
  const [both, none, reply, off] = [
    await mail({ events: [...first.events, fair] }),
    await mail(null),
    await mail({ ...first, method: "REPLY" }),
    await mail({ ...first, method: "CANCEL" }),
  ];
  const span = { starts_at: instant(ahead), ends_at: instant(ahead + 1) };
  const make = (api: Api, invitation: unknown, more = {}) =>
    api("POST", "/events", { title: "Feria", ...span, ...more, invitation });
  const theirs = await receive(
    world,
    { contactId: await addContact(eva), companyId: 2 },
    first,
  );
  const stranger = await addContact(ana, "Otra");
  for (
    const [invitation, more] of [
      [{ message_id: none }],
      [{ message_id: reply }],
      [{ message_id: off }],
      [{ message_id: theirs }],
      [{ message_id: 999_999 }],
      [{ message_id: both, event: 2 }],
      [{ message_id: both, event: -1 }],
      [{ message_id: both, event: 10 }],
      [{ message_id: "1" }],
      [{ message_id: both, uid: "x" }],
      [{}],
      [null],
      [{ message_id: both }, { contact_id: stranger }],
    ] as [unknown, object?][]
  ) {
    await expectFailure(make(ana, invitation, more), 422, "validation_failed");
  }
  await expectFailure(
    make(ana, undefined, { ical_uid: "x" }),
    422,
    "validation_failed",
  );
  const second = await expectData(make(ana, { message_id: both, event: 1 }), 201);
  assert.deepEqual([second.ical_uid, second.ical_sequence, second.contact.id], [
    ...["feria", 7, contactId],
  ]);
  await expectFailure(
    ana("PATCH", `/events/${second.id}`, { ical_sequence: 9 }),
    422,
    "validation_failed",
  );
  const plain = await expectData(make(ana, undefined), 201);
  assert.deepEqual([plain.ical_uid, plain.ical_sequence], [null, null]);

  const path = `/events/${second.id}/invitation`;
  for (const json of [{}, { message_id: 0 }, { message_id: "x" }, { message_id: both, x: 1 }]) {
    await expectFailure(ana("POST", path, json), 422, "validation_failed");
  }
  for (const message_id of [none, theirs, 999_999]) {
    await expectFailure(ana("POST", path, { message_id }), 422, "validation_failed");
  }
  await expectFailure(eva("POST", path, { message_id: theirs }), 404, "not_found");
  await expectFailure(
    ana("POST", `/events/${plain.id}/invitation`, { message_id: both }),
    422,
    "validation_failed",
  );
  await assertErased(world, contactId);
});

/** The organiser and the id go with the person. */
async function assertErased(world: World, contactId: number): Promise<void> {
  const ana = apiOf(world, people.ana);
  await expectData(ana("POST", `/contacts/${contactId}/erase`, { confirm: "Ana García" }));
  const { rows } = await inDatabase(
    world,
    1,
    (trx) =>
      sql<{ n: number }>`select count(*)::int as n from events
      where ical_uid is not null or ical_organizer is not null`.execute(trx),
  );
  assert.equal(rows[0]!.n, 0);
}
