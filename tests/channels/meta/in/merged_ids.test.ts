/** What comes while two contacts are merged goes with its person when they are separated. */
import assert from "node:assert/strict";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { testOnEach } from "../../../support/world.ts";
import { connectMeta } from "../accounts.ts";
import { read, text, whatsapp } from "./store.ts";

testOnEach("a message of two ids returns with the one that its contact has", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const { api } = account;
  const start = Date.now() - 600_000;
  const [number, id] = ["34600100008", "ES.8000"];
  const say = (n: number, from: object, body: string) =>
    whatsapp(from, text(`wamid.${n}`, body), start + n * 1_000);
  await read(world, account, [
    say(1, { from: "34600999888" }, "otra persona"),
    say(2, { from: number }, "por número"),
    say(3, { from_user_id: id }, "por id"),
  ]);
  const contactOf = () =>
    inDatabase(world, 1, async (trx) => {
      const rows = await trx.selectFrom("contact_messages").select(["contact_id", "body"])
        .orderBy("id").execute();
      return Object.fromEntries(rows.map(({ body, contact_id }) => [body, contact_id]));
    });
  const before = await contactOf();
  const [other, byNumber, byId] = ["otra persona", "por número", "por id"].map((one) =>
    before[one]
  );
  assert.equal(new Set([other, byNumber, byId]).size, 3);
  // By mistake.
  await expectData(api("POST", `/contacts/${byId}/merge`, { into_id: other }));
  await read(world, account, [say(4, { from: number, from_user_id: id }, "por ambos")]);
  assert.equal((await contactOf())["por ambos"], other);
  await expectData(api("POST", `/contacts/${byId}/unmerge`));
  assert.deepEqual(await contactOf(), { ...before, "por ambos": byId });
}, { hasGraph: true });

testOnEach("an id that another number learnt meanwhile returns with its person", async (world) => {
  const first = await connectMeta(world, "whatsapp");
  const settings = { phone_number_id: "106540352242923" };
  const second = await connectMeta(world, "whatsapp", { settings });
  const { api } = first;
  const say = (id: string, from: string, body: string) =>
    whatsapp({ from_user_id: from }, text(id, body));
  await read(world, first, [say("wamid.1", "ES.1000", "otra"), say("wamid.2", "ES.2000", "suya")]);
  const rowsOf = () =>
    inDatabase(
      world,
      1,
      (trx) =>
        trx.selectFrom("contact_messages").select(["contact_id", "body"]).orderBy("id").execute(),
    );
  const [other, own] = (await rowsOf()).map(({ contact_id }) => contact_id);
  await expectData(api("POST", `/contacts/${own}/merge`, { into_id: other }));
  await read(world, second, [say("wamid.3", "ES.2000", "por el otro")]);
  await expectData(api("POST", `/contacts/${own}/unmerge`));
  await read(world, second, [say("wamid.4", "ES.2000", "después")]);
  const contacts = (await rowsOf()).map(({ contact_id }) => contact_id);
  assert.deepEqual(contacts, [other, own, own, own]);
}, { hasGraph: true });
