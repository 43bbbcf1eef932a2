import assert from "node:assert/strict";
import { sql } from "kysely";
import { forgetFormPosts } from "@/lib/crm/contacts/held/form_posts.ts";
import { maxReleased } from "@/lib/crm/contacts/held/release.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { pairOwn, team } from "../notices/phones.ts";
import { addClient, type Api, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";
import { contactsOf, send, threadOf } from "./form_scene.ts";

const env = {
  CONTACT_LIMIT_PER_DAY: "3",
  CONTACT_LIMIT_PER_ADDRESS: "0",
  CLIENT_IP_HEADER: "X-Real-Ip",
};

interface Post {
  email?: string;
  phone?: string;
  message: string;
  website?: string;
}

/** Posts the form of company 1 from an address. */
async function post(world: World, from: string, fields: Post): Promise<void> {
  const answer = await send(world, { name: "Alguien", ...fields }, { "X-Real-Ip": from });
  assert.deepEqual([answer.status, answer.body.data], [201, { received: true }]);
}

/** The day's limit, used up from one network. */
async function fillDay(world: World): Promise<void> {
  for (let at = 1; at <= 3; at++) {
    await post(world, `203.0.113.${at}`, {
      email: `f${at}@flood.example`,
      message: `Oferta ${at}`,
    });
  }
}

/** A contact that is held, with its number. */
async function holdOne(world: World, email = "lead@casa.example"): Promise<number> {
  await post(world, "203.0.113.77", { email, message: `Quiero un logo, soy ${email}` });
  const [held] = await contactsOf(world, people.ana, `?held=true&q=${email}`);
  assert.equal(held.email, email);
  return held.id;
}

const emails = (records: { email: string }[]) => records.map(({ email }) => email).sort();
const inbox = async (world: World) => emails(await contactsOf(world, people.ana));
const held = async (world: World) => emails(await contactsOf(world, people.ana, "?held=true"));
const verbs = async (api: Api, id: number) =>
  (await expectData(api("GET", `/activities?contact_id=${id}`)))
    .map(({ verb }: { verb: string }) => verb);

testOnEach("what is too much is held, and what is likely genuine is not", async (world) => {
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
  assert.deepEqual(await held(world), [4, 5, 6].map((at) => `f${at}@flood.example`));
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
  const [known] = await contactsOf(world, people.ana, "?q=nueva@casa.example");
  assert.deepEqual([known.id, known.status, known.held], [before[0].id, "new", false]);
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

testOnEach("the day and the hour pass, and each company has its own", async (world) => {
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
  assert.ok((await held(world)).includes("b@casa.example"));
  await older("form_posts", "at", 25);
  await post(world, "203.0.113.8", { email: "c@casa.example", message: "Un día después" });
  assert.ok((await inbox(world)).includes("c@casa.example"), "the network is new again");
  await older("contact_messages", "created_at", 25);
  await post(world, "203.0.113.8", { email: "d@casa.example", message: "Con sitio" });
  assert.ok((await inbox(world)).includes("d@casa.example"), "the limit is of 24 hours");

  await forgetFormPosts(world.services.database.db);
  const left = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("form_posts").selectAll().execute(),
  );
  assert.equal(left.length, 2, "what is older than a day is forgotten");
  assert.ok(left.every((one) => one.network.length === 64 && one.message.length === 64));
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
  assert.equal((await held(world)).length, 5);
}, { env });

testOnEach("what is held is nowhere but where it is asked for", async (world) => {
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

testOnEach("a release makes it what a fresh message is, once", async (world) => {
  const { ana, luis } = await team(world);
  await fillDay(world);
  const id = await holdOne(world);
  const path = `/contacts/${id}/release`;
  const [before, own] = [await luis.phone.inbox(), await ana.phone.inbox()];
  await expectFailure(apiOf(world, people.eva)("POST", path), 404, "not_found");
  await expectFailure(ana.api("POST", "/contacts/2147483000/release"), 404, "not_found");
  assert.equal((await ana.api("POST", path, { all: true })).status, 422);

  await expectData(ana.api("DELETE", `/contacts/${id}`));
  assert.equal((await expectData(ana.api("GET", "/counts"))).held, 0);
  await expectFailure(ana.api("POST", path), 404, "not_found");
  await expectData(ana.api("POST", `/contacts/${id}/restore`));
  assert.equal((await expectData(ana.api("GET", "/counts"))).held, 1);

  const all = await Promise.all(Array.from({ length: 5 }, () => ana.api("POST", path)));
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
  const refused = await expectFailure(ana.api("POST", path), 409, "invalid_transition");
  assert.deepEqual(refused.details, { allowed: ["spam"] });
  const contact = await expectData(ana.api("GET", `/contacts/${id}`));
  assert.deepEqual([contact.held, contact.status], [false, "new"]);
  assert.ok((await inbox(world)).includes("lead@casa.example"));
  assert.equal((await expectData(ana.api("GET", "/counts"))).held, 0);
  assert.equal((await expectData(ana.api("GET", "/search?q=lead"))).groups[0].total, 1);
  assert.deepEqual(await verbs(ana.api, id), ["released", "restored", "deleted", "held"]);
  const [notice, ...older] = await luis.phone.inbox();
  assert.equal(older.length, before.length, "one notice");
  assert.equal(notice!.title, "Nuevo contacto: Alguien");
  assert.match(notice!.body, /^Quiero un logo/);
  assert.deepEqual(notice!.actions.map((action) => action.id), ["take"]);
  assert.equal((await ana.phone.inbox()).length, own.length, "not of what they did themselves");
  // From now on the person is known.
  await post(world, "203.0.113.99", { email: "lead@casa.example", message: "¿Y bien?" });
  assert.equal((await threadOf(world, people.ana, id)).length, 2);
}, { env });

testOnEach("all of them are released, more than one call's worth too", async (world) => {
  const { ana, luis } = await team(world);
  const many = maxReleased + 30;
  await inDatabase(world, 1, async (trx) => {
    await sql`insert into contacts (company_id, name, email, email_norm, held)
      select 1, 'Lead ' || n, 'l' || n || '@x.example', 'l' || n || '@x.example', true
      from generate_series(1, ${many}::int) n`.execute(trx);
    await sql`insert into contacts (company_id, name, held, deleted_at)
      values (1, 'En la papelera', true, now())`.execute(trx);
  });
  assert.equal((await expectData(ana.api("GET", "/counts"))).held, many);
  assert.equal((await ana.api("POST", "/contacts/release", { ids: [1] })).status, 422);
  assert.deepEqual(await expectData(apiOf(world, people.eva)("POST", "/contacts/release")), {
    released: 0,
    left: 0,
  });
  const before = (await luis.phone.inbox()).length;
  const two = await Promise.all([1, 2].map(() => expectData(ana.api("POST", "/contacts/release"))));
  assert.deepEqual(two.map(({ released }) => released).sort((a, b) => a - b), [30, maxReleased]);
  assert.equal(Math.min(...two.map(({ left }) => left)), 0);
  assert.deepEqual(await expectData(ana.api("POST", "/contacts/release")), {
    released: 0,
    left: 0,
  });
  assert.equal((await ana.api("GET", "/contacts")).body.meta.total, many);
  assert.equal((await ana.api("GET", "/contacts?held=true")).body.meta.total, 0);
  const told = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("activities").select((on) => on.fn.countAll<number>().as("n"))
        .where("verb", "=", "released").executeTakeFirstOrThrow(),
  );
  assert.equal(told.n, many);
  const [notice] = await luis.phone.inbox();
  assert.match(notice!.title, /^\d+ contactos nuevos, que estaban retenidos$/);
  assert.match(notice!.url, /\/panel\/contacts\?status=new&company_id=1$/);
  assert.ok(
    (await luis.phone.inbox()).length <= before + 2,
    "one notice of all that a call released",
  );
  const trashed = await expectData(ana.api("GET", "/contacts?held=true&deleted=only"));
  assert.deepEqual(trashed.map(({ name }: { name: string }) => name), ["En la papelera"]);
});

testOnEach("several at once, taken back, and all other ways out", async (world) => {
  const { ana, luis } = await team(world);
  await fillDay(world);
  const ids: number[] = [];
  for (const name of ["uno", "dos", "tres", "cuatro", "cinco"]) {
    ids.push(await holdOne(world, `${name}@casa.example`));
  }
  const [one, two, three, four, five] = ids as [number, number, number, number, number];
  const normal = (await contactsOf(world, people.ana))[0].id;
  const before = (await luis.phone.inbox()).length;
  const report = await expectData(
    ana.api("POST", "/contacts/bulk", { ids: [one, two, normal], release: true }),
  );
  assert.deepEqual(report.counts, { matched: 3, done: 2, unchanged: 1, skipped: 0 });
  assert.deepEqual(await verbs(ana.api, two), ["released", "held"]);
  const notices = await luis.phone.inbox();
  assert.equal(notices.length, before + 1);
  assert.equal(notices[0]!.title, "2 contactos nuevos, que estaban retenidos");
  await expectData(ana.api("POST", "/contacts/bulk", { undo_id: report.undo_id }));
  assert.equal((await held(world)).length, 5);
  assert.equal((await luis.phone.inbox()).length, before + 1, "an undo tells nobody");
  const filtered = await expectData(
    ana.api("POST", "/contacts/bulk", { filter: { held: true, q: "uno" }, release: true }),
  );
  assert.deepEqual(filtered.records.map(({ id }: { id: number }) => id), [one]);
  assert.equal((await luis.phone.inbox())[0]!.title, "Nuevo contacto: Alguien");
  assert.equal(
    (await ana.api("POST", "/contacts/bulk", { ids: [one], release: false })).status,
    422,
  );

  const spam = await expectData(ana.api("POST", `/contacts/${two}/spam`));
  assert.deepEqual([spam.is_spam, spam.held], [true, false]);
  const { contact } = await expectData(ana.api("POST", `/contacts/${three}/convert`, {}), 201);
  assert.equal(contact.held, false);
  const message = { direction: "out", body: "Cuéntame más" };
  await expectData(
    ana.api("POST", `/contacts/${four}/messages`, { direction: "note", body: "x" }),
    201,
  );
  assert.equal((await expectData(ana.api("GET", `/contacts/${four}`))).held, true);
  await expectData(ana.api("POST", `/contacts/${four}/messages`, message), 201);
  assert.equal((await expectData(ana.api("GET", `/contacts/${four}`))).held, false);
  await expectData(ana.api("POST", `/contacts/${five}/merge`, { into_id: normal }));
  assert.equal((await expectData(ana.api("GET", `/contacts/${normal}`))).held, false);
  await expectData(ana.api("POST", `/contacts/${five}/unmerge`));
  assert.deepEqual(await held(world), ["cinco@casa.example"]);
  await expectData(ana.api("POST", `/contacts/${two}/merge`, { into_id: five }));
  const both = await expectData(ana.api("GET", `/contacts/${five}`));
  assert.deepEqual([both.is_spam, both.held], [false, true], "spam brings nothing into the inbox");
  await expectData(ana.api("POST", `/contacts/${normal}/merge`, { into_id: five }));
  assert.equal((await expectData(ana.api("GET", `/contacts/${five}`))).held, false);
}, { env });

testOnEach("what is held is a person's data as the rest is", async (world) => {
  const api = apiOf(world, people.ana);
  await fillDay(world);
  const id = await holdOne(world);
  const file = await api("GET", `/contacts/${id}/export`);
  assert.match(JSON.stringify(file.body), /Quiero un logo, soy lead@casa.example/);
  await expectData(
    api("POST", `/contacts/${id}/erase`, { confirm: "Alguien", reason: "requested" }),
  );
  assert.equal((await expectData(api("GET", "/counts"))).held, 0);
  assert.deepEqual(await held(world), []);
}, { env });
