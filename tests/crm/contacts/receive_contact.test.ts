import assert from "node:assert/strict";
import { maxFormBytes } from "@/lib/crm/contacts/contact_form.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { contactsOf, send, threadOf } from "./form_scene.ts";

const origin = "https://studio.example";

/** Company 2's site is at `origin`. */
async function openSite({ services }: World) {
  await services.database.db.updateTable("companies").set({ public_origins: [origin] })
    .where("id", "=", 2).execute();
}

testOnEach("who writes becomes a contact, and joins their thread the next time", async (world) => {
  const first = await send(world, {
    site: "design",
    name: "Lola",
    email: "Lola@Casa.es",
    message: "Quiero un logo",
    company: "Casa Lola",
    consent: true,
    budget: "900",
  }, { Referer: "https://studio.example/contacto" });
  assert.equal(first.status, 201, JSON.stringify(first.body));
  assert.deepEqual(first.body.data, { received: true });
  assert.deepEqual(await contactsOf(world, people.ana), []);
  const [lola] = await contactsOf(world, people.eva);
  assert.deepEqual([lola.channel, lola.status, lola.organization, lola.channel_contact_id], [
    "web",
    "new",
    "Casa Lola",
    "lola@casa.es",
  ]);
  assert.ok(lola.consent_at);
  assert.equal(lola.source_url, "https://studio.example/contacto");
  const path = `/api/admin/contacts/${lola.id}`;
  await world.call("PATCH", path, { member: people.eva, json: { status: "archived" } });

  const again = { site: "design", email: "lola@casa.es", message: "¿Y bien?" };
  await send(world, { ...again, name: "Mallory", phone: "612345678", company: "Otra" });
  await send(world, { site: "design", phone: "+34 612 34 56 78", message: "Por teléfono" });
  const [byPhone, same] = await contactsOf(world, people.eva);
  assert.equal(byPhone.email, null, "a phone that somebody gave for Lola does not lead to her");
  const { id, name, organization, phone, status, message } = same;
  assert.deepEqual({ id, name, organization, phone, status, message }, {
    id: lola.id,
    name: "Lola",
    organization: "Casa Lola",
    phone: null,
    status: "new",
    message: "Quiero un logo",
  });
  const thread = await threadOf(world, people.eva, lola.id);
  assert.deepEqual(thread.map((one: { body: string }) => one.body), ["¿Y bien?", "Quiero un logo"]);
  assert.deepEqual(thread[1].meta.fields, { budget: "900" });
  const { email: _, ...sender } = thread[0].meta.sender;
  assert.deepEqual(sender, {
    name: "Mallory",
    phone: "612345678",
    organization: "Otra",
    subject: null,
  });
  // A member has taken the phone over: from now on it is hers, but not another address on it.
  await world.call("PATCH", path, { member: people.eva, json: { phone: "612345678" } });
  await world.call("DELETE", `/api/admin/contacts/${byPhone.id}`, { member: people.eva });
  await send(world, { site: "design", phone: "+34612345678", message: "Soy yo" });
  await send(world, { site: "design", phone: "612345678", email: "b@casa.es", message: "Yo no" });
  const [other] = await contactsOf(world, people.eva);
  assert.equal(other.email, "b@casa.es", "another address on that phone is somebody else");
  const [newest] = await threadOf(world, people.eva, lola.id);
  assert.equal(newest.body, "Soy yo");
  const activities = await world.call("GET", `/api/admin/activities?contact_id=${lola.id}`, {
    member: people.eva,
  });
  assert.deepEqual(activities.body.data.map((one: { verb: string }) => one.verb), [
    "message_received",
    "changed",
    "message_received",
    "changed",
    "created",
  ]);
  assert.equal(activities.body.data[0].actor_kind, "public");

  const elsewhere = { email: "lola@casa.es", message: "Otra empresa" };
  const twice = await Promise.all([1, 2, 3, 4].map(() => send(world, elsewhere)));
  assert.deepEqual(twice.map((answer) => answer.status), [201, 201, 201, 201]);
  const [inFirst, ...more] = await contactsOf(world, people.ana);
  assert.deepEqual(more, []);
  assert.equal((await threadOf(world, people.ana, inFirst.id)).length, 4);
});

testOnEach("traps are put aside and told nothing", async (world) => {
  const good = { name: "Pepe", email: "pepe@bar.es", message: "Hola" };
  await send(world, good);
  const caught = [{ website: "x" }, { elapsed_ms: 300 }];
  for (const trap of caught) {
    const answer = await send(world, { ...good, ...trap, message: "Compre" });
    assert.deepEqual([answer.status, answer.body.data], [201, { received: true }]);
  }
  const [pepe, ...more] = await contactsOf(world, people.ana);
  assert.deepEqual(more, []);
  assert.equal((await threadOf(world, people.ana, pepe.id)).length, 1);
  const [aside, ...rest] = await contactsOf(world, people.ana, "?is_spam=true");
  assert.deepEqual(rest, []);
  const put = await threadOf(world, people.ana, aside.id);
  assert.deepEqual(put.map((one: { meta: { trap: string } }) => one.meta.trap), [
    "too_fast",
    "honeypot",
  ]);

  const spam = `/api/admin/contacts/${pepe.id}/spam`;
  await world.call("POST", spam, { member: people.ana });
  assert.equal((await contactsOf(world, people.ana, "?is_spam=true")).length, 2);
});

testOnEach(
  "who a person marked as spam stays aside, who was only suspected does not",
  async (world) => {
    const good = { email: "eva@sol.es", message: "Hola" };
    await send(world, { ...good, website: "x" });
    await send(world, good);
    const [eva] = await contactsOf(world, people.ana);
    assert.equal(eva.channel_contact_id, "eva@sol.es");
    await world.call("POST", `/api/admin/contacts/${eva.id}/spam`, { member: people.ana });
    assert.equal((await send(world, { ...good, message: "Otra vez" })).status, 201);
    assert.deepEqual(await contactsOf(world, people.ana), []);
    assert.equal((await threadOf(world, people.ana, eva.id)).length, 2);
    await world.call("POST", `/api/admin/contacts/${eva.id}/not-spam`, { member: people.ana });
    await send(world, { ...good, message: "Y otra" });
    assert.equal((await threadOf(world, people.ana, eva.id)).length, 3);
  },
);

testOnEach("forms, scripts and other sites are answered each in their way", async (world) => {
  await openSite(world);
  const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    world.call("POST", "/api/contact", { body: new URLSearchParams(fields), headers });
  const fields = { site: "design", email: "a@b.es", message: "uno\r\ndos" };
  const thanks = await form(fields, { "Accept-Language": "es-ES,es;q=0.9" });
  assert.equal(thanks.status, 200);
  assert.match(thanks.headers.get("content-type")!, /^text\/html/);
  assert.match(thanks.body, /<html lang="es">[^]*Gracias/);
  const next = await form({ ...fields, redirect: `${origin}/gracias` }, { Origin: origin });
  assert.deepEqual([next.status, next.headers.get("location")], [303, `${origin}/gracias`]);
  const open = await form({ ...fields, redirect: "https://evil.example/" }, { Origin: origin });
  assert.equal(open.status, 200);
  const asJson = await form(fields, { Accept: "application/json" });
  assert.equal(asJson.status, 201);
  // A script that sends FormData has posted no form: its browser navigates nowhere.
  const scripted = { "Sec-Fetch-Mode": "cors", Accept: "text/html, */*" };
  for (
    const [values, status, code] of [[fields, 201, undefined], [
      {},
      422,
      "validation_failed",
    ]] as const
  ) {
    const answer = await form(values, scripted);
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
  }
  const navigated = await form({}, { "Sec-Fetch-Mode": "navigate" });
  assert.match(navigated.headers.get("content-type")!, /^text\/html/);
  const wrong = await form(
    { ...fields, email: "<script>", language: "es", "<b>": "x".repeat(501) },
    { "Accept-Language": "en" },
  );
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /no se ha enviado[^]*Correo[^]*&#60;b&#62;/);
  assert.equal(wrong.body.includes("<b>"), false);

  const multipart = new FormData();
  for (const [name, value] of Object.entries({ ...fields, rooms: "1" })) multipart.set(name, value);
  multipart.append("rooms", "2");
  multipart.append("photo", new File([], ""));
  assert.equal((await world.call("POST", "/api/contact", { body: multipart })).status, 200);
  const [{ id }] = await contactsOf(world, people.eva);
  const thread = await threadOf(world, people.eva, id);
  assert.deepEqual([thread[0].meta.fields, thread[0].body], [{ rooms: "1, 2" }, "uno\ndos"]);
  const text = { body: JSON.stringify(fields), headers: { "Content-Type": "text/plain" } };
  const plain = await world.call("POST", "/api/contact?utm_source=x", text);
  assert.deepEqual([plain.status, plain.body.data], [201, { received: true }]);

  const raw = async (body: BodyInit, type: string) => {
    const answer = await world.call("POST", "/api/contact", {
      body,
      headers: { "Content-Type": type },
    });
    return [answer.status, answer.body.code];
  };
  assert.deepEqual(await raw("{", "application/json"), [400, "bad_json"]);
  assert.deepEqual(await raw("a", "application/xml"), [415, "unsupported_media_type"]);
  assert.deepEqual(await raw("x", "multipart/form-data"), [400, undefined]);
  assert.deepEqual(await raw(" ".repeat(maxFormBytes + 1), "text/plain"), [413, "too_large"]);
  assert.deepEqual(await raw("[]", "application/json"), [422, "validation_failed"]);
  await checkOrigins(world, fields);
});

testOnEach("an address may write so many times in ten minutes", async (world) => {
  const good = { email: "a@b.es", message: "Hola" };
  const from = (address: string) => send(world, good, { "X-Real-Ip": address });
  for (let time = 0; time < 2; time++) assert.equal((await from("192.0.2.1")).status, 201);
  const refused = await from("192.0.2.1");
  assert.deepEqual([refused.status, refused.body.code], [429, "rate_limited"]);
  assert.match(refused.headers.get("retry-after")!, /^(600|59\d)$/);
  assert.equal((await from("192.0.2.2")).status, 201);
  // A subscriber of IPv6 has a network of addresses.
  for (const last of ["1", "2"]) assert.equal((await from(`2001:db8:1:2::${last}`)).status, 201);
  assert.equal((await from("2001:db8:1:2:ffff::3")).status, 429);
  assert.equal((await from("2001:db8:1:3::1")).status, 201);
  assert.equal((await from("::ffff:192.0.2.1")).status, 429);
  const page = await world.call("POST", "/api/contact", {
    body: new URLSearchParams(good),
    headers: { "X-Real-Ip": "192.0.2.1" },
  });
  assert.deepEqual([page.status, page.headers.has("retry-after")], [429, true]);
  assert.match(page.body, /<html/);
}, { env: { CONTACT_LIMIT_PER_ADDRESS: "2", CLIENT_IP_HEADER: "X-Real-Ip" } });

async function checkOrigins(
  world: World,
  fields: { site: string; email: string; message: string },
) {
  const allowed = (answer: { headers: Headers }) =>
    answer.headers.get("access-control-allow-origin");
  const ask = (from: string) =>
    world.call("OPTIONS", "/api/contact", {
      headers: { Origin: from, "Access-Control-Request-Method": "POST" },
    });
  const response = await ask(origin);
  assert.deepEqual([response.status, allowed(response)], [204, origin]);
  assert.equal(response.headers.get("access-control-allow-methods"), "POST");
  assert.equal(response.headers.get("access-control-allow-headers"), "Content-Type");
  for (const from of ["https://studio.example.evil.test", "http://studio.example", "null"]) {
    assert.equal(allowed(await ask(from)), null, from);
  }
  const own = await send(world, fields, { Origin: origin });
  assert.deepEqual([allowed(own), own.headers.get("vary")], [origin, "Origin"]);
  const failed = await send(world, { site: "design" }, { Origin: origin });
  assert.deepEqual(
    [failed.status, allowed(failed)],
    [422, origin],
    "a script may read what is wrong",
  );
  assert.deepEqual(Object.keys(failed.body.fields).sort(), ["email", "message"]);
  const others = await send(world, { ...fields, site: "primary" }, { Origin: origin });
  assert.deepEqual([others.status, allowed(others)], [201, null]);
  assert.equal((await world.call("GET", "/api/contact")).status, 405);
}
