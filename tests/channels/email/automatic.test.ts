/** Mail that was put aside can be opened, found, and made a conversation. */
import assert from "node:assert/strict";
import { expectData } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { deliver, numbered, watched } from "./deliver.ts";
import { own } from "./mails.ts";
import { testWithMail } from "./scene.ts";

const absent = { head: ["X-Autoreply: yes"], body: "Vuelvo el lunes.\n\n> ¿Cuándo?" };

testWithMail(
  "a mail that was put aside is opened, until its bytes are gone",
  async (world, post) => {
    const { api, id, read, settled } = await watched(world, post);
    await deliver(post, [numbered(1, absent), numbered(2, { from: own })]);
    await read();
    await settled(2);
    const [ours, [hidden, ...others]] = [
      await expectData(api("GET", `/channels/${id}/automatic?q=TALLER`)),
      await expectData(api("GET", `/channels/${id}/automatic?q=cliente.EXAMPLE`)),
    ];
    assert.deepEqual([ours.length, ours[0].can, others], [1, ["read"], []]);
    assert.deepEqual([hidden.kind, hidden.can], ["auto_reply", ["read", "conversation"]]);
    const path = `/channels/${id}/automatic/${hidden.id}`;
    const { mail } = await expectData(api("GET", path));
    assert.deepEqual([mail.text, mail.quoted, mail.to[0].address], [
      "Vuelvo el lunes.",
      "> ¿Cuándo?",
      own,
    ]);
    const { headers } = await api("GET", `${path}/raw`);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.match(headers.get("content-disposition")!, /^attachment; .*\.eml/);

    const answer = await api("POST", `/channels/${id}/automatic/${ours[0].id}/conversation`);
    assert.deepEqual([answer.status, answer.body.code], [409, "invalid_transition"]);
    await inTenant(
      world,
      (trx) => trx.updateTable("channel_events").set({ body: null }).execute(),
      1,
    );
    const gone = await expectData(api("GET", path));
    assert.deepEqual([gone.mail, gone.can], [null, []]);
    assert.equal((await api("GET", `${path}/raw`)).status, 404);
    assert.equal((await api("POST", `${path}/conversation`)).status, 409);
  },
);

testWithMail(
  "a person wrote it: it is a conversation, and so are the sender's next ones",
  async (world, post) => {
    const { api, id, read, settled, contacts, messagesOf } = await watched(world, post);
    await deliver(post, [numbered(1, absent)]);
    await read();
    await settled(1);
    assert.deepEqual(await contacts(), []);
    const list = `/channels/${id}/automatic`;
    const [hidden] = await expectData(api("GET", list));
    const opened = await expectData(api("POST", `${list}/${hidden.id}/conversation`));
    const [contact] = await contacts();
    assert.deepEqual([opened.state, opened.contact_id, contact.status], [
      "read",
      contact.id,
      "new",
    ]);
    assert.deepEqual(await expectData(api("GET", list)), []);
    assert.equal((await api("POST", `${list}/${hidden.id}/conversation`)).status, 404);
    await deliver(post, [numbered(2, absent)]);
    await read();
    await settled(2);
    const bodies = (await messagesOf(contact.id)).map(({ body }: { body: string }) => body);
    assert.deepEqual(bodies, ["Vuelvo el lunes.", "Vuelvo el lunes."]);
    const [sender] = await expectData(api("GET", "/channels/senders"));
    assert.deepEqual([sender.address, sender.is_person], ["ana@cliente.example", true]);
  },
);
