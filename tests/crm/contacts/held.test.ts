import assert from "node:assert/strict";
import { sql } from "kysely";
import { forgetFormPosts } from "@/lib/crm/contacts/held/form_posts.ts";
import { people, testOnEach } from "../../support/world.ts";
import { pairOwn } from "../notices/phones.ts";
import { addClient, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";
import { contactsOf, send, threadOf } from "./form_scene.ts";
import { emails, env, fillDay, heldEmails, holdOne, inbox, post, verbs } from "./held_scene.ts";

testOnEach("a flood of messages is held, likely genuine ones are not", async (world) => {
  const api = apiOf(world, people.ana);
  const phone = await pairOwn(world, api);
  await fillDay(world);
  const flood = await inbox(world);
  assert.equal(flood.length, 3);
  const notices = (await phone.inbox()).length;

  await post(world, "203.0.113.4", { email: "f4@flood.example", message: "Oferta 4" });
  await post(world, "198.51.100.9", { email: "f5@flood.example", message: " ¡OFERTA… 4!" });
  await post(world, "198.51.100.9", { email: "f6@flood.example", message: "Otra cosa" });
  assert.deepEqual(await inbox(world), flood);
  assert.deepEqual(await heldEmails(world), [4, 5, 6].map((at) => `f${at}@flood.example`));
  const [warning, ...others] = (await phone.inbox()).slice(0, -notices);
  assert.deepEqual([others.length, warning!.type], [0, "warning"], "told once, and of no contact");
  assert.match(warning!.body, /^Han llegado 3 en 24 horas.*retenidos/);
  assert.match(warning!.url, /\/panel\/contacts\?held=true&company_id=1$/);

  await post(world, "192.0.2.7", { email: "nueva@casa.example", message: "¿Cuánto cuesta?" });
  await post(world, "192.0.2.8", { email: "vecina@casa.example", message: "¿Y un cartel?" });
  await post(world, "2001:db8:1:2::1", { email: "seis@casa.example", message: "Por IPv6" });
  await post(world, "2001:db8:1:3::1", { email: "siete@casa.example", message: "Al lado" });
  await post(world, "2001:db8:2::1", { email: "ocho@casa.example", message: "Más lejos" });
  assert.deepEqual(
    await inbox(world),
    [...flood, "nueva@casa.example", "ocho@casa.example", "seis@casa.example"].sort(),
    "the first of its network, with a text of its own",
  );
  assert.equal((await phone.inbox())[0]!.title, "Nuevo contacto: Alguien");

  await addClient(world, 1, "Cliente");
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("clients").set({ email_norm: "cliente@casa.example" })
        .where("name", "=", "Cliente").execute(),
  );
  await post(world, "203.0.113.5", { email: "cliente@casa.example", message: "Oferta 4" });
  const before = await contactsOf(world, people.ana, "?q=nueva@casa.example");
  await api("PATCH", `/contacts/${before[0].id}`, { status: "archived" });
  await post(world, "203.0.113.6", { email: "NUEVA@casa.example", message: "Oferta 4" });
  const [contact] = await contactsOf(world, people.ana, "?q=nueva@casa.example");
  assert.deepEqual([contact.id, contact.status, contact.held], [before[0].id, "new", false]);
  assert.ok((await inbox(world)).includes("cliente@casa.example"), "a client's address is known");

  // Traps are as they were, and who is held is still held when they write again.
  await post(world, "203.0.113.9", { email: "f9@flood.example", message: "x", website: "x" });
  await post(world, "203.0.113.9", { email: "f4@flood.example", message: "Y bien?" });
  const [again] = await contactsOf(world, people.ana, "?held=true&q=f4");
  const thread = await threadOf(world, people.ana, again.id);
  assert.deepEqual(
    thread.map(({ body, meta }: { body: string; meta: { trap: string } }) => [
      body,
      meta.trap,
    ]),
    [["Y bien?", "daily_limit"], ["Oferta 4", "daily_limit"]],
  );
  const spam = await contactsOf(world, people.ana, "?is_spam=true");
  assert.deepEqual([emails(spam), spam[0].held], [["f9@flood.example"], false]);
}, { env });

testOnEach("limits per hour and day pass, and each company has its own", async (world) => {
  await fillDay(world);
  await holdOne(world);
  const older = (table: "form_posts" | "contact_messages", column: string, hours: number) =>
    inDatabase(
      world,
      1,
      (trx) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}
        - make_interval(hours => ${hours})`.execute(trx),
    );
  await older("form_posts", "at", 2);
  const text = "Oferta 1";
  await post(world, "192.0.2.1", { email: "a@casa.example", message: text });
  assert.ok((await inbox(world)).includes("a@casa.example"), "the text is no longer of this hour");
  await post(world, "203.0.113.8", { email: "b@casa.example", message: "De la misma red" });
  assert.ok((await heldEmails(world)).includes("b@casa.example"));
  await older("form_posts", "at", 25);
  await post(world, "203.0.113.8", { email: "c@casa.example", message: "Un día después" });
  assert.ok((await inbox(world)).includes("c@casa.example"), "the network is new again");
  await older("contact_messages", "created_at", 25);
  await post(world, "203.0.113.8", { email: "d@casa.example", message: "Con sitio" });
  assert.ok((await inbox(world)).includes("d@casa.example"), "the limit is of 24 hours");

  await forgetFormPosts(world.services.database.db);
  const posts = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("form_posts").selectAll().execute(),
  );
  assert.equal(posts.length, 2, "what is older than a day is forgotten");
  assert.ok(posts.every((one) => one.network.length === 64 && one.message.length === 64));
  await send(world, { site: "design", email: "e@casa.example", message: "Hola" }, {
    "X-Real-Ip": "203.0.113.8",
  });
  assert.equal((await contactsOf(world, people.eva)).length, 1);
}, { env });

testOnEach("posts at once from one network: one is the first", async (world) => {
  await fillDay(world);
  await Promise.all(
    Array.from(
      { length: 6 },
      (_, at) =>
        post(world, `192.0.2.${at}`, {
          email: `g${at}@casa.example`,
          message: `Texto número ${at}`,
        }),
    ),
  );
  assert.equal((await inbox(world)).length, 4);
  assert.equal((await heldEmails(world)).length, 5);
}, { env });

testOnEach("held messages appear only where they are asked for", async (world) => {
  const api = apiOf(world, people.ana);
  const { contacts: figures } = await expectData(api("GET", "/stats"));
  assert.equal((await expectData(api("GET", "/counts"))).held, 0);
  await fillDay(world);
  const id = await holdOne(world);
  const total = async (query: string) => (await api("GET", `/contacts${query}`)).body.meta.total;
  assert.deepEqual(
    await Promise.all(["", "?held=false", "?held=true", "?held=true,false"].map(total)),
    [3, 3, 1, 4],
  );
  assert.equal(await total("?is_spam=true"), 0);
  assert.equal(await total("?is_spam=true&held=true&q=lead"), 0);
  assert.equal(await total("?q=lead"), 0);
  assert.equal(await total("?held=true&q=lead"), 1);
  const { body: one } = await api("GET", "/contacts?held=true");
  assert.deepEqual([one.data[0].id, one.data[0].held, one.data[0].is_spam], [id, true, false]);
  assert.equal((await expectData(api("GET", "/search?q=lead"))).groups[0].total, 0);
  assert.deepEqual(await expectData(api("GET", "/counts")), {
    contacts: 3,
    held: 1,
    opportunities: 0,
    quotes: 0,
    tasks: 0,
  });
  const { contacts } = await expectData(api("GET", "/stats"));
  assert.deepEqual([contacts.new, contacts.by_channel.web], [figures.new + 3, 3]);
  const csv = await api("GET", "/contacts.csv?held=true");
  assert.equal(csv.body.trim().split("\r\n").length, 2);
  assert.doesNotMatch((await api("GET", "/contacts.csv")).body, /lead@casa/);
  const values = await expectData(api("GET", "/contacts/values?of=channel&held=true"));
  assert.deepEqual(values.map(({ count }: { count: number }) => count), [1]);
  assert.equal((await api("GET", "/contacts?held=perhaps")).status, 422);
  // Anyone may read it by its number: it is the company's.
  assert.equal((await expectData(api("GET", `/contacts/${id}`))).held, true);
  await expectFailure(apiOf(world, people.eva)("GET", `/contacts/${id}`), 404, "not_found");
  assert.deepEqual(await verbs(api, id), ["held"]);
}, { env });
