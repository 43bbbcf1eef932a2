/** Mails of every kind go through a real server and the running app, and come out as they should. */
import assert from "node:assert/strict";
import { expectData } from "../../../crm/scene.ts";
import { delivered, goNow } from "../../scene.ts";
import { luis } from "../bounces/format.ts";
import { deliver, watched } from "../deliver.ts";
import { testWithMail } from "../scene.ts";
import { bouncesOf } from "./bounces.ts";
import { corpus } from "./mails.ts";
import { compared, digestOf, outcomes } from "./outcomes.ts";

const atOnce = 100;

testWithMail("each mail of the corpus comes out as it should", async (world, post) => {
  const mailbox = await watched(world, post, { sent_copy: false });
  const { api, id: via, read, settled } = mailbox;
  const contact = await expectData(api("POST", "/contacts", { name: "Luis", email: luis }), 201);
  const sent = await expectData(
    api("POST", `/contacts/${contact.id}/messages`, { direction: "out", via, body: "Hola" }),
    201,
  );
  await goNow(world);
  await delivered({ api }, contact.id, sent.id, "sent");
  const mails = [...corpus, ...bouncesOf(sent.external_id)];
  assert.ok(mails.length > 360, `${mails.length}`);
  for (let from = 0; from < mails.length; from += atOnce) {
    const some = mails.slice(from, from + atOnce);
    // The first one of each twice: it stands once.
    await deliver(post, [...some, some[0]!].map(({ raw }) => raw));
    await read();
    await settled(from + some.length);
  }
  const outcomeOf = await outcomes(world, mailbox);
  const missing = mails.filter(({ raw }) => !outcomeOf.has(digestOf(served(raw))));
  assert.deepEqual(missing.map(({ name }) => name), []);
  const wrong = mails.flatMap((mail) => {
    const pair = compared(mail, outcomeOf.get(digestOf(served(mail.raw)))!);
    try {
      assert.deepEqual(pair.outcome, pair.wanted);
      return [];
    } catch {
      return [{ name: mail.name, ...pair }];
    }
  });
  assert.deepEqual(wrong, []);
  assert.equal(outcomeOf.size, mails.length);
});

/** As Dovecot gives it out: its lines end in CRLF, and it has no NUL (RFC 9051, 4.3.1). */
function served(raw: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  for (const byte of raw) {
    if (byte === 10) {
      while (bytes.at(-1) === 13) bytes.pop();
      bytes.push(13);
    }
    bytes.push(byte === 0 ? 0x80 : byte);
  }
  return Uint8Array.from(bytes);
}
