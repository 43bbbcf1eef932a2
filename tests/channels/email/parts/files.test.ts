/** Files of mails: which parts are some, in which order and how many are kept, byte for byte. */
import assert from "node:assert/strict";
import { toMailInbound } from "@/lib/channels/in/mail_in.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { bytesOf, lines, mailOf, own, partsOf } from "../mails.ts";

const reader = { ownAddress: own, authservId: null };
const read = (raw: Uint8Array) => readMail(raw, reader);
const named = (type: string, name: string, disposition = "attachment") =>
  `Content-Type: ${type}\nContent-Disposition: ${disposition}; filename="${name}"`;
const hello = "Content-Type: text/plain\n\nHola";

/** Its one file's bytes, as text in Latin-1. */
function bytesIn(raw: Uint8Array): string {
  const { files } = read(raw);
  assert.equal(files.length, 1);
  return String.fromCharCode(...files[0]!.bytes);
}

/** A mail whose second part is exactly this, in bytes. */
function withPart(part: string): Uint8Array {
  const raw = "From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
    `--b\r\n\r\nHola\r\n--b\r\n${part}\r\n--b--\r\n`;
  return Uint8Array.from(raw, (char) => char.charCodeAt(0));
}

const encoded = (encoding: string) =>
  `Content-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n` +
  `Content-Transfer-Encoding: ${encoding}\r\n\r\n`;
const contents: [string, string, string, string][] = [
  ["CRLF in 7bit", "7bit", "a;b\r\nc;d\r\n", "a;b\r\nc;d\r\n"],
  ["no line break at its end", "7bit", "a;b\r\nc;d", "a;b\r\nc;d"],
  ["line feeds alone", "7bit", "a;b\nc;d\n", "a;b\nc;d\n"],
  ["several returns", "8bit", "a\r\r\nb\r", "a\r\r\nb\r"],
  ["8 bits", "8bit", "\xf1\r\n", "\xf1\r\n"],
  ["binary", "binary", "\0\xff\r\n\n", "\0\xff\r\n\n"],
  ["no encoding that is known", "x-own", "a\r\nb", "a\r\nb"],
  ["quoted-printable", "quoted-printable", "a=3Db=\r\nc\r\n=F1", "a=bc\r\n\xf1"],
  ["returns in quoted-printable", "quoted-printable", "a=0D=0Ab=0A", "a\r\nb\n"],
  ["blanks that came on the way", "quoted-printable", "a \t\r\nb=20\r\nc= \r\nd", "a\r\nb \r\ncd"],
  ["base64", "base64", "YQ0KYg==", "a\r\nb"],
];
for (const [what, encoding, body, bytes] of contents) {
  Deno.test(`a file keeps its bytes: ${what}`, () => {
    assert.equal(bytesIn(withPart(encoded(encoding) + body)), bytes);
  });
}

Deno.test("mails and calendars that are attached keep their bytes", () => {
  const mail = "From: c@d.example\r\nSubject: x\r\n\r\nHola  \r\n.\r\n\r\n";
  const eml =
    "Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=a.eml\r\n\r\n";
  assert.equal(bytesIn(withPart(eml + mail)), mail);
  const event = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:Ma\xf1ana\r\n" +
    "UID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n\r\n";
  const raw = withPart(`Content-Type: text/calendar; charset=iso-8859-1\r\n\r\n${event}`);
  assert.equal(bytesIn(raw), event);
  assert.deepEqual([read(raw).invitation?.title, read(raw).invitation?.uid], ["Mañana", "1"]);
});

const inline: [string, string, RegExp | null][] = [
  ["a short text", `${named("text/plain", "registro.txt", "inline")}\n\nlínea 1`, /línea 1/],
  ["one that only its type names", 'Content-Type: text/plain; name="registro.txt"\n\nuno', /uno/],
  [
    "a long text",
    `${named("text/plain", "registro.txt", "inline")}\n\n${"uno\n".repeat(21)}`,
    null,
  ],
  ["long lines", `${named("text/plain", "r.txt", "inline")}\n\n${"uno ".repeat(600)}`, null],
  ["HTML", `${named("text/html", "factura.html", "inline")}\n\n<p>uno</p>`, /uno/],
  ["an attachment", `${named("text/plain", "registro.txt")}\n\nuno`, null],
  [
    "a mail",
    `${
      named("message/rfc822", "postacert.eml", "inline")
    }\n\nFrom: c@d.example\nSubject: Ñu\n\nuno`,
    /c@d\.example[^]*uno/,
  ],
  [
    "bytes that say to be text",
    `${named("text/plain", "a.bin", "inline")}\n\n\u0001\u0002uno`,
    null,
  ],
];
for (const [what, part, pattern] of inline) {
  Deno.test(`a text with a name is a file, ${pattern ? "shown besides" : "not shown"}: ${what}`, () => {
    const mail = read(partsOf("mixed", [hello, part]));
    assert.equal(mail.files.length, 1);
    assert.match(mail.text, /^Hola/);
    if (pattern) assert.match(mail.text, pattern);
    else assert.equal(mail.text, "Hola");
  });
}

Deno.test("the only text of a mail is its text, whatever its name", () => {
  const long = "uno dos\n".repeat(400);
  const mail = read(partsOf("mixed", [`${named("text/plain", "mail.txt", "inline")}\n\n${long}`]));
  assert.equal(mail.text, long.trim());
  assert.deepEqual(mail.files.map(({ name }) => name), ["mail.txt"]);
});

Deno.test("parts with the same text are no files, whatever their names", () => {
  const mail = read(partsOf("alternative", [
    'Content-Type: text/plain; name="a.txt"\n\nHola',
    'Content-Type: text/html; name="a.html"\n\n<p>Hola</p>',
  ]));
  assert.deepEqual([mail.text, mail.html?.trim(), mail.files], ["Hola", "<p>Hola</p>", []]);
});

Deno.test("attachments come before the pictures of the text", () => {
  const picture = (id: string) => `Content-Type: image/png\nContent-ID: <${id}>\n\n${id}`;
  const html = "<p>Hola <img src='cid:uno%40x'><img src=\"CID:dos@x\"></p>";
  const mail = read(partsOf("mixed", [
    `Content-Type: text/html\n\n${html}`,
    picture("uno@x"),
    picture("foto@x"),
    picture("dos@x"),
    `${named("application/pdf", "oferta.pdf")}\n\n%PDF`,
  ]));
  assert.deepEqual(mail.files.map(({ name, contentId }) => contentId ?? name), [
    ...["foto@x", "oferta.pdf", "uno@x", "dos@x"],
  ]);
});

Deno.test("of more than fifty files the names are kept, and of pictures first", () => {
  const picture = "Content-Type: image/png\nContent-ID: <a@x>\n\nx";
  const part = (at: number) => `${named("text/csv", `f${at}.csv`)}\n\na;b`;
  const all = Array.from({ length: 51 }, (_, at) => part(at));
  const mail = read(
    partsOf("mixed", ["Content-Type: text/html\n\n<img src=cid:a@x>x", picture, ...all]),
  );
  assert.equal(mail.files.length, 50);
  assert.deepEqual(mail.leftOut, [
    { name: "f50.csv", type: "text/csv", size: 3, reason: "too_many" },
    { name: "file-1.png", type: "image/png", size: 1, reason: "too_many" },
  ]);
});

Deno.test("a file is kept where a larger one before it had no room", () => {
  const megabytes = (count: number, name: string) =>
    `${named("application/pdf", name)}\n\n${"x".repeat(count * 1_000_000)}`;
  const sizes: [number, string][] = [[20, "a"], [27, "b"], [19, "c"], [2, "d"], [1, "e"]];
  const mail = read(partsOf("mixed", sizes.map(([count, name]) => megabytes(count, name))));
  assert.deepEqual(mail.files.map(({ name }) => name), ["a", "c", "e"]);
  assert.deepEqual(mail.leftOut.map(({ name, reason }) => [name, reason]), [
    ["b", "too_large"],
    ["d", "too_large"],
  ]);
});

Deno.test("a file without bytes is named, a part without bytes or a name is not", () => {
  const mail = read(partsOf("mixed", [
    hello,
    `${named("application/pdf", "vacio.pdf")}\n\n`,
    "Content-Type: application/pdf\n\n",
  ]));
  assert.deepEqual(mail.files, []);
  assert.deepEqual(mail.leftOut, [
    { name: "vacio.pdf", type: "application/pdf", size: 0, reason: "empty" },
  ]);
});

Deno.test("what stands behind the last part that is read says why it is left out", () => {
  const mail = read(partsOf("mixed", [hello, ...Array(2_001).fill("\nx")]));
  const [{ name, reason } = {}] = mail.leftOut;
  assert.deepEqual([name, reason], ["rest.eml", "beyond_parts"]);
});

const names: [string, string][] = [
  ["Presupuesto 3/2026.pdf", "Presupuesto 3-2026.pdf"],
  ["a\\\\b.pdf", "a-b.pdf"],
  ["C:\\\\Users\\\\Ana\\\\plano.pdf", "plano.pdf"],
  ["/home/ana/plano.pdf", "plano.pdf"],
  ["../../plano.pdf", "plano.pdf"],
  ["1/2 de 3/4.pdf", "1-2 de 3-4.pdf"],
];
for (const [slashed, name] of names) {
  Deno.test(`a name with slashes keeps its words: ${slashed}`, () => {
    const mail = read(partsOf("mixed", [hello, `${named("application/pdf", slashed)}\n\nx`]));
    assert.deepEqual(mail.files.map((file) => file.name), [name]);
  });
}

const nameless: [string, string, string][] = [
  ["application/pdf", "x", "file-1.pdf"],
  ["image/jpeg", "x", "file-1.jpg"],
  ["audio/mpeg", "x", "file-1.mp3"],
  ["message/rfc822\nContent-Disposition: attachment", "From: a@b.example\n\nx", "file-1.eml"],
  ["text/plain\nContent-Disposition: attachment", "x", "file-1.txt"],
  ["application/octet-stream", "%PDF-1.7\n%%EOF", "file-1.pdf"],
  ["application/x-own", "solo texto", "file-1.txt"],
  ["application/x-own", "\u0001\u0002", "file-1"],
  ["application/constructor", "\u0001\u0002", "file-1"],
];
for (const [type, body, name] of nameless) {
  Deno.test(`a file without a name has the ending of its type: ${type}, ${name}`, async () => {
    const raw = partsOf("mixed", [hello, `Content-Type: ${type}\n\n${body}`]);
    const { mail } = await toMailInbound(raw, { externalId: "1", direction: "in", reader });
    assert.deepEqual(mail!.parts.map((file) => file.name), [name]);
  });
}

const long = "Una línea del cliente.\n".repeat(6_000);
const longs: [string, Uint8Array, string][] = [
  ["alone", mailOf({ body: long }), long.trim()],
  [
    "in a part",
    partsOf("mixed", [`Content-Type: text/plain; charset=utf-8\n\n${long}`]),
    long.trim(),
  ],
  [
    "HTML",
    mailOf({ head: ["Content-Type: text/html"], body: `<p>${long.replaceAll("\n", "<br>")}</p>` }),
    long.trim(),
  ],
];
for (const [what, raw, text] of longs) {
  Deno.test(`a text that is too long goes on in a file: ${what}`, () => {
    const mail = read(raw);
    assert.equal(mail.text.length, 100_000);
    assert.deepEqual(mail.files.map(({ name }) => name), ["text.txt"]);
    assert.equal(new TextDecoder().decode(mail.files[0]!.bytes).trim(), text);
  });
}

Deno.test("a text that is longer than is read is a file as it came", () => {
  const body = long.repeat(10);
  const mail = read(partsOf("mixed", [`Content-Type: text/plain; charset=utf-8\n\n${body}`]));
  assert.equal(mail.text.length, 100_000);
  const bytes = new TextDecoder().decode(mail.files[0]!.bytes);
  assert.equal(bytes, new TextDecoder().decode(lines(body)));
  const tags = "<i></i>".repeat(80_000);
  const html = read(
    mailOf({ head: ["Content-Type: text/html"], body: `<p>a</p>${tags}<p>fin</p>` }),
  );
  assert.deepEqual(html.files.map(({ name }) => name), ["text.html"]);
  assert.ok(new TextDecoder().decode(html.files[0]!.bytes).endsWith("<p>fin</p>"));
});

Deno.test("a text of the longest length is no file", () => {
  assert.deepEqual(read(mailOf({ body: "x".repeat(99_999) })).files, []);
  assert.deepEqual(read(bytesOf("From: a@b.example\n\nx")).files, []);
});
