/** Of each kind of report it is told which mail it is about, who did not get it, and why. */
import assert from "node:assert/strict";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { mailOf, own } from "../mails.ts";
import { copy, type Format, luis, mailIn, ourId, parts } from "./format.ts";
import { oddFormats } from "./odd_notes.ts";
import { officeFormats } from "./office_servers.ts";
import { providerFormats } from "./providers.ts";
import { reportFormats } from "./reports.ts";
import { serverFormats } from "./servers.ts";

const read = (raw: Uint8Array) => readMail(raw, { ownAddress: own, authservId: null });

const formats = [
  ...serverFormats,
  ...officeFormats,
  ...providerFormats,
  ...oddFormats,
  ...reportFormats,
];
for (const format of formats) {
  Deno.test(`it is read who did not get a mail: ${format.name}`, () => {
    const mail = read(mailIn(format));
    const bounce = format.isStandard ? mail.bounce : mail.likelyBounce;
    assert.equal(format.isStandard ? mail.likelyBounce : mail.bounce, null);
    assert.ok(bounce, "it reads as no report");
    assert.ok(bounce.about.includes(ourId), bounce.about.join());
    assert.deepEqual(
      bounce.recipients.map(({ address, action, status }) => [address, action, status]),
      format.says.map(([address, action, status]) => [address, action, status]),
    );
    for (const [at, [, , , reason]] of format.says.entries()) {
      assert.match(bounce.recipients[at]!.reason ?? "", reason);
    }
  });
}

const bounce = `<${luis}>: 550 5.1.1 no such user\n\n${copy}`;
const people: [string, Uint8Array][] = [
  ["a customer who quotes one", mailOf({ head: ["Subject: Re: failure notice"], body: bounce })],
  [
    "a colleague who passes one on",
    mailIn({
      name: "",
      from: "Marta <marta@otro.example>",
      subject: "Fwd: Undelivered Mail",
      ...parts(
        "Content-Type: text/plain\n\nMira esto.",
        `Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; ${luis}\nAction: failed`,
      ),
      says: [],
    }),
  ],
  [
    "somebody away, by a null sender",
    mailOf({
      head: ["Return-Path: <>", "Subject: Fuera", `In-Reply-To: ${ourId}`],
      body: "No estoy. Escriba a eva@otro.example o llame al 550 123; lo otro no existe.",
    }),
  ],
  [
    "a customer whose subject reads like one",
    mailOf({
      head: ["Subject: Delivery problem", `In-Reply-To: ${ourId}`],
      body: "La talla 550 no existe: no ha llegado a luis@cliente.example.",
    }),
  ],
  ["one who complains", mailOf({ head: ["Subject: Delivery problem"], body: "It came broken." })],
];
for (const [who, raw] of people) {
  Deno.test(`no report of a server: ${who}`, () => {
    const mail = read(raw);
    assert.deepEqual([mail.bounce, mail.likelyBounce], [null, null]);
  });
}

Deno.test("a daemon without an address is no sender, and its mail is a report", () => {
  const daemon: Format = { name: "", subject: "x", from: "MAILER-DAEMON", body: "x", says: [] };
  assert.equal(read(mailIn(daemon)).automatic, "report");
});
