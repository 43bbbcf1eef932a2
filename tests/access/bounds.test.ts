/** How many keys, phones and companies there may be, also when they are asked for at once. */
import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { inTenant } from "../notify/scene.ts";
import { type Answer, people, testOnEach, type World } from "../support/world.ts";

const env = {
  MAX_KEYS_PER_COMPANY: "4",
  MAX_PHONES_PER_COMPANY: "4",
  MAX_COMPANIES_PER_PERSON: "3",
};

/** Calls so many times at once; @returns the answers that were 201, the others being 409. */
async function atOnce(times: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: times }, call));
  const [created, refused] = [201, 409].map((is) => answers.filter(({ status }) => status === is));
  assert.equal(created!.length + refused!.length, times);
  for (const { body } of refused!) assert.equal(body.code, "limit_reached");
  return created!;
}

/** So many that work, and half of them by one member. */
async function boundsKeys(world: World) {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  const make = (api = ana, json = {}) => api("POST", "/keys", { name: "caja", ...json });
  const answers = await atOnce(6, make);
  assert.equal(answers.length, 2);
  const own = await expectFailure(make(), 409, "limit_reached");
  assert.deepEqual(own.details, { of: "keys", per: "member", limit: 2 });
  assert.match(own.error, /^You have 2 live API keys already/);
  const spanish = { member: people.ana, headers: { "Accept-Language": "es" }, json: { name: "x" } };
  const { body } = await world.call("POST", "/api/admin/keys", spanish);
  assert.match(body.error, /^Tienes ya 2 claves de API activas/);

  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await expectData(make(luis, { expiresAt }), 201);
  const full = await expectFailure(make(luis), 409, "limit_reached");
  assert.deepEqual(full.details, { of: "keys", per: "company", limit: 4 });
  assert.equal((await apiOf(world, people.eva)("POST", "/keys", { name: "x" })).status, 201);

  // What is revoked makes room for another, but not for any number of them in a day.
  await expectData(ana("DELETE", `/keys/${answers[0]!.body.data.id}`));
  const many = await expectFailure(make(), 409, "limit_reached");
  assert.deepEqual(many.details, { of: "keys", per: "day", limit: 4 });
  const age = (before: Date) =>
    inTenant(
      world,
      (trx) =>
        trx.updateTable("api_keys").set({ created_at: before }).where("company_id", "=", 1)
          .where("created_by", "is", null).execute(),
    );
  await age(new Date(Date.now() - 25 * 3_600_000));
  const day = await expectFailure(make(), 409, "limit_reached");
  assert.deepEqual(day.details, { of: "keys", per: "memberDay", limit: 2 });
  await expectData(make(luis), 201);
  // Where one has expired, there is room too.
  await inTenant(world, (trx) =>
    trx.updateTable("api_keys")
      .set({ created_at: new Date(0), expires_at: new Date(Date.now() - 1) })
      .where("company_id", "=", 1).where("created_by", "is not", null).execute());
  assert.equal((await atOnce(6, make)).length, 2);
}

/** So many phones with the codes that can pair one, and half of them by one who pairs. */
async function boundsPhones(world: World) {
  const { shop: key, studio } = world.keys;
  const byKey = (of = key) =>
    world.call("POST", "/api/devices/pairings", { key: of, json: { userId: "maria" } });
  const byMember = (member: string) =>
    apiOf(world, member, 1)("POST", "/devices/pairings", { userId: "leo" });
  const codes = await atOnce(6, () => byKey());
  assert.equal(codes.length, 2);
  const own = await expectFailure(byKey(), 409, "limit_reached");
  assert.deepEqual(own.details, { of: "phones", per: "key", limit: 2 });
  const pair = ({ body }: Answer) =>
    expectData(world.call("POST", "/api/phone/pair", { json: { code: body.data.code } }), 201);
  const phones = await Promise.all(codes.map(pair));
  assert.equal((await byKey()).status, 409, "a phone counts as its code did");

  assert.equal((await atOnce(6, () => byMember(people.ana))).length, 2);
  const full = await expectFailure(byMember(people.luis), 409, "limit_reached");
  assert.deepEqual(full.details, { of: "phones", per: "company", limit: 4 });
  assert.equal((await byKey(studio)).status, 201, "another company has room");
  await world.call("DELETE", `/api/devices/${phones[0].deviceId}`, { key });
  assert.equal((await byMember(people.luis)).status, 201);
  await inTenant(world, (trx) =>
    trx.updateTable("pairings").set({ expires_at: new Date(0) })
      .where("company_id", "=", 1).execute());
  assert.equal((await byKey()).status, 201, "a code that is over counts no more");
}

async function boundsCompanies(world: World) {
  const make = (person: string) => apiOf(world, person)("POST", "/companies", { name: "Taller" });
  assert.equal((await atOnce(8, () => make(people.nadie))).length, 3);
  const full = await expectFailure(make(people.nadie), 409, "limit_reached");
  assert.deepEqual(full.details, { of: "companies", per: "person", limit: 3 });
  assert.equal((await make(people.eva)).status, 201);
}

testOnEach("limits of keys, phones and companies hold in parallel calls", async (world, step) => {
  await step("phones", () => boundsPhones(world));
  await step("keys", () => boundsKeys(world));
  await step("companies", () => boundsCompanies(world));
}, { env });
