/** Fallback mails to people that the company does not know: so many addresses a day. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Statement } from "@/lib/db/connection.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { passNight } from "../../support/nights.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { addMailbox } from "../due/scene.ts";
import { inTenant, message, postNotify, send } from "../scene.ts";

const env = { MAX_FALLBACK_STRANGERS_PER_DAY: "3" };
const both = { env, both: true };

const mailTo = (email: string, more = {}) => ({ fallback: { after: 60, email }, ...more });

async function outcomes(world: World, fields: Record<string, unknown>[], key?: string) {
  const answers = await Promise.all(fields.map((one) => postNotify(world, one, key)));
  return answers.map(({ status }) => status);
}

const strangers = (count: number, name = "x") =>
  Array.from({ length: count }, (_, at) => mailTo(`${name}${at}@fuera.example`));

function stored(world: World, companyId = 1) {
  return inTenant(
    world,
    (trx) => trx.selectFrom("fallback_strangers").selectAll().execute(),
    companyId,
  );
}

/** Notices of the bound that members have. */
function notices(world: World): Promise<{ title: string; body: string; user_id: string }[]> {
  return inTenant(world, (trx) =>
    trx.selectFrom("notification_recipients as r")
      .innerJoin("notifications as n", "n.id", "r.notification_id")
      .select(["n.title", "n.body", "r.user_id"]).where("r.tag", "=", "fallback:strangers")
      .orderBy("r.user_id").execute());
}

testOnEach(
  "a send to too many strangers is refused with a sentence, and members are notified once",
  async (world) => {
    await addMailbox(world);
    assert.deepEqual(await outcomes(world, strangers(3)), [202, 202, 202]);
    assert.deepEqual(await notices(world), []);
    for (const language of ["es", "en"]) {
      const { status, body } = await world.call("POST", "/api/notify", {
        key: world.keys.shop,
        json: message(mailTo(`una-${language}@fuera.example`)),
        headers: { "Accept-Language": language },
      });
      assert.deepEqual([status, body.code], [422, "validation_failed"]);
      assert.deepEqual(Object.keys(body.fields), ["fallback"]);
      const sentences = { es: /contacto, cliente.* es 3,/, en: /contact, client.* is 3,/ };
      assert.match(body.fields.fallback, sentences[language as "es" | "en"]);
    }
    const all = await notices(world);
    assert.ok(all.some(({ user_id }) => user_id === people.ana));
    assert.equal(new Set(all.map(({ user_id }) => user_id)).size, all.length, "one for each");
    assert.match(all[0]!.body, /3/);
    assert.ok(!JSON.stringify(await stored(world)).includes("fuera"), "no address is kept");
    const other = await postNotify(world, { title: "Sin correo" });
    assert.equal(other.status, 202);
  },
  both,
);

testOnEach("the same address on the same day is free, however it is written", async (world) => {
  await addMailbox(world);
  await outcomes(world, strangers(3));
  assert.deepEqual(
    await outcomes(world, [mailTo("x1@fuera.example"), mailTo("X2@Fuera.example")]),
    [202, 202],
  );
  const fresh = strangers(1, "y");
  assert.deepEqual(await outcomes(world, fresh), [422]);
  assert.deepEqual(await outcomes(world, fresh), [422], "one that is refused is not counted");
  assert.equal((await stored(world)).filter(({ refused }) => !refused).length, 3);
}, { env });

testOnEach("of many at once just so many go, and each refusal stands alone", async (world) => {
  await addMailbox(world);
  const mailed = [...strangers(12), ...strangers(12)];
  const plain = Array.from({ length: 12 }, (_, at) => ({ title: `Aviso ${at}` }));
  const mixed = mailed.flatMap((one, at) => at < plain.length ? [one, plain[at]!] : [one]);
  const other = await expectData(
    apiOf(world, people.ana)("POST", "/keys", { name: "Otra", scope: "send" }),
    201,
  );
  const [first, second, panel] = await Promise.all([
    outcomes(world, mixed),
    outcomes(world, strangers(12, "z"), other.key),
    Promise.all(
      strangers(6, "w").map((one) =>
        apiOf(world, people.ana)("POST", "/notifications", message(one))
      ),
    ),
  ]);
  const all = [...first, ...second, ...panel.map(({ status }) => status)];
  const refused = all.filter((status) => status === 422).length;
  assert.equal(all.length, all.filter((status) => status === 202).length + refused);
  const plainOnes = first.filter((_, at) => !("fallback" in mixed[at]!));
  assert.ok(plainOnes.length === 12 && plainOnes.every((status) => status === 202));
  const counted = (await stored(world)).filter((one) => !one.refused);
  assert.equal(counted.length, 3, "keys and members together");
  const mails = await inTenant(world, async (trx) => {
    const { rows } = await sql<{ n: number }>`select count(distinct lower(asks -> 'fallback' ->>
      'email'))::int as n from notifications where asks is not null`.execute(trx);
    return rows[0]!.n;
  });
  assert.equal(mails, 3);
  const inbox = await notices(world);
  assert.equal(new Set(inbox.map(({ user_id }) => user_id)).size, inbox.length, "told once");
}, both);

testOnEach("an idempotent repeat is never refused, nor counted on another day", async (world) => {
  await addMailbox(world);
  const once = mailTo("una@fuera.example", { idempotencyKey: "a" });
  const { notificationId } = await send(world, once);
  // A member's is a send of its own: idempotency is per API key.
  const asMember = () => apiOf(world, people.ana)("POST", "/notifications", message(once));
  const theirs = await expectData(asMember(), 202);
  assert.notEqual(theirs.notificationId, notificationId);
  // On the next day others take all of its places.
  await inTenant(world, (trx) => trx.deleteFrom("fallback_strangers").execute());
  assert.deepEqual(await outcomes(world, strangers(3)), [202, 202, 202]);
  for (
    const [answer, id] of [
      [await postNotify(world, once), notificationId],
      [await asMember(), theirs.notificationId],
    ]
  ) {
    assert.deepEqual([answer.status, answer.body.data.notificationId], [200, id]);
  }
  assert.deepEqual(await outcomes(world, [mailTo("una@fuera.example")]), [422]);
  assert.equal((await stored(world)).filter(({ refused }) => !refused).length, 3);
}, { env });

testOnEach("contacts and members do not count as strangers", async (world) => {
  await addMailbox(world);
  const ana = apiOf(world, people.ana);
  await expectData(ana("POST", "/contacts", { name: "C", email: "Contacto@x.example" }), 201);
  await expectData(ana("POST", "/clients", { name: "K", email: "cliente@x.example" }), 201);
  const gone = await expectData(ana("POST", "/contacts", { name: "G", email: "g@x.example" }), 201);
  await expectData(ana("DELETE", `/contacts/${gone.id}`));
  const spam = await expectData(ana("POST", "/contacts", { name: "S", email: "s@x.example" }), 201);
  await expectData(ana("POST", `/contacts/${spam.id}/spam`));
  await world.pairPhone("Usuaria@x.example");
  const unpaired = await world.pairPhone("antes@x.example");
  await expectData(ana("DELETE", `/devices/${unpaired.deviceId}`));
  const addresses = ["contacto@x.example", "cliente@x.example", people.ana, "usuaria@x.example"]
    .concat("antes@x.example");
  const sent = await outcomes(world, addresses.map((email) => mailTo(email)));
  assert.deepEqual(sent, addresses.map(() => 202));
  assert.deepEqual(await stored(world), []);
  // People of another company, of the trash, and those put aside are strangers.
  const unknown = [people.eva, "g@x.example", "s@x.example"];
  await outcomes(world, unknown.map((email) => mailTo(email)));
  assert.equal((await stored(world)).length, 3);
}, both);

testOnEach(
  "strangers are counted by day and company, and past days are dropped",
  async (world) => {
    await addMailbox(world);
    await addMailbox(world, 2);
    await outcomes(world, strangers(4));
    assert.deepEqual(await outcomes(world, strangers(3), world.keys.studio), [202, 202, 202]);
    const yesterday = (trx: Parameters<Parameters<typeof inTenant>[1]>[0]) =>
      sql`update fallback_strangers set day = day - 1`.execute(trx);
    await inTenant(world, yesterday);
    assert.deepEqual(await outcomes(world, strangers(3, "y")), [202, 202, 202]);
    assert.equal((await stored(world)).length, 7);
    const before = (await notices(world)).length;
    assert.deepEqual(await outcomes(world, strangers(1, "z")), [422]);
    assert.equal((await notices(world)).length, 2 * before, "each day is told of");
    await passNight(world);
    assert.equal((await stored(world)).length, 4);
    assert.equal((await stored(world, 2)).length, 3);
  },
  { env },
);

testOnEach("with a bound of 0 only contacts and members are written to", async (world) => {
  await addMailbox(world);
  assert.deepEqual(await outcomes(world, strangers(2)), [422, 422]);
  assert.deepEqual(await outcomes(world, [mailTo(people.ana)]), [202]);
  const all = await notices(world);
  assert.ok(all.length > 0);
  assert.equal(new Set(all.map(({ user_id }) => user_id)).size, all.length);
}, { env: { MAX_FALLBACK_STRANGERS_PER_DAY: "0" } });

const heard: Statement[] = [];
testOnEach("a send without a fallback asks nothing of it", async (world) => {
  await send(world);
  heard.length = 0;
  await send(world);
  const statements = heard.map(({ sql }) => sql).join("\n");
  assert.match(statements, /insert into notifications/);
  assert.doesNotMatch(statements, /fallback_strangers|identities|fallback mails/);
}, { heard: (statement) => heard.push(statement) });
