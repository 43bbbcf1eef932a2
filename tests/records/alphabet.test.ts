/** Names in the order of the alphabet, and texts that are the same however they were typed. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

const names = [
  ...["Zapata", "Álvarez", "álvarez", "Alvarez", "Ñandú", "Nuñez", "Nunez", "Nuzez", "Oñate", "Oz"],
  ...["Łukasz", "Luz", "Ægir", "Öberg", "de la Cruz", "Delacroix", "9", "10", "李", "straße"],
];
/** What is listed by name, and by which column. */
const indexed = {
  contacts: "name",
  clients: "name",
  products: "name",
  tasks: "title",
  opportunities: "title",
};
const sorted = [...names].sort(new Intl.Collator("es").compare);

testOnEach(
  "every list by name has the order of the alphabet, both ways, over its pages",
  async (world) => {
    const ana = apiOf(world, people.ana);
    await inDatabase(world, 1, async (trx) => {
      const insert = (table: string, columns: string, values: string, from = "") =>
        sql`insert into ${sql.table(table)} (company_id, ${sql.raw(columns)})
          select 1, ${sql.raw(values)} from unnest(${names}::text[]) n ${sql.raw(from)}`.execute(
          trx,
        );
      await insert("contacts", "name", "n");
      await insert("clients", "name", "n");
      await insert("products", "name, tax_rate", "n, 21");
      await insert("tasks", "title", "n");
      await insert(
        "reply_templates",
        "name, language, body",
        "n, 'es', 'x'",
        "where n <> 'álvarez'",
      );
      await insert(
        ...["opportunities", "title, client_id, stage_id", "n, c.id, s.id"] as const,
        `, (select id from clients limit 1) c, (select id from pipeline_stages limit 1) s`,
      );
    });
    for (const [list, field] of Object.entries(indexed)) {
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
    const templates = await expectData(ana("GET", "/reply-templates"));
    assert.deepEqual(
      templates.map(({ name }: { name: string }) => name),
      // Two templates differ by more than capitals.
      sorted.filter((name) => name !== "álvarez"),
    );
  },
  { both: true },
);

testOnEach("a page by name is read from its index, in both directions", async (world) => {
  await inDatabase(world, 1, async (trx) => {
    // A table of few rows would be sorted: what is shown is that the index has the order.
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    for (const [table, column] of Object.entries(indexed)) {
      const wanted = table === "contacts" ? "and not is_spam and not held" : "";
      for (const way of ["asc", "desc"]) {
        const { rows } = await sql.raw<{ "QUERY PLAN": string }>(`explain select id from ${table}
          where company_id = 1 and deleted_at is null ${wanted}
          order by ${column} ${way}, id ${way} limit 50`).execute(trx);
        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        assert.match(plan, new RegExp(`Index.* Scan .*${table}_${column}`), plan);
        assert.doesNotMatch(plan, /Sort/, plan);
      }
    }
  });
}, { both: true });

testOnEach("texts that differ by how letters are composed are one", async (world) => {
  const ana = apiOf(world, people.ana);
  const apart = "Sillón Ñ-1".normalize("NFD");
  const product = {
    name: apart,
    sku: `\u00a0\u200b${apart} \ufeff`,
    unit_price: 1,
    category: apart,
  };
  const created = await expectData(ana("POST", "/products", product), 201);
  assert.deepEqual([created.name, created.sku, created.category], Array(3).fill("Sillón Ñ-1"));
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
  const terms: Record<string, string> = {
    lukasz: "Łukasz Żak",
    strasse: "Große Straße",
    商店: "株式会社田中商店",
    전자: "삼성전자",
    ビル: "ﾊﾟｰｸﾋﾞﾙ",
  };
  for (const name of Object.values(terms)) await expectData(ana("POST", "/clients", { name }), 201);
  for (const [typed, name] of Object.entries(terms)) {
    const rows = await expectData(ana("GET", `/clients?q=${encodeURIComponent(typed)}`));
    assert.deepEqual(rows.map((row: { name: string }) => row.name), [name], typed);
  }
}, { both: true });
