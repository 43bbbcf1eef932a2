import assert from "node:assert/strict";
import { sql } from "kysely";
import { maxReleased } from "@/lib/crm/contacts/held/release.ts";
import { people, testOnEach } from "../../support/world.ts";
import { team } from "../notices/phones.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";
import { contactsOf, threadOf } from "./form_scene.ts";
import { env, fillDay, heldEmails, holdOne, inbox, post, verbs } from "./held_scene.ts";

testOnEach("a released message becomes a new message, once", async (world) => {
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

testOnEach("all held messages can be released, also more than one call takes", async (world) => {
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
  const activities = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("activities").select((on) => on.fn.countAll<number>().as("n"))
        .where("verb", "=", "released").executeTakeFirstOrThrow(),
  );
  assert.equal(activities.n, many);
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

testOnEach("held messages are released together, taken back and erased", async (world) => {
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
  assert.equal((await heldEmails(world)).length, 5);
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
  assert.deepEqual(await heldEmails(world), ["cinco@casa.example"]);
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
  assert.deepEqual(await heldEmails(world), []);
}, { env });
