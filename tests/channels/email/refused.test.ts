/** An address that returned a mail is kept, told before it is written to, and forgotten in time. */
import assert from "node:assert/strict";
import { expectData, expectFailure } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { passNight } from "../../support/nights.ts";
import { people, type World } from "../../support/world.ts";
import { until } from "../../support/wait.ts";
import { delivered, goNow } from "../scene.ts";
import { deliver, numbered, watched } from "./deliver.ts";
import { undelivered } from "./mails.ts";
import { type Post, testWithMail } from "./scene.ts";

const nobody = "nadie@cliente.example";

/** A contact whose address returns what is sent to it. */
async function returning(world: World, post: Post) {
  const mailbox = await watched(world, post, { sent_copy: false });
  const { api, id: via, read, settled } = mailbox;
  const contact = await expectData(
    api("POST", "/contacts", { name: "Nadie", email: "Nadie@Cliente.example" }),
    201,
  );
  const path = `/contacts/${contact.id}/messages`;
  const message = { direction: "out", via, body: "Hola" };
  let count = 0;
  const send = async (more: Record<string, unknown> = {}) => {
    const sent = await expectData(api("POST", path, { ...message, ...more }), 201);
    await goNow(world);
    await delivered({ api }, contact.id, sent.id, "sent");
    return sent;
  };
  const bounce = async (sent: { external_id: string }, change = (text: string) => text) => {
    const text = new TextDecoder().decode(undelivered)
      .replace("<out1@taller.example>", sent.external_id).replace("<a1@", `<b${++count}@`);
    await deliver(post, [new TextEncoder().encode(change(text))]);
    await read();
    await settled(count);
  };
  const refused = () => expectData(api("GET", "/refused-addresses"));
  return { ...mailbox, contact, path, message, send, bounce, refused };
}

testWithMail("an address that returned a mail is told before the next", async (world, post) => {
  const { api, id, path, message, send, bounce, refused } = await returning(world, post);
  await bounce(await send());
  const [note] = await refused();
  assert.deepEqual([note.address, note.channel.id], [nobody, id]);
  assert.match(note.reason, /5\.1\.1 .*no such user/);

  const before = post.smtp.mails.length;
  const failure = await expectFailure(api("POST", path, message), 409, "address_refused");
  assert.deepEqual(failure.details.refused.map((one: { address: string }) => one.address), [
    nobody,
  ]);
  const copied = { ...message, to: "otra@cliente.example", cc: ["NADIE@cliente.example"] };
  await expectFailure(api("POST", path, copied), 409, "address_refused");
  await expectData(api("POST", path, { ...message, to: "otra@cliente.example" }), 201);
  await goNow(world);
  await until(() => post.smtp.mails.length === before + 1);
  const wrong = { ...message, despite_refusal: "yes" };
  await expectFailure(api("POST", path, wrong), 422, "validation_failed");

  // Sent all the same; it comes back again, and says what was said last.
  const again = await send({ despite_refusal: true });
  await bounce(again, (text) => text.replaceAll("no such user", "mailbox full"));
  const addresses = await refused();
  assert.deepEqual(addresses.map(({ id }: { id: number }) => id), [note.id]);
  assert.match(addresses[0].reason, /mailbox full/);

  await expectData(api("DELETE", `/refused-addresses/${note.id}`));
  await expectFailure(api("DELETE", `/refused-addresses/${note.id}`), 404, "not_found");
  await expectData(api("POST", path, message), 201);
});

testWithMail("a mail from the address, a report, or time clears it", async (world, post) => {
  const { api, read, settled, send, bounce, refused } = await returning(world, post);
  const sent = await send();
  await bounce(sent);
  assert.equal((await refused()).length, 1);
  await deliver(post, [numbered(50, { from: `Nadie <${nobody}>` })]);
  await read();
  await settled(2);
  assert.deepEqual(await refused(), []);

  const second = await send();
  const stranger = (text: string) => text.replaceAll("Action: failed", "Action: delivered");
  await deliver(post, [numbered(51, { body: "x" })]);
  await read();
  await settled(3);
  const keep = () =>
    inTenant(world, (trx) =>
      trx.insertInto("refused_addresses").values({
        ...{ company_id: 1, account_id: sent.via.id, address: nobody, reason: "x" },
      }).execute());
  await keep();
  const text = new TextDecoder().decode(undelivered)
    .replace("<out1@taller.example>", second.external_id).replace("<a1@", "<d1@");
  await deliver(post, [new TextEncoder().encode(stranger(text))]);
  await read();
  await settled(4);
  assert.deepEqual(await refused(), []);

  await keep();
  await send({ despite_refusal: true });
  const tried = (days: number) =>
    inTenant(world, (trx) =>
      trx.updateTable("refused_addresses").set({
        tried_at: new Date(Date.now() - days * 86_400_000),
      }).where("tried_at", "is not", null).execute());
  await tried(4);
  await passNight(world);
  assert.equal((await refused()).length, 1);
  await tried(6);
  assert.deepEqual(await refused(), []);
  await expectData(api("GET", "/refused-addresses?per_page=1&page=2"));
  await passNight(world);
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("refused_addresses").select("id").execute(),
  );
  assert.deepEqual(rows, []);
});

testWithMail(
  "only a report on a mail of ours counts, and a server's own refusal does too",
  async (world, post) => {
    const { api, path, message, send, bounce, refused } = await returning(world, post);
    const sent = await send();
    await bounce({ external_id: "<made-up@taller.example>" });
    assert.deepEqual(await refused(), []);
    // Passed on to an address behind: ours is the one that returned it.
    await bounce(sent, (text) => text.replaceAll(nobody, "detras@otra.example"));
    assert.deepEqual((await refused()).map((one: { address: string }) => one.address), [nobody]);

    post.smtp.refuses = (address) => ({
      refuse: address.startsWith("nunca") ? 550 : 450,
      text: "no such user",
    });
    const never = { ...message, to: "Nunca@cliente.example" };
    const { id } = await expectData(api("POST", path, never), 201);
    await goNow(world);
    await delivered({ api }, (await expectData(api("GET", "/contacts")))[0].id, id, "failed");
    await expectData(api("POST", path, { ...message, to: "luego@cliente.example" }), 201);
    await goNow(world);
    const addresses = await until(async () => {
      const addresses = (await refused()).map((one: { address: string }) => one.address).sort();
      return addresses.length === 2 && addresses;
    });
    assert.deepEqual(addresses, [nobody, "nunca@cliente.example"]);
    await expectFailure(api("POST", path, never), 409, "address_refused");
  },
);

testWithMail("erasing a person forgets that their address returned mail", async (world, post) => {
  const { api, contact, send, bounce, refused } = await returning(world, post);
  await bounce(await send());
  const { body } = await world.call("GET", `/api/admin/contacts/${contact.id}/export`, {
    member: people.ana,
  });
  assert.deepEqual(body.data.refused_addresses.map((row: { address: string }) => row.address), [
    nobody,
  ]);
  await expectData(api("POST", `/contacts/${contact.id}/erase`, { confirm: "Nadie" }));
  assert.deepEqual(await refused(), []);
});
