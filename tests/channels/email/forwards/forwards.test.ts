/** Whose mail a colleague passes on, as programs write forwards in their languages. */
import assert from "node:assert/strict";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { forwardedBy, isCompanyAddress } from "@/lib/channels/in/author/forwarded.ts";
import { lines, own, partsOf } from "../mails.ts";
import { type Case, customer as ana, type Expected } from "./case.ts";
import { oddForwards } from "./odd_forwards.ts";
import { programForwards } from "./program_forwards.ts";
import { question } from "./scene.ts";

const isColleague = (address: string) => address.endsWith("@taller.example");

function mailWith({ subjectLine = "Fwd: Puerta", body }: Pick<Case, "subjectLine" | "body">) {
  return lines(
    ...["From: Marta <marta@taller.example>", `To: ${own}`, `Subject: ${subjectLine}`],
    ...["Message-ID: <f1@taller.example>", "Content-Type: text/plain; charset=utf-8", ""],
    body,
  );
}

function assertForwarded(raw: Uint8Array, { person, subject, words, text }: Expected) {
  const { forwards } = readMail(raw, { ownAddress: own, authservId: null });
  const forwarded = forwardedBy(forwards, { isColleague, choices: new Map() });
  const { name, address } = forwarded?.person ?? {};
  const named = name ? `${name} <${address}>` : address;
  assert.equal(named, person, JSON.stringify(forwards));
  if (!person) return;
  if (subject !== undefined) assert.equal(forwarded!.subject, subject);
  if (words !== undefined) assert.equal(forwarded!.words, words);
  assert.equal(forwarded!.text, text ?? question);
}

const subject = "Puerta";
for (
  const [name, { subjectLine, body, ...expected }] of Object.entries({
    ...programForwards,
    ...oddForwards,
  })
) {
  const whose = expected.person ? "is told" : "offers nobody";
  Deno.test(`whose mail is passed on ${whose}: ${name}`, () => {
    assertForwarded(mailWith({ subjectLine, body }), expected);
  });
}

const head = (subjectLine: string) => [
  ...["From: Marta <marta@taller.example>", `Subject: ${subjectLine}`],
];
const inner = (disposition: string) =>
  `Content-Type: message/rfc822${disposition}

From: Ana Ruiz <ana@cliente.example>
To: marta@taller.example
Subject: Puerta
Date: Tue, 24 Nov 2026 09:00:00 +0100
Content-Type: text/plain; charset=utf-8

${question}`;
const note = "Content-Type: text/plain; charset=utf-8\n\nPara ti";
const file = "; name=puerta.eml\nContent-Disposition: attachment; filename=puerta.eml";

Deno.test("a mail that is passed on as a file is told, whatever the subject", () => {
  for (const subjectLine of ["Fwd: Puerta", "Un correo"]) {
    const raw = partsOf("mixed", [note, inner(file)], head(subjectLine));
    assertForwarded(raw, { person: ana, subject, words: "Para ti" });
  }
  const two = partsOf("mixed", [note, inner(file), inner(file)], head("Fwd: Puerta"));
  assertForwarded(two, {});
});

Deno.test("a mail that is passed on within the text is told", () => {
  const raw = partsOf("mixed", [note, inner("")], head("Fwd: Puerta"));
  assertForwarded(raw, { person: ana, subject, words: "Para ti" });
});

Deno.test("a forward that is HTML alone is told", () => {
  const html = `<p>Para ti</p><hr><p><b>De:</b> Ana Ruiz &lt;ana@cliente.example&gt;<br>
<b>Enviado el:</b> martes, 24 de noviembre de 2026 9:00<br><b>Para:</b> Marta<br>
<b>Asunto:</b> Puerta</p><p>${question}</p>`;
  const raw = partsOf(
    "mixed",
    [`Content-Type: text/html; charset=utf-8\n\n${html}`],
    head("RV: Puerta"),
  );
  assertForwarded(raw, { person: ana, subject, words: "Para ti" });
});

Deno.test("a long forward is kept within its bound", () => {
  const long = "puerta ".repeat(20_000);
  const body = `${programForwards["Gmail in English"]!.body}\n${long}`;
  const { forwards: [forward] } = readMail(mailWith({ body }), {
    ownAddress: own,
    authservId: null,
  });
  assert.equal(forward!.text.length, 50_000);
});

Deno.test("a domain is the company's where not everybody can have an address at it", () => {
  const mailboxes = ["hola@taller.example", "taller@gmail.com", "taller@telefonica.net"];
  for (
    const [address, isOurs] of Object.entries({
      ...{ "marta@taller.example": true, "ana@gmail.com": false, "ana@telefonica.net": false },
      ...{ "ana@cliente.example": false, "ana@otro.taller.example": false },
    })
  ) assert.equal(isCompanyAddress(address, mailboxes), isOurs, address);
});
