/** A forward is filed with whose mail it passes on by one press, and taken back by another. */
import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "../../../crm/scene.ts";
import { inTenant } from "../../../notify/scene.ts";
import { people, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { deliver, numbered, verified, watched } from "../deliver.ts";
import { lines, own } from "../mails.ts";
import { type Post, testWithMail } from "../scene.ts";
import { forwardOf, question } from "./scene.ts";

type Mailbox = Awaited<ReturnType<typeof watched>>;

/** A mailbox into which these have come. */
async function receives(world: World, post: Post, mails: Uint8Array[]) {
  const mailbox = await watched(world, post, { sent_copy: false });
  await deliver(post, mails);
  await mailbox.read();
  await mailbox.settled(mails.length);
  return mailbox;
}

async function contactOf({ contacts }: Mailbox, email: string) {
  return (await contacts()).find((one: { email: string }) => one.email === email);
}

const pathOf = (message: { id: number; contact_id: number }, verb = "") =>
  `/contacts/${message.contact_id}/messages/${message.id}${verb}`;

/** The only message of a colleague, still there. */
async function forwardIn(mailbox: Mailbox, email = "marta@taller.example") {
  const { id } = await contactOf(mailbox, email);
  const [message] = await mailbox.messagesOf(id);
  return message;
}

testWithMail("a forward stays with its colleague until it is filed", async (world, post) => {
  const mailbox = await receives(world, post, [forwardOf(1, { words: "¿Lo llevas tú?" })]);
  const { api, id: via, read, settled, messagesOf } = mailbox;
  const message = await forwardIn(mailbox);
  assert.deepEqual(message.mail.forwarded, {
    person: { name: "Eva Soto", address: "eva@cliente.example" },
    ...{
      subject: "Puerta",
      date: "Tue, Nov 24, 2026 at 9:00 AM",
      text: question,
      filed_from: null,
    },
  });
  assert.equal(await contactOf(mailbox, "eva@cliente.example"), undefined);

  const filed = await expectData(api("POST", pathOf(message, "/file-forward")));
  const eva = await contactOf(mailbox, "eva@cliente.example");
  assert.deepEqual([filed.id, filed.contact_id, eva.name, eva.status], [
    ...[message.id, eva.id, "Eva Soto", "new"],
  ]);
  assert.deepEqual([filed.body, filed.subject, filed.direction, filed.from.email, filed.sent_at], [
    ...[question, "Puerta", "in", "eva@cliente.example", message.sent_at],
  ]);
  assert.deepEqual([filed.mail.sent_by.address, filed.mail.verified], [
    ...["marta@taller.example", false],
  ]);
  assert.deepEqual([filed.mail.forwarded.text, filed.mail.forwarded.filed_from], [
    ...[null, message.contact_id],
  ]);
  const [, note] = await messagesOf(eva.id);
  assert.deepEqual([note.direction, note.body], ["note", "Marta Gil:\n\n¿Lo llevas tú?"]);
  const marta = await contactOf(mailbox, "marta@taller.example");
  assert.deepEqual([marta.status, marta.last_direction], ["read", null]);
  assert.deepEqual(await messagesOf(marta.id), []);
  await expectFailure(api("GET", pathOf(message)), 404, "not_found");
  const raw = await world.call("GET", `/api/admin${pathOf(filed, "/raw")}`, { member: people.ana });
  assert.equal(raw.status, 200);

  const again = await expectData(api("POST", pathOf(message, "/file-forward")));
  const same = await expectData(api("POST", pathOf(filed, "/file-forward")));
  assert.deepEqual([again.contact_id, same.contact_id], [eva.id, eva.id]);
  assert.equal((await messagesOf(eva.id)).length, 2);

  // The answer goes to her, and hers comes back into the conversation.
  const reply = { direction: "out", via, body: "Sí, también puertas" };
  const sent = await expectData(api("POST", `/contacts/${eva.id}/messages`, reply), 201);
  assert.equal(sent.subject, "Re: Puerta");
  await goNow(world);
  await delivered({ api }, eva.id, sent.id, "sent");
  assert.deepEqual(post.smtp.mails[0]!.to, ["eva@cliente.example"]);
  await deliver(post, [
    numbered(2, { from: "eva@otra.example", head: [`In-Reply-To: ${sent.external_id}`] }),
    numbered(3, { from: "Eva Soto <eva@cliente.example>", head: verified, body: "¿Y ventanas?" }),
  ]);
  await read();
  await settled(3);
  assert.equal((await messagesOf(eva.id)).length, 5);
});

testWithMail("a filed forward is taken back as it came", async (world, post) => {
  const mailbox = await receives(world, post, [forwardOf(1, { words: "¿Lo llevas tú?" })]);
  const { api, contacts, messagesOf } = mailbox;
  const message = await forwardIn(mailbox);
  const filed = await expectData(api("POST", pathOf(message, "/file-forward")));
  const back = await expectData(api("POST", pathOf(filed, "/unfile-forward")));
  assert.deepEqual(back, message);
  assert.deepEqual((await contacts()).map(({ email }: { email: string }) => email), [
    "marta@taller.example",
  ]);
  await expectFailure(api("POST", pathOf(back, "/unfile-forward")), 409, "invalid_transition");
  await expectFailure(api("POST", pathOf(filed, "/unfile-forward")), 404, "not_found");

  // What has come there since keeps the contact; the note goes all the same.
  const second = await expectData(api("POST", pathOf(message, "/file-forward")));
  const note = { direction: "note", body: "Llama por las tardes" };
  await expectData(api("POST", `/contacts/${second.contact_id}/messages`, note), 201);
  await expectData(api("POST", pathOf(second, "/unfile-forward")));
  const bodies = (await messagesOf(second.contact_id)).map(({ body }: { body: string }) => body);
  assert.deepEqual(bodies, ["Llama por las tardes"]);
});

testWithMail("a forward is filed with a contact who is known", async (world, post) => {
  const mailbox = await receives(world, post, [
    forwardOf(1, { from: people.ana, words: "Mirad" }),
    forwardOf(2, { from: "Otra <otra@x.example>" }),
  ]);
  const { api, messagesOf } = mailbox;
  const eva = await expectData(
    api("POST", "/contacts", { name: "Eva", email: "eva@cliente.example", channel: "phone" }),
    201,
  );
  const message = await forwardIn(mailbox, people.ana);
  const filed = await expectData(api("POST", pathOf(message, "/file-forward")));
  assert.equal(filed.contact_id, eva.id);
  const [, note] = await messagesOf(eva.id);
  assert.deepEqual([note.author.name, note.body], ["Ana Ruiz", "Mirad"]);
  const back = await expectData(api("POST", pathOf(filed, "/unfile-forward")));
  assert.equal(back.contact_id, message.contact_id);
  await expectData(api("GET", `/contacts/${eva.id}`));

  // A stranger passes on nobody's mail.
  const other = await forwardIn(mailbox, "otra@x.example");
  assert.equal(other.mail.forwarded, null);
  await expectFailure(api("POST", pathOf(other, "/file-forward")), 409, "invalid_transition");
});

testWithMail("a forward of another company, or none, is not filed", async (world, post) => {
  const mailbox = await receives(world, post, [forwardOf(1), numbered(2)]);
  const { api } = mailbox;
  const message = await forwardIn(mailbox);
  const others = apiOf(world, people.eva);
  for (const verb of ["/file-forward", "/unfile-forward"]) {
    await expectFailure(others("POST", pathOf(message, verb)), 404, "not_found");
    const elsewhere = {
      ...message,
      contact_id: (await contactOf(mailbox, "ana@cliente.example")).id,
    };
    await expectFailure(api("POST", pathOf(elsewhere, verb)), 404, "not_found");
    await expectFailure(api("POST", pathOf({ ...message, id: 999_999 }, verb)), 404, "not_found");
    const path = `/contacts/${message.contact_id}/messages/x${verb}`;
    await expectFailure(api("POST", path), 404, "not_found");
    const typed = api("POST", pathOf(message, verb), { with: "eva@cliente.example" });
    await expectFailure(typed, 422, "validation_failed");
  }
  assert.deepEqual(await expectData(api("GET", pathOf(message))), message);
});

testWithMail("a forward between two mailboxes makes a contact", async (world, post) => {
  const mailbox = await receives(world, post, [
    forwardOf(1, { from: own }),
    lines(
      ...[`From: ${own}`, `To: ${own}`, "Subject: Nota", "Message-ID: <n@taller.example>", ""],
      "Comprar tornillos",
    ),
  ]);
  const message = await forwardIn(mailbox, own);
  assert.equal(message.mail.forwarded.person.address, "eva@cliente.example");
  assert.equal((await mailbox.contacts()).length, 1);
});

testWithMail("a forward that was filed and erased does not come back", async (world, post) => {
  const mailbox = await receives(world, post, [forwardOf(1)]);
  const { api, read, contacts } = mailbox;
  const filed = await expectData(
    api("POST", pathOf(await forwardIn(mailbox), "/file-forward")),
  );
  const exported = await expectData(api("GET", `/contacts/${filed.contact_id}/export`));
  assert.match(JSON.stringify(exported), /Reparáis puertas/);
  await expectData(
    api("POST", `/contacts/${filed.contact_id}/erase`, { confirm: "Eva Soto" }),
  );
  const events = await inTenant(
    world,
    (trx) => trx.selectFrom("channel_events").select("id").where("company_id", "=", 1).execute(),
  );
  assert.deepEqual(events, []);
  await deliver(post, [forwardOf(1)]);
  await read();
  assert.deepEqual((await contacts()).map(({ email }: { email: string }) => email), [
    "marta@taller.example",
  ]);
});
