/** What bounds and linear readers leave as it was, and what becomes of what is beyond them. */
import assert from "node:assert/strict";
import { readAutoconfig } from "@/lib/channels/email/autoconfig.ts";
import { dateOf, mailboxes, withoutComments } from "@/lib/channels/email/read/headers.ts";
import { htmlToText, sanitise } from "@/lib/channels/email/read/html.ts";
import { splitText } from "@/lib/channels/email/read/new_text.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { mailOf, own, partsOf } from "./mails.ts";

const read = (raw: Uint8Array) => readMail(raw, { ownAddress: own, authservId: null });
const dateIn = (value: string) => dateOf([{ key: "date", value }])?.toISOString();

const nine = "2026-11-24T09:00:00.000Z";
const dates: [string, string | undefined][] = [
  ["Tue, 24 Nov 2026 10:00:00 +0100", nine],
  ["Tue, 24 Nov 2026 10:00:00 +0100 (CET)", nine],
  ["Tue (a (b) c), 24 Nov 2026 10:00:00 +0100", nine],
  ["Tue, 24 Nov 2026 10:00:00 +0100 (a \\) b (c)", nine],
  ["Tue, 24 Nov 2026 10:00:00 +0100 ((((((((", nine],
  [`Tue, 24 Nov 2026 10:00:00 +0100 ${"(".repeat(600_000)}`, nine],
  ["(".repeat(600_000), undefined],
  ["Tue, 24 Nov 1026 10:00:00 +0100", undefined],
];
for (const [text, at] of dates) {
  Deno.test(`a date is read without its comments: ${text.slice(0, 60)}`, () => {
    assert.equal(dateIn(text), at);
  });
}

Deno.test("comments nest, and strings may hold brackets", () => {
  assert.equal(withoutComments('a (b (c) d) "e (f" g'), "a  e (f g");
});

Deno.test("a mail of 200,000 empty parts reaches a person", async () => {
  const parts = ["Content-Type: text/plain\n\n¿Reparáis puertas?", ...Array(200_000).fill("\n")];
  const mail = await read(partsOf("mixed", parts));
  assert.equal(mail.text, "¿Reparáis puertas?");
  assert.equal(mail.from?.address, "ana@cliente.example");
  const [rest] = mail.leftOut;
  assert.equal(rest?.name, "rest.eml");
  assert.ok(rest.size > 1_000_000);
});

Deno.test("parts are told apart by their own boundary, the innermost first", async () => {
  const inner = (boundary: string) =>
    `Content-Type: multipart/alternative; boundary="${boundary}"\n\n` +
    `--${boundary}\n\nuno\n--${boundary}--\nno\n`;
  for (const boundary of ["bb", "b--", "b b", "--b", "b'()+_,-./:=?"]) {
    const mail = await read(partsOf("mixed", [inner(boundary), "\n\ndos"]));
    assert.match(mail.text, /^uno\s+dos$/, boundary);
  }
});

const encodings: [string, string, string][] = [
  ["base64", "SG9sYQ==", "Hola"],
  ["base64", "SG9\n *sYQ", "Hola"],
  ["base64", "SA==bw==bGE=", "Hola"],
  ["quoted-printable", "Ho=6Ca=\n, =zz =3D=", "Hola, =zz ="],
  ['"BASE64" (x)', "SG9sYQ==", "Hola"],
  ["8bit", "Hola\n.", "Hola\n."],
];
for (const [encoding, body, text] of encodings) {
  Deno.test(`a text is decoded: ${encoding} ${JSON.stringify(body)}`, async () => {
    const head = ["Content-Type: text/plain", `Content-Transfer-Encoding: ${encoding}`];
    assert.equal((await read(mailOf({ head, body }))).text, text);
  });
}

Deno.test("a file's name is told from its parameters, in parts and with comments", async () => {
  const names: [string, string][] = [
    ["filename*1=b.pdf; filename*0=a", "ab.pdf"],
    ["filename*0*=utf-8''%C3; filename*1*=%A1; filename*2=.pdf", "á.pdf"],
    ["filename*=iso-8859-1''%E1.pdf; x=(y", "á.pdf"],
    ["filename=Oferta(1).pdf", "Oferta(1).pdf"],
    ['filename="a\\"b;c.pdf" (d; e)', 'a"b;c.pdf'],
    ["filename=one.pdf; filename=two.pdf", "one.pdf"],
  ];
  for (const [params, name] of names) {
    const part = `Content-Type: application/pdf\nContent-Disposition: attachment; ${params}\n\nx`;
    const [file] = (await read(partsOf("mixed", [part]))).files;
    assert.equal(file?.name, name, params);
  }
});

Deno.test("lists of addresses keep names, groups and comments", () => {
  const value =
    'a@b.example, "B, C" <b@b.example>; Team: c@b.example, D <d@b.example>;, e@b.example (E)';
  const { mailboxes: list, count } = mailboxes([{ key: "to", value }], "to", 10);
  assert.equal(count, 5);
  assert.deepEqual(list.map(({ name, address }) => `${name} ${address[0]}`), [
    ...["null a", "B, C b", "null c", "D d", "E e"],
  ]);
});

Deno.test("a calendar of events without end, and a report of blank lines, are read", async () => {
  const events = "BEGIN:VEVENT\nUID:1\nEND:VEVENT\n".repeat(10_000);
  const mail = await read(partsOf("mixed", [`Content-Type: text/calendar\n\n${events}`]));
  assert.equal(mail.invitation?.uid, "1");
  const lines = " \n".repeat(90_000) + "Action: failed\nFinal-Recipient: rfc822; a@b.example\n";
  const report = await read(
    partsOf("report", [`Content-Type: message/delivery-status\n\n${lines}`]),
  );
  assert.equal(report.bounce?.recipients[0]?.address, "a@b.example");
});

Deno.test("deep HTML keeps its text, and so does HTML of many tags", () => {
  const deep = `${"<b>".repeat(100_000)}hola${"</b>".repeat(20)}`;
  assert.match(sanitise(deep).html!, /hola/);
  assert.equal(htmlToText(deep), "hola");
  assert.match(htmlToText(`${"<i>a</i>".repeat(40_000)}<p>fin</p>`), /^a+[a ]+fin$/);
  const rows = "<tr><td>a<td>b".repeat(500);
  assert.equal(htmlToText(`<table>${rows}</table>`).split("\n").length, 500);
});

Deno.test("new text is told from old however long it is", () => {
  const long = "Una línea del cliente.\n".repeat(5_000);
  const line = "El mar, 24 nov 2026 a las 9:00, Taller <hola@taller.example> escribió:";
  const { text, quoted } = splitText(`${long}\n${line}\n\n> viejo`);
  assert.equal(text, long.trim());
  assert.match(quoted!, /^El mar[^]*> viejo$/);
});

Deno.test("a domain's servers are read, whatever stands around them", () => {
  const server = (tag: string, type: string, host: string) =>
    `<${tag} type="${type}"><hostname> ${host} </hostname><port>993</port>` +
    `<socketType>SSL</socketType><username>%EMAILLOCALPART%</username></${tag}>`;
  const xml = `<clientConfig><!-- <hostname>no</hostname> --><emailProvider id="x">` +
    server("incomingServer", "pop3", "pop.x.example") +
    server("IncomingServer", "imap", "IMAP.x.example") +
    server("outgoingServer", "smtp", "smtp.x.example") + "</emailProvider>";
  const servers = readAutoconfig(xml, "ana@x.example");
  assert.deepEqual([servers?.imap.host, servers?.smtp.host], ["imap.x.example", "smtp.x.example"]);
  assert.equal(servers?.imap.user, "ana");
  assert.equal(readAutoconfig(xml.replaceAll("SSL", "none"), "ana@x.example"), undefined);
});
