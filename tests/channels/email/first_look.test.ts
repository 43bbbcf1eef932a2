/** What comes from the moment that an account is made is new, whenever it is first looked at. */
import assert from "node:assert/strict";
import { apiOf, expectData } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { deliver, deliverPast, numbered, watched } from "./deliver.ts";
import { password } from "./dovecot.ts";
import { own } from "./mails.ts";
import { settingsOf, testWithMail } from "./scene.ts";

testWithMail("a mail that comes before the first look is read", async (world, post) => {
  await deliverPast(post, [numbered(1, { from: "Antes <antes@cliente.example>" })]);
  const api = apiOf(world, people.ana);
  const account = { kind: "email", name: "Taller", address: own, settings: settingsOf(post) };
  const wrong = { secrets: { password: "otra" } };
  const { id } = await expectData(api("POST", "/channels", { ...account, ...wrong }), 201);
  await world.services.mailboxes.read(1, id);
  // Nobody corrects the password for an hour.
  await inTenant(world, (trx) =>
    trx.updateTable("channel_accounts").set({
      created_at: new Date(Date.now() - 3_600_000),
    }).where("id", "=", id).execute(), 1);
  await deliverPast(post, [numbered(2)], 0.5);
  const { version } = await expectData(api("GET", `/channels/${id}`));
  await expectData(api("PATCH", `/channels/${id}`, { version, secrets: { password } }));
  await world.services.mailboxes.read(1, id);
  await until(async () => (await expectData(api("GET", "/contacts"))).length === 1);
  const [contact] = await expectData(api("GET", "/contacts"));
  assert.deepEqual([contact.email, contact.status], ["ana@cliente.example", "new"]);
  await world.services.mailboxes.read(1, id);
  assert.equal((await expectData(api("GET", "/contacts"))).length, 1);
});

testWithMail("only imported past mails notify nobody", async (world, post) => {
  await deliverPast(post, [numbered(1, { from: "Antes <antes@cliente.example>" })]);
  await deliver(post, [numbered(2)]);
  const import_since = Temporal.Now.plainDateISO("UTC").subtract({ days: 30 }).toString();
  const { settled, contacts } = await watched(world, post, { import_since });
  await settled(2);
  const all: { email: string; status: string }[] = await contacts();
  assert.deepEqual(all.map(({ email, status }) => [email, status]).sort(), [
    ["ana@cliente.example", "new"],
    ["antes@cliente.example", "read"],
  ]);
});
