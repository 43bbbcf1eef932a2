/** People see that a member has read their newest message: once, and only where it is wanted. */
import assert from "node:assert/strict";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { addPerson, connectMeta, type MetaAccount, type MetaKind } from "../accounts.ts";

const persons: Record<MetaKind, string> = {
  whatsapp: "34600111222",
  facebook: "7012345678901234",
  instagram: "1234567890123456",
};

/** They write. */
async function hear(world: World, account: MetaAccount, contactId: number, key: string) {
  await inDatabase(world, 1, async (trx) => {
    await trx.insertInto("contact_messages").values({
      ...{ company_id: 1, contact_id: contactId, direction: "in", channel: account.kind },
      ...{ body: "Hola", external_id: key, via_id: account.id, sent_at: new Date() },
      sender: JSON.stringify({ id: persons[account.kind], name: null, email: null, phone: null }),
    }).execute();
    await trx.updateTable("contacts").set({ status: "new" }).where("id", "=", contactId).execute();
  });
}

function see(account: MetaAccount, contactId: number) {
  return expectData(account.api("PATCH", `/contacts/${contactId}`, { status: "read" }));
}

testOnEach("a thread that is opened tells its newest message", async (world) => {
  const { marks } = world.graph.state;
  for (const kind of ["whatsapp", "facebook", "instagram"] as const) {
    const account = await connectMeta(world, kind);
    const contactId = await addPerson(world, account, { id: persons[kind] });
    await hear(world, account, contactId, `${kind}-1`);
    await hear(world, account, contactId, `${kind}-2`);
    await see(account, contactId);
    await until(() => marks.length === 1, { what: "the mark" });
    const { accountId, body } = marks.pop()!;
    assert.equal(accountId, account.ownId);
    assert.deepEqual(
      body,
      kind === "whatsapp"
        ? { messaging_product: "whatsapp", status: "read", message_id: "whatsapp-2" }
        : { recipient: { id: persons[kind] }, sender_action: "mark_seen" },
    );
    // An answer to what was seen tells nothing more.
    const json = { direction: "out", via: account.id, body: "Hola" };
    await expectData(account.api("POST", `/contacts/${contactId}/messages`, json), 201);
    await hear(world, account, contactId, `${kind}-3`);
    await expectData(account.api("POST", `/contacts/${contactId}/messages`, json), 201);
    await until(() => marks.length === 1, { what: "the mark of the next" });
    marks.pop();
  }
  const quiet = await connectMeta(world, "facebook", { settings: { read_marks: false } });
  const open = await connectMeta(world, "instagram");
  for (const account of [quiet, open]) {
    const contactId = await addPerson(world, account, { id: persons[account.kind] });
    await hear(world, account, contactId, `last-${account.kind}`);
    await see(account, contactId);
  }
  await until(() => marks.length > 0, { what: "the last mark" });
  assert.deepEqual(marks.map(({ accountId }) => accountId), [open.ownId]);
}, { hasGraph: true });
