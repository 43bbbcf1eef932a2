/** Quotations that leave by a mailbox. */
import assert from "node:assert/strict";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { connectMailbox, type Post, testWithMail } from "../../channels/email/scene.ts";
import { goNow } from "../../channels/scene.ts";
import { readPdf, squeezed } from "../../support/pdf.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { draftQuote, expectData, expectFailure } from "../scene.ts";

const body = "Hola, {{contact.name}}:\n\nAquí está {{quote.number}}.";

/** A mailbox and a draft for a client. */
async function offer(world: World, post: Post, client: Record<string, unknown> = {}) {
  const { api, id: via } = await connectMailbox(world, post, { sent_copy: false });
  const { id: client_id } = await expectData(
    api("POST", "/clients", { name: "Pilar Ruiz", ...client }),
    201,
  );
  const contact = await expectData(
    api("POST", "/contacts", { name: "Luis", email: "luis@cliente.example" }),
    201,
  );
  const opportunity = await expectData(
    api("POST", "/opportunities", { title: "Cocina", client_id }),
    201,
  );
  const quote = await draftQuote(api, { opportunity_id: opportunity.id, title: "Cocina" });
  const path = `/quotes/${quote.id}`;
  const send = (message: Record<string, unknown>) =>
    api("POST", `${path}/send`, { message: { via, body, ...message } });
  const reaches = (state: string) =>
    until(async () => {
      const { delivery } = await expectData(api("GET", path));
      return delivery.state === state && delivery;
    });
  return { api, via, client_id, contact, opportunity, quote, path, send, reaches };
}

testWithMail("a mail takes the link and the PDF to its client", async (world, post) => {
  const { api, quote, send, reaches } = await offer(world, post, {
    email: "pilar@cliente.example",
  });
  const sent = await expectData(send({
    cc: ["jefa@cliente.example"],
    subject: "Presupuesto {{quote.number}}\r\nBcc: malo@x.example",
  }));
  const { contact_id, message_id } = sent.delivery;
  const message = await expectData(api("GET", `/contacts/${contact_id}/messages/${message_id}`));
  assert.equal(message.to.email, "pilar@cliente.example");
  assert.equal(message.subject, `Presupuesto ${quote.number} Bcc: malo@x.example`);
  await goNow(world);
  await reaches("sent");
  const [letter] = post.smtp.mails;
  assert.deepEqual(letter!.to, ["pilar@cliente.example", "jefa@cliente.example"]);
  const raw = new TextEncoder().encode(letter!.text);
  const mail = await readMail(raw, { ownAddress: null, authservId: null });
  assert.match(mail.text, new RegExp(`Aquí está ${quote.number}\\.\\s+http\\S+/q/rlq_`));
  const [part, ...others] = mail.files;
  assert.deepEqual([part!.name, others.length], [`Presupuesto ${quote.number}.pdf`, 0]);
  const pdf = readPdf(part!.bytes);
  assert.ok(pdf.text.includes(squeezed("Cocina")) && !pdf.text.includes("BORRADOR"));
});

testWithMail(
  "without an address of the client's it goes to a contact's, or nowhere",
  async (world, post) => {
    const { api, contact, opportunity, quote, send, path, reaches } = await offer(world, post);
    const { fields } = await expectFailure(send({}), 422, "validation_failed");
    assert.deepEqual(Object.keys(fields), ["message.to"]);
    assert.equal((await expectData(api("GET", path))).status, "draft");
    await expectData(api("PATCH", `/opportunities/${opportunity.id}`, { contact_id: contact.id }));
    await expectData(send({}));
    await goNow(world);
    await reaches("sent");
    assert.deepEqual(post.smtp.mails[0]!.to, ["luis@cliente.example"]);
    assert.match(post.smtp.mails[0]!.text, new RegExp(`^Subject: .*${quote.number}`, "m"));
  },
);

testWithMail("a mail that is refused says so on the quotation", async (world, post) => {
  const { api, path, send, reaches } = await offer(world, post);
  post.smtp.refuses = () => ({ refuse: 550, text: "no such user" });
  await expectData(send({ to: "nadie@cliente.example" }));
  await goNow(world);
  const failed = await reaches("failed");
  assert.deepEqual(failed.can, ["retry"]);
  assert.equal((await expectData(api("GET", path))).status, "sent");
  await expectData(api("POST", `${path}/recall`));
  post.smtp.refuses = () => undefined;
  await expectData(send({ to: "Otra@cliente.example" }));
  await goNow(world);
  const delivery = await reaches("sent");
  assert.notEqual(delivery.message_id, failed.message_id);
  assert.deepEqual(post.smtp.mails.map(({ to }) => to), [["otra@cliente.example"]]);
});
