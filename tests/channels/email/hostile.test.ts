import assert from "node:assert/strict";
import { htmlToText, sanitise } from "@/lib/channels/email/read/html.ts";
import { splitText } from "@/lib/channels/email/read/new_text.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { bytesOf, mailOf, own, partsOf } from "./mails.ts";

const read = (raw: Uint8Array) => readMail(raw, { ownAddress: own, authservId: null });

const refused = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<img src='https://spy.example/p.gif'>",
  "<img src='//spy.example/p.gif'>",
  "<img srcset='https://spy.example/p.gif 1x' src='cid:a'>",
  "<a href='javascript:alert(1)'>x</a>",
  "<a href='jav&#x09;ascript:alert(1)'>x</a>",
  "<a href='data:text/html,<script>'>x</a>",
  "<iframe src='https://spy.example'></iframe>",
  "<form action='https://spy.example'><input name=p></form>",
  "<style>@import 'https://spy.example'</style>",
  "<p style=\"background:url('https://spy.example')\">x</p>",
  "<table background='https://spy.example'><tr><td>x</td></tr></table>",
  "<link rel=stylesheet href='https://spy.example'>",
  "<meta http-equiv=refresh content='0;url=https://spy.example'>",
  "<base href='https://spy.example'>",
  "<svg><script>alert(1)</script><image href='https://spy.example'/></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<video poster='https://spy.example' src='https://spy.example'></video>",
  "<!--[if mso]><script>alert(1)</script><![endif]-->",
];
for (const html of refused) {
  Deno.test(`nothing of it runs or is fetched: ${html}`, () => {
    const { html: clean } = sanitise(`<p>a</p>${html}`);
    assert.doesNotMatch(clean!, /spy|script|onerror|alert|style|srcset|iframe|<form|<input|<svg/i);
  });
}

Deno.test("pictures from elsewhere are counted, the mail's own stay", () => {
  const { html, remotePictures } = sanitise(
    "<img src='cid:a' alt='A'><img src='http://x.example/1'><img src='data:image/png;base64,AA'>",
  );
  assert.equal(html, '<img src="cid:a" alt="A" />');
  assert.equal(remotePictures, 1);
});

Deno.test("a link of a mail opens in a new tab without a referrer", () => {
  const { html } = sanitise('<a href="https://a.example/?a=1&b=2" target="_top">x</a>');
  assert.equal(
    html,
    '<a href="https://a.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow" ' +
      'target="_blank">x</a>',
  );
});

const nowhere = [
  "/api/admin/me",
  "api/admin/me",
  "?a=1",
  "#top",
  "",
  "//spy.example/a",
  "/\\spy.example",
  "\\\\spy.example",
  "https:/api/admin/me",
  "https:api/admin/me",
  "https:\\api",
  "https:///api/admin/me",
  "https:/\t/api/admin/me",
  "https://\n/api/admin/me",
  "ht\ntps://a.example",
  "\u0001https://a.example",
  "\u00a0/api/admin/me",
  "\t\n /api/admin/me",
  "cid:a",
  "ftp://a.example",
  "http://",
];
for (const href of nowhere) {
  Deno.test(`a link leads nowhere, and its text stays: ${JSON.stringify(href)}`, () => {
    const written = href.replace(/[\0- \u00a0]/g, (one) => `&#${one.charCodeAt(0)};`);
    assert.equal(sanitise(`<a href="${written}">Plano</a>`).html, "<a>Plano</a>");
  });
}

Deno.test("a link of its own address stays, without the blanks around it", () => {
  const links = ["https://a.example", "HTTP://a.example/b?c#d", "mailto:a@x.example", "tel:+34600"];
  for (const href of links) {
    for (const written of [href, ` \n${href}\t`, `&nbsp;${href}`]) {
      const { html } = sanitise(`<a href="${written}">x</a>`);
      assert.ok(html!.startsWith(`<a href="${href}" rel=`), html!);
    }
  }
});

Deno.test("text that looks like HTML is shown as text", () => {
  assert.equal(htmlToText("<p>&lt;b&gt; &amp;amp;</p>"), "<b> &amp;");
});

Deno.test("HTML that is nested without end is read", () => {
  const html = "<div>".repeat(50_000) + "x";
  assert.ok(sanitise(html).html!.length < 100_000);
  htmlToText("<blockquote>".repeat(50_000) + "x");
});

Deno.test("ten thousand recipients: some are kept, all are counted", async () => {
  const to = Array.from({ length: 10_000 }, (_, at) => `P${at} <p${at}@x.example>`).join(",\n ");
  const mail = await read(mailOf({ head: [`Cc: ${to}`] }));
  assert.equal(mail.recipients, 10_001);
  assert.equal(mail.to.length + mail.cc.length, 200);
});

Deno.test("a thousand parts within one another are read", async () => {
  const depth = 1_000;
  const open = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
  ).join("");
  const raw = bytesOf(`From: a@b.example\n${open}Content-Type: text/plain\n\ndeep\n`);
  assert.equal((await read(raw)).text, "deep");
});

Deno.test("a thousand parts beside one another are read", async () => {
  const parts = Array.from({ length: 1_000 }, () => "Content-Type: application/x\n\nx");
  const mail = await read(partsOf("mixed", parts));
  assert.deepEqual([mail.files.length, mail.leftOut.length], [50, 90]);
});

Deno.test("mails nested in mails are read to a bound, then left as files", async () => {
  const nested = "Content-Type: message/rfc822\n\n".repeat(400);
  await read(bytesOf(`From: a@b.example\n${nested}From: c@d.example\n\nx\n`));
});

Deno.test("a head without end is refused, and so are parts without end", () => {
  const long = `From: a@b.example\nX-A: ${"a\n ".repeat(3_000_000)}\n\nx`;
  assert.throws(() => read(bytesOf(long)), /too long/);
  const open = Array.from(
    { length: 1_500 },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
  ).join("");
  assert.throws(() => read(bytesOf(`From: a@b.example\n${open}\n\nx`)), /nesting/);
});

Deno.test("a mail of 25 MB is read, with its file", async () => {
  const line = `${"A".repeat(76)}\n`;
  const file = "Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n" +
    line.repeat(Math.floor(25_000_000 / line.length));
  const mail = await read(partsOf("mixed", ["Content-Type: text/plain\n\nx", file]));
  assert.ok(mail.files[0]!.bytes.length > 18_000_000);
});

Deno.test("NUL, half surrogates and marks that turn a line around are not kept", async () => {
  const mail = await read(mailOf({
    from: '"\u202Egnp.exe\\"" <a@b.example>',
    head: ["Subject: a\u0000b\u202Ec"],
    body: "x\u0000y",
  }));
  assert.equal(mail.from!.name!.includes("\u202E"), false);
  assert.equal(mail.subject, "a b c");
  assert.equal(mail.text, "xy");
});

Deno.test("a display name with another address verifies nobody", async () => {
  const mail = await read(mailOf({ from: '"jefe@banco.example" <malo@x.example>' }));
  assert.deepEqual(mail.from, { name: null, address: "malo@x.example" });
});

Deno.test("an injected line break in a field is no field", async () => {
  const subject = "=?utf-8?B?" + btoa("x\r\nBcc: a@b.example") + "?=";
  const mail = await read(mailOf({ head: [`Subject: ${subject}`] }));
  assert.equal(mail.subject, "x Bcc: a@b.example");
});

const slow: Record<string, string> = {
  "schreef without end": "Op " + "schreef ".repeat(3_000),
  "skrev on many lines": "abc. skrev skrev\n".repeat(2_000),
  "starts without end": "Op x\n".repeat(5_000),
  "one line of words": "On " + "a ".repeat(20_000),
  "signs of quoting": ">".repeat(50_000),
  "dashes": "-".repeat(50_000),
  "blank lines": "\n".repeat(100_000),
};
for (const [name, text] of Object.entries(slow)) {
  Deno.test(`text made to be slow is split all the same: ${name}`, () => {
    const { text: visible } = splitText(`hola\n\n${text}`);
    assert.match(visible, /^hola/);
  });
}
