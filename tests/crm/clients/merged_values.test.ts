/** A merge loses nothing of what two records say differently. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { type Api, apiOf, expectData, expectFailure } from "../scene.ts";

const create = async (api: Api, list: string, json: unknown): Promise<number> =>
  (await expectData(api("POST", `/${list}`, json), 201)).id;

async function idsFound(api: Api, noun: "contact" | "client", q: string): Promise<number[]> {
  const { groups } = await expectData(api("GET", `/search?q=${encodeURIComponent(q)}`));
  const { hits } = groups.find(({ kind }: { kind: string }) => kind === noun);
  return hits.map(({ id }: { id: number }) => id);
}

testOnEach("clients with different tax ids are merged only when one says so", async (world) => {
  const api = apiOf(world, people.ana);
  const stays = await create(api, "clients", { name: "Aire SL", tax_id: "B11111111" });
  const merge = (id: number, rest: object = {}) =>
    api("POST", `/clients/${id}/merge`, { into_id: stays, ...rest });
  const goes = await create(api, "clients", { name: "Aire", tax_id: "B22222222" });
  for (const rest of [{}, { allow_different_tax_ids: false }]) {
    const { details } = await expectFailure(merge(goes, rest), 409, "tax_ids_differ");
    assert.deepEqual(details, { tax_ids: ["B22222222", "B11111111"] });
  }
  await expectFailure(merge(goes, { allow_different_tax_ids: "x" }), 422, "validation_failed");
  assert.equal((await expectData(api("GET", `/clients/${goes}`))).merged_into_id, null);
  const merged = await expectData(merge(goes, { allow_different_tax_ids: true }));
  assert.equal(merged.tax_id, "B11111111");
  // Without one, or with nothing to ask, nobody is asked.
  await expectData(merge(await create(api, "clients", { name: "Aire bis" })));
  const bare = await create(api, "clients", { name: "Aire sin NIF" });
  const other = await create(api, "clients", { name: "Otra", tax_id: "B33333333" });
  const filled = await expectData(api("POST", `/clients/${other}/merge`, { into_id: bare }));
  assert.equal(filled.tax_id, "B33333333");
  const contact = await create(api, "contacts", { name: "Una" });
  const into_id = await create(api, "contacts", { name: "Otra" });
  const strange = { into_id, allow_different_tax_ids: true };
  await expectFailure(
    api("POST", `/contacts/${contact}/merge`, strange),
    422,
    "validation_failed",
  );
});

testOnEach("what the other said stays in the history and is found", async (world) => {
  const api = apiOf(world, people.ana);
  const stays = await create(api, "clients", {
    ...{ name: "Aire SL", tax_id: "B11111111", notes: "Paga tarde.\r\nLlamar antes." },
    ...{ payment_terms_days: 30, payment_method: "transfer", city: "Lugo", address: "Rúa 1" },
  });
  const goes = await create(api, "clients", {
    ...{ name: "Aire", tax_id: "ESB22222222", notes: "Perro en la finca.", website: null },
    ...{ payment_terms_days: 60, payment_method: "card", city: "Vigo", address: "Rúa 2" },
  });
  const how = { into_id: stays, allow_different_tax_ids: true };
  const merged = await expectData(api("POST", `/clients/${goes}/merge`, how));
  assert.equal(merged.notes, "Paga tarde.\nLlamar antes.\n\nPerro en la finca.");
  assert.deepEqual([merged.payment_terms_days, merged.city], [30, "Lugo"]);
  const [entry] = await expectData(api("GET", `/clients/${stays}/timeline`));
  assert.equal(entry.verb, "merged");
  const { tax_id, payment_terms_days, payment_method, city, address } = entry.changes;
  assert.deepEqual([tax_id, payment_terms_days, payment_method, city, address], [
    ["ESB22222222", "B11111111"],
    [60, 30],
    ["card", "transfer"],
    ["Vigo", "Lugo"],
    ["Rúa 2", "Rúa 1"],
  ]);
  for (const q of ["ESB22222222", "B22222222", "22222222", "B11111111"]) {
    assert.deepEqual(await idsFound(api, "client", q), [stays], q);
  }
  // The page says it in words.
  const page = await world.call("GET", `/panel/clients/${stays}`, { member: people.ana });
  assert.match(page.body, /NIF: ESB22222222/);
  assert.match(page.body, /Forma de pago: Tarjeta/);

  await expectData(api("POST", `/clients/${goes}/unmerge`));
  const [one, two] = await Promise.all(
    [stays, goes].map((id) => expectData(api("GET", `/clients/${id}`))),
  );
  assert.deepEqual([one.notes, two.notes], [
    "Paga tarde.\nLlamar antes.",
    "Perro en la finca.",
  ]);
  assert.deepEqual(await idsFound(api, "client", "22222222"), [goes]);
  // The same text is not there twice, and notes that were edited since stay.
  await expectData(api("PATCH", `/clients/${goes}`, { notes: "Llamar antes." }));
  const same = await expectData(api("POST", `/clients/${goes}/merge`, how));
  assert.equal(same.notes, one.notes);
  await expectData(api("POST", `/clients/${goes}/unmerge`));
  await expectData(api("PATCH", `/clients/${goes}`, { notes: "Otra cosa." }));
  await expectData(api("POST", `/clients/${goes}/merge`, how));
  await expectData(api("PATCH", `/clients/${stays}`, { notes: "Todo a mano" }));
  const back = await expectData(api("POST", `/clients/${goes}/unmerge`));
  assert.deepEqual(back.kept_fields, ["notes"]);
  assert.equal((await expectData(api("GET", `/clients/${stays}`))).notes, "Todo a mano");
}, { both: true });

testOnEach("remarks that have no room together become a note", async (world) => {
  const api = apiOf(world, people.ana);
  const long = "ñ".repeat(6_000);
  const stays = await create(api, "clients", { name: "Aire SL", notes: long });
  const goes = await create(api, "clients", { name: "Aire", notes: `otra ${long}` });
  const merged = await expectData(api("POST", `/clients/${goes}/merge`, { into_id: stays }));
  assert.equal(merged.notes, long);
  const notes = await expectData(api("GET", `/notes?client_id=${stays}`));
  assert.deepEqual(notes.map(({ body }: { body: string }) => body), [`otra ${long}`]);
  await expectData(api("POST", `/clients/${goes}/unmerge`));
  assert.equal((await api("GET", `/notes?client_id=${stays}`)).body.meta.total, 0);
});

testOnEach("in a chain each is found, and gets its own back", async (world) => {
  const api = apiOf(world, people.ana);
  const ids: number[] = [];
  for (const at of [1, 2, 3]) {
    ids.push(
      await create(api, "clients", {
        name: `Aire ${at}`,
        tax_id: `B${String(at).repeat(8)}`,
        notes: `Nota ${at}`,
      }),
    );
  }
  const [a, b, c] = ids as [number, number, number];
  const into = (into_id: number) => ({ into_id, allow_different_tax_ids: true });
  await expectData(api("POST", `/clients/${a}/merge`, into(b)));
  const all = await expectData(api("POST", `/clients/${b}/merge`, into(c)));
  assert.equal(all.notes, "Nota 3\n\nNota 2\n\nNota 1");
  for (const q of ["11111111", "22222222", "33333333"]) {
    assert.deepEqual(await idsFound(api, "client", q), [c]);
  }
  // The middle of the chain was merged away: what is joined further on stays, and is said.
  const back = await expectData(api("POST", `/clients/${a}/unmerge`));
  assert.deepEqual(back.kept_fields, ["notes"]);
  assert.deepEqual(await idsFound(api, "client", "11111111"), [a]);
  assert.deepEqual(await idsFound(api, "client", "22222222"), [c]);
  await expectData(api("POST", `/clients/${b}/unmerge`));
  assert.deepEqual(await idsFound(api, "client", "22222222"), [b]);
  assert.deepEqual(await idsFound(api, "client", "33333333"), [c]);
});

testOnEach("an organisation that differs is found by search", async (world) => {
  const api = apiOf(world, people.ana);
  const stays = await create(api, "contacts", { name: "Rosa", organization: "Toldos Vento" });
  const goes = await create(api, "contacts", { name: "Rosa G", organization: "Carpas Orballo" });
  await expectData(api("POST", `/contacts/${goes}/merge`, { into_id: stays }));
  assert.deepEqual(await idsFound(api, "contact", "orballo"), [stays]);
  const [entry] = await expectData(api("GET", `/contacts/${stays}/timeline`));
  assert.deepEqual(entry.changes.organization, ["Carpas Orballo", "Toldos Vento"]);
  // It makes nobody reachable whom no account reaches.
  const list = await expectData(api("GET", `/contacts?q=orballo`));
  assert.equal(list.length, 1);
  await expectData(api("POST", `/contacts/${goes}/unmerge`));
  assert.deepEqual(await idsFound(api, "contact", "orballo"), [goes]);
});
