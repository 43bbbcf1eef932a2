/** A person keeps every address and number after a merge, and gives them back when it is undone. */
import assert from "node:assert/strict";
import { passNight } from "../../support/nights.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData, inDatabase } from "../scene.ts";

const mail = (name: string) => `${name}@tienda.example`;

async function create(api: Api, list: string, json: unknown): Promise<number> {
  return (await expectData(api("POST", `/${list}`, json), 201)).id;
}

async function write(world: World, json: Record<string, string>) {
  const sent = await world.call("POST", "/api/contact", {
    json: { site: "primary", name: "Visita", message: "Hola", ...json },
  });
  assert.ok(sent.status < 300, JSON.stringify(sent.body));
}

/** Ids of the live contacts, and of what the search finds. */
async function searchIds(api: Api, noun: "contacts" | "clients", q: string): Promise<number[]> {
  const listed = await expectData(api("GET", `/${noun}?q=${encodeURIComponent(q)}`));
  const { groups } = await expectData(api("GET", `/search?q=${encodeURIComponent(q)}`));
  const { hits } = groups.find(({ kind }: { kind: string }) => `${kind}s` === noun);
  const [list, search] = [listed, hits]
    .map((rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b));
  assert.deepEqual(list, search, q);
  return list!;
}

async function messages(api: Api, id: number): Promise<number> {
  const { body } = await api("GET", `/contacts/${id}/messages`);
  return body.meta.total;
}

/** How each contact is known: `email:x@y merge`. */
async function identitiesOf(world: World, id: number): Promise<string[]> {
  const rows = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("identities").select(["kind", "value", "source"])
        .where("company_id", "=", 1).where("contact_id", "=", id).execute(),
  );
  return rows.map(({ kind, value, source }) => `${kind}:${value} ${source}`).sort();
}

testOnEach("a merged person is found by every address and number", async (world) => {
  const api = apiOf(world, people.ana);
  const stays = await create(api, "contacts", {
    name: "Lola Gil",
    phone: "611 222 333",
    channel: "phone",
  });
  await write(world, { email: mail("Rosa"), phone: "600 100 200" });
  const [goes] = await searchIds(api, "contacts", mail("rosa"));
  assert.ok(goes && goes !== stays);
  await expectData(api("POST", `/contacts/${goes}/merge`, { into_id: stays }));

  for (const q of [mail("rosa"), "600100200", "+34 600 100 200", "611222333"]) {
    assert.deepEqual(await searchIds(api, "contacts", q), [stays], q);
  }
  await write(world, { email: mail("ROSA") });
  await write(world, { phone: "600100200" });
  assert.equal(await messages(api, stays), 3, "her next forms join the thread");
  await write(world, { email: mail("other"), phone: "600100200" });
  const [other] = await searchIds(api, "contacts", mail("other"));
  assert.ok(other !== stays, "another address says that it is somebody else");
  // The filled address is changed: the merged one is known all the same.
  await expectData(api("PATCH", `/contacts/${stays}`, { email: mail("new") }));
  assert.deepEqual(await searchIds(api, "contacts", mail("rosa")), [stays]);
  const double = await create(api, "contacts", { name: "R.", email: mail("rosa") });
  const duplicates = async (id: number) =>
    await expectData(api("GET", `/contacts/${id}/duplicates`));
  assert.deepEqual(
    (await duplicates(double)).map((one: Duplicate) => [one.id, one.reason]),
    [[stays, "same_email"]],
  );
  assert.ok((await duplicates(stays)).some((one: Duplicate) => one.id === double));
  // The newest live one wins, and the one before it once that is gone.
  await expectData(api("DELETE", `/contacts/${double}`));
  await write(world, { email: mail("rosa") });
  assert.equal(await messages(api, stays), 4);
  await expectData(api("POST", `/contacts/${stays}/spam`));
  assert.deepEqual(await searchIds(api, "contacts", mail("rosa")), []);
  await expectData(api("POST", `/contacts/${stays}/not-spam`));

  await expectData(api("POST", `/contacts/${goes}/unmerge`));
  assert.deepEqual(await searchIds(api, "contacts", mail("rosa")), [goes]);
  assert.deepEqual(await searchIds(api, "contacts", "611222333"), [stays]);
  await write(world, { email: mail("rosa") });
  assert.equal(await messages(api, goes), 5, "her own, and what her addresses brought since");
  assert.equal(await messages(api, stays), 0);
  assert.deepEqual(await identitiesOf(world, goes), [
    ...[`email:${mail("rosa")} record`, "phone:+34600100200 record"],
    `web_id:${mail("rosa")} record`,
  ]);
  assert.deepEqual(await identitiesOf(world, stays), [
    `email:${mail("new")} record`,
    "phone:+34611222333 record",
  ]);

  const [first, second] = [
    await create(api, "clients", { name: "Uno", email: mail("uno"), phone: "933 111 222" }),
    await create(api, "clients", { name: "Dos", email: mail("dos"), phone: "933 333 444" }),
  ];
  await expectData(api("POST", `/clients/${first}/merge`, { into_id: second }));
  assert.deepEqual(await searchIds(api, "clients", mail("uno")), [second]);
  const asks = await create(api, "contacts", { name: "Nadie", email: mail("uno") });
  const candidates = await expectData(api("GET", `/contacts/${asks}/candidates`));
  assert.deepEqual(candidates.map((one: Duplicate) => [one.id, one.reason]), [[
    second,
    "same_email",
  ]]);
  const third = await create(api, "clients", { name: "Tres", phone: "933111222" });
  const alike = await expectData(api("GET", `/clients/${third}/duplicates`));
  assert.deepEqual(alike.map((one: Duplicate) => [one.id, one.reason]), [[second, "same_phone"]]);
});

interface Duplicate {
  id: number;
  reason: string;
}

testOnEach("chains of merges are undone in any order", async (world) => {
  const api = apiOf(world, people.ana);
  const chain = async () => {
    const ids = [
      await create(api, "contacts", { name: "A", email: mail("a") }),
      await create(api, "contacts", { name: "B", phone: "600 000 002" }),
      await create(api, "contacts", { name: "C", organization: "C SL" }),
    ] as const;
    const note = await create(api, "notes", { body: "De A", contact_id: ids[0] });
    const before = await Promise.all(ids.map((id) => identitiesOf(world, id)));
    await merge(ids[0], ids[1]);
    await merge(ids[1], ids[2]);
    const all = [`email:${mail("a")} merge`, "phone:+34600000002 merge"];
    assert.deepEqual((await identitiesOf(world, ids[2])).filter((one) => one.endsWith("merge")), [
      ...[all[0], ...all],
    ]);
    return { ids, note, before };
  };
  const merge = (id: number, into_id: number) =>
    expectData(api("POST", `/contacts/${id}/merge`, { into_id }));
  const unmerge = (id: number) => expectData(api("POST", `/contacts/${id}/unmerge`));
  const noteOf = async (id: number) => (await expectData(api("GET", `/notes?contact_id=${id}`)));
  const after = async ({ ids, note, before }: Awaited<ReturnType<typeof chain>>) => {
    assert.deepEqual(await Promise.all(ids.map((id) => identitiesOf(world, id))), before);
    assert.deepEqual((await noteOf(ids[0])).map(({ id }: { id: number }) => id), [note]);
    const fields = await Promise.all(ids.map(async (id) => {
      const { email, phone } = await expectData(api("GET", `/contacts/${id}`));
      return [email, phone];
    }));
    assert.deepEqual(fields, [[mail("a"), null], [null, "600 000 002"], [null, null]]);
    for (const id of ids) await expectData(api("DELETE", `/contacts/${id}`));
  };

  const firstFirst = await chain();
  const [a, b, c] = firstFirst.ids;
  await unmerge(a);
  assert.deepEqual(await searchIds(api, "contacts", mail("a")), [a], "C had it from A alone");
  const { email, phone } = await expectData(api("GET", `/contacts/${c}`));
  assert.deepEqual([email, phone], [null, "600 000 002"]);
  // Identities that another merge moved on are not the first one's.
  await merge(a, c);
  await unmerge(b);
  assert.deepEqual(await searchIds(api, "contacts", mail("a")), [c]);
  assert.equal((await noteOf(c)).length, 1);
  await unmerge(a);
  await after(firstFirst);

  const lastFirst = await chain();
  await unmerge(lastFirst.ids[1]);
  assert.deepEqual(await searchIds(api, "contacts", mail("a")), [lastFirst.ids[1]]);
  await unmerge(lastFirst.ids[0]);
  await after(lastFirst);

  // A field that somebody changed since stays, on the way and at the end.
  const first = await chain();
  await expectData(api("PATCH", `/contacts/${first.ids[2]}`, { email: mail("c") }));
  const undone = await unmerge(first.ids[0]);
  assert.deepEqual(undone.kept_fields.sort(), ["email", "email_norm"]);
  assert.equal((await expectData(api("GET", `/contacts/${first.ids[2]}`))).email, mail("c"));
  const story = await expectData(api("GET", `/activities?contact_id=${first.ids[2]}`));
  assert.equal(story[0].verb, "unmerged", "it is told where people look");
});

testOnEach("merges and messages at the same moment lose nobody", async (world) => {
  const api = apiOf(world, people.ana);
  for (let round = 0; round < 3; round++) {
    const names = ["x", "y", "z"].map((name) => `${name}${round}`);
    for (const name of names) await write(world, { name, email: mail(name) });
    const ids = await Promise.all(
      names.map(async (name) => (await searchIds(api, "contacts", mail(name)))[0]!),
    );
    const answers = await Promise.all(ids.flatMap((id, at) => [
      api("POST", `/contacts/${id}/merge`, { into_id: ids[(at + 1) % 3] }),
      write(world, { name: "again", email: mail(names[at]!) }),
      api("PATCH", `/contacts/${id}`, { tags: ["ronda"] }),
    ]));
    const merged = answers.filter((one) => one !== undefined).map(({ status }) => status);
    assert.ok(merged.every((status) => [200, 404, 422].includes(status)), merged.join());
    const holders = await Promise.all(names.map((name) => searchIds(api, "contacts", mail(name))));
    assert.ok(holders.every((ids) => ids.length === 1), JSON.stringify(holders));
    const live = [...new Set(holders.flat())];
    assert.equal(live.length, 1, "a ring of merges leaves one");
    assert.equal(await messages(api, live[0]!), 6, "no form made another contact");
    // Separating them while they are merged again ends in one of both.
    const [gone] = ids.filter((id) => id !== live[0]);
    const both = await Promise.all([
      api("POST", `/contacts/${gone}/unmerge`),
      api("POST", `/contacts/${live[0]}/merge`, { into_id: gone }),
      api("POST", `/contacts/${gone}/unmerge`),
    ]);
    const statuses = both.map(({ status }) => status);
    assert.ok(statuses.every((status) => [200, 404, 422].includes(status)), statuses.join());
    for (const name of names) {
      assert.equal((await searchIds(api, "contacts", mail(name))).length, 1);
    }
  }
});

testOnEach("what a merge brought outlives the merged record", async (world) => {
  const api = apiOf(world, people.ana);
  const stays = await create(api, "contacts", { name: "Rosa Gil", phone: "611 222 333" });
  await write(world, { email: mail("rosa") });
  const [goes] = await searchIds(api, "contacts", mail("rosa"));
  await expectData(api("POST", `/contacts/${goes}/merge`, { into_id: stays }));
  await expectData(api("PATCH", `/contacts/${stays}`, { email: null }));
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("contacts").set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
        .where("company_id", "=", 1).where("id", "=", goes!).execute(),
  );
  await passNight(world);
  assert.deepEqual(await searchIds(api, "contacts", mail("rosa")), [stays]);
  await write(world, { email: mail("rosa") });
  assert.equal(await messages(api, stays), 2);
  const { data } = (await api("GET", `/contacts/${stays}/export`)).body;
  assert.ok(data.identities.some(({ value }: { value: string }) => value === mail("rosa")));
  await expectData(api("POST", `/contacts/${stays}/erase`, { confirm: "Rosa Gil" }));
  assert.deepEqual([...await identitiesOf(world, stays), ...await identitiesOf(world, goes!)], []);
  await write(world, { email: mail("rosa") });
  const [anew] = await searchIds(api, "contacts", mail("rosa"));
  assert.ok(anew !== stays, "who was erased is nobody's old acquaintance");
});
