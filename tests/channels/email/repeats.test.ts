/** Rules of invitations that repeat: their next date, their words, and whether they are over. */
import assert from "node:assert/strict";
import { nextDate } from "@/lib/channels/email/read/calendar/next_date.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import type { Language } from "@/lib/words/language.ts";
import { dayIn } from "@/lib/values/dates.ts";
import { toMail } from "@/lib/crm/contacts/conversation/mail_record.ts";
import { invitedRule } from "@/lib/panel/contacts/thread/mail/repeat_words.ts";
import { own, partsOf } from "./mails.ts";

const timeZone = "Europe/Madrid";
const now = new Date("2026-12-02T12:00:00Z");
const tuesday = "DTSTART;TZID=Europe/Madrid:20260901T090000";

function read(lines: string[], more: string[][] = []) {
  const events = [lines, ...more]
    .flatMap((lines) => ["BEGIN:VEVENT", ...lines, "UID:1", "END:VEVENT"]);
  const calendar = ["BEGIN:VCALENDAR", "METHOD:REQUEST", ...events, "END:VCALENDAR"].join("\n");
  const raw = partsOf("mixed", [`Content-Type: text/calendar\n\n${calendar}`]);
  return readMail(raw, { ownAddress: own, authservId: null, timeZone }).invitation!;
}

function eventOf(lines: string[], more?: string[][]) {
  const facts = {
    ...{ to: [], cc: [], recipients: 0, replyTo: null, isVerified: true, remotePictures: 0 },
    invitation: read(lines, more) as unknown as Record<string, unknown>,
  };
  const mail = toMail({ facts, hasHtml: false, isSuperseded: false, calendar: null }, now);
  return mail.invitation!;
}

function sentenceOf(lines: string[], language: Language, more?: string[][]): string {
  const { repeats, starts_at } = eventOf(lines, more);
  return invitedRule(repeats!, dayIn(timeZone, new Date(starts_at!)), language);
}

/** With `first` where the date that the mail names stays. */
const first = "2026-09-01T07:00:00Z";
const rules: [rule: string, next: string, es: string, en: string][] = [
  ["FREQ=DAILY", "2026-12-03T08:00:00Z", "Cada día", "Every day"],
  ["FREQ=DAILY;INTERVAL=10", "2026-12-10T08:00:00Z", "Cada 10 días", "Every 10 days"],
  ["FREQ=WEEKLY", "2026-12-08T08:00:00Z", "Cada martes", "Every Tuesday"],
  ["FREQ=WEEKLY;BYDAY=TU,TH", "2026-12-03T08:00:00Z", "Cada martes y jueves", ""],
  ["BYDAY=TH,TU;FREQ=WEEKLY", "2026-12-03T08:00:00Z", "Cada martes y jueves", ""],
  ["freq=weekly;interval=2", "2026-12-08T08:00:00Z", "Cada 2 semanas, el martes", ""],
  [
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU",
    "2026-12-06T08:00:00Z",
    "Cada 2 semanas, el martes y domingo",
    "Every 2 weeks on Tuesday and Sunday",
  ],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03T08:00:00Z", "De lunes a viernes", ""],
  ["FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03T08:00:00Z", "De lunes a viernes", ""],
  ["FREQ=MONTHLY", "2027-01-01T08:00:00Z", "Cada mes el día 1", "Every month on day 1"],
  ["FREQ=MONTHLY;BYMONTHDAY=31", "2026-12-31T08:00:00Z", "Cada mes el día 31", ""],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "2026-12-31T08:00:00Z", "Cada mes el último día", ""],
  [
    "FREQ=MONTHLY;BYDAY=1TU",
    "2027-01-05T08:00:00Z",
    "Cada mes el primer martes",
    "Every month on the first Tuesday",
  ],
  ["FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1", "2026-12-29T08:00:00Z", "Cada mes el último martes", ""],
  ["FREQ=MONTHLY;BYDAY=5TU", "2026-12-29T08:00:00Z", "Cada mes el quinto martes", ""],
  ["FREQ=MONTHLY;INTERVAL=3", "2027-03-01T08:00:00Z", "", "Every 3 months on day 1"],
  ["FREQ=YEARLY", "2027-09-01T07:00:00Z", "Cada año el 1 de septiembre", ""],
  ["FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1", "2027-09-01T07:00:00Z", "", "Every year on 1 September"],
  [
    "FREQ=YEARLY;INTERVAL=2;BYMONTH=9;BYDAY=1TU",
    "2028-09-05T07:00:00Z",
    "Cada 2 años el primer martes de septiembre",
    "Every 2 years on the first Tuesday of September",
  ],
  [
    "FREQ=WEEKLY;UNTIL=20261208T080000Z",
    "2026-12-08T08:00:00Z",
    "",
    "Every Tuesday until 8 December 2026",
  ],
  [
    "FREQ=WEEKLY;UNTIL=20261208",
    "2026-12-08T08:00:00Z",
    "Cada martes hasta el 8 de diciembre de 2026",
    "",
  ],
  [
    "FREQ=WEEKLY;UNTIL=20261208T075959Z",
    first,
    "",
    "Every Tuesday until 7 December 2026; it is over",
  ],
  [
    "FREQ=WEEKLY;UNTIL=20261101T000000Z",
    first,
    "",
    "Every Tuesday until 31 October 2026; it is over",
  ],
  ["FREQ=WEEKLY;COUNT=15", "2026-12-08T08:00:00Z", "Cada martes, 15 veces", ""],
  ["FREQ=WEEKLY;COUNT=14", first, "", "Every Tuesday, 14 times; it is over"],
  ["FREQ=DAILY;COUNT=99999", "2026-12-03T08:00:00Z", "Cada día, 99999 veces", ""],
  // What no few words say, or what no rule is.
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", first, "Se repite", "Repeats"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", first, "Se repite", "Repeats"],
  ["FREQ=YEARLY;BYMONTH=9,12", first, "Se repite", "Repeats"],
  ["FREQ=YEARLY;BYMONTHDAY=10", first, "Se repite", "Repeats"],
  ["FREQ=YEARLY;BYWEEKNO=20", first, "Se repite", "Repeats"],
  ["FREQ=DAILY;BYHOUR=9,17", first, "Se repite", "Repeats"],
  ["FREQ=DAILY;INTERVAL=2;BYDAY=MO", first, "Se repite", "Repeats"],
  ["FREQ=WEEKLY;BYDAY=2TU", first, "Se repite", "Repeats"],
  ["FREQ=WEEKLY;INTERVAL=0", first, "Se repite", "Repeats"],
  ["FREQ=WEEKLY;INTERVAL=99999", first, "Se repite", "Repeats"],
  ["FREQ=WEEKLY;COUNT=x", first, "Se repite", "Repeats"],
  ["FREQ=WEEKLY;UNTIL=mañana", first, "Se repite", "Repeats"],
  ["FREQ=HOURLY", first, "Se repite", "Repeats"],
  ["FREQ=SECONDLY;UNTIL=20261101T000000Z", first, "", "Repeats until 31 October 2026; it is over"],
  ["x", first, "Se repite", "Repeats"],
];
for (const [rule, next, es, en] of rules) {
  Deno.test(`an invitation repeats: ${rule}`, () => {
    const lines = [tuesday, "DURATION:PT1H", `RRULE:${rule}`];
    const { starts_at, ends_at } = eventOf(lines);
    assert.equal(starts_at, next);
    assert.equal(Date.parse(ends_at!) - Date.parse(starts_at!), 3_600_000);
    if (es) assert.equal(sentenceOf(lines, "es"), es);
    if (en) assert.equal(sentenceOf(lines, "en"), en);
  });
}

Deno.test("a repeated all-day event stays on whole days, today's among them", () => {
  const days = (last: string, rule: string) => {
    const { starts_at, ends_at, repeats } = eventOf([
      "DTSTART;VALUE=DATE:20260901",
      `DTEND;VALUE=DATE:${last}`,
      `RRULE:${rule}`,
    ]);
    return [starts_at, ends_at, repeats!.over];
  };
  assert.deepEqual(days("20260902", "FREQ=WEEKLY"), ["2026-12-08", "2026-12-09", false]);
  assert.deepEqual(days("20260903", "FREQ=WEEKLY"), ["2026-12-01", "2026-12-03", false]);
  // Midnight in Madrid, as programs write the last day.
  assert.deepEqual(days("20260902", "FREQ=WEEKLY;UNTIL=20261207T230000Z"), [
    ...["2026-12-08", "2026-12-09", false],
  ]);
  assert.deepEqual(days("20260902", "FREQ=WEEKLY;UNTIL=20261207T220000Z"), [
    ...["2026-09-01", "2026-09-02", true],
  ]);
});

Deno.test("a repeated event keeps its hour through summer time under every zone name", () => {
  const rule = ["DURATION:PT1H", "RRULE:FREQ=DAILY"];
  for (const zone of ["Romance Standard Time", '"(UTC+01:00) Brussels, Madrid, Paris"']) {
    assert.equal(
      eventOf([`DTSTART;TZID=${zone}:20260901T090000`, ...rule]).starts_at,
      "2026-12-03T08:00:00Z",
    );
  }
  assert.equal(eventOf(["DTSTART:20260901T070000Z", ...rule]).starts_at, "2026-12-03T07:00:00Z");
});

Deno.test("an excluded or moved date of a series is not offered", () => {
  const weekly = [tuesday, "RRULE:FREQ=WEEKLY"];
  const moved = ["DTSTART:20261208T110000Z", "RECURRENCE-ID:20261208T080000Z"];
  for (
    const event of [
      eventOf([...weekly, "EXDATE;TZID=Europe/Madrid:20261208T090000"]),
      eventOf([...weekly, "RDATE:20261210T090000Z"]),
      eventOf(weekly, [moved]),
    ]
  ) {
    assert.deepEqual([event.starts_at, event.repeats!.freq], [first, "weekly"]);
  }
});

Deno.test("a series that goes on counts as upcoming among several events", () => {
  const weekly = ["SUMMARY:weekly", "DTSTART:20200101T090000Z", "RRULE:FREQ=WEEKLY"];
  const over = ["SUMMARY:over", "DTSTART:20200101T090000Z", "RRULE:FREQ=WEEKLY;COUNT=9"];
  const past = ["SUMMARY:past", "DTSTART:20201101T090000Z"];
  const { title, more } = read(past, [["UID:3", ...over], ["UID:2", ...weekly]]);
  assert.deepEqual([title, ...more.map(({ title }) => title)], ["weekly", "over", "past"]);
});

Deno.test("a rule of thousands of years is read in bounded time", () => {
  const lines = (rule: string) => ["DTSTART:00010101T090000Z", "DTEND:00010101T100000Z", rule];
  const events = ["DAILY", "WEEKLY", "MONTHLY;BYMONTHDAY=31", "YEARLY"].map((freq) =>
    read(lines(`RRULE:FREQ=${freq}`))
  );
  const begun = performance.now();
  for (let n = 0; n < 200; n++) {
    for (const event of events) {
      const { startsAt } = nextDate(event, now);
      assert.ok(startsAt! > "2026-12-02");
    }
  }
  assert.ok(performance.now() - begun < 2_000);
  const rare = read(["DTSTART:20240229T090000Z", "RRULE:FREQ=YEARLY;INTERVAL=366"]);
  assert.ok(nextDate(rare, now).startsAt);
});
