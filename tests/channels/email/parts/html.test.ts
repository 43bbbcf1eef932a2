/** HTML of mails: pasted pictures, what is hidden, and texts that only point at it. */
import assert from "node:assert/strict";
import { htmlToText, sanitise } from "@/lib/channels/email/read/html.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { mailOf, own, partsOf } from "../mails.ts";

const read = (raw: Uint8Array) => readMail(raw, { ownAddress: own, authservId: null });
const ofHtml = (body: string) => read(mailOf({ head: ["Content-Type: text/html"], body }));

const picture = btoa("\x89PNG\r\n\x1a\n and more");
const pasted: [string, string][] = [
  ["in quotes", `<img src="data:image/png;base64,${picture}">`],
  ["in single ones", `<img alt=x src='data:image/png;base64,${picture}' width=1>`],
  ["without", `<img src=data:image/png;base64,${picture} width=1>`],
  ["at the end of its tag", `<img src=data:image/png;base64,${picture}>`],
  ["in capitals", `<IMG SRC = "DATA:IMAGE/PNG;BASE64,${picture}">`],
  [
    "on several lines",
    `<img src="data:image/png;base64,\r\n ${picture.slice(0, 8)}\r\n ${picture.slice(8)}">`,
  ],
  ["in escapes", `<img src="data:image/png;base64,${encodeURIComponent(picture)}">`],
  ["with a charset", `<img src="data:image/png;charset=utf-8;base64,${picture}">`],
];
for (const [what, html] of pasted) {
  Deno.test(`a pasted picture is a file that the text shows: ${what}`, () => {
    const mail = ofHtml(`<p>Hola</p>${html}<p>fin</p>`);
    const [file] = mail.files;
    assert.equal(mail.files.length, 1);
    assert.equal(String.fromCharCode(...file!.bytes), "\x89PNG\r\n\x1a\n and more");
    assert.deepEqual([file!.type, file!.name], ["image/png", "file-1.png"]);
    assert.ok(mail.html!.includes(`src="cid:${file!.contentId}"`), mail.html!);
    assert.match(mail.text, /^Hola\s+fin$/);
    assert.equal(mail.remotePictures, 0);
  });
}

Deno.test("a picture that is pasted twice is one file, and two are told apart", () => {
  const other = btoa("GIF89a");
  const tag = (type: string, data: string) => `<img src="data:image/${type};base64,${data}">`;
  const mail = ofHtml(tag("png", picture) + tag("gif", other) + tag("png", picture));
  const [first, second, ...more] = mail.files;
  assert.deepEqual([first?.type, second?.type, more], ["image/png", "image/gif", []]);
  const contentIds = Array.from(mail.html!.matchAll(/cid:([^"]+)/g), ([, id]) => id);
  assert.deepEqual(contentIds, [first!.contentId, second!.contentId, first!.contentId]);
});

Deno.test("a large pasted picture does not cut the text behind it", () => {
  const data = "QUFB".repeat(600_000);
  const mail = ofHtml(`<p>Hola</p><img src="data:image/jpeg;base64,${data}"><p>fin</p>`);
  assert.match(mail.text, /^Hola\s+fin$/);
  assert.deepEqual(mail.files.map(({ bytes }) => bytes.length), [1_800_000]);
  assert.deepEqual(mail.leftOut, []);
});

const none = [
  "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
  "<img src='data:text/html;base64,PHN2Zz4='>",
  "<img src='data:image/png,abc'>",
  "<p>data:image/png;base64,AAAA</p>",
  "<p title='data:image/png;base64,AAAA'>x</p>",
  "<img src='data:image/png;base64,AAAA",
];
for (const html of none) {
  Deno.test(`no picture is made of it: ${html}`, () => {
    const mail = ofHtml(`<p>Hola</p>${html}`);
    assert.deepEqual([mail.files, mail.remotePictures], [[], 0]);
    assert.match(mail.text, /^Hola/);
    assert.doesNotMatch(mail.html!, /<img/);
  });
}

Deno.test("pictures from elsewhere are counted, and those alone", () => {
  const html = "<img src='http://x.example/1'><img src='https://x.example/2'>" +
    "<img src='//x.example/3'><img src='cid:a'><img src='data:image/png;base64,AA'>" +
    "<img src='local.png'><img>";
  assert.equal(sanitise(html).remotePictures, 3);
});

const preview = "Lo mejor de la semana";
const hidden = [
  `<div style="display:none">${preview}</div>`,
  `<div style="color:#fff; display : NONE !important; x:y">${preview}</div>`,
  `<div style='display:none'><div>${preview}</div></div>`,
  `<span style=display:none>${preview}</span>`,
  `<span style="font-size:0px">${preview}</span>`,
  `<p style="visibility:hidden">${preview}</p>`,
  `<div style="max-height:0;overflow:hidden">${preview}</div>`,
  `<div hidden>${preview}</div>`,
  `<table style="display:none"><tr><td>${preview}</td></tr></table>`,
];
for (const html of hidden) {
  Deno.test(`what is hidden is not shown: ${html}`, () => {
    const whole = `<body>${html}<p>Hola</p></body>`;
    assert.equal(htmlToText(whole), "Hola");
    assert.equal(sanitise(whole).html, "<p>Hola</p>");
  });
}

const visible = [
  `<div style="display:block">${preview}</div>`,
  `<td style="font-size:0px"><div style="font-size:14px">${preview}</div></td>`,
  `<div style="max-height:0.5em">${preview}</div>`,
  `<div title="a hidden place">${preview}</div>`,
  `<div style="overflow: hidden ">${preview}</div>`,
  `<div data-style="display:none">${preview}</div>`,
  `<div style="display:none">${preview}`,
];
for (const html of visible) {
  Deno.test(`what is not hidden is shown: ${html}`, () => {
    assert.match(htmlToText(`<p>Hola</p>${html}`), /mejor de la semana/);
  });
}

Deno.test("a mail all of which is hidden is shown all the same", () => {
  assert.equal(htmlToText(`<div style="display:none"><p>${preview}</p></div>`), preview);
  assert.match(sanitise(`<div style="display:none"><p>${preview}</p></div>`).html!, /mejor/);
});

const content = "<p>Buenos días: les pido precio de doce puertas de roble.</p>" +
  "<p>Las medidas van en el plano. Las queremos antes de mayo, con su montaje.</p>".repeat(4);
const stubs = [
  "Your client does not support HTML.",
  "This message is in HTML. Please use a mail program that shows it.",
  "Su cliente de correo no admite HTML.",
  "Su programa de correo no soporta mensajes en formato HTML",
  "Votre messagerie ne prend pas en charge le HTML.",
  "Ihr E-Mail-Programm unterstützt kein HTML.",
  "Il tuo client di posta non supporta HTML",
  "O seu cliente de e-mail não suporta HTML.",
  "El vostre client de correu no admet HTML.",
  "View this email in your browser: https://x.example/1",
  "Si no ve bien este correo, ver en el navegador",
  "Si vous ne voyez pas ce message, afficher en ligne",
  "",
  "\u00a0",
];
for (const stub of stubs) {
  Deno.test(`a stub gives way to what is in HTML: ${JSON.stringify(stub)}`, () => {
    const mail = read(partsOf("alternative", [
      `Content-Type: text/plain; charset=utf-8\n\n${stub}`,
      `Content-Type: text/html; charset=utf-8\n\n${content}`,
    ]));
    assert.match(mail.text, /^Buenos días: les pido precio/);
  });
}

const answers: [string, string][] = [
  ["¿Hacéis páginas en HTML?", "<p>¿Hacéis páginas en HTML?</p>"],
  ["Buenos días", content],
  ["¿Hacéis HTML? Un saludo", `<p>¿Hacéis HTML?</p><p>Un saludo</p>${content}`],
];
for (const [plain, html] of answers) {
  Deno.test(`a text of one's own stays: ${plain}`, () => {
    const mail = read(partsOf("alternative", [
      `Content-Type: text/plain; charset=utf-8\n\n${plain}`,
      `Content-Type: text/html; charset=utf-8\n\n${html}`,
    ]));
    assert.equal(mail.text, plain);
  });
}

Deno.test("a stub gives way to HTML only in its own part of a nested mail", () => {
  const inner = [
    "From: C <c@d.example>\nContent-Type: multipart/alternative; boundary=i",
    "",
    "--i\nContent-Type: text/plain\n\nNo HTML here.",
    `--i\nContent-Type: text/html\n\n${content}`,
    "--i--",
  ].join("\n");
  const mail = read(partsOf("mixed", [
    "Content-Type: text/plain\n\nMira esto",
    `Content-Type: message/rfc822\n\n${inner}`,
  ]));
  assert.match(mail.text, /^Mira esto[^]*c@d\.example[^]*doce puertas/);
  assert.doesNotMatch(mail.text, /No HTML/);
});
