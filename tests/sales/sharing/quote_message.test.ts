/** Quotations that leave by an account: all of it or nothing. */
import assert from "node:assert/strict";
import { goNow } from "../../channels/scene.ts";
import { until } from "../../support/wait.ts";
import { testOnEach } from "../../support/world.ts";
import { apis, expectData, expectFailure, verbsOf } from "../scene.ts";
import { body, draftFor, offer, phone } from "./offering.ts";

const linkIn = (text: string) => /https?:\S+\/q\/(rlq_[\w-]+)/.exec(text)![1]!;

testOnEach("a program is handed a quotation with its link and PDF", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { receiver, program, ana, quote, path, send } = await offer(world);
  await using _ = receiver;
  assert.equal(quote.delivery, null);
  const sent = await expectData(send({ via: program.id, body }, { version: quote.version }));
  assert.deepEqual([sent.status, sent.revision, sent.shares.length], ["sent", 1, 1]);
  const { delivery } = sent;
  assert.deepEqual([delivery.state, delivery.can, delivery.attempts], ["queued", ["cancel"], 0]);
  const messagePath = `/contacts/${delivery.contact_id}/messages/${delivery.message_id}`;
  const message = await expectData(ana("GET", messagePath));
  assert.deepEqual(message.quote, { id: quote.id, name: quote.number });
  assert.deepEqual(
    message.files.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [[`Presupuesto ${quote.number}.pdf`, "application/pdf"]],
  );
  const token = linkIn(message.body);
  assert.equal(
    message.body.replace(/https?:\S+(?=\. Ana)/, "LINK"),
    `Hola, Pilar Ruiz: ${quote.number} está aquí: LINK. Ana Ruiz`,
  );
  const page = await expectData(world.call("GET", `/q/${token}/data`));
  assert.equal(page.document.revision, 1);

  await goNow(world);
  const [request] = await receiver.received(1);
  const request1 = request!.json() as {
    to: { phone: string };
    files: { name: string; url: string }[];
  };
  assert.equal(request1.to.phone, phone);
  const { url } = request1.files[0]!;
  const pdf = await (await fetch(world.url + new URL(url).pathname)).bytes();
  assert.ok(new TextDecoder().decode(pdf.subarray(0, 5)).startsWith("%PDF-"));
  await until(async () => (await expectData(ana("GET", path))).delivery.state === "sent");
  const [row] = await expectData(ana("GET", "/quotes"));
  assert.deepEqual([row.delivery.state, row.delivery.can], ["sent", []]);
  const entries = await expectData(ana("GET", `${path}/timeline`));
  const entry = entries.find(({ kind }: { kind: string }) => kind === "message");
  const now = await expectData(ana("GET", messagePath));
  assert.deepEqual([entry.delivery, entry.files.length], [now.delivery, 1]);
  const verbs = await verbsOf(world, "quote_id", quote.id);
  assert.deepEqual(verbs.slice(0, 3), ["created", "sent", "delivery_moved"]);
}, { both: true });

testOnEach("the link is added once below a text that lacks it", async (world) => {
  const { receiver, program, ana, send } = await offer(world);
  await using _ = receiver;
  const { delivery } = await expectData(send({ via: program.id, body: "Aquí lo tienes." }));
  const message = await expectData(
    ana("GET", `/contacts/${delivery.contact_id}/messages/${delivery.message_id}`),
  );
  assert.match(message.body, /^Aquí lo tienes\.\n\nhttps?:\S+\/q\/rlq_[\w-]+$/);
});

testOnEach(
  "cancelling the message, or recalling while it waits, takes all of it back",
  async (world) => {
    world.services.linkLimiter.limit.perSecond = 0;
    const { receiver, program, ana, path, quote, send } = await offer(world);
    await using _ = receiver;
    const textOf = async (delivery: { contact_id: number; message_id: number }) => {
      const { contact_id, message_id } = delivery;
      const messagePath = `/contacts/${contact_id}/messages/${message_id}`;
      return { messagePath, text: (await expectData(ana("GET", messagePath))).body as string };
    };
    const { delivery } = await expectData(send({ via: program.id, body }));
    const first = await textOf(delivery);
    const cancelled = await expectData(ana("POST", `${first.messagePath}/cancel`));
    assert.equal(cancelled.delivery.state, "cancelled");
    const draft = await expectData(ana("GET", path));
    assert.deepEqual([draft.status, draft.revision, draft.shares.length], ["draft", 1, 0]);
    assert.equal(draft.delivery.state, "cancelled");
    await expectFailure(
      world.call("GET", `/q/${linkIn(first.text)}/data`),
      410,
      "link_expired",
    );

    const again = await expectData(send({ via: program.id, body }));
    assert.equal(again.revision, 2);
    const recalled = await expectData(ana("POST", `${path}/recall`));
    assert.deepEqual(
      [recalled.status, recalled.delivery.state, recalled.shares.length],
      ["draft", "cancelled", 0],
    );
    await goNow(world);

    // Who was shown it by another link keeps what they were shown.
    const third = await expectData(send({ via: program.id, body }));
    await expectData(ana("POST", `${path}/share`, {}), 201);
    const { messagePath } = await textOf(third.delivery);
    await expectData(ana("POST", `${messagePath}/cancel`));
    const current = await expectData(ana("GET", path));
    assert.deepEqual([current.status, current.shares.length], ["sent", 1]);
    assert.equal(receiver.requests.length, 0);
    assert.equal(current.id, quote.id);
  },
  { both: true },
);

testOnEach("recalling a sent quotation does not revoke its link", async (world) => {
  const { receiver, program, ana, path, send } = await offer(world);
  await using _ = receiver;
  await expectData(send({ via: program.id, body }));
  await goNow(world);
  await until(async () => (await expectData(ana("GET", path))).delivery.state === "sent");
  const recalled = await expectData(ana("POST", `${path}/recall`));
  assert.deepEqual(
    [recalled.status, recalled.delivery.state, recalled.shares.length],
    ["draft", "sent", 1],
  );
});

testOnEach("only a draft is sent, and once", async (world) => {
  const { receiver, program, path, ana, send } = await offer(world);
  await using _ = receiver;
  const answers = await Promise.all([1, 2].map(() => send({ via: program.id, body })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const refused = await expectFailure(
    send({ via: program.id, body }),
    409,
    "invalid_transition",
  );
  assert.deepEqual(refused.details.allowed, ["recall", "approve", "reject"]);
  const { shares } = await expectData(ana("GET", path));
  assert.equal(shares.length, 1);
});

testOnEach("a quotation that changes while it is printed is printed again", async (world) => {
  const { receiver, program, ana, quote, path, send } = await offer(world);
  await using _ = receiver;
  const { pdfRenderer } = world.services;
  const printed: string[] = [];
  const print = pdfRenderer.print.bind(pdfRenderer);
  pdfRenderer.print = async (printable, queue) => {
    printed.push(printable.document.client.name);
    if (printed.length === 1) {
      await expectData(ana("PATCH", `/clients/${quote.client.id}`, { name: "Pilar Sanz" }));
    }
    return await print(printable, queue);
  };
  await expectData(send({ via: program.id, body }));
  assert.deepEqual(printed, ["Pilar Ruiz", "Pilar Sanz"]);
  const [{ document }] = await expectData(ana("GET", `${path}/revisions`));
  assert.equal(document.client.name, "Pilar Sanz");
});

testOnEach("a paused account holds the quotation, which can be taken back", async (world) => {
  const { receiver, program, ana, path, send } = await offer(world);
  await using _ = receiver;
  await expectData(ana("POST", `/channels/${program.id}/pause`));
  const { delivery } = await expectData(send({ via: program.id, body }));
  assert.deepEqual([delivery.state, delivery.next_attempt_at], ["queued", null]);
  await goNow(world);
  assert.equal(receiver.requests.length, 0);
  await expectData(ana("POST", `/channels/${program.id}/resume`));
  await goNow(world);
  await receiver.received(1);
  await until(async () => (await expectData(ana("GET", path))).delivery.state === "sent");
});

testOnEach("a message can say which quotation it is about", async (world) => {
  const { receiver, program, ana, quote, path } = await offer(world);
  await using _ = receiver;
  const { eva } = apis(world);
  const { id: foreign } = await draftFor(eva, {});
  const write = (more: Record<string, unknown>) =>
    ana("POST", `/clients/${quote.client.id}/messages`, { body: "Gracias", ...more });
  const { fields } = await expectFailure(
    write({ via: program.id, quote_id: foreign }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["quote_id"]);
  const message = await expectData(write({ via: program.id, quote_id: quote.id }), 201);
  assert.deepEqual(message.quote, { id: quote.id, name: quote.number });
  const { delivery } = await expectData(ana("GET", path));
  assert.equal(delivery.message_id, message.id);
  const cancel = `/contacts/${message.contact_id}/messages/${message.id}/cancel`;
  await expectData(ana("POST", cancel));
  const recorded = { direction: "out", body: "x", quote_id: quote.id };
  await expectFailure(
    ana("POST", `/contacts/${message.contact_id}/messages`, recorded),
    422,
    "validation_failed",
  );
});

testOnEach("a revised quotation says what has changed", async (world) => {
  const { receiver, program, ana, quote, path, send } = await offer(world);
  await using _ = receiver;
  const bodyOf = async (sent: { delivery: { contact_id: number; message_id: number } }) => {
    const { contact_id, message_id } = sent.delivery;
    return (await expectData(ana("GET", `/contacts/${contact_id}/messages/${message_id}`))).body;
  };
  const message = { via: program.id, body: "Aquí: {{quote.link}}" };
  const first = await expectData(send(message));
  assert.doesNotMatch(await bodyOf(first), /ha cambiado/);
  await goNow(world);
  await receiver.received(1);
  await until(async () => (await expectData(ana("GET", path))).delivery.state === "sent");
  await expectData(ana("POST", `${path}/recall`));
  const [line] = quote.lines;
  await expectData(ana("PUT", `${path}/lines`, {
    lines: [
      { id: line.id, unit_price: 60 },
      { name: "Portes", quantity: 1, unit_price: 10, tax_rate: 21 },
    ],
  }));
  const text = (await bodyOf(await expectData(send(message)))).replace(/\u00a0/g, " ");
  assert.match(text, /\n\nQué ha cambiado:\n- Nueva línea: Portes, 1 × 10,00 € \+ 21 %\n/);
  assert.match(text, /- Montaje: antes 2 × 50,00 € \+ 21 %, ahora 2 × 60,00 € \+ 21 %\n/);
  assert.match(text, /- Total: antes 121,00 €, ahora 157,30 €$/);

  // What was taken back says nothing: its client has the one before.
  await expectData(ana("POST", `${path}/recall`));
  assert.doesNotMatch(await bodyOf(await expectData(send(message))), /ha cambiado/);
});
