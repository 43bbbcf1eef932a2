/** When events of mails are, which of them come first, and what they mean. */
import assert from "node:assert/strict";
import { windowsZones } from "@/lib/channels/email/read/calendar/windows_zones.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { own, partsOf } from "./mails.ts";

const company = "America/Bogota";
const morning = "20261201T090000";

function read(events: string[][], { method = "REQUEST", type = "text/calendar" } = {}) {
  const lines = events.flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]);
  const calendar = ["BEGIN:VCALENDAR", `METHOD:${method}`, ...lines, "END:VCALENDAR"].join("\n");
  const raw = partsOf("mixed", [
    "Content-Type: text/plain\n\nTe invito",
    `Content-Type: ${type}\n\n${calendar}`,
  ]);
  return readMail(raw, { ownAddress: own, authservId: null, timeZone: company }).invitation!;
}

const inMadrid = "2026-12-01T08:00:00Z";
const zones: [zone: string, instant: string][] = [
  ["", "2026-12-01T14:00:00Z"],
  [";TZID=Europe/Madrid", inMadrid],
  [";TZID=Romance Standard Time", inMadrid],
  [';TZID="W. Europe Standard Time"', inMadrid],
  [";TZID=romance standard time", inMadrid],
  [";TZID=Romance Daylight Time", inMadrid],
  [";TZID=Eastern Standard Time 1", "2026-12-01T14:00:00Z"],
  [";TZID=GMT Standard Time", "2026-12-01T09:00:00Z"],
  [";TZID=Russia Time Zone 3", "2026-12-01T05:00:00Z"],
  [";TZID=UTC-02", "2026-12-01T11:00:00Z"],
  [';TZID="(UTC+01:00) Brussels, Copenhagen, Madrid, Paris"', inMadrid],
  [';TZID="(GMT+01.00) Sarajevo/Warsaw/Zagreb"', inMadrid],
  [';TZID="(UTC) Dublin, Edinburgh, Lisbon, London"', "2026-12-01T09:00:00Z"],
  [';TZID="(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London"', "2026-12-01T09:00:00Z"],
  [';TZID="(UTC-05:00) Eastern Time (US & Canada)"', "2026-12-01T14:00:00Z"],
  [';TZID="(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', "2026-12-01T03:30:00Z"],
  [";TZID=/freeassociation.sourceforge.net/Europe/Madrid", inMadrid],
  [";TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Madrid", inMadrid],
  [";TZID=/mozilla.org/20050126_1/America/Argentina/Buenos_Aires", "2026-12-01T12:00:00Z"],
  [";TZID=tzone://Microsoft/Utc", "2026-12-01T09:00:00Z"],
  [";TZID=(UTC+01:00) Brussels, Copenhagen, Madrid, Paris", inMadrid],
  [";TZID=GMT+0200", "2026-12-01T07:00:00Z"],
  [";TZID=Nowhere Standard Time", "2026-12-01T14:00:00Z"],
  [`;TZID=${"x/".repeat(5_000)}`, "2026-12-01T14:00:00Z"],
];
for (const [zone, instant] of zones) {
  Deno.test(`an event is at its hour in the zone that is named: ${zone.slice(0, 70)}`, () => {
    assert.equal(read([["UID:1", `DTSTART${zone}:${morning}`]]).startsAt, instant);
  });
}

Deno.test("an invitation's time zone has its summer time under every name", () => {
  const names = ["Romance Standard Time", '"(UTC+01:00) Brussels, Copenhagen, Madrid, Paris"'];
  for (const name of names) {
    const { startsAt } = read([["UID:1", `DTSTART;TZID=${name}:20260701T090000`]]);
    assert.equal(startsAt, "2026-07-01T07:00:00Z", name);
  }
});

Deno.test("every Windows time zone maps to one of ours", () => {
  assert.equal(windowsZones.size, 139);
  for (const [name, zone] of windowsZones) {
    assert.ok(Temporal.Instant.from(inMadrid).toZonedDateTimeISO(zone), name);
  }
  assert.equal(windowsZones.get("central standard time (mexico)"), "America/Mexico_City");
  assert.equal(windowsZones.get("w. central africa standard time"), "Africa/Lagos");
  assert.equal(windowsZones.get("utc"), "Etc/UTC");
});

const days: [name: string, lines: string[], startsAt: string, endsAt: string | null][] = [
  ["one", ["DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261202"], "2026-12-01", "2026-12-02"],
  [
    "three",
    ["DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261204"],
    "2026-12-01",
    "2026-12-04",
  ],
  ["without an end", ["DTSTART;VALUE=DATE:20261201"], "2026-12-01", null],
  [
    "as long as is said",
    ["DTSTART;VALUE=DATE:20261201", "DURATION:P2D"],
    "2026-12-01",
    "2026-12-03",
  ],
  [
    "of Outlook",
    [
      "DTSTART;TZID=Romance Standard Time:20261201T000000",
      "DTEND;TZID=Romance Standard Time:20261202T000000",
      "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
    ],
    "2026-12-01",
    "2026-12-02",
  ],
];
for (const [name, lines, startsAt, endsAt] of days) {
  Deno.test(`whole days are days: ${name}`, () => {
    const event = read([["UID:1", ...lines]]);
    assert.deepEqual([event.isAllDay, event.startsAt, event.endsAt], [true, startsAt, endsAt]);
  });
}

const named = (uid: string, start: string, ...lines: string[]) => [
  ...[`UID:${uid}`, `SUMMARY:${uid}`, `DTSTART:${start}`, ...lines],
];

Deno.test("of several events the next one comes first, those that are over last", () => {
  const invitation = read([
    named("over", "20261101T090000Z"),
    named("off", "20261127T090000Z", "STATUS:CANCELLED"),
    named("later", "20261203T090000Z"),
    named("next", "20261201T090000Z"),
  ]);
  assert.equal(invitation.count, 4);
  assert.deepEqual([invitation.title, ...invitation.more.map(({ title }) => title)], [
    ...["next", "later", "over", "off"],
  ]);
  assert.equal(invitation.method, "request");
});

Deno.test("of many events ten are kept, and all are counted", () => {
  const many = Array.from({ length: 30 }, (_, at) => named(`e${at}`, "20261201T090000Z"));
  const { more, count } = read(many);
  assert.deepEqual([more.length, count], [9, 30]);
});

Deno.test("an event that repeats is one, with its exceptions", () => {
  const exception = [...named("a", "20261208T110000Z"), "RECURRENCE-ID:20261208T090000Z"];
  const invitation = read([exception, [...named("a", "20261201T090000Z"), "RRULE:FREQ=WEEKLY"]]);
  assert.deepEqual([invitation.count, invitation.startsAt, invitation.occurrence], [
    ...[1, "2026-12-01T09:00:00Z", null],
  ]);
  const alone = read([exception]);
  assert.deepEqual([alone.startsAt, alone.occurrence], [
    ...["2026-12-08T11:00:00Z", "2026-12-08T09:00:00Z"],
  ]);
});

Deno.test("of one event in two versions the later counts, whatever stands first", () => {
  const versions = [
    named("a", "20261202T090000Z", "SEQUENCE:2", "DTSTAMP:20261120T090000Z"),
    named("a", "20261203T090000Z", "SEQUENCE:2", "DTSTAMP:20261121T090000Z"),
    named("a", "20261201T090000Z", "SEQUENCE:1", "DTSTAMP:20261122T090000Z"),
  ];
  for (const order of [versions, versions.toReversed()]) {
    const { startsAt, sequence, stampedAt, count } = read(order);
    assert.deepEqual([startsAt, sequence, stampedAt, count], [
      ...["2026-12-03T09:00:00Z", 2, "2026-11-21T09:00:00Z", 1],
    ]);
  }
  assert.equal(read([named("a", morning, "SEQUENCE:99999999999")]).sequence, 0);
});

Deno.test("one that is called off says so, by its method or its status", () => {
  const event = named("a", "20261201T090000Z");
  assert.equal(read([event], { method: "CANCEL" }).method, "cancel");
  assert.equal(read([[...event, "STATUS:CANCELLED"]]).method, "cancel");
  assert.equal(read([[...event, "STATUS:CONFIRMED"]]).method, "request");
  assert.equal(read([event], { method: "PUBLISH" }).method, "other");
});

Deno.test("a calendar is known by its file's name where its type says nothing", () => {
  const event = named("a", "20261201T090000Z");
  assert.equal(read([event], { type: 'application/octet-stream; name="Cita.ICS"' }).title, "a");
  assert.equal(read([event], { type: "application/octet-stream; name=a.bin" }), null);
});
