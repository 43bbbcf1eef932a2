/** Who wrote a mail, however its From is written. */
import assert from "node:assert/strict";
import { mailboxes } from "@/lib/channels/email/read/headers.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { lines, own } from "../mails.ts";

const ana = "ana@b.example";
const senders: [from: string, name: string | null, address?: string][] = [
  [`=?utf-8?Q?P=C3=A9rez, Ana?= <${ana}>`, "Pérez, Ana"],
  [`=?utf-8?Q?P=C3=A9rez=2C_Ana?= <${ana}>`, "Pérez, Ana"],
  [`=?utf-8?Q?=22P=C3=A9rez=2C_Ana=22?= <${ana}>`, "Pérez, Ana"],
  [`=?utf-8?B?UMOpcmV6LCBBbmE=?= <${ana}>`, "Pérez, Ana"],
  [`"=?utf-8?Q?P=C3=A9rez,_Ana?=" <${ana}>`, "Pérez, Ana"],
  [`=?utf-8?Q?P=C3=A9rez,?= =?utf-8?Q?_Ana?= <${ana}>`, "Pérez, Ana"],
  [`=?utf-8?Q?Ana_(Puertas);_Gil?= <${ana}>`, "Ana (Puertas); Gil"],
  [`=?utf-8?Q?Ana_<${ana}>?=`, "Ana"],
  [`=?utf-8?Q?ana=40b.example?=`, null],
  [`Pérez, Ana <${ana}>`, "Pérez, Ana"],
  [`Pérez, Ana, Puertas Gil <${ana}>`, "Pérez, Ana, Puertas Gil"],
  [`"Pérez, Ana" <${ana}>`, "Pérez, Ana"],
  [`"Pérez, Ana" ${ana}`, "Pérez, Ana"],
  [`"Pérez, Ana <${ana}>`, "Pérez, Ana"],
  [`Ana "la de, las puertas" Gil <${ana}>`, "Ana la de, las puertas Gil"],
  [`"Ana \\"la de\\" Gil" <${ana}>`, 'Ana "la de" Gil'],
  [`Ana Gil ${ana}`, "Ana Gil"],
  [`${ana} (Ana Gil)`, "Ana Gil"],
  [`Ana (Puertas) <${ana}>`, "Ana (Puertas)"],
  [`Ana <>, Bea <${ana}>`, "Bea"],
  [`Ana, <>, Bea <${ana}>, c@c.example`, "Bea"],
  [`Ana <${ana}>, Bea <bea@c.example>`, "Ana"],
  [`Ana <${ana}, Bea <bea@c.example>`, "Ana"],
  [`Ana <${ana}`, "Ana"],
  [`Ana <<${ana}>>`, "Ana"],
  [`Ana <mailto:${ana}>`, "Ana"],
  [`Ana <@mx.example,@my.example:${ana}>`, "Ana"],
  [`Equipo: Ana <${ana}>, Bea <bea@c.example>;`, "Ana"],
  [`Equipo:;, Ana <${ana}>`, "Ana"],
  [`<${ana}>`, null],
  [ana, null],
  [`"${ana}" <${ana}>`, null],
  [`"otra@banco.example" <${ana}>`, null],
  [`'otra@banco.example' <${ana}>`, null],
  [`<otra@banco.example> <${ana}>`, null],
  [`otra@banco.example <${ana}>`, null],
  [`"(otra@banco.example)" <${ana}>`, null],
  [`=?utf-8?Q?otra=40banco.example?= <${ana}>`, null],
  [`"otra@banco.example via Foro" <${ana}>`, "otra@banco.example via Foro"],
  [`"Ana @ Puertas" <${ana}>`, "Ana @ Puertas"],
];
for (const [from, name, address = ana] of senders) {
  Deno.test(`the sender is the first who has an address: ${from}`, () => {
    const { from: sender } = read(`From: ${from}`);
    assert.deepEqual(sender, { name, address });
  });
}

Deno.test("of two From fields the first that names an address counts", () => {
  const bea = { name: "Bea", address: "bea@c.example" };
  assert.deepEqual(read("From: Ana", "From: Bea <bea@c.example>").from, bea);
  assert.deepEqual(read("From: Bea <bea@c.example>", `From: Ana <${ana}>`).from, bea);
  assert.equal(read("From: Ana <>", "From: undisclosed:;").from, null);
});

Deno.test("a mail of several senders verifies none of them", () => {
  const field = "Authentication-Results: mx.taller.example; dmarc=pass";
  for (
    const [from, isVerified] of [[`Pérez, Ana <${ana}>`, true], [`${ana}, b@c.example`, false]]
  ) {
    const raw = lines(field, `From: ${from}`, "", "Hola");
    const mail = readMail(raw, { ownAddress: own, authservId: "mx.taller.example" });
    assert.equal(mail.isVerified, isVerified, `${from}`);
  }
});

Deno.test("recipients are counted right where their names have commas", () => {
  const value =
    `Pérez, Ana <${ana}>, "Gil, Luis" <luis@b.example>; bea@c.example, =?utf-8?Q?a,b?=` +
    " <d@d.example>, undisclosed";
  const { mailboxes: list, count } = mailboxes([{ key: "to", value }], "to", 10);
  assert.deepEqual(list.map(({ name }) => name), ["Pérez, Ana", "Gil, Luis", null, "a,b"]);
  assert.equal(count, 5);
});

function read(...head: string[]) {
  const raw = lines(...head, `To: ${own}`, "", "Hola");
  return readMail(raw, { ownAddress: own, authservId: null });
}
