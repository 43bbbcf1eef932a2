import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { authservId, lines, mailOf, own, partsOf, undelivered } from "./mails.ts";

const read = (raw: Uint8Array) => readMail(raw, { ownAddress: own, authservId });

Deno.test("a plain mail says who wrote what to whom", async () => {
  const mail = await read(mailOf({
    head: ["In-Reply-To: <p2@x.example>", "References: <p1@x.example>\n <p2@x.example>"],
  }));
  assert.deepEqual(mail.from, { name: "Ana García", address: "ana@cliente.example" });
  assert.deepEqual(mail.to, [{ name: "Taller", address: own }]);
  assert.equal(mail.subject, "Una puerta que no cierra");
  assert.equal(mail.text, "¿Reparáis puertas?");
  assert.equal(mail.quoted, null);
  assert.equal(mail.messageId, "<a1@cliente.example>");
  assert.deepEqual(mail.references, ["<p1@x.example>", "<p2@x.example>"]);
  assert.equal(mail.date?.toISOString(), "2026-11-24T09:00:00.000Z");
  assert.deepEqual([mail.automatic, mail.bounce, mail.invitation], [null, null, null]);
  assert.deepEqual([mail.files, mail.leftOut], [[], []]);
});

Deno.test("a reply to elsewhere is told, one to the sender is not", async () => {
  const other = await read(mailOf({ head: ["Reply-To: Jefa <jefa@otra.example>"] }));
  assert.deepEqual(other.replyTo, { name: "Jefa", address: "jefa@otra.example" });
  const same = await read(mailOf({ head: ["Reply-To: ANA@cliente.example"] }));
  assert.equal(same.replyTo, null);
});

const infoAt = "info@antes.example";
const stations: Record<string, string[]> = {
  "an address of before": ["Delivered-To: hola@taller.example", `Delivered-To: <${infoAt}>`],
  "what Postfix calls the original one": [`X-Original-To: Info@antes.example`],
  "the envelope's": [`Envelope-To: other@x.example, ${infoAt}`],
  "who it was sent again to": [`Resent-To: Info <${infoAt}>`],
};
for (const [name, head] of Object.entries(stations)) {
  Deno.test(`an address that delivers into the mailbox is told: ${name}`, () => {
    const mail = read(mailOf({ head: [...head, `Cc: Info <${infoAt}>, luis@x.example`] }));
    assert.deepEqual(mail.deliveredTo, [infoAt]);
    assert.deepEqual(read(mailOf({ head })).deliveredTo, [], "where it is none of To and Cc");
  });
}

Deno.test("the address of a mailing list is no address of the mailbox", () => {
  const head = [`Delivered-To: mailing list ${infoAt}`, `Cc: ${infoAt}`];
  const list = `List-Post: <mailto:${infoAt}>`;
  assert.deepEqual(read(mailOf({ head: [...head, list] })).deliveredTo, []);
  assert.deepEqual(read(mailOf({ head })).deliveredTo, [infoAt]);
});

const answers: Record<string, string> = {
  "in Spanish": "El mar, 24 nov 2026 a las 9:00, Taller (<hola@taller.example>) escribió:",
  "in English": "On Tue, Nov 24, 2026 at 9:00 AM Taller <hola@taller.example> wrote:",
  "on two lines": "El mar, 24 nov 2026 a las 9:00, Taller\n<hola@taller.example> escribió:",
  "of Outlook": "De: Taller <hola@taller.example>\nEnviado: martes\nPara: Ana\nAsunto: Puerta",
};
for (const [name, line] of Object.entries(answers)) {
  Deno.test(`what is answered is told from the answer, ${name}`, async () => {
    const body = `Sí, el martes.\n\nGracias\n\n${line}\n\n> ¿Le va bien el martes?\n> Un saludo\n`;
    const mail = await read(mailOf({ body }));
    assert.equal(mail.text, "Sí, el martes.\n\nGracias");
    assert.match(mail.quoted!, /le va bien el martes/i);
  });
}

Deno.test("answers between the lines stay between them", async () => {
  const body = "> ¿Cuándo?\n\nEl martes.\n\n> ¿Dónde?\n\nEn casa.\n\n> Un saludo\n";
  const { text, quoted } = await read(mailOf({ body }));
  assert.match(text, /¿Cuándo\?[^]*El martes\.[^]*¿Dónde\?[^]*En casa\.$/);
  assert.equal(quoted, "> Un saludo");
});

Deno.test("an answer below what it answers is the text alone", async () => {
  const line = "El mar, 24 nov 2026 a las 9:00, Taller <hola@taller.example> escribió:";
  const mail = await read(mailOf({ body: `${line}\n> ¿Cuándo?\n\nEl martes.\n` }));
  assert.equal(mail.text, "El martes.");
  assert.match(mail.quoted!, /¿Cuándo\?/);
});

Deno.test("a forwarded mail without a word of one's own is shown whole", async () => {
  const body = "---------- Original Message ----------\nFrom: B <b@b.example>\n\nPuerta rota\n";
  const mail = await read(mailOf({ body }));
  assert.match(mail.text, /Puerta rota/);
  assert.equal(mail.quoted, null);
});

Deno.test("a mail of HTML alone has a text, with what it answers folded", async () => {
  const html = `<html><head><title>x</title><style>p{color:red}</style></head><body>
    <p>Sí,&nbsp;el <b>martes</b>.<br>Gracias &amp; saludos</p><ul><li>uno<li>dos</ul>
    <div>El mar, 24 nov 2026 a las 9:00, Taller &lt;hola@taller.example&gt; escribió:</div>
    <blockquote><p>¿Le va bien?</p></blockquote></body></html>`;
  const mail = await read(mailOf({ head: ["Content-Type: text/html; charset=utf-8"], body: html }));
  assert.equal(mail.text, "Sí, el martes.\nGracias & saludos\n\n- uno\n- dos");
  assert.match(mail.quoted!, /> ¿Le va bien\?/);
  assert.match(mail.html!, /<b>martes<\/b>/);
  assert.doesNotMatch(mail.html!, /color:red|title/);
});

Deno.test("lines of HTML are lines of text, empty ones stay empty", async () => {
  const html = "<div>uno<br></div><div>dos</div><div><br></div><div>tres</div><p>cuatro</p>cinco" +
    "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>";
  const mail = await read(mailOf({ head: ["Content-Type: text/html"], body: html }));
  assert.equal(mail.text, "uno\ndos\n\ntres\n\ncuatro\n\ncinco\n\na b\nc");
});

Deno.test("files come with their names, pictures with the id that shows them", async () => {
  const png = Buffer.from("89504e470d0a1a0a", "hex").toString("base64");
  const mail = await read(partsOf("mixed", [
    "Content-Type: text/plain\n\nMira",
    `Content-Type: image/png\nContent-ID: <foto@x>\nContent-Transfer-Encoding: base64\n\n${png}`,
    "Content-Type: application/octet-stream\nContent-Disposition: attachment;\n" +
    " filename*=UTF-8''se%C3%B1al.pdf\n\n%PDF-1.7",
    "Content-Type: application/ms-tnef\n\nxyz",
  ]));
  assert.deepEqual(mail.files.map(({ name, contentId }) => [name, contentId]), [
    ["file-1.png", "foto@x"],
    ["señal.pdf", null],
    ["winmail.dat", null],
  ]);
  assert.deepEqual([...mail.files[0]!.bytes.subarray(1, 4)], [0x50, 0x4e, 0x47]);
});

Deno.test("a bounce says which mail of ours did not arrive, and why", async () => {
  const mail = await read(undelivered);
  assert.equal(mail.automatic, "bounce");
  assert.deepEqual(mail.bounce, {
    about: ["<out1@taller.example>"],
    recipients: [{
      address: "nadie@cliente.example",
      action: "failed",
      status: "5.1.1",
      reason: "550 5.1.1 <nadie@cliente.example>: no such user",
    }],
    isInWords: false,
  });
  assert.deepEqual(mail.files, []);
});

Deno.test("a report of a delay is no failure", async () => {
  const text = new TextDecoder().decode(undelivered).replace("Action: failed", "Action: delayed");
  const mail = await read(new TextEncoder().encode(text));
  assert.equal(mail.automatic, "report");
  assert.equal(mail.bounce!.recipients[0]!.action, "delayed");
});

const automatic: [string, string[], string | null][] = [
  ["a newsletter", ["List-Unsubscribe: <https://x.example/u>"], null],
  ["a bulk mail", ["Precedence: bulk"], null],
  ["an out-of-office note", ["Auto-Submitted: auto-replied (vacation)"], "auto_reply"],
  ["an old out-of-office note", ["X-Autoreply: yes"], "auto_reply"],
  ["a null sender", ["Return-Path: <>"], "report"],
  [
    "a note that a mail was read",
    ["Content-Type: multipart/report; report-type=disposition-notification; boundary=b"],
    "report",
  ],
  ["a person's", ["Auto-Submitted: no", "Return-Path: <ana@cliente.example>"], null],
];
for (const [name, head, kind] of automatic) {
  Deno.test(`${name} is ${kind ?? "not automatic"}`, async () => {
    assert.equal((await read(mailOf({ head }))).automatic, kind);
  });
}

Deno.test("a mail from our own address is our own", async () => {
  assert.equal((await read(mailOf({ from: own.toUpperCase() }))).automatic, "own");
});

const results: [string, string[], boolean][] = [
  [
    "DMARC passed",
    [`${authservId}; spf=pass; dmarc=pass (p=none) header.from=cliente.example`],
    true,
  ],
  ["without a domain", [`${authservId} 1; dkim=pass; dmarc=pass`], true],
  [
    "DMARC failed",
    [`${authservId}; spf=pass; dkim=pass; dmarc=fail header.from=cliente.example`],
    false,
  ],
  ["only DKIM passed", [`${authservId}; dkim=pass header.d=cliente.example`], false],
  ["of another server", ["mx.malo.example; dmarc=pass header.from=cliente.example"], false],
  ["of another domain", [`${authservId}; dmarc=pass header.from=malo.example`], false],
  [
    "forged below a true one",
    [`${authservId}; dmarc=fail`, `${authservId}; dmarc=pass header.from=cliente.example`],
    false,
  ],
  [
    "ours below a forged one",
    ["mx.malo.example; dmarc=pass", `${authservId}; dmarc=pass`],
    false,
  ],
  ["hidden in a comment", [`${authservId}; dmarc=fail (a; dmarc=pass)`], false],
  ["hidden in a string", [`${authservId}; dmarc=fail reason="x; dmarc=pass"`], false],
  ["said twice", [`${authservId}; dmarc=pass; dmarc=fail`], false],
  ["none", [], false],
];
for (const [name, values, isVerified] of results) {
  Deno.test(`a sender is ${isVerified ? "" : "not "}verified: ${name}`, async () => {
    const head = values.map((value) => `Authentication-Results: ${value}`);
    assert.equal((await read(mailOf({ head }))).isVerified, isVerified);
  });
}

Deno.test("a mail with two From fields verifies no sender", async () => {
  const head = [`Authentication-Results: ${authservId}; dmarc=pass`, "From: jefe@taller.example"];
  assert.equal((await read(mailOf({ head }))).isVerified, false);
});

Deno.test("without a known server nothing is verified", async () => {
  const raw = mailOf({ head: [`Authentication-Results: ${authservId}; dmarc=pass`] });
  const mail = await readMail(raw, { ownAddress: own, authservId: null });
  assert.equal(mail.isVerified, false);
});

Deno.test("an invitation is read as an event", async () => {
  const mail = await read(partsOf("alternative", [
    "Content-Type: text/plain\n\nTe invito",
    `Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VEVENT
UID:e1@cliente.example
SUMMARY:Ver la puerta\\, y
  el marco
LOCATION:Calle Mayor 1
DTSTART;TZID=Europe/Madrid:20261201T100000
DTEND;TZID=Europe/Madrid:20261201T110000
ORGANIZER;CN="Ana García":mailto:ana@cliente.example
BEGIN:VALARM
SUMMARY:no
END:VALARM
END:VEVENT
END:VCALENDAR`,
  ]));
  assert.deepEqual(mail.invitation, {
    method: "request",
    uid: "e1@cliente.example",
    title: "Ver la puerta, y el marco",
    place: "Calle Mayor 1",
    startsAt: "2026-12-01T09:00:00Z",
    endsAt: "2026-12-01T10:00:00Z",
    isAllDay: false,
    organizer: { name: "Ana García", address: "ana@cliente.example" },
    ...{ occurrence: null, sequence: 0, stampedAt: null, isCancelled: false, repeat: null },
    ...{ more: [], count: 1 },
  });
  assert.deepEqual(mail.files.map(({ name }) => name), ["file-1.ics"]);
});

Deno.test("bytes in another charset than is said are read as well as can be", async () => {
  const body = (charset: string, bytes: number[]) =>
    new Uint8Array([
      ...lines(`From: a@b.example\nContent-Type: text/plain; charset=${charset}\n\n`),
      ...bytes,
    ]);
  const latin = [0xa1, 0x48, 0x6f, 0x6c, 0x61, 0x21];
  assert.equal((await read(body("iso-8859-1", latin))).text, "¡Hola!");
  assert.equal((await read(body("windows-1252", [0x80]))).text, "€");
  assert.match((await read(body("utf-8", latin))).text, /Hola!$/);
  assert.match((await read(body("no-such-charset", latin))).text, /Hola!$/);
});

Deno.test("bytes that are no mail are refused, an empty mail is read as empty", async () => {
  assert.throws(() => read(new Uint8Array()), /no head/);
  const empty = await read(lines("Subject: x", "", ""));
  assert.deepEqual([empty.from, empty.text, empty.subject], [null, "", "x"]);
});
