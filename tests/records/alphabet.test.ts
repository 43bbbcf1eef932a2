/** Names in the order of the alphabet, and texts that are the same however they were typed. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

const names = [
  ...["Zapata", "Álvarez", "álvarez", "Alvarez", "Ñandú", "Nuñez", "Nunez", "Nuzez", "Oñate", "Oz"],
  ...["Łukasz", "Luz", "Ægir", "Öberg", "de la Cruz", "Delacroix", "9", "10", "李", "straße"],
];
const sorted = [...names].sort(new Intl.Collator("es").compare);

testOnEach(
  "every list by name has the order of the alphabet, both ways, over its pages",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const owner = names.map((name) => ana("POST", "/clients", { name }));
    const [{ id: client_id }] = await Promise.all(owner.map((made) => expectData(made, 201)));
    for (const name of names) {
      await expectData(ana("POST", "/contacts", { name, channel: "web", message: "Hola" }), 201);
      await expectData(ana("POST", "/products", { name, unit_price: 1 }), 201);
      await expectData(ana("POST", "/tasks", { title: name }), 201);
      await expectData(ana("POST", "/opportunities", { title: name, client_id }), 201);
      await expectData(ana("POST", "/reply-templates", { name, language: "es", body: "x" }), 201);
    }
    const lists = {
      clients: "name",
      contacts: "name",
      products: "name",
      tasks: "title",
      opportunities: "title",
    };
    for (const [list, field] of Object.entries(lists)) {
      for (const [sign, expected] of [["", sorted], ["-", sorted.toReversed()]] as const) {
        const read: string[] = [];
        for (let page = 1; page <= 3; page++) {
          const rows = await expectData(
            ana("GET", `/${list}?sort=${sign}${field}&per_page=10&page=${page}`),
          );
          read.push(...rows.map((row: Record<string, string>) => row[field]!));
        }
        assert.deepEqual(read, expected, `${list} by ${sign}${field}`);
      }
    }
    // Two templates differ by more than capitals.
    const distinct = sorted.filter((name) => name !== "álvarez");
    for (const name of distinct.toReversed()) {
      await expectData(ana("POST", "/reply-templates", { name, language: "es", body: "x" }), 201);
    }
    const templates = await expectData(ana("GET", "/reply-templates"));
    assert.deepEqual(templates.map(({ name }: { name: string }) => name), distinct);
  },
  { both: true },
);

testOnEach("texts that differ by how letters are composed are one", async (world) => {
  const ana = apiOf(world, people.ana);
  const apart = "Sillón Ñ-1".normalize("NFD");
  const product = {
    name: apart,
    sku: `\u00a0\u200b${apart} \ufeff`,
    unit_price: 1,
    category: apart,
  };
  const made = await expectData(ana("POST", "/products", product), 201);
  assert.deepEqual([made.name, made.sku, made.category], Array(3).fill("Sillón Ñ-1"));
  await expectFailure(
    ana("POST", "/products", { ...product, sku: "Sillón Ñ-1" }),
    409,
    "duplicate",
  );
  const filter = `/products?category=${encodeURIComponent(apart)}`;
  assert.equal((await expectData(ana("GET", filter))).length, 1);

  const client = {
    name: "김철수".normalize("NFD"),
    tags: ["Área".normalize("NFD"), "ÁREA", "vip"],
  };
  const stored = await expectData(ana("POST", "/clients", client), 201);
  assert.deepEqual([stored.name, stored.tags], ["김철수", ["Área", "vip"]]);
  for (const tag of ["área", "ÁREA", "Área".normalize("NFD")]) {
    assert.equal(
      (await expectData(ana("GET", `/clients?tag=${encodeURIComponent(tag)}`))).length,
      1,
    );
  }
}, { both: true });

testOnEach("a list's search finds names as others type them", async (world) => {
  const ana = apiOf(world, people.ana);
  const found: Record<string, string> = {
    lukasz: "Łukasz Żak",
    strasse: "Große Straße",
    商店: "株式会社田中商店",
    전자: "삼성전자",
    ビル: "ﾊﾟｰｸﾋﾞﾙ",
  };
  for (const name of Object.values(found)) await expectData(ana("POST", "/clients", { name }), 201);
  for (const [typed, name] of Object.entries(found)) {
    const rows = await expectData(ana("GET", `/clients?q=${encodeURIComponent(typed)}`));
    assert.deepEqual(rows.map((row: { name: string }) => row.name), [name], typed);
  }
}, { both: true });
