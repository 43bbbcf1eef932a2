/** Names that Meta's events do not bring, and texts that are fetched by id. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { fetchText } from "@/lib/channels/meta/graph/fetch_text.ts";
import { fallbackName } from "@/lib/values/shown_id.ts";
import { expectData } from "../../../crm/scene.ts";
import type { GraphPerson } from "../../../support/graph/state.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { type Connected, connectMeta, fileMessage, tenant } from "./scene.ts";

/** A contact whom the account knows by an id alone. */
async function addNameless(
  world: World,
  account: Connected,
  { id, name, ...more }: { id: string; name: string } & Partial<GraphPerson>,
  contactName = fallbackName(account.kind, id),
) {
  world.graph.state.people.push({
    ...{ ids: [id], name, username: null, wroteAt: new Map(), ...more },
  });
  const { contactId } = await fileMessage(world, account, contactName);
  const { companyId: company_id, id: account_id } = account;
  await tenant(world, company_id, async (trx) => {
    await trx.insertInto("identities").values({
      ...{ company_id, contact_id: contactId, kind: "account_id", value: `${account_id}:${id}` },
      source: "merge",
    }).execute();
    await trx.insertInto("account_people")
      .values({ company_id, account_id, person_id: id, name_due_at: new Date(0) }).execute();
  });
  return contactId;
}

/** Asks for all names that are due, and waits for the answers. */
async function askNow(world: World): Promise<void> {
  await world.services.personNames.sweep();
  await world.services.personNames.idle();
}

function personOf(world: World, { companyId, id }: Connected, personId: string) {
  return tenant(
    world,
    companyId,
    (trx) =>
      trx.selectFrom("account_people").selectAll().where("company_id", "=", companyId)
        .where("account_id", "=", id).where("person_id", "=", personId)
        .executeTakeFirstOrThrow(),
  );
}

function hoursUntil(at: Date | null): number {
  return at === null ? NaN : Math.round((at.getTime() - Date.now()) / 3_600_000);
}

testOnEach("a person's name is asked for, and fills what nobody gave", async (world) => {
  const instagram = await connectMeta(world, "instagram");
  const facebook = await connectMeta(world, "facebook");
  const marta = { id: "17841400000001234", name: "Marta Gil", username: "marta.gil" };
  const contactId = await addNameless(world, instagram, marta);
  const ramon = await addNameless(world, facebook, { id: "55501", name: "Ramón Sáez" });
  const named = await addNameless(world, instagram, { id: "777", name: "x", username: "y" }, "Ana");
  await askNow(world);
  const contact = await expectData(instagram.api("GET", `/contacts/${contactId}`));
  assert.deepEqual([contact.name, contact.username], ["Marta Gil", "marta.gil"]);
  assert.equal((await expectData(facebook.api("GET", `/contacts/${ramon}`))).name, "Ramón Sáez");
  const other = await expectData(instagram.api("GET", `/contacts/${named}`));
  assert.deepEqual([other.name, other.username], ["Ana", "y"]);
  const person = await personOf(world, instagram, marta.id);
  assert.deepEqual([person.name_due_at, person.username], [null, "marta.gil"]);
  const calls = world.graph.calls.length;
  await askNow(world);
  assert.equal(world.graph.calls.length, calls);
}, { hasGraph: true, both: true });

testOnEach("a name is asked for as soon as its message is filed", async (world) => {
  const account = await connectMeta(world, "instagram");
  const contactId = await addNameless(world, account, { id: "1234567", name: "Marta" });
  await tenant(world, 1, (trx) => {
    trx.afterCommit({ kind: "names_due", companyId: 1 });
    return Promise.resolve();
  });
  await until(async () =>
    (await expectData(account.api("GET", `/contacts/${contactId}`))).name === "Marta"
  );
}, { hasGraph: true });

testOnEach("a name that is not told is asked for again the next day", async (world) => {
  const account = await connectMeta(world, "instagram");
  const contactId = await addNameless(world, account, {
    ...{ id: "1234567", name: "Marta", isPrivate: true },
  });
  const nobody = await addNameless(world, account, { id: "7654321", name: "" });
  await askNow(world);
  for (const id of ["1234567", "7654321"]) {
    const { name_due_at, name_attempts } = await personOf(world, account, id);
    assert.deepEqual([hoursUntil(name_due_at), name_attempts], [24, 1]);
  }
  const contact = await expectData(account.api("GET", `/contacts/${contactId}`));
  assert.deepEqual([contact.name, contact.username], ["Instagram 4567", null]);
  world.graph.state.people[0]!.isPrivate = false;
  await tenant(world, 1, (trx) => sql`update account_people set name_due_at = now()`.execute(trx));
  await askNow(world);
  assert.equal((await expectData(account.api("GET", `/contacts/${contactId}`))).name, "Marta");
  assert.equal(
    (await expectData(account.api("GET", `/contacts/${nobody}`))).name,
    "Instagram 4321",
  );
}, { hasGraph: true });

testOnEach("a dead token costs one call for all of an account's people", async (world) => {
  const [dead, sound] = [
    await connectMeta(world, "facebook"),
    await connectMeta(world, "instagram"),
  ];
  dead.token.isRevoked = true;
  for (const id of ["1", "2", "3"]) await addNameless(world, dead, { id, name: "x" });
  const contactId = await addNameless(world, sound, { id: "4", name: "Marta" });
  await askNow(world);
  assert.equal(world.graph.calls.filter((call) => /\/[123]$/.test(call)).length, 1);
  for (const id of ["1", "2", "3"]) {
    assert.equal(hoursUntil((await personOf(world, dead, id)).name_due_at), 1);
  }
  assert.equal((await expectData(sound.api("GET", `/contacts/${contactId}`))).name, "Marta");
  assert.equal(world.logged.some((line) => line.includes(dead.token.text)), false);
}, { hasGraph: true });

testOnEach("names are cut, cleaned and never an error", async (world) => {
  const account = await connectMeta(world, "instagram");
  const names = ["x".repeat(5_000), "\u202eatraM\0\n", '{"a":1}'];
  const contacts = [];
  for (const [at, name] of names.entries()) {
    contacts.push(await addNameless(world, account, { id: `9${at}`, name, username: name }));
  }
  await askNow(world);
  const read = await Promise.all(
    contacts.map((id) => expectData(account.api("GET", `/contacts/${id}`))),
  );
  assert.deepEqual(read.map(({ name }) => name), ["x".repeat(200), "atraM", '{"a":1}']);
}, { hasGraph: true });

testOnEach("a message's text is fetched by its id", async (world) => {
  const account = await connectMeta(world, "instagram");
  const { services: { database: { db }, secretCipher: cipher, graphNetwork: network }, graph } =
    world;
  graph.state.written.push({
    ...{ id: "m_1", accountId: account.ownId, personId: "5", at: new Date(), media: [] },
    text: "Hola",
  });
  const ask = (messageId: string) =>
    fetchText({ db, cipher, network }, { companyId: 1, accountId: account.id, messageId });
  assert.deepEqual(await ask("m_1"), { text: "Hola" });
  assert.equal(await ask("m_2/../m_1"), "gone");
  graph.faults.push({ times: 1, answer: () => new Response("<html>", { status: 502 }) });
  assert.equal(await ask("m_1"), "later");
  account.token.isRevoked = true;
  assert.equal(await ask("m_1"), "later");
}, { hasGraph: true });
