/** What Outlook writes, and older programs do. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { mailOf, own, partsOf } from "./mails.ts";

const read = (raw: Uint8Array) => readMail(raw, { ownAddress: own, authservId: null });

const word = (value: number) => [value & 255, value >> 8 & 255];
const long = (value: number) => [...word(value), ...word(value >> 16)];
const latin = (text: string) => [...text].map((char) => char.charCodeAt(0));
const wide = (text: string) => latin(`${text}\0`).flatMap((code) => word(code));
const attribute = (level: number, id: number, value: number[]) => [
  ...[level, ...long(id), ...long(value.length), ...value],
  ...word(value.reduce((sum, byte) => sum + byte, 0)),
];
const property = (id: number, type: number, value: number[]) => [
  ...[...word(type), ...word(id), ...long(1), ...long(value.length), ...value],
  ...Array(-value.length & 3).fill(0),
];
const properties = (...rows: number[][]) => [...long(rows.length), ...rows.flat()];
const winmail = (...parts: number[][]) => [...long(0x223e9f78), ...word(1), ...parts.flat()];

const text = attribute(1, 0x69003, properties(property(0x1000, 0x1f, wide("Te mando el plano"))));
const file = [
  attribute(2, 0x69002, Array(14).fill(0)),
  attribute(2, 0x18010, latin("PLANO~1.PDF\0")),
  attribute(2, 0x6800f, latin("%PDF-1.7\n")),
  attribute(
    2,
    0x69005,
    properties(
      // A named property, which is none that is looked for.
      [
        ...word(3),
        ...word(0x8001),
        ...Array(16).fill(7),
        ...long(1),
        ...long(4),
        ...wide("x"),
        ...long(9),
      ],
      property(0x3707, 0x1f, wide("El plano señalado.pdf")),
      property(0x370e, 0x1e, latin("application/pdf\0")),
    ),
  ),
].flat();

const packed = (bytes: number[], text = "") =>
  partsOf("mixed", [
    `Content-Type: text/plain\n\n${text}`,
    "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n" +
    Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\n"),
  ]);

Deno.test("winmail.dat is unpacked: its files, and its text where there is no other", async () => {
  const bare = await read(packed(winmail(text, file)));
  assert.equal(bare.text, "Te mando el plano");
  assert.deepEqual(bare.files.map(({ name, type }) => [name, type]), [
    ["El plano señalado.pdf", "application/pdf"],
  ]);
  assert.equal(new TextDecoder().decode(bare.files[0]!.bytes), "%PDF-1.7\n");
  const both = await read(packed(winmail(text, file), "Como dije"));
  assert.equal(both.text, "Como dije");
  const dressed = await read(packed(winmail(text), "Como dije"));
  assert.deepEqual(dressed.files, [], "what only says how the text looks is no file");
});

Deno.test("a winmail.dat that cannot be unpacked stays a file", async () => {
  const whole = winmail(text, file);
  const rest = [...long(0x223e9f78), ...word(1), 2, ...long(0x6800f), ...long(-1)];
  for (const bytes of [whole.slice(0, 60), whole.slice(0, -1), winmail(), rest, [1, 2, 3]]) {
    const mail = await read(packed(bytes));
    assert.deepEqual(mail.files.map(({ name }) => name), ["winmail.dat"], `${bytes.length} bytes`);
  }
});

const zone = `BEGIN:VTIMEZONE
TZID:Romance Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`;

const times: [string, string, string][] = [
  ["in summer", "20260701T100000", "2026-07-01T08:00:00Z"],
  ["in winter", "20261201T100000", "2026-12-01T09:00:00Z"],
  ["in January", "20270104T100000", "2027-01-04T09:00:00Z"],
  ["the day before it changes", "20261024T100000", "2026-10-24T08:00:00Z"],
  ["the day it changes", "20261025T100000", "2026-10-25T09:00:00Z"],
];
for (const [when, local, instant] of times) {
  Deno.test(`an invitation by a clock of Outlook's own is at its hour ${when}`, async () => {
    const { invitation } = await read(invitationOf(zone, local));
    assert.equal(invitation!.startsAt, instant);
    const length = Temporal.Instant.from(invitation!.endsAt!)
      .since(Temporal.Instant.from(invitation!.startsAt!));
    assert.equal(length.total("minutes"), 90);
  });
}

Deno.test("a clock without rules, or with wrong ones, refuses no mail", async () => {
  const wrong = zone.replaceAll("DTSTART:1601", "DTSTART:16x1");
  for (const zoneText of ["", wrong, zone.replaceAll(/TZOFFSETTO:.*/g, "TZOFFSETTO:+9900")]) {
    const { text, invitation } = await read(invitationOf(zoneText, "20260701T100000"));
    assert.equal(text, "Te invito");
    assert.equal(invitation!.title, "Visita");
  }
});

function invitationOf(zone: string, start: string): Uint8Array {
  return partsOf("alternative", [
    "Content-Type: text/plain\n\nTe invito",
    `Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
METHOD:REQUEST
${zone}
BEGIN:VEVENT
UID:e1
SUMMARY;LANGUAGE=es:Visita
DTSTART;TZID=Romance Standard Time:${start}
DURATION:PT1H30M
END:VEVENT
END:VCALENDAR`,
  ]);
}

Deno.test("bytes without a charset are read as Windows-1252", async () => {
  const bytes = (text: string) => Uint8Array.from(latin(text.replaceAll("\n", "\r\n")));
  const head = "From: José <jose@x.example>\nSubject: Reparación\n";
  for (const type of ["", "Content-Type: text/plain; charset=utf-8\n"]) {
    const mail = await read(bytes(`${head}${type}\nMañana, \x80 20\n`));
    assert.deepEqual([mail.from!.name, mail.subject, mail.text], [
      "José",
      "Reparación",
      "Mañana, € 20",
    ]);
  }
  // Of parts, each says its own.
  const parts = await read(mailOf({
    head: ["Content-Type: multipart/mixed; boundary=b"],
    body: "--b\nContent-Type: text/plain; charset=utf-8\n\nMañana\n--b--",
  }));
  assert.equal(parts.text, "Mañana");
});
