/** Text is read in the charset that it is in, whatever it declares. */
import assert from "node:assert/strict";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { own } from "../mails.ts";

const read = (raw: Uint8Array) => readMail(raw, { ownAddress: own, authservId: null });

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

function whole(...pieces: (string | Uint8Array)[]): Uint8Array {
  const all = pieces.map((piece) => typeof piece === "string" ? utf8(piece) : piece);
  return new Uint8Array(all.flatMap((bytes) => [...bytes]));
}

const places: [string, (head: string, body: Uint8Array) => Uint8Array][] = [
  ["alone", (head, body) => whole("From: a@b.example\r\n", head, "\r\n\r\n", body)],
  ["in a part", (head, body) => inParts(head, body, "multipart/mixed")],
  ["in a part of a part", (head, body) => {
    const inner = whole(`Content-Type: multipart/alternative; boundary=i\r\n\r\n--i\r\n`, head);
    return inParts("", whole(inner, "\r\n\r\n", body, "\r\n--i--\r\n"), "multipart/mixed");
  }],
];

function inParts(head: string, body: Uint8Array, type: string): Uint8Array {
  const begin = `From: a@b.example\r\nContent-Type: ${type}; boundary=b\r\n\r\n--b\r\n`;
  return whole(begin, head ? `${head}\r\n\r\n` : "", body, "\r\n--b--\r\n");
}

const texts: [charset: string | null, bytes: Uint8Array, text: string][] = [
  [null, utf8("mañana ☀"), "mañana ☀"],
  [null, latin("ma\xf1ana"), "mañana"],
  ["us-ascii", utf8("mañana"), "mañana"],
  ["us-ascii", latin("ma\xf1ana"), "mañana"],
  ["ansi_x3.4-1968", utf8("mañana"), "mañana"],
  ["iso-8859-1", utf8("mañana"), "mañana"],
  ["iso-8859-1", latin("ma\xf1ana \x80"), "mañana €"],
  ["iso-8859-1", latin("\xabCAF\xc9\xbb"), "«CAFÉ»"],
  ["latin1", utf8("mañana"), "mañana"],
  ["windows-1252", latin("\x93s\xed\x94"), "“sí”"],
  ["utf-8", utf8("mañana"), "mañana"],
  ["utf-8", latin("ma\xf1ana"), "mañana"],
  ["utf-8", whole("mañana ", latin("\xc3")), "mañana \ufffd"],
  ["unknown-8bit", utf8("mañana"), "mañana"],
  ["unknown-8bit", latin("ma\xf1ana"), "mañana"],
  ["utf-7", latin("ma+APE-ana 2 +- 2"), "mañana 2 + 2"],
  ["unicode-1-1-utf-7", latin("+AKE-Hola!"), "¡Hola!"],
  ["cp850", latin("ma\xa4ana"), "mañana"],
  ["IBM850", latin("ma\xa4ana"), "mañana"],
  ["cp437", latin("ma\xa4ana \x9d"), "mañana ¥"],
  ["cp852", latin("\xa5"), "ą"],
  ["iso-8859-2", latin("\xb1"), "ą"],
  ["iso-8859-9", latin("\xfe"), "ş"],
  ["koi8-r", latin("\xc1"), "а"],
  ["gbk", latin("\xc4\xe3"), "你"],
  ["base64", utf8("mañana"), "mañana"],
  ["hex", utf8("ab"), "ab"],
  ["utf-16", utf8("<p>mañana</p>"), "<p>mañana</p>"],
  ["unicode", latin("a\0\xf1\0"), "añ"],
];
for (const [charset, bytes, text] of texts) {
  for (const [place, framed] of places) {
    const name = `${charset ?? "no charset"}, ${JSON.stringify(text)}`;
    Deno.test(`a text is read in its charset ${place}: ${name}, ${bytes.length} bytes`, () => {
      const type = charset === null
        ? "Content-Type: text/plain"
        : `Content-Type: text/plain; charset=${charset}`;
      assert.equal(read(framed(type, bytes)).text, text);
    });
  }
}

Deno.test("HTML and quoted-printable are read in their charset as plain text is", () => {
  const html = whole(
    "From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>ma",
    latin("\xf1"),
    "ana",
  );
  assert.equal(read(html).text, "mañana");
  const head = "From: a@b.example\r\nContent-Type: text/plain; charset=us-ascii\r\n" +
    "Content-Transfer-Encoding: quoted-printable\r\n\r\n";
  assert.equal(read(utf8(`${head}ma=C3=B1ana`)).text, "mañana");
  assert.equal(read(utf8(`${head}ma=F1ana`)).text, "mañana");
});

const fields: [string, string | Uint8Array, string][] = [
  ["raw UTF-8", "mañana", "mañana"],
  ["raw Latin-1", latin("ma\xf1ana"), "mañana"],
  ["Latin-1 that is UTF-8", "=?iso-8859-1?Q?ma=C3=B1ana?=", "mañana"],
  ["Latin-1", "=?iso-8859-1?Q?ma=F1ana?=", "mañana"],
  ["ASCII that is UTF-8", "=?us-ascii?B?bWHDsWFuYQ==?=", "mañana"],
  ["ASCII that is Latin-1", "=?us-ascii?Q?ma=F1ana?=", "mañana"],
  ["UTF-8 that is Latin-1", "=?utf-8?Q?ma=F1ana?=", "mañana"],
  [
    "a character on the border of two words",
    "=?us-ascii?Q?ma=C3?= =?us-ascii?Q?=B1ana?=",
    "mañana",
  ],
  ["a border in base64", "=?utf-8?B?bWHD?=\r\n =?utf-8?B?sWFuYQ==?=", "mañana"],
  ["a language", "=?iso-8859-1*es?Q?ma=F1ana?=", "mañana"],
  ["UTF-7", "=?utf-7?Q?ma+APE-ana?=", "mañana"],
  ["a page of DOS", "=?cp850?Q?ma=A4ana?=", "mañana"],
  ["two charsets", "=?iso-8859-1?Q?=F1?= =?koi8-r?Q?=C1?=", "ñа"],
  ["words in a text", "a =?utf-8?Q?=C3=B1?= b =?utf-8?Q?_?= c", "a ñ b c"],
  ["no word", "a =?utf-8?X?ab?= b", "a =?utf-8?X?ab?= b"],
  ["an empty word", "=?utf-8?Q??= a", "a"],
  ["a sign of two halves", `=?utf-8?B?${btoa("\xf0\x9f\x98\x80")}?=`, "😀"],
];
for (const [name, value, subject] of fields) {
  Deno.test(`a subject is read in its charset: ${name}`, () => {
    const raw = whole("From: a@b.example\r\nX-A: \xe1\r\nSubject: ", value, "\r\n\r\nx");
    assert.equal(read(raw).subject, subject);
  });
}

Deno.test("fields in other charsets beside one another are read each in its own", () => {
  const raw = whole("From: Begoña <a@b.example>\r\nSubject: ", latin("ma\xf1ana"), "\r\n\r\nx");
  const { from, subject } = read(raw);
  assert.deepEqual([from?.name, subject], ["Begoña", "mañana"]);
});

Deno.test("a long subject in words is cut, and not shown as it is encoded", () => {
  const subject = Array.from({ length: 60 }, () => `=?iso-8859-1?Q?${"=F1".repeat(20)}?=`).join(
    " ",
  );
  const mail = read(utf8(`From: a@b.example\r\nSubject: ${subject}\r\n\r\nx`));
  assert.equal(mail.subject, "ñ".repeat(300));
});

const names: [string, string | Uint8Array, string][] = [
  ["a raw one in Latin-1", latin('filename="se\xf1al.pdf"'), "señal.pdf"],
  ["a raw one in UTF-8", 'filename="señal.pdf"', "señal.pdf"],
  ["a word in Latin-1 that is UTF-8", 'filename="=?iso-8859-1?Q?se=C3=B1al.pdf?="', "señal.pdf"],
  ["of RFC 2231 in Latin-1 that is UTF-8", "filename*=iso-8859-1''se%C3%B1al.pdf", "señal.pdf"],
  ["of RFC 2231 without a charset", "filename*=''se%F1al.pdf", "señal.pdf"],
  ["of RFC 2231 in a page of DOS", "filename*=cp850''se%A4al.pdf", "señal.pdf"],
];
for (const [what, params, name] of names) {
  Deno.test(`a file's name is read in its charset: ${what}`, () => {
    const head = whole(
      "Content-Type: application/pdf\r\nContent-Disposition: attachment; ",
      params,
    );
    const [file] = read(inParts("", whole(head, "\r\n\r\nx"), "multipart/mixed")).files;
    assert.equal(file?.name, name);
  });
}

const types: [string, string[]][] = [
  ["none", []],
  ["empty", ["Content-Type:"]],
  ["of one word", ["Content-Type: text"]],
  ["with half a type", ["Content-Type: text/; charset=utf-8"]],
  ["of signs", ["Content-Type: ;;"]],
  ["without a semicolon", ["Content-Type: text/plain charset=utf-8"]],
  ["with a comma", ["Content-Type: text/plain, charset=utf-8"]],
];
for (const [name, head] of types) {
  Deno.test(`a part whose type is broken is text: ${name}`, () => {
    const part = inParts(
      "",
      whole(...head.map((line) => `${line}\r\n`), "\r\nmañana"),
      "multipart/mixed",
    );
    const mail = read(part);
    assert.deepEqual([mail.text, mail.files], ["mañana", []]);
    const alone = read(
      whole("From: a@b.example\r\n", ...head.map((line) => `${line}\r\n`), "\r\nmañana"),
    );
    assert.equal(alone.text, "mañana");
  });
}

Deno.test("a part without a type whose bytes are no text is a file", () => {
  const body = "Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgoAAAANSUhEUgAA";
  const mail = read(inParts("", whole("\r\nhola\r\n--b\r\n", body), "multipart/mixed"));
  assert.deepEqual([mail.text, mail.files.length], ["hola", 1]);
});

Deno.test("a charset without its semicolon is known, and parts of a broken multipart are read", () => {
  const koi = whole(
    "From: a@b.example\r\nContent-Type: text/html charset=koi8-r\r\n\r\n<b>",
    latin("\xc1"),
  );
  assert.equal(read(koi).text, "а");
  const raw = inParts("Content-Type: text/plain", utf8("hola"), "multipart");
  assert.equal(read(raw).text, "hola");
});
