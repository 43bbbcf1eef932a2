/** A person is the same in each spelling of their address, by whatever way they come. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { inTenant } from "../../notify/scene.ts";
import { importing } from "../../records/imports/importing.ts";
import { apiOf, expectData, expectFailure } from "../scene.ts";
import { contactsOf, send, threadOf } from "./form_scene.ts";

const jose = "josé@españa.example";
const encoded = "JOSÉ@xn--espaa-rta.example";

testOnEach("the form's sender goes on with their thread", async (world) => {
  for (const email of [jose, encoded, "jose\u0301＠ESPAÑA。example"]) {
    const answer = await send(world, {
      name: "José",
      email,
      message: `Hola, ${email}`,
      site: "primary",
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  }
  const [contact, ...rest] = await contactsOf(world, people.ana);
  assert.deepEqual(rest, []);
  assert.equal(contact.email, jose);
  assert.equal((await threadOf(world, people.ana, contact.id)).length, 3);
  for (const q of [jose, encoded, "josé@españa", "espana.example"]) {
    const contacts = await contactsOf(world, people.ana, `?q=${encodeURIComponent(q)}`);
    assert.deepEqual(contacts.map(({ id }: { id: number }) => id), [contact.id], q);
  }
  const hidden = {
    name: "X",
    email: "jos\u200dé@españa.example",
    message: "Hola",
    site: "primary",
  };
  assert.deepEqual(Object.keys((await send(world, hidden)).body.fields), ["email"]);
});

testOnEach("an imported file finds the contacts that exist already", async (world) => {
  const ana = apiOf(world, people.ana);
  const client = await expectData(ana("POST", "/clients", { name: "José", email: jose }), 201);
  const file = `Nombre;Correo;Ciudad\nJosé;${encoded};Ávila\n`;
  const post = importing(world);
  const done = await expectData(post("clients/commit?duplicates=update", file));
  assert.deepEqual([done.imported, done.changed], [0, 1], JSON.stringify(done));
  assert.equal((await expectData(ana("GET", `/clients/${client.id}`))).city, "Ávila");
  assert.equal((await expectData(ana("GET", "/clients"))).length, 1);
});

testOnEach("what was said of a sender holds for each spelling", async (world) => {
  const ana = apiOf(world, people.ana);
  const path = "/channels/senders";
  const sender = await expectData(ana("PUT", path, { address: encoded, answers_to: "from" }));
  assert.equal(sender.address, jose);
  await expectData(ana("PUT", path, { address: jose, is_person: true }));
  const [one, ...rest] = await expectData(ana("GET", path));
  assert.deepEqual([one.answers_to, one.is_person, rest], ["from", true, []]);
});

testOnEach("who signs in has an address of plain letters", async (world) => {
  const ana = apiOf(world, people.ana);
  const invite = (email: string) => ana("POST", "/employees", { email, role: "Ventas" });
  const failure = await expectFailure(invite(jose), 422, "validation_failed");
  assert.match(failure.fields.email, /plain English letters/);
  assert.match(
    (await expectFailure(invite("jose@"), 422, "validation_failed")).fields.email,
    /must be an e-mail address/,
  );
  await expectData(invite("jose@xn--espaa-rta.example"), 201);
});

testOnEach("an erased person is forgotten in each spelling", async (world) => {
  const ana = apiOf(world, people.ana);
  const contact = await expectData(ana("POST", "/contacts", { name: "José", email: jose }), 201);
  await expectData(ana("PUT", "/channels/senders", { address: encoded, is_person: true }));
  await expectData(ana("POST", `/contacts/${contact.id}/erase`, { confirm: "José" }));
  const senders = await inTenant(
    world,
    (trx) => trx.selectFrom("mail_senders").select("address").execute(),
  );
  assert.deepEqual(senders, []);
});
