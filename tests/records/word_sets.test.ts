/** A question finds what reading every record finds, whatever of its words is common. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { inCompany } from "@/lib/db/transaction.ts";
import { recordsWith } from "@/lib/records/listing/word_sets.ts";
import { indexedWords, termsOf } from "@/lib/records/search_words.ts";
import { testOnEachDatabase } from "../db/each.ts";
import { remakeWords, storedWords } from "../support/words.ts";

const company = 1;
const records = 3_000;
const among = { companyId: company, kind: "task", states: ["live"] } as const;

/** Words in all, half, a fifth, some, and one or two of the records; of some the state differs. */
const fill = `
  insert into tasks (company_id, title, position, deleted_at)
  select ${company}, concat_ws(' ', 'maría', case when n % 2 = 0 then 'mesa' else 'mesón' end,
      case when n % 5 = 0 then 'roble' end, case when n % 97 = 0 then 'ro' || n end,
      'ref' || n, case when n % 3 = 0 then '北京市' || n end), n,
    case when n % 11 = 0 then now() end
  from generate_series(1, ${records}) n`;

const words = fc.oneof(
  fc.constantFrom(
    "maría",
    "mar",
    "MARIA",
    "mesa",
    "mes",
    "roble",
    "rob",
    "ro",
    "r",
    "京市",
    "北京",
  ),
  fc.integer({ min: 1, max: records + 50 }).map((n) => `ref${n}`),
  fc.integer({ min: 1, max: records }).map((n) => `北京市${n}`),
  fc.constantFrom("ref1", "ref", "ro97", "nada", "mesa-roble", "S.L."),
);
const questions = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" "));

testOnEachDatabase("questions find what reading all records finds", async ({ db }) => {
  await inCompany(db, company, async (trx) => {
    await sql.raw(fill).execute(trx);
    const tasks = await trx.selectFrom("tasks").select(["id", "title"])
      .where("deleted_at", "is", null).execute();
    const indexed = tasks.map(({ id, title }) => ({ id, words: indexedWords(title) }));
    const fixed = ["maría ref77", "maría mesa", "maría mes roble", "mesa maría ro97", "maría nada"];
    for (const question of [...fixed, ...fc.sample(questions, { numRuns: 120, seed: 11 })]) {
      const terms = termsOf(question);
      const expected = indexed.filter((task) =>
        terms.every((ways) =>
          ways.some((way) => way.every((word) => task.words.some((one) => one.startsWith(word))))
        )
      ).map(({ id }) => id);
      const { rows } = await sql<{ id: number }>`
        select distinct record_id as id from (${
        recordsWith(terms, { ...among, states: [...among.states] })
      }) hit order by 1`.execute(trx);
      assert.deepEqual(rows.map(({ id }) => id), expected.sort((a, b) => a - b), question);
    }
  });
});

/** Changes of what has words, as SQL: each may touch many records. */
const changes = [
  "insert into contacts (company_id, name, phone) select 1, 'Ana ' || n, '60012' || n from generate_series(10, 14) n",
  "insert into clients (company_id, name) values (1, 'Tordo'), (1, 'Garza Real')",
  `insert into opportunities (company_id, title, client_id, stage_id)
    select 1, 'Obra', c.id, s.id from clients c, (select min(id) as id from pipeline_stages) s
    where c.id % 3 = 0`,
  "update contacts set name = name || ' Núñez' where id % 3 = 0",
  "update contacts set name = lower(name), status = 'read'",
  "update contacts set is_spam = not is_spam where id % 4 = 0 and not held",
  "update contacts set deleted_at = now() where id % 5 = 0",
  "update contacts set deleted_at = null",
  "update contacts set phone = null, phone_e164 = '+34912345678' where id % 6 = 1",
  "update clients set name = name || 'x' where id % 2 = 0",
  "update clients set legal_name = 'Uno, S.L.', name = 'Dos' where id % 3 = 0",
  "update clients set deleted_at = case when deleted_at is null then now() end where id % 3 = 1",
  "update opportunities set client_id = (select min(id) from clients) where id % 2 = 0",
  "update opportunities set title = '—' where id % 5 = 0",
  `insert into identities (company_id, contact_id, kind, value, source)
    select 1, id, 'phone', '+349112223' || id % 100, 'merge' from contacts where id % 4 = 1`,
  "update identities set contact_id = (select min(id) from contacts) where source = 'merge'",
  "delete from identities where source = 'merge' and id % 2 = 0",
  "delete from contacts where id % 7 = 0",
  "delete from opportunities where id % 4 = 0",
];

testOnEachDatabase("words stay those that making all anew would give", async ({ db }) => {
  const walks = fc.sample(fc.array(fc.constantFrom(...changes), { minLength: 25, maxLength: 25 }), {
    numRuns: 4,
    seed: 5,
  });
  for (const walk of walks) {
    for (const change of [...changes.slice(0, 3), ...walk]) {
      await inCompany(db, company, async (trx) => void await sql.raw(change).execute(trx));
    }
    await assertRemade(db);
  }
});

async function assertRemade(db: Parameters<typeof inCompany>[0]) {
  const words = await inCompany(db, company, storedWords);
  assert.ok(words.length > 0);
  const remade = await inCompany(db, company, async (trx) => {
    await remakeWords(trx);
    return await storedWords(trx);
  });
  assert.deepEqual(words, remade);
}

testOnEachDatabase("a change that changes no word writes none", async ({ db }) => {
  await inCompany(db, company, async (trx) => void await sql.raw(changes[0]!).execute(trx));
  const versions = () =>
    inCompany(
      db,
      company,
      (trx) =>
        sql<{ line: string }>`select concat_ws(' ', ctid, xmin, record_id, word) as line
        from search_words order by 1`.execute(trx),
    );
  const before = await versions();
  await inCompany(db, company, async (trx) => {
    await sql`update contacts set name = upper(name), email = null`.execute(trx);
  });
  const after = await versions();
  assert.deepEqual(after.rows, before.rows);
});
