import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { people, testOnEach } from "../../support/world.ts";
import { contactsOf, send, threadOf } from "./form_scene.ts";

testOnEach("a consent keeps what it was given to, and a lead where it came from", async (world) => {
  const text = "Acepto que me escribáis.";
  const sha256 = (value: string) => createHash("sha256").update(value).digest("hex");
  const campaign = { utm_source: "boletín", utm_medium: "email", utm_id: "x".repeat(600) };
  const first = {
    email: "lola@casa.es",
    message: "Hola",
    consent: "on",
    consent_text_version: "v".repeat(70),
    referrer: `https://buscador.example/?q=${"m".repeat(3000)}`,
    ...campaign,
  };
  assert.equal((await send(world, first)).status, 201);
  const [lola] = await contactsOf(world, people.ana);
  assert.deepEqual(lola.utm, { ...campaign, utm_id: "x".repeat(500) });
  assert.equal(lola.referrer, first.referrer.slice(0, 2048));
  const version = "v".repeat(60);
  assert.deepEqual(
    [lola.consent_text_version, lola.consent_text_hash, lola.consent_source],
    [version, sha256(version), "contact_form"],
  );
  const [message] = await threadOf(world, people.ana, lola.id);
  assert.deepEqual([message.meta.utm, message.meta.referrer, message.meta.fields], [
    lola.utm,
    lola.referrer,
    {},
  ]);

  const company = { member: people.ana, json: { consent_text: text } };
  assert.equal((await world.call("PATCH", "/api/admin/companies/1", company)).status, 200);
  const later = { ...first, consent_text_version: "v2", utm_source: "otra", message: "Otra vez" };
  const page = { Referer: "https://primary.example/contacto" };
  await send(world, later, page);
  const [same] = await contactsOf(world, people.ana);
  for (const name of ["utm", "consent_at", "consent_text_version", "consent_text_hash"]) {
    assert.deepEqual(same[name], lola[name], `${name}: the first one holds`);
  }
  const [again] = await threadOf(world, people.ana, lola.id);
  assert.deepEqual(
    [again.meta.consent_text_version, again.meta.consent_text_hash, again.meta.utm.utm_source],
    ["v2", sha256(text), "otra"],
  );
  await send(world, { ...later, email: "eva@sol.es", consent: false }, page);
  await send(world, { ...later, email: "pep@sol.es" }, page);
  const [pep, eva] = await contactsOf(world, people.ana);
  assert.deepEqual([pep.consent_text_hash, pep.consent_source], [sha256(text), page.Referer]);
  assert.deepEqual([eva.consent_at, eva.consent_text_hash, eva.consent_source], [null, null, null]);
});

testOnEach("a list of sites is no site, and refuses nobody", async (world) => {
  const lead = { email: "lola@casa.es", message: "Hola" };
  const sent = await send(world, { ...lead, site: ["design", "primary"] });
  assert.equal(sent.status, 201);
  const form = new URLSearchParams({ ...lead, site: "design" });
  form.append("site", "design");
  const headers = { Accept: "application/json" };
  const posted = await world.call("POST", "/api/contact", { body: form, headers });
  assert.equal(posted.status, 201);
  assert.deepEqual((await contactsOf(world, people.eva)).length, 0);
  assert.deepEqual((await contactsOf(world, people.ana)).length, 1);
});
