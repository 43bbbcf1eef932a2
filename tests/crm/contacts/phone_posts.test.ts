/** Posts of the form that say nothing of their sender but a phone, around a merge and its end. */
import assert from "node:assert/strict";
import { readContactForm } from "@/lib/crm/contacts/contact_form.ts";
import { mergeContacts } from "@/lib/crm/contacts/merge_contacts.ts";
import { receiveContact } from "@/lib/crm/contacts/receive_contact.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { someoneWaits } from "../../support/waiting.ts";
import { type Api, apiOf, expectData, inDatabase } from "../scene.ts";

interface Form {
  message: string;
  phone?: string;
  email?: string;
}

async function post(world: World, form: Form) {
  const json = { site: "primary", name: "Rosa", ...form };
  const sent = await world.call("POST", "/api/contact", { json });
  assert.ok(sent.status < 300, JSON.stringify(sent.body));
}

async function textsOf(api: Api, id: number): Promise<string[]> {
  const all = await expectData(api("GET", `/contacts/${id}/messages?per_page=100`));
  return all.map(({ body }: { body: string }) => body).sort();
}

/** Somebody known by the phone of their post, and another contact. */
async function pairOf(world: World, api: Api, phone: string) {
  await post(world, { message: "first", phone });
  const [{ id: from }] = await expectData(api("GET", "/contacts?sort=-created_at"));
  const { id: into } = await expectData(api("POST", "/contacts", { name: "Sol" }), 201);
  return { from, into };
}

/** Runs `first` to its end and keeps its locks until `second` waits for them. */
async function oneWaits(
  world: World,
  first: (trx: Trx) => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  let waiting: Promise<unknown> | undefined;
  await inDatabase(world, 1, async (trx) => {
    await first(trx);
    waiting = second();
    await someoneWaits(world);
  });
  await waiting;
}

const around = { sourceUrl: null, network: "192.0.2.0/24", perDay: 0 };
const actor = { companyId: 1, userId: null };

testOnEach("a post that waits for a merge lands with the one that stays", async (world) => {
  const api = apiOf(world, people.ana);
  const phone = "600 100 201";
  const { from, into } = await pairOf(world, api, phone);
  await oneWaits(
    world,
    (trx) => mergeContacts(trx, actor, from, { intoId: into }),
    () => post(world, { message: "during", phone }),
  );
  assert.deepEqual(await textsOf(api, into), ["during", "first"]);
}, { both: true });

testOnEach("a merge that waits for a post takes it along", async (world) => {
  const api = apiOf(world, people.ana);
  const phone = "600 100 202";
  const { from, into } = await pairOf(world, api, phone);
  const form = readContactForm({ name: "Rosa", message: "during", phone });
  await oneWaits(
    world,
    (trx) => receiveContact(trx, form, around),
    () => expectData(api("POST", `/contacts/${from}/merge`, { into_id: into })),
  );
  await post(world, { message: "later", phone });
  assert.deepEqual(await textsOf(api, into), ["during", "first", "later"]);
}, { both: true });

for (const isInto of [false, true]) {
  testOnEach(
    `posts since the merge go back to the one whose phone it is${isInto ? ", or stay" : ""}`,
    async (world) => {
      const api = apiOf(world, people.ana);
      const phone = "600 100 203";
      const { from: source, into: other } = await pairOf(world, api, phone);
      await expectData(api("PATCH", `/contacts/${other}`, { phone: "600 100 204" }));
      const [from, into] = isInto ? [other, source] : [source, other];
      await expectData(api("POST", `/contacts/${from}/merge`, { into_id: into }));
      await post(world, { message: "since", phone: "+34600100203" });
      assert.deepEqual(await textsOf(api, into), ["first", "since"]);
      await expectData(api("POST", `/contacts/${from}/unmerge`));
      assert.deepEqual(await textsOf(api, source), ["first", "since"]);
      assert.deepEqual(await textsOf(api, other), []);
      await post(world, { message: "afterwards", phone });
      assert.deepEqual(await textsOf(api, source), ["afterwards", "first", "since"]);
    },
    { both: true },
  );
}

testOnEach("a post with a phone that both have stays where it is", async (world) => {
  const api = apiOf(world, people.ana);
  const phone = "600 100 205";
  const { from, into } = await pairOf(world, api, phone);
  await expectData(api("PATCH", `/contacts/${into}`, { phone: "+34 600100205" }));
  await expectData(api("POST", `/contacts/${from}/merge`, { into_id: into }));
  await post(world, { message: "since", phone });
  await expectData(api("POST", `/contacts/${from}/unmerge`));
  assert.deepEqual(await textsOf(api, into), ["since"]);
  assert.deepEqual(await textsOf(api, from), ["first"]);
});
