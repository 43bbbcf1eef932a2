/** Which of an event's invitations still holds, and by whose clock it is. */
import assert from "node:assert/strict";
import { readThread } from "@/lib/crm/contacts/threads.ts";
import { inTenant } from "../../notify/scene.ts";
import { deliver, renumbered, watched } from "./deliver.ts";
import { partsOf } from "./mails.ts";
import { testWithMail } from "./scene.ts";

function invitation(title: string, lines: string[], method = "REQUEST") {
  const event = [`SUMMARY:${title}`, "DTSTART:20261201T090000", ...lines];
  const calendar = ["BEGIN:VCALENDAR", `METHOD:${method}`, "BEGIN:VEVENT", ...event, "END:VEVENT"];
  return partsOf("mixed", [
    `Content-Type: text/plain\n\n${title}`,
    `Content-Type: text/calendar\n\n${[...calendar, "END:VCALENDAR"].join("\n")}`,
  ]);
}

const stamped = (sequence: number, day: number) => [
  ...["UID:visita", `SEQUENCE:${sequence}`, `DTSTAMP:202611${day}T090000Z`],
];
const mails: [raw: Uint8Array, title: string, isSuperseded: boolean][] = [
  [invitation("second", stamped(1, 20)), "second", true],
  [invitation("third", stamped(2, 21)), "third", true],
  [invitation("first, late", stamped(0, 22)), "first, late", true],
  [invitation("third again", stamped(2, 23)), "third again", false],
  [invitation("an answer", stamped(9, 24), "REPLY"), "an answer", false],
  [invitation("another", ["UID:otra", "SEQUENCE:0"]), "another", false],
  [
    invitation("one day of it", [...stamped(0, 20), "RECURRENCE-ID:20261208T090000Z"]),
    "one day of it",
    false,
  ],
  [invitation("without an id", []), "without an id", false],
];

testWithMail("the latest version of an invitation counts in any order", async (world, post) => {
  await inTenant(
    world,
    (trx) => trx.updateTable("companies").set({ timezone: "America/Bogota" }).execute(),
  );
  const { read, settled, contacts, messagesOf } = await watched(world, post);
  await deliver(post, mails.map(([raw], at) => renumbered(at + 1, raw)));
  await read();
  await settled(mails.length);
  const [contact] = await contacts();
  const messages = await messagesOf(contact.id);
  const versions = Object.fromEntries(
    mails.map(([, title, isSuperseded]) => [title, isSuperseded]),
  );
  // deno-lint-ignore no-explicit-any
  const invitations = messages.map(({ mail }: any) => mail.invitation);
  assert.deepEqual(
    // deno-lint-ignore no-explicit-any
    Object.fromEntries(invitations.map((one: any) => [one.title, one.superseded])),
    versions,
  );
  assert.ok(
    invitations.every((one: { starts_at: string }) => one.starts_at === "2026-12-01T14:00:00Z"),
  );
  const { entries } = await inTenant(
    world,
    (trx) => readThread(trx, { companyId: 1, language: "es" }, contact.id, { most: 20 }),
  );
  assert.deepEqual(
    Object.fromEntries(
      entries.map(({ mail }) => [mail!.invitation!.title, mail!.invitation!.superseded]),
    ),
    versions,
  );
});
