import assert from "node:assert/strict";
import { noticeKinds } from "@/lib/crm/companies/notice_kinds.ts";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure } from "../scene.ts";

const everything = Object.fromEntries(noticeKinds.map((kind) => [kind, true]));

testOnEach("everyone sees and changes themselves, member of something or not", async (world) => {
  const luis = apiOf(world, people.luis);
  const me = await expectData(luis("GET", "/me"));
  assert.deepEqual([me.email, me.name, me.language], [people.luis, "Luis Vega", null]);
  assert.deepEqual(me.notify, everything);
  assert.deepEqual(
    me.companies.map(({ id, slug, role }: Record<string, unknown>) => [id, slug, role]),
    [[1, "primary", "gerente"], [2, "design", "gerente"]],
  );
  const nadie = apiOf(world, people.nadie);
  assert.deepEqual((await expectData(nadie("GET", "/me"))).companies, []);
  const named = await expectData(nadie("PATCH", "/me", { name: " Nadie ", language: "en" }));
  assert.deepEqual([named.name, named.language], ["Nadie", "en"]);

  const quiet = await expectData(
    luis("PATCH", "/me", { notify: { contact_new: false, event_reminder: false } }),
  );
  assert.deepEqual(quiet.notify, { ...everything, contact_new: false, event_reminder: false });
  const louder = await expectData(luis("PATCH", "/me", { notify: { contact_new: true } }));
  assert.deepEqual(louder.notify, { ...everything, event_reminder: false });
  const blank = await expectData(luis("PATCH", "/me", { name: null, language: null }));
  assert.deepEqual([blank.name, blank.language, blank.notify], [null, null, louder.notify]);
  assert.deepEqual((await expectData(apiOf(world, people.ana)("GET", "/me"))).notify, everything);

  const wrong = await expectFailure(
    luis("PATCH", "/me", { name: 1, language: "fr", notify: { odd: true }, email: "x@y.es" }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), ["email", "language", "name", "notify.odd"]);
  assert.equal((await world.call("GET", "/api/admin/me")).status, 401);
});
