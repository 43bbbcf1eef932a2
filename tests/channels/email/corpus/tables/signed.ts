import { base64, hello, latin, parts, type Table, whole } from "../row.ts";

function element(tag: number, ...content: Uint8Array[]): Uint8Array {
  const all = whole(...content);
  return whole(Uint8Array.of(tag, 0x82, all.length >> 8, all.length & 0xff), all);
}

const oid = (last: number) =>
  latin(`\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07${String.fromCharCode(last)}`);

function cms(kind: number, content: string): Uint8Array {
  const octets = element(0xa0, element(0x04, whole(content)));
  const inner = element(
    0x30,
    latin("\x02\x01\x01"),
    element(0x31),
    element(0x30, oid(1), octets),
    element(0x31),
  );
  return element(0x30, oid(kind), element(0xa0, inner));
}

const inner = "Content-Type: text/plain; charset=utf-8\r\n\r\nHola\r\n";
const signed = cms(2, inner);
const encrypted = cms(3, inner);

function opaque(type: string, bytes: Uint8Array) {
  return {
    head: [`Content-Type: ${type}`, "Content-Transfer-Encoding: base64"],
    body: base64(bytes),
  };
}

/** Mails within a signature, which are opened and not checked. */
export const signatures: Table = {
  "around it": {
    ...opaque("application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", signed),
    files: [["smime.p7m", signed]],
    facts: { signed: true },
  },
  "around it, by its name": {
    ...opaque("application/octet-stream; name=smime.p7m", signed),
    files: [["smime.p7m", signed]],
    facts: { signed: true },
  },
  "around what is encrypted": {
    ...opaque("application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", encrypted),
    text: "",
    files: [["smime.p7m", encrypted]],
    facts: { signed: false },
  },
  "beside it": {
    ...parts('signed; protocol="application/pkcs7-signature"', [
      hello,
      `Content-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\n${
        base64("firma")
      }`,
    ]),
    files: [["smime.p7s", "firma"]],
    facts: { signed: false },
  },
};
