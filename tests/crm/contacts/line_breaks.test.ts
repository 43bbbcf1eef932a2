/** Names with line breaks, by every endpoint that takes them: the blank stands, and nobody is lost. */
import assert from "node:assert/strict";
import { composeMail } from "@/lib/channels/email/compose.ts";
import { connect } from "../../channels/scene.ts";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure } from "../scene.ts";
import { contactsOf, send } from "./form_scene.ts";

/** Every break of Unicode, and tabs. */
const broken = " Ana\r\n\t Gil\u0085de\u2028la\u2029Torre\u000b\f ";
const whole = "Ana Gil de la Torre";

testOnEach("the public form takes names of several lines", async (world) => {
  const posted = { email: "ana@casa.es", message: "Hola\n\ntú" };
  const body = { ...posted, name: broken, company: broken, subject: broken, phone: "612\n345 678" };
  const { status } = await send(world, body);
  assert.equal(status, 201);
  const [contact] = await contactsOf(world, people.ana);
  assert.deepEqual(
    [contact.name, contact.organization, contact.subject, contact.phone],
    [whole, whole, whole, "612 345 678"],
  );
  const thread = await expectData(
    apiOf(world, people.ana)("GET", `/contacts/${contact.id}/messages`),
  );
  assert.equal(thread[0].body, "Hola\n\ntú");
  assert.equal((await send(world, { ...posted, name: "\r\n", company: "\u2028" })).status, 201);
});

testOnEach("members' doors take names of several lines, and texts keep theirs", async (world) => {
  const api = apiOf(world, people.ana);
  const create = (path: string, body: unknown) => expectData(api("POST", path, body), 201);
  const contact = await create("/contacts", {
    name: broken,
    email: "a@x.es",
    next_action_note: "a\nb",
  });
  assert.deepEqual([contact.name, contact.next_action_note], [whole, "a\nb"]);
  const client = await create("/clients", { name: broken, address: "Mayor 1\n2º B", city: broken });
  assert.deepEqual([client.name, client.address, client.city], [whole, "Mayor 1\n2º B", whole]);
  assert.equal((await create("/products", { name: broken, unit_price: 1 })).name, whole);
  assert.equal((await create("/tasks", { title: broken })).title, whole);
  assert.equal((await create("/contacts", { name: "T", tags: [broken] })).tags[0], whole);
  assert.equal((await create("/keys", { name: broken, scope: "send" })).name, whole);
  await create("/employees", { email: "zoe@x.es", name: broken, role: broken });
  const employees = await expectData(api("GET", "/employees"));
  const zoe = employees.find(({ email }: { email: string }) => email === "zoe@x.es");
  assert.deepEqual([zoe.name, zoe.role], [whole, whole]);
  assert.equal((await expectData(api("PATCH", "/me", { name: broken }))).name, whole);
  const company = await expectData(api("PATCH", "/companies/1", { name: broken, address: "a\nb" }));
  assert.deepEqual([company.name, company.address], [whole, "a\nb"]);
  // What is too long, or of nothing visible, is refused as before.
  await expectFailure(api("POST", "/clients", { name: "\r\n\t" }), 422, "validation_failed");
  await expectFailure(api("POST", "/clients", { name: "a\0b" }), 422, "validation_failed");
  const long = `${"n".repeat(198)}\r\n\r\nn`;
  assert.equal((await create("/clients", { name: long })).name.length, 200);
  await expectFailure(api("POST", "/clients", { name: `${long}n` }), 422, "validation_failed");
});

testOnEach("a program's people and files bring names of several lines", async (world) => {
  const program = await connect(world, { name: broken });
  const { contactId } = await program.file({
    externalId: "1",
    from: { id: "m", name: broken },
    text: "a\nb",
  });
  const contact = await expectData(program.api("GET", `/contacts/${contactId}`));
  assert.equal(contact.name, whole);
  const nobody = await program.file({ externalId: "2", from: { id: "n", name: "\n" }, text: "a" });
  assert.equal((await expectData(program.api("GET", `/contacts/${nobody.contactId}`))).name, null);
  const csv = `nombre,email,organización\n"Ana\nGil",g@x.es,"Casa\r\nGil"\n`;
  const imported = await world.call("POST", "/api/admin/imports/contacts/commit", {
    member: people.ana,
    body: csv,
    headers: { "Content-Type": "text/csv" },
  });
  assert.equal(imported.status, 200, JSON.stringify(imported.body));
  const all = await contactsOf(world, people.ana);
  const gil = all.find(({ email }: { email: string | null }) => email === "g@x.es");
  assert.deepEqual([gil.name, gil.organization], ["Ana Gil", "Casa Gil"]);
});

Deno.test("a name that was stored with a line break adds no header to a mail", async () => {
  const person = (name: string) => ({ name, address: "a@x.example" });
  const mail = await composeMail(
    {
      messageId: "<1@x.example>",
      inReplyTo: null,
      references: [],
      contactId: null,
      subject: "Hola\r\nBcc: spy@x.example",
      from: person("Ana\r\nBcc: spy@x.example"),
      to: [person("Eva\nBcc: spy@x.example")],
      cc: [],
      date: "2026-01-01T00:00:00Z",
      signature: null,
    },
    "a",
    [],
    { threadId: null },
  );
  const [head] = new TextDecoder().decode(mail).split("\r\n\r\n");
  assert.doesNotMatch(head!, /^bcc:/im);
  assert.equal(head!.match(/^subject:/gim)!.length, 1);
});
