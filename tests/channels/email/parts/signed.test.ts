/** Mails within a signature (S/MIME, RFC 8551, 3.5.2) are opened for reading. */
import assert from "node:assert/strict";
import { signedContent } from "@/lib/channels/email/read/mime/signed.ts";
import { toMailInbound } from "@/lib/channels/in/mail_in.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { bytesOf, mailOf, own, partsOf } from "../mails.ts";

const reader = { ownAddress: own, authservId: null };
const read = (raw: Uint8Array) => readMail(raw, reader);

type Bytes = number[];
type Wrap = (tag: number, ...content: Bytes[]) => Bytes;

const der: Wrap = (tag, ...content) => {
  const all = content.flat();
  const size = all.length;
  const length = size < 0x80 ? [size] : [0x83, size >> 16, size >> 8 & 0xff, size & 0xff];
  return [tag, ...length, ...all];
};
const ber: Wrap = (tag, ...content) => [tag, 0x80, ...content.flat(), 0, 0];

const signedData = der(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]);
const data = der(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]);
const enveloped = der(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x03]);

function signed(octets: Bytes[], wrap: Wrap = der, type = signedData): Uint8Array {
  const digests = wrap(0x31, wrap(0x30, der(0x06, [0x2a])));
  const content = wrap(0x30, data, ...octets.map((bytes) => wrap(0xa0, bytes)));
  const inner = wrap(0x30, der(0x02, [1]), digests, content, der(0x31));
  return new Uint8Array(wrap(0x30, type, wrap(0xa0, inner)));
}

const text = "Content-Type: text/plain; charset=utf-8\r\n\r\n¿Reparáis puertas?\r\n";
const plain = [...bytesOf(text)];
const halves = [plain.slice(0, 30), plain.slice(30)].map((half) => der(0x04, half));

const forms: [string, Uint8Array][] = [
  ["DER", signed([der(0x04, plain)])],
  ["BER without lengths", signed([der(0x04, plain)], ber)],
  ["octets in pieces", signed([der(0x24, ...halves)])],
  ["octets in pieces without lengths", signed([ber(0x24, ...halves)], ber)],
  ["pieces of pieces", signed([ber(0x24, der(0x24, halves[0]!), ber(0x24, halves[1]!))], ber)],
];
for (const [name, bytes] of forms) {
  Deno.test(`what is signed is read: ${name}`, () => {
    assert.equal(new TextDecoder().decode(signedContent(bytes)!), text);
    for (let end = 0; end < bytes.length - plain.length; end++) {
      signedContent(bytes.subarray(0, end));
      signedContent(bytes.subarray(end));
    }
  });
}

const deep = (wrap: Wrap, tag: number) =>
  Array.from({ length: 40 }).reduce((inner: Bytes) => wrap(tag, inner), der(0x04, plain));
const others: [string, Uint8Array][] = [
  ["nothing", new Uint8Array()],
  ["no structure", bytesOf("Content-Type: text/plain\r\n\r\nx")],
  ["what is encrypted", signed([der(0x04, plain)], der, enveloped)],
  ["a signature apart from its content", signed([])],
  ["something else than a part of a mail", signed([der(0x04, [...bytesOf("<factura/>")])])],
  ["pieces without end", signed([deep(ber, 0x24)], ber)],
  [
    "elements without end",
    new Uint8Array(ber(0x30, signedData, ber(0xa0, ber(0x30, deep(ber, 0x30))))),
  ],
  ["lengths beyond its end", new Uint8Array([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, ...signedData])],
];
for (const [name, bytes] of others) {
  Deno.test(`nothing is read of ${name}`, () => {
    assert.equal(signedContent(bytes), null);
  });
}

const types: [string, string][] = [
  ["its type", "application/pkcs7-mime; smime-type=signed-data"],
  ["its old type", "application/x-pkcs7-mime; name=smime.p7m"],
  ["its name", "application/octet-stream; name=smime.p7m"],
];
const inBase64 = (bytes: Uint8Array) => bytes.toBase64().replace(/.{76}/g, "$&\n");
for (const [name, type] of types) {
  Deno.test(`a signed mail is opened by ${name}, and says that nothing is checked`, async () => {
    const raw = mailOf({
      head: ["MIME-Version: 1.0", `Content-Type: ${type}`, "Content-Transfer-Encoding: base64"],
      body: inBase64(forms[3]![1]),
    });
    const mail = read(raw);
    assert.deepEqual([mail.text, mail.isSigned], ["¿Reparáis puertas?", true]);
    assert.match(mail.files.map((file) => file.name).join(), /^(smime|file-1)\.p7m$/);
    const { mail: inbound } = await toMailInbound(raw, {
      externalId: "1",
      direction: "in",
      reader,
    });
    assert.equal(inbound!.facts.isSigned, true);
  });
}

Deno.test("files within a signature are the mail's, before the signature", () => {
  const inner = 'Content-Type: multipart/mixed; boundary="i"\r\n\r\n--i\r\n' +
    "Content-Type: text/plain\r\n\r\nHola\r\n--i\r\n" +
    "Content-Type: application/pdf; name=plano.pdf\r\n\r\n%PDF\r\n--i--\r\n";
  const mail = read(mailOf({
    head: [
      "MIME-Version: 1.0",
      "Content-Type: application/pkcs7-mime; name=smime.p7m",
      "Content-Transfer-Encoding: base64",
    ],
    body: inBase64(signed([der(0x04, [...bytesOf(inner)])])),
  }));
  assert.equal(mail.text, "Hola");
  assert.deepEqual(mail.files.map(({ name }) => name), ["plano.pdf", "smime.p7m"]);
});

Deno.test("what is encrypted, or no mail, is a file and signs nothing", () => {
  const invoice = signed([der(0x04, [...bytesOf("<factura/>")])]);
  for (const bytes of [signed([der(0x04, plain)], der, enveloped), invoice]) {
    const part = "Content-Type: application/pkcs7-mime; name=factura.xml.p7m\n" +
      `Content-Transfer-Encoding: base64\n\n${inBase64(bytes)}`;
    const mail = read(partsOf("mixed", ["Content-Type: text/plain\n\nHola", part]));
    assert.deepEqual([mail.text, mail.isSigned], ["Hola", false]);
    assert.deepEqual(mail.files.map(({ name }) => name), ["factura.xml.p7m"]);
  }
});

Deno.test("nested signatures are opened as deep as nested mails", () => {
  const wrapped = (inner: string) =>
    "Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
    signed([der(0x04, [...bytesOf(inner)])]).toBase64() + "\r\n";
  let inner = text;
  for (let depth = 0; depth < 12; depth++) inner = wrapped(inner);
  assert.equal(read(bytesOf(`From: a@b.example\r\n${wrapped(text)}`)).text, "¿Reparáis puertas?");
  assert.equal(read(bytesOf(`From: a@b.example\r\n${inner}`)).text, "");
});
