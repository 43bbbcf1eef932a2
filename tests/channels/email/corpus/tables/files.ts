import {
  attached,
  base64,
  hello,
  helloHtml,
  latin,
  nested,
  parts,
  type Table,
  whole,
} from "../row.ts";

const png = "\x89PNG\r\n\x1a\n";
const every = String.fromCharCode(...Array.from({ length: 256 }, (_, at) => at));

function named(params: string, name: string) {
  return {
    ...parts("mixed", [hello, attached(params, "%PDF")]),
    files: [[name, "%PDF"]] as [string, string][],
  };
}

function part(type: string, encoding: string, body: string) {
  return `Content-Type: ${type}\nContent-Disposition: attachment; filename=a.csv\n` +
    `Content-Transfer-Encoding: ${encoding}\n\n${body}`;
}

/** In bytes, as lines would become others otherwise. */
function exact(encoding: string, body: string, bytes = body) {
  const begin = `--b\r\n${hello.replaceAll("\n", "\r\n")}\r\n--b\r\n${
    part("text/csv", encoding, "").replaceAll("\n", "\r\n")
  }`;
  return {
    head: ['Content-Type: multipart/mixed; boundary="b"'],
    body: whole(begin, latin(body), "\r\n--b--\r\n"),
    files: [["a.csv", bytes]] as [string, string][],
  };
}

function withPart(second: string, files: [string, string][], text = "Hola") {
  return { ...parts("mixed", [hello, second]), files, text };
}

const picture = (id: string, params = "") =>
  `Content-Type: image/png${params}\nContent-ID: <${id}>\nContent-Transfer-Encoding: base64\n\n${
    base64(png)
  }`;
const long = "Una línea del cliente.\n".repeat(6_000);

/** Files of every sort, byte for byte, and their names. */
export const files: Table = {
  "a name": named("filename=plano.pdf", "plano.pdf"),
  "a name in quotes": named('filename="plano; de \\"Ana\\".pdf"', 'plano; de "Ana".pdf'),
  "a name with blanks and no quotes": named("filename=plano de Ana.pdf", "plano de Ana.pdf"),
  "a name in its type alone": {
    ...parts("mixed", [hello, `Content-Type: application/pdf; name="plano.pdf"\n\n%PDF`]),
    files: [["plano.pdf", "%PDF"]],
  },
  "a name in an encoded word": named('filename="=?utf-8?Q?se=C3=B1al.pdf?="', "señal.pdf"),
  "a name in two encoded words": named(
    'filename="=?utf-8?B?c2XD?=\n =?utf-8?B?sWFsLnBkZg==?="',
    "señal.pdf",
  ),
  "a name in UTF-8": named('filename="señal.pdf"', "señal.pdf"),
  "a name of RFC 2231": named("filename*=utf-8'es'se%C3%B1al.pdf", "señal.pdf"),
  "a name of RFC 2231 in another charset": named("filename*=iso-8859-1''se%F1al.pdf", "señal.pdf"),
  "a name that goes on": named('filename*0="una "; filename*1="puerta.pdf"', "una puerta.pdf"),
  "a name that goes on, some of it encoded": named(
    "filename*0*=utf-8''se%C3; filename*1*=%B1al; filename*2=.pdf",
    "señal.pdf",
  ),
  "a name that goes on out of order": named(
    "filename*1=b.pdf; filename*0=a",
    "ab.pdf",
  ),
  "a name twice, of which the encoded one counts": named(
    "filename=senal.pdf; filename*=utf-8''se%C3%B1al.pdf",
    "señal.pdf",
  ),
  "a name with slashes": named('filename="Presupuesto 3/2026.pdf"', "Presupuesto 3-2026.pdf"),
  "a name with folders": named('filename="../../etc/plano.pdf"', "plano.pdf"),
  "a name turned over": named('filename="plano\u202efdp.exe"', "planofdp.exe"),
  "a name with a line break": named("filename*=utf-8''pla%0D%0Ano.pdf", "plano.pdf"),
  "no name": {
    ...parts("mixed", [hello, "Content-Type: application/pdf\n\n%PDF"]),
    files: [["file-1.pdf", "%PDF"]],
  },
  "an empty name": named('filename=""', "file-1.pdf"),
  "two of one name": {
    ...parts("mixed", [
      hello,
      attached("filename=a.bin", "uno"),
      attached("filename=a.bin", "dos"),
    ]),
    files: [["a.bin", "uno"], ["a.bin", "dos"]],
  },
  "a file of no bytes": {
    ...parts("mixed", [hello, attached("filename=nada.pdf", "")]),
    leftOut: [["nada.pdf", "empty"]],
  },

  "every byte": {
    ...parts("mixed", [hello, attached("filename=a.bin", every)]),
    files: [["a.bin", every]],
  },
  "lines in 7bit": exact("7bit", "a;b\r\nc;d\r\n"),
  "no line break at its end": exact("7bit", "a;b\r\nc;d"),
  "8 bits": exact("8bit", "\xf1;\xff\r\n"),
  "an encoding that nobody has": exact("x-propio", "a\r\nb"),
  "quoted-printable": exact("quoted-printable", "a=3Db=\r\nc=0D=0A=F1 \t\r\n", "a=bc\r\n\xf1\r\n"),
  "base64 with junk": exact("base64", "JV!BE\r\n Rg-=\r\n", "%PDF"),
  "base64 without padding": exact("base64", "JVBERg", "%PDF"),
  "base64 in one line": exact("base64", base64(every.repeat(8), 10_000), every.repeat(8)),
  "base64 that ends within a byte": exact("base64", "JVBERgF", "%PDF\x01"),

  "a short text is shown besides": withPart(
    "Content-Type: text/plain\nContent-Disposition: inline; filename=registro.txt\n\nlínea",
    [["registro.txt", "l\xc3\xadnea"]],
    "Hola\n\nlínea",
  ),
  "a long text is not": withPart(
    `Content-Type: text/plain\nContent-Disposition: inline; filename=registro.txt\n\n${
      "uno\n".repeat(30)
    }`,
    [["registro.txt", "uno\r\n".repeat(30)]],
  ),
  "HTML that is a file": withPart(
    "Content-Type: text/html\nContent-Disposition: attachment; filename=factura.html\n\n<p>uno</p>",
    [["factura.html", "<p>uno</p>"]],
  ),
  "a card": withPart(
    "Content-Type: text/vcard; name=ana.vcf\n\nBEGIN:VCARD\nFN:Ana\nEND:VCARD",
    [["ana.vcf", "BEGIN:VCARD\r\nFN:Ana\r\nEND:VCARD"]],
  ),
  "a mail of Apple with text around a file": {
    ...parts("mixed", [
      hello,
      attached("filename=plano.pdf", "%PDF"),
      "Content-Type: text/plain\n\n",
    ]),
    files: [["plano.pdf", "%PDF"]],
  },
  "a file of two forks": {
    ...parts("mixed", [
      hello,
      nested("appledouble", [
        attached("filename=plano.pdf", "\0\x05\x16\x07", "application/applefile"),
        attached("filename=plano.pdf", "%PDF"),
      ], "i"),
    ]),
    files: [["plano.pdf", "\0\x05\x16\x07"], ["plano.pdf", "%PDF"]],
  },
  "a signature beside": {
    ...parts('signed; protocol="application/pgp-signature"', [
      hello,
      "Content-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE-----",
    ]),
    files: [["signature.asc", "-----BEGIN PGP SIGNATURE-----"]],
  },
  "an encrypted mail": {
    ...parts('encrypted; protocol="application/pgp-encrypted"', [
      "Content-Type: application/pgp-encrypted\n\nVersion: 1",
      "Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----",
    ]),
    text: "",
    files: [["file-1.asc", "Version: 1"], ["encrypted.asc", "-----BEGIN PGP MESSAGE-----"]],
  },

  "a picture in the text, behind what is attached": {
    ...parts("mixed", [
      nested(
        "related",
        [helloHtml.replace("Hola", 'Hola<img src="cid:a@x">'), picture("a@x")],
        "i",
      ),
      attached("filename=plano.pdf", "%PDF"),
    ]),
    files: [["plano.pdf", "%PDF"], ["file-1.png", png]],
  },
  "a picture that no text shows": {
    ...parts("related", [helloHtml, picture("a@x", "; name=foto.png")]),
    files: [["foto.png", png]],
  },
  "a pasted picture": {
    head: ["Content-Type: text/html; charset=utf-8"],
    body: `<p>Hola</p><img src="data:image/png;base64,${base64(png)}">`,
    files: [["file-1.png", png]],
    facts: { remote_pictures: 0 },
  },
  "fifty-one files": {
    ...parts("mixed", [
      hello,
      ...Array.from({ length: 51 }, (_, at) => attached(`filename=f${at}.bin`, `${at}`)),
    ]),
    files: Array.from({ length: 50 }, (_, at) => [`f${at}.bin`, `${at}`]),
    leftOut: [["f50.bin", "too_many"]],
  },
  "a text that is too long": {
    body: long,
    text: long.trim().slice(0, 100_000),
    files: [["text.txt", whole(long)]],
  },
};
