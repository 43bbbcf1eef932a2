/** Cards of telephones and address books, as they come from version 2.1 to 4.0. */
import assert from "node:assert/strict";
import { recordsIn, refusalOf, tableIn } from "./tables.ts";

const card = (...lines: string[]) => `BEGIN:VCARD\r\n${lines.join("\r\n")}\r\nEND:VCARD\r\n`;
const v2 = (...lines: string[]) => card("VERSION:2.1", ...lines);
const v3 = (...lines: string[]) => card("VERSION:3.0", ...lines);
const v4 = (...lines: string[]) => card("VERSION:4.0", ...lines);

type Case = [what: string, file: string, records: Record<string, string>[]];

const cases: Case[] = [
  ["a name in five parts without FN", v3("N:Soler Puig;María;del Mar;Dra.;MBA"), [
    { "Full name": "Dra. María del Mar Soler Puig MBA" },
  ]],
  ["several additional names", v3("N:Doe;Jane;Ann,Mary;;"), [{ "Full name": "Jane Ann Mary Doe" }]],
  ["an empty FN", v3("N:Puig;Ana;;;", "FN:"), [{ "Full name": "Ana Puig" }]],
  ["FN before N", v3("N:Puig;Ana;;;", "FN:Ana P."), [{ "Full name": "Ana P." }]],
  ["several cards", v3("FN:Ana") + "\r\n" + v3("FN:Luz"), [
    { "Full name": "Ana" },
    { "Full name": "Luz" },
  ]],
  ["line feeds alone, and small letters", "begin:vcard\nversion:3.0\nfn:Ana\nend:vcard\n", [
    { "Full name": "Ana" },
  ]],
  ["a byte order mark", `\ufeff${v3("FN:Ana")}`, [{ "Full name": "Ana" }]],
  ["a folded line of version 3", v3("FN:Mar", " ía", "\t Soler"), [{ "Full name": "María Soler" }]],
  ["a folded line of version 2", v2("FN:Ana", "NOTE:an", " example"), [
    { "Full name": "Ana", Note: "an example" },
  ]],
  [
    "quoted-printable with soft breaks",
    v2("N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Mu=C3=B1oz;Jos=C3=", "=A9;;;"),
    [{ "Full name": "José Muñoz" }],
  ],
  [
    "quoted-printable without its name, and line breaks in it",
    v2("FN;QUOTED-PRINTABLE:Jos=E9", "NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0A=", "two"),
    [{ "Full name": "José", Note: "one\ntwo" }],
  ],
  [
    "quoted-printable in another charset",
    v2("FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Bego=F1a"),
    [{ "Full name": "Begoña" }],
  ],
  [
    "an unknown charset",
    v2("FN;CHARSET=NONE;ENCODING=QUOTED-PRINTABLE:Ana=20B"),
    [{ "Full name": "Ana B" }],
  ],
  [
    "a soft break at the end of the card",
    v2("FN;ENCODING=QUOTED-PRINTABLE:Ana=") + v2("FN:Luz"),
    [{ "Full name": "Ana" }, { "Full name": "Luz" }],
  ],
  ["a semicolon that is quoted-printable", v2("N;ENCODING=QUOTED-PRINTABLE:A=3BB;C;;;"), [
    { "Full name": "C A;B" },
  ]],
  ["escaped commas, semicolons and breaks", v3("FN:Puig\\, Ana", "NOTE:a\\nb\\;c\\\\n"), [
    { "Full name": "Puig, Ana", Note: "a\nb;c\\n" },
  ]],
  ["a path in version 2", v2("FN:Ana", "NOTE:C:\\new"), [{ "Full name": "Ana", Note: "C:\\new" }]],
  ["types of version 2", v2("FN:Ana", "TEL;WORK;FAX:911", "TEL;CELL:600", "TEL;HOME;VOICE:912"), [
    { "Full name": "Ana", Phone: "600", "Phone 2": "912", Fax: "911" },
  ]],
  [
    "types of version 3",
    v3("FN:Ana", "TEL;TYPE=WORK,VOICE:1", "TEL;TYPE=CELL;TYPE=pref:2", 'TEL;TYPE="home,fax":3'),
    [{ "Full name": "Ana", Phone: "2", "Phone 2": "1", Fax: "3" }],
  ],
  [
    "addresses of version 4 that are links",
    v4(
      "FN:Ana",
      "TEL;VALUE=uri;PREF=2:tel:+34-911-000-000",
      'TEL;VALUE=uri;TYPE="voice,work";PREF=1:tel:+34-600-000-000;ext=12',
      "EMAIL;VALUE=uri:mailto:ana@x.example",
    ),
    [{
      "Full name": "Ana",
      Phone: "+34-600-000-000 ext. 12",
      "Phone 2": "+34-911-000-000",
      "E-mail": "ana@x.example",
    }],
  ],
  [
    "groups and labels of Apple",
    v3(
      "FN:Ana",
      "item1.TEL:600",
      "item1.X-ABLabel:_$!<Mobile>!$_",
      "item2.TEL:911",
      "item2.X-ABLabel:Fax oficina",
      "item3.EMAIL;type=INTERNET:ana@x.example",
    ),
    [{ "Full name": "Ana", Phone: "600", Fax: "911", "E-mail": "ana@x.example" }],
  ],
  ["a colon and a semicolon within a parameter", v4('TEL;X-A="a:b;c":600', "FN:Ana"), [
    { "Full name": "Ana", Phone: "600" },
  ]],
  ["a company with units", v3("FN:Ana", "ORG:Acme\\, S.L.;Ventas;Norte", "TITLE:Jefa"), [
    { "Full name": "Ana", Company: "Acme, S.L.", Department: "Ventas, Norte", "Job title": "Jefa" },
  ]],
  ["a card of a company only", v3("N:;;;;", "ORG:Acme;"), [{ Company: "Acme" }]],
  [
    "the address at work of several",
    v3(
      "FN:Ana",
      "ADR;TYPE=HOME:;;Calle Mayor 1;Lugo;;27001;España",
      "ADR;TYPE=WORK:Apdo. 7;2º B;Gran Vía 2\\, bajo;Vigo;Pontevedra;36201;España",
    ),
    [{
      "Full name": "Ana",
      Address: "Gran Vía 2, bajo\n2º B\nApdo. 7",
      City: "Vigo",
      Region: "Pontevedra",
      "Postal code": "36201",
      Country: "España",
    }],
  ],
  ["an empty address before the other", v2("FN:Ana", "ADR;WORK:;;;;;;", "ADR;HOME:;;C/ 1;;;;"), [
    { "Full name": "Ana", Address: "C/ 1" },
  ]],
  [
    "pictures in base64, folded and not",
    v2("FN:Ana", "PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ", " SkZJRgABAQ==", "", "TEL:600") +
    v3("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJ", "RgABAQEASABIAAD", "FN:Luz"),
    [{ "Full name": "Ana", Phone: "600" }, { "Full name": "Luz" }],
  ],
  ["a name in base64", v3("FN;ENCODING=B:QW5h"), [{ "Full name": "Ana" }]],
  [
    "an agent within a card",
    v2("FN:Ana", "AGENT:", "BEGIN:VCARD", "FN:Nobody", "TEL:1", "END:VCARD", "TEL:600"),
    [{ "Full name": "Ana", Phone: "600" }],
  ],
  ["a card without its end", `BEGIN:VCARD\r\nFN:Ana\r\n${v3("FN:Luz")}`, [
    { "Full name": "Ana" },
    { "Full name": "Luz" },
  ]],
  ["a file cut off", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nEMA", [{ "Full name": "Ana" }]],
  [
    "groups and empty cards",
    v4("KIND:group", "FN:Amigos") + v3("X-ADDRESSBOOKSERVER-KIND:group", "FN:X") + v3("UID:1") +
    v3("FN:Ana", "BDAY:1980-01-01"),
    [{ "Full name": "Ana" }],
  ],
  [
    "tags, sites and the same address twice",
    v3(
      "FN:Ana",
      "CATEGORIES:Amigos,A\\,B",
      "URL:https://x.example",
      "EMAIL:a@x.example",
      "EMAIL:a@x.example",
      "EMAIL:b@x.example",
    ),
    [{
      "Full name": "Ana",
      Tags: "Amigos; A,B",
      Website: "https://x.example",
      "E-mail": "a@x.example",
      "E-mail 2": "b@x.example",
    }],
  ],
];

for (const [what, file, records] of cases) {
  Deno.test(`a file of cards is read: ${what}`, () => assert.deepEqual(recordsIn(file), records));
}

Deno.test("cards are read in the encodings in which they come", () => {
  const text = v3("FN:Begoña");
  const units = Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));
  const little = new Uint8Array(units.buffer);
  const big = little.slice();
  for (let at = 0; at < big.length; at += 2) [big[at], big[at + 1]] = [big[at + 1]!, big[at]!];
  const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const files = [[little, "utf-16le"], [big, "utf-16be"], [latin, "windows-1252"]] as const;
  for (
    const [bytes, encoding] of [...files, [little.slice(2), "utf-16le"], [
      big.slice(2),
      "utf-16be",
    ]] as const
  ) {
    const table = tableIn(bytes, { language: "es" });
    assert.deepEqual([table.format, table.encoding], ["vcard", encoding]);
    assert.deepEqual(table.header, ["Nombre completo"]);
    assert.deepEqual(table.rows, [{ row: 2, cells: ["Begoña"] }]);
  }
});

Deno.test("files of cards keep to the limits of imports", () => {
  assert.match(refusalOf(v3("FN:A").repeat(3), { limits: { rows: 2 } }).es, /2 filas/);
  assert.match(refusalOf(v3(`NOTE:${"x".repeat(50)}`), { limits: { cell: 40 } }).en, /row 2/);
  assert.match(refusalOf(v3("UID:1")).es, /tarjeta/);
});
