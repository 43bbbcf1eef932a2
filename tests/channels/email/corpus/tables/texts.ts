import { base64, hello, helloHtml, latin, nested, parts, type Table, whole } from "../row.ts";

function inCharset(charset: string | null, bytes: Uint8Array, text: string) {
  const type = charset === null ? "" : `; charset=${charset}`;
  return { head: [`Content-Type: text/plain${type}`], body: bytes, text };
}

function inEncoding(encoding: string, body: string | Uint8Array, text: string) {
  const head = [
    "Content-Type: text/plain; charset=utf-8",
    `Content-Transfer-Encoding: ${encoding}`,
  ];
  return { head, body, text };
}

function ofSubject(written: string | Uint8Array, subject: string | null) {
  return { head: [whole("Subject: ", written)], subject };
}

/** Texts and subjects in the charsets and encodings of the world. */
export const texts: Table = {
  "UTF-8 with a mark": inCharset("utf-8", whole(latin("\xef\xbb\xbf"), "mañana"), "mañana"),
  "UTF-8 that is Latin-1": inCharset("utf-8", latin("ma\xf1ana"), "mañana"),
  "ASCII that is UTF-8": inCharset("us-ascii", whole("mañana"), "mañana"),
  "Latin-1 that is UTF-8": inCharset("iso-8859-1", whole("mañana"), "mañana"),
  "Latin-1 that is windows-1252": inCharset("iso-8859-1", latin("\x93s\xed\x94 \x80"), "“sí” €"),
  "Latin-9": inCharset("iso-8859-15", latin("\xa4"), "€"),
  "nothing that is UTF-8": inCharset(null, whole("mañana"), "mañana"),
  "nothing that is Latin-1": inCharset(null, latin("ma\xf1ana"), "mañana"),
  "a charset that nobody has": inCharset("x-propio", whole("mañana"), "mañana"),
  "KOI8-R": inCharset("koi8-r", latin("\xf0\xd2\xc9\xd7\xc5\xd4"), "Привет"),
  "windows-1251": inCharset("windows-1251", latin("\xcf\xf0\xe8\xe2\xe5\xf2"), "Привет"),
  "windows-1256": inCharset("windows-1256", latin("\xd3\xe1\xc7\xe3"), "سلام"),
  "Hebrew from left to right": inCharset("iso-8859-8-i", latin("\xf9\xec\xe5\xed"), "שלום"),
  "GB18030": inCharset("gb18030", latin("\xc4\xe3\xba\xc3\x95\x32\x82\x36"), "你好𠀀"),
  "Big5": inCharset("big5", latin("\xa7\x41\xa6\x6e"), "你好"),
  "ISO-2022-JP": inCharset("iso-2022-jp", latin("\x1b$B$3$s\x1b(B."), "こん."),
  "Shift_JIS by its old name": inCharset("x-sjis", latin("\x82\xb1\x82\xf1"), "こん"),
  "EUC-KR": inCharset("ks_c_5601-1987", latin("\xbe\xc8\xb3\xe7"), "안녕"),
  "UTF-7": inCharset("utf-7", latin("ma+APE-ana"), "mañana"),
  "a page of DOS": inCharset("cp850", latin("ma\xa4ana"), "mañana"),
  "Macintosh": inCharset("macintosh", latin("ma\x96ana"), "mañana"),
  "UTF-16 with a mark": {
    head: ["Content-Type: text/plain; charset=utf-16", "Content-Transfer-Encoding: base64"],
    body: base64("\xfe\xff\0m\0a\0\xf1\0a\0n\0a"),
    text: "mañana",
  },
  "UTF-16 from the little end": {
    head: ["Content-Type: text/plain; charset=utf-16le", "Content-Transfer-Encoding: base64"],
    body: base64("m\0a\0\xf1\0a\0n\0a\0"),
    text: "mañana",
  },
  "HTML that says its charset itself": {
    head: ["Content-Type: text/html"],
    body: latin('<html><head><meta charset="koi8-r"></head><body>\xf0\xd2\xc9</body></html>'),
    text: "При",
  },
  "HTML whose head says another charset than its part": {
    head: ["Content-Type: text/html; charset=utf-8"],
    body: '<html><head><meta charset="iso-8859-1"></head><body>mañana</body></html>',
    text: "mañana",
  },

  "quoted-printable": inEncoding("quoted-printable", "ma=C3=B1ana=20\n=3D", "mañana\n="),
  "small digits": inEncoding("quoted-printable", "ma=c3=b1ana", "mañana"),
  "a soft break within a character": inEncoding("quoted-printable", "ma=C3=\n=B1ana", "mañana"),
  "a soft break with blanks behind": inEncoding("quoted-printable", "ma= \t\n=C3=B1ana", "mañana"),
  "a soft break at the end": inEncoding("quoted-printable", "mañana=", "mañana"),
  "a soft break before a blank": inEncoding("quoted-printable", "dos=\n palabras", "dos palabras"),
  "an equals sign that is none": inEncoding(
    "quoted-printable",
    "a=b, a = b, =ZZ",
    "a=b, a = b, =ZZ",
  ),
  "quoted-printable in capitals": inEncoding("QUOTED-PRINTABLE", "ma=C3=B1ana", "mañana"),
  "base64": inEncoding("base64", base64(whole("mañana"), 3), "mañana"),
  "base64 without padding": inEncoding("base64", "SG9sYQ", "Hola"),
  "base64 with a list's footer": inEncoding("base64", "SG9sYQ==\n____\nLista de ventas\n", "Hola"),
  "base64 with signs in it": inEncoding("base64", "SG!9s\nY-Q==", "Hola"),
  "base64 in two pieces": inEncoding("base64", "SG8=\nbGE=", "Hola"),
  "base64 that is none": inEncoding(
    "base64",
    "¿Reparáis puertas? Un saludo, Ana",
    "¿Reparáis puertas? Un saludo, Ana",
  ),
  "quoted-printable that is none": inEncoding("quoted-printable", "¿Sí? 2+2=4", "¿Sí? 2+2=4"),
  "an encoding of its own": inEncoding("x-propio", "Hola", "Hola"),
  "an encoding with a comment": inEncoding("base64 (de Ana)", "SG9sYQ==", "Hola"),
  "an encoding of the whole that its parts have not": {
    head: ["Content-Type: multipart/mixed; boundary=b", "Content-Transfer-Encoding: base64"],
    body: `--b\n${hello}\n--b--\n`,
  },
  "flowed": {
    head: ["Content-Type: text/plain; charset=utf-8; format=flowed"],
    body: "Una línea \nque sigue.\n Otra",
    text: "Una línea que sigue.\nOtra",
  },
  "flowed without its blanks": {
    head: ["Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes"],
    body: "maña \nna",
    text: "mañana",
  },
  "HTML alone": {
    head: ["Content-Type: text/html; charset=utf-8"],
    body: "<p>Hola</p><p>Ana</p>",
    text: "Hola\n\nAna",
    facts: { has_html: true },
  },
  "HTML with entities": {
    head: ["Content-Type: text/html"],
    body: "ma&ntilde;ana &#8364; &lt;b&gt; &amp;amp;<br>d&#xED;a",
    text: "mañana € <b> &amp;\ndía",
  },
  "HTML with a hidden line": {
    head: ["Content-Type: text/html"],
    body: '<div style="display:none">Ver en la web</div><p>Hola</p>',
  },
  "HTML with pictures from elsewhere": {
    head: ["Content-Type: text/html"],
    body: '<p>Hola</p><img src="https://otro.example/a.gif"><img src="//otro.example/b.gif">',
    facts: { remote_pictures: 2 },
  },
  "a stub and the HTML": {
    ...parts("alternative", [
      "Content-Type: text/plain\n\nSu programa no muestra HTML.",
      `${helloHtml}<p>${"¿Reparáis puertas de madera? ".repeat(4)}</p>`,
    ]),
    text: `Hola\n\n${"¿Reparáis puertas de madera? ".repeat(4).trim()}`,
  },

  "a subject in ISO-2022-JP": ofSubject("=?iso-2022-jp?B?GyRCJDMkcxsoQg==?=", "こん"),
  "a subject in GB18030": ofSubject("=?gb18030?B?xOO6ww==?=", "你好"),
  "a subject split within a character": ofSubject(
    "=?utf-8?Q?ma=C3?=\n =?utf-8?Q?=B1ana?=",
    "mañana",
  ),
  "a subject of two charsets": ofSubject("=?iso-8859-1?Q?=F1?= =?koi8-r?Q?=C1?=", "ñа"),
  "a subject in raw UTF-8": ofSubject("mañana", "mañana"),
  "a subject in raw Latin-1": ofSubject(latin("ma\xf1ana"), "mañana"),
  "a subject in raw KOI8-R, as its text": {
    head: [
      whole("Subject: ", latin("\xf0\xd2\xc9")),
      "Content-Type: text/plain; charset=koi8-r",
    ],
    body: latin("\xf0\xd2\xc9"),
    subject: "При",
    text: "При",
  },
  "a subject with a blank in its word": ofSubject("=?utf-8?Q?una puerta?=", "una puerta"),
  "a subject that is folded": ofSubject("Una\n puerta\n\tancha", "Una puerta ancha"),
  "a subject turned over": ofSubject("abc\u202edcba", "abc dcba"),
  "an empty subject": ofSubject("", null),
  "no subject": { without: ["Subject"], subject: null },
  "a date that is none": { head: ["Date: ayer"] },
  "no date": { without: ["Date"] },
  "no Message-ID": { without: ["Message-ID"] },
  "texts in two charsets": {
    head: ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"],
    body: whole(
      "--b\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\n",
      latin("\xf0\xd2\xc9"),
      "\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nmañana\r\n--b--\r\n",
    ),
    text: "При\n\nmañana",
  },
  "text and HTML": { ...parts("alternative", [hello, helloHtml]), facts: { has_html: true } },
  "HTML with its pictures beside text": parts("alternative", [
    hello,
    nested("related", [helloHtml], "i"),
  ]),
};
