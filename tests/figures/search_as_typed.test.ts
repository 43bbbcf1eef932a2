/** Records are found by what people type: any way of writing numbers, names and ids. */
import assert from "node:assert/strict";
import { type Api, apiOf, expectData } from "../crm/scene.ts";
import { nouns, searchedNouns } from "@/lib/records/nouns.ts";
import { people, testOnEach } from "../support/world.ts";

const pathOf = {
  contact: "contacts",
  client: "clients",
  opportunity: "opportunities",
  quote: "quotes",
  sale: "sales",
} as const;
type Kind = keyof typeof pathOf;

/** Ids by the search of everything, and by the list of the kind. */
function finders(api: Api) {
  const search = async (kind: Kind, q: string): Promise<number[]> => {
    const { groups } = await expectData(api("GET", `/search?q=${encodeURIComponent(q)}`));
    const group = groups.find((group: { kind: string }) => group.kind === kind);
    return group.hits.map(({ id }: { id: number }) => id);
  };
  const list = async (kind: Kind, q: string, more = ""): Promise<number[]> => {
    const { body } = await api("GET", `/${pathOf[kind]}?q=${encodeURIComponent(q)}${more}`);
    const ids = body.data.map(({ id }: { id: number }) => id);
    assert.equal(body.meta.total, ids.length, q);
    return ids;
  };
  const both = async (kind: Kind, q: string, ids: number[]) => {
    assert.deepEqual(await search(kind, q), ids, `search for ${kind} ${q}`);
    assert.deepEqual(await list(kind, q), ids, `list of ${kind} ${q}`);
  };
  return { search, list, both };
}

/** A client with an opportunity whose quotation is sold. */
async function addSold(api: Api, name: string) {
  const add = (path: string, json: object, status = 201) =>
    expectData(api("POST", path, json), status);
  const client = await add("/clients", { name, legal_name: "Ñandú Mobiliario S.A." });
  const opportunity = await add("/opportunities", { title: "Rótulo", client_id: client.id });
  const quote = await add("/quotes", {
    opportunity_id: opportunity.id,
    lines: [{ name: "Rótulo", quantity: 1, unit_price: 100 }],
  });
  await add(`/quotes/${quote.id}/send`, {}, 200);
  await add(`/quotes/${quote.id}/approve`, {}, 200);
  const { sale } = await add(`/quotes/${quote.id}/confirm-sale`, {});
  return { client, opportunity, quote, sale };
}

testOnEach("a telephone number is found by any way of writing it", async (world) => {
  const ana = apiOf(world, people.ana);
  const { both, list } = finders(ana);
  const add = async (path: string, json: object): Promise<number> =>
    (await expectData(ana("POST", path, json), 201)).id;
  const contact = await add("/contacts", { name: "Iris", phone: "612 34 56 79" });
  const client = await add("/clients", { name: "Olmo", phone: "+34 612-345-679" });
  await add("/contacts", { name: "Otra", phone: "699 000 111" });
  const british = await add("/clients", { name: "Tea", phone: "+44 20 7946 0958" });
  const written = ["+34612345679", "0034612345679", "0034 612 345 679", "612 345 679"]
    .concat("612345679", "(+34) 612.34.56.79", "612-34", "+34 612", "345679", "345 679", "5679");
  for (const q of written) {
    await both("contact", q, [contact]);
    await both("client", q, [client]);
  }
  await both("contact", "iris 612 345", [contact]);
  for (const q of ["020 7946 0958", "+44 (0)20 7946 0958", "7946"]) {
    await both("client", q, [british]);
  }
  for (const q of ["612345678", "679345", "iris 699"]) await both("contact", q, []);

  const identity = { channel: "whatsapp", channel_contact_id: "34655443322" };
  const chat = await add("/contacts", identity);
  await both("contact", "655 44 33 22", [chat]);
  await expectData(ana("PATCH", `/contacts/${contact}`, { phone: "655 000 222" }));
  assert.deepEqual(await list("contact", "345679"), []);
  assert.deepEqual(await list("contact", "000 222"), [contact]);
});

testOnEach("tax ids and names are found with signs and without", async (world) => {
  const ana = apiOf(world, people.ana);
  const { both } = finders(ana);
  const add = async (json: object): Promise<number> =>
    (await expectData(ana("POST", "/clients", json), 201)).id;
  const first = await add({ name: "Aceros Vega S.L.", tax_id: "B-11111111", country: "ES" });
  const second = await add({ name: "Aceros Ruiz SL", tax_id: "12345678Z" });
  const third = await add({ name: "Aceros Coca-Cola, S. A. U.", tax_id: "ESA22222222" });
  for (
    const q of ["B-11111111", "B11111111", "b 11111111", "11111111", "B-11.111.111", "ES-B111"]
  ) {
    await both("client", q, [first]);
  }
  for (const q of ["12345678-Z", "12.345.678 z", "12345678z"]) await both("client", q, [second]);
  for (const q of ["A-22222222", "ESA22222222", "22222222"]) await both("client", q, [third]);
  for (const q of ["aceros S.L.", "aceros SL", "Aceros, s. l."]) {
    await both("client", q, [second, first]);
  }
  for (const q of ["aceros SAU", "S.A.U.", "cocacola", "coca-cola", "coca cola"]) {
    await both("client", q, [third]);
  }
  await both("client", "aceros S.X.", []);
});

testOnEach("documents are found by their client's name and their number", async (world) => {
  const ana = apiOf(world, people.ana);
  const { both, search } = finders(ana);
  const { client, opportunity, quote, sale } = await addSold(ana, "Bodegas Tordo");
  await addSold(ana, "Otra");
  const ids = { opportunity: opportunity.id, quote: quote.id, sale: sale.id };
  const kinds = Object.keys(ids) as (keyof typeof ids)[];
  const each = async (q: string, isMatch: boolean) => {
    for (const kind of kinds) await both(kind, q, isMatch ? [ids[kind]] : []);
  };
  assert.deepEqual(kinds, searchedNouns.filter((kind) => "byClient" in nouns[kind].search));
  await each("tordo", true);
  await both("opportunity", "bodegas rotulo", [opportunity.id]);

  const year = new Date().getFullYear();
  for (const q of [`${year}-0001`, `${year}0001`, "0001", "1", `${year} 1`, `${year}/1`]) {
    await both("quote", q, [quote.id]);
    await both("sale", q, [sale.id]);
  }
  for (const q of [quote.number, quote.number.replaceAll("-", ""), "P-1", "p 0001"]) {
    await both("quote", q, [quote.id]);
  }
  for (const q of [sale.number, `tordo ${sale.number}`]) await both("sale", q, [sale.id]);

  await expectData(ana("PATCH", `/clients/${client.id}`, { name: "Viñas Alondra" }));
  await each("tordo", false);
  await each("alondra ñandu", true);
  await expectData(ana("PATCH", `/clients/${client.id}`, { legal_name: null }));
  await each("alondra mobiliario", false);
  const winner = await expectData(ana("POST", "/clients", { name: "Martinete" }), 201);
  await expectData(ana("POST", `/clients/${client.id}/merge`, { into_id: winner.id }));
  await each("alondra", false);
  await each("martinete", true);

  const eva = finders(apiOf(world, people.eva));
  for (const kind of kinds) await eva.both(kind, "martinete", []);
  assert.deepEqual(await search("client", "martinete"), [winner.id]);
});

testOnEach("words are looked for in the trash and in spam", async (world) => {
  const ana = apiOf(world, people.ana);
  const { search, list } = finders(ana);
  const add = async (path: string, json: object): Promise<number> =>
    (await expectData(ana("POST", path, json), 201)).id;
  const contact = await add("/contacts", { name: "Garza Uno", phone: "612345678" });
  const spam = await add("/contacts", { name: "Garza Dos" });
  const client = await add("/clients", { name: "Garza Tres" });
  const live = await add("/contacts", { name: "Garza Cuatro" });
  await expectData(ana("POST", `/contacts/${spam}/spam`));
  await expectData(ana("DELETE", `/contacts/${contact}`));
  await expectData(ana("DELETE", `/clients/${client}`));
  assert.deepEqual(await search("contact", "garza"), [live]);
  assert.deepEqual(await search("client", "garza"), []);
  assert.deepEqual(await list("contact", "garza"), [live]);
  assert.deepEqual(await list("contact", "garza", "&deleted=only"), [contact]);
  assert.deepEqual(await list("contact", "345 678", "&deleted=only"), [contact]);
  assert.deepEqual(await list("client", "garza", "&deleted=only"), [client]);
  assert.deepEqual(await list("contact", "garza", "&is_spam=true"), [spam]);
  assert.deepEqual(await list("contact", "garza", "&is_spam=false"), [live]);
  assert.deepEqual((await list("contact", "garza", "&is_spam=true,false")).length, 2);
  assert.deepEqual(await list("contact", "garza zzz", "&is_spam=true"), []);

  await expectData(ana("PATCH", `/contacts/${spam}`, { name: "Grulla" }));
  assert.deepEqual(await list("contact", "garza", "&is_spam=true"), []);
  assert.deepEqual(await list("contact", "grulla", "&is_spam=true"), [spam]);
  await expectData(ana("POST", `/contacts/${spam}/not-spam`));
  await expectData(ana("POST", `/contacts/${contact}/restore`));
  assert.deepEqual(await search("contact", "grulla"), [spam]);
  assert.deepEqual(await search("contact", "garza uno"), [contact]);
  assert.deepEqual(await list("contact", "garza", "&deleted=only"), []);
});

testOnEach("a client and its document may be renamed at once", async (world) => {
  const ana = apiOf(world, people.ana);
  const { list } = finders(ana);
  const { client, opportunity } = await addSold(ana, "Azor 0");
  for (let round = 1; round <= 10; round++) {
    await Promise.all([
      expectData(ana("PATCH", `/clients/${client.id}`, { name: `Azor n${round}` })),
      expectData(ana("PATCH", `/opportunities/${opportunity.id}`, { title: `Lona t${round}` })),
    ]);
    assert.deepEqual(await list("opportunity", `azor n${round} lona t${round}`), [opportunity.id]);
    for (const stale of [`n${round - 1}`, `t${round - 1}`]) {
      assert.deepEqual(await list("opportunity", stale), [], stale);
    }
  }
});
