/** Mails that are odd, and come in all the same. */
import assert from "node:assert/strict";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { expectData } from "../../crm/scene.ts";
import { delivered, goNow } from "../scene.ts";
import { deliver, numbered, renumbered, watched } from "./deliver.ts";
import { mailOf, own, partsOf } from "./mails.ts";
import { settingsOf, testWithMail } from "./scene.ts";

const read = (raw: Uint8Array) => readMail(raw, { ownAddress: own, authservId: null });

const innermost = "From: C <c@d.example>\nSubject: El plano\n\nEl plano de la puerta";
const forwarded = `From: B <b@c.example>
Subject: Fwd: El plano
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="m"

--m
Content-Type: text/plain

Te lo paso
--m
Content-Type: message/rfc822

${innermost}
--m--
`;

Deno.test("a mail that forwards one that forwards another says all of them", async () => {
  const mail = await read(partsOf("mixed", [
    "Content-Type: text/plain\n\nMira esto",
    `Content-Type: message/rfc822\n\n${forwarded}`,
  ]));
  assert.match(mail.text, /^Mira esto[^]*B <b@c\.example>[^]*Te lo paso[^]*C <c@d[^]*El plano de/);
  assert.deepEqual([mail.from?.address, mail.subject], [
    "ana@cliente.example",
    "Una puerta que no cierra",
  ]);
});

Deno.test("a mail attached as a file is a file", async () => {
  const mail = await read(partsOf("mixed", [
    "Content-Type: text/plain\n\nMira esto",
    "Content-Type: message/rfc822\nContent-Disposition: attachment; filename=plano.eml\n\n" +
    forwarded,
  ]));
  assert.equal(mail.text, "Mira esto");
  assert.deepEqual(mail.files.map(({ name }) => name), ["plano.eml"]);
});

const encodings: [string, string[], string, RegExp][] = [
  ["base64 with rubbish", ["Content-Transfer-Encoding: base64"], "SG9sYQ===!!\n*** ¡no!", /^Hola/],
  ["half quoted-printable", ["Content-Transfer-Encoding: quoted-printable"], "Ho=ZZ=3D=C3", /^Ho/],
  ["an encoding of its own", ["Content-Transfer-Encoding: x-mine"], "Hola", /^Hola$/],
  ["parts without a boundary", ["Content-Type: multipart/mixed"], "Hola", /^Hola$/],
  ["parts that are not there", ['Content-Type: multipart/mixed; boundary="z"'], "Hola", /^Hola$/],
];
for (const [name, head, body, pattern] of encodings) {
  Deno.test(`what can be read of it is read: ${name}`, async () => {
    assert.match(
      (await read(mailOf({ head: ["MIME-Version: 1.0", ...head], body }))).text,
      pattern,
    );
  });
}

Deno.test("names and subjects in broken words are no reason to refuse a mail", async () => {
  const mail = await read(mailOf({
    head: ["Subject: =?utf-8?B?w6?= =?x-none?Q?=ZZ?= =?="],
    from: "=?utf-8?Q?Ana_Garc=ED?= <ana@b.example>",
  }));
  assert.equal(mail.from?.address, "ana@b.example");
  assert.ok(mail.subject!.isWellFormed() && mail.from!.name!.startsWith("Ana Garc"));
});

testWithMail("a mail of 25 MB comes in with its file, and winmail.dat too", async (world, post) => {
  const { read, settled, contacts, messagesOf } = await watched(world, post);
  const line = `${"QUFB".repeat(19)}\n`;
  const large = partsOf("mixed", [
    "Content-Type: text/plain\n\nEl plano",
    "Content-Type: application/octet-stream; name=plano.bin\nContent-Transfer-Encoding: base64\n\n" +
    line.repeat(Math.floor(25_000_000 / line.length)),
    "Content-Type: application/ms-tnef\n\nxyz",
  ]);
  await deliver(post, [large, renumbered(2, mailOf({ body: "¿Ha llegado?" }))]);
  await read();
  await settled(2);
  const [contact] = await contacts();
  const messages = await messagesOf(contact.id);
  assert.equal(messages.length, 2);
  const { files } = messages.find((one: { body: string }) => one.body === "El plano");
  assert.deepEqual(files.map((one: { name: string }) => one.name), ["plano.bin", "winmail.dat"]);
  assert.ok(files[0].size > 18_000_000 && files[0].id);
});

testWithMail("one subject of two people is two conversations", async (world, post) => {
  const { read, settled, contacts } = await watched(world, post);
  await deliver(post, [
    numbered(1, { from: "Ana <ana@cliente.example>" }),
    numbered(2, { from: "Eva <eva@cliente.example>", body: "Otra cosa" }),
  ]);
  await read();
  await settled(2);
  assert.equal((await contacts()).length, 2);
});

testWithMail("a mail whose copy cannot be kept is sent all the same", async (world, post) => {
  const usual = settingsOf(post);
  const { api, id } = await watched(world, post, {
    ...{ imap: { ...usual.imap, port: 9 }, sent_copy: true },
  });
  const contact = await expectData(
    api("POST", "/contacts", { name: "Ana", email: "ana@cliente.example" }),
    201,
  );
  const sent = await expectData(
    api("POST", `/contacts/${contact.id}/messages`, { direction: "out", via: id, body: "Hola" }),
    201,
  );
  await goNow(world);
  await delivered({ api }, contact.id, sent.id, "sent");
  assert.equal(post.smtp.mails.length, 1);
});
