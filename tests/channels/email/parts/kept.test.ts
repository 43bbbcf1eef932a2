/** What a mail's message says of its files and of its signature. */
import assert from "node:assert/strict";
import { deliver, numbered, watched } from "../deliver.ts";
import { partsOf } from "../mails.ts";
import { testWithMail } from "../scene.ts";

testWithMail("a message keeps fifty files, and says why it has no more", async (world, post) => {
  const { read, settled, contacts, messagesOf } = await watched(world, post);
  const file = (name: string, bytes: string) =>
    `Content-Type: text/csv\nContent-Disposition: attachment; filename="${name}"\n\n${bytes}`;
  const many = Array.from({ length: 51 }, (_, at) => file(`f${at}.csv`, `a;${at}`));
  const large = file("grande.bin", "x".repeat(26_300_000));
  await deliver(post, [partsOf("mixed", [
    "Content-Type: text/plain\n\nLos planos",
    file("nada.csv", ""),
    large,
    ...many,
  ])]);
  await read();
  await settled(1);
  const [contact] = await contacts();
  const [{ files, mail }] = await messagesOf(contact.id);
  assert.equal(mail.signed, false);
  const reasons = files.map((one: Record<string, unknown>) => [one.name, one.left_out_reason]);
  assert.deepEqual(reasons.slice(0, 50), many.slice(0, 50).map((_, at) => [`f${at}.csv`, null]));
  assert.deepEqual(reasons.slice(50), [
    ["nada.csv", "empty"],
    ["grande.bin", "too_large"],
    ["f50.csv", "too_many"],
  ]);
});

testWithMail(
  "a mail is had as it came, of its own contact alone, whatever its charset",
  async (world, post) => {
    const { read, settled, contacts, messagesOf, api } = await watched(world, post);
    const mail = partsOf("mixed", ["Content-Type: text/plain\n\nHola"]);
    await deliver(post, [
      mail,
      numbered(2, {
        from: "Eva <eva@cliente.example>",
        head: ["Content-Type: text/plain; charset=utf-7"],
        body: "ma+APE-ana",
      }),
    ]);
    await read();
    await settled(2);
    const [contact, other] = await contacts();
    assert.equal((await messagesOf(other.id))[0].body, "mañana");
    const [{ id }] = await messagesOf(contact.id);
    const response = await api("GET", `/contacts/${contact.id}/messages/${id}/raw`);
    assert.equal(response.status, 200);
    assert.match(
      response.headers.get("content-disposition")!,
      /^attachment; filename="mail-\d+\.eml"/,
    );
    assert.equal(response.headers.get("content-type"), "application/octet-stream");
    assert.ok(response.body.includes(new TextDecoder().decode(mail)));
    for (
      const path of [
        `/contacts/${other.id}/messages/${id}/raw`,
        `/contacts/${contact.id}/messages/9/raw`,
      ]
    ) {
      assert.equal((await api("GET", path)).status, 404);
    }
  },
);
