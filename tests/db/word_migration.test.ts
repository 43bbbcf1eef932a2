/** Migration 0077: the words stay the same ones, for who reads them and who writes them meanwhile. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { wordKinds, wordStates } from "@/lib/records/listing/word_codes.ts";
import { createLog } from "@/lib/tools/log.ts";
import { fillCompany } from "../support/filled.ts";
import { testDatabases } from "../support/test_server.ts";
import { remakeWords, storedWords } from "../support/words.ts";

const before = "0076_old_statistics";
const log = createLog("error");

const odd = [
  `insert into contacts (company_id, name, email, phone, phone_e164, channel, channel_contact_id,
      is_spam, held, username)
    values (1, 'Ángela NÚÑEZ-Peña S. L.', 'a.b@x.es', '600 12 34 56', '+34600123456', 'whatsapp',
        '34600123457', false, false, 'angela_np'),
      (1, '株式会社田中商店・ABC', null, null, null, 'web', null, true, false, null),
      (1, 'ΟΔΟΣ ẞ ø', null, '12', null, 'phone', '912345678', false, true, null),
      (1, '!!!', null, null, null, 'web', null, false, false, null)`,
  `insert into identities (company_id, contact_id, kind, value, source)
    select 1, max(id), 'phone', '+34911222333', 'merge' from contacts`,
  `insert into clients (company_id, name, legal_name, tax_id, country, city)
    values (1, 'Tordo', 'Tordo, S.L.U.', 'ESB11111111', 'ES', 'León')`,
  `insert into identities (company_id, client_id, kind, value, source)
    select 1, max(id), 'tax_id', 'B-2222', 'merge' from clients`,
  "update clients set name = 'Zorzal I. J. Íñiguez' where id % 7 = 0",
  "update tasks set deleted_at = now() where id % 5 = 0",
  `insert into events (company_id, title, description, starts_at, ends_at)
    values (1, 'Cita 北京', 'a\tb\r\nc-d x.y', now(), now())`,
];

const characters = fc.oneof(
  fc.integer({ min: 0x20, max: 0x17f }),
  fc.integer({ min: 0x2000, max: 0x206f }),
  fc.integer({ min: 0x4e00, max: 0x4e20 }),
).map((code) => String.fromCodePoint(code));
const texts = fc.sample(
  fc.array(fc.oneof(characters, fc.constantFrom(..."ab1S.L. -_'\\^$&\t\n\x7fñÁ")), {
    maxLength: 30,
  }).map((parts) => parts.join("")),
  { numRuns: 500, seed: 7 },
).concat("", "S. L. U.", "a. b. c", "B-11111111", "x".repeat(90), "x-".repeat(60));

async function termsOfAll({ db }: Database): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    select array(select w from relevo_terms(t) w order by w collate "C") as words
    from unnest(${texts}::text[]) with ordinality as each_text (t, n) order by n`.execute(db);
  return rows.map(({ words }) => words);
}

async function fill(database: Database) {
  await migrateTo(database.db, before);
  const filling = { scale: 0.004, now: new Date() };
  for (const companyId of [1, 2]) await fillCompany(database.db, { companyId, ...filling });
  await inCompany(database.db, 1, async (trx) => {
    for (const statement of odd) await sql.raw(statement).execute(trx);
  });
}

const stored = (database: Database, companyId: number) =>
  inCompany(database.db, companyId, storedWords);

/** The line of the old table's word in the new one. */
function coded(line: string): string {
  const [kind, state, ...rest] = line.split(" ");
  const code = (codes: Record<string, string>, name = "") => codes[name];
  return [code(wordKinds, kind), code(wordStates, state), ...rest].join(" ");
}

async function assertRemade(database: Database) {
  for (const companyId of [1, 2]) {
    const words = await stored(database, companyId);
    await inCompany(database.db, companyId, async (trx) => {
      await remakeWords(trx);
      assert.deepEqual(await storedWords(trx), words, "made anew");
    });
  }
}

async function convert(database: Database) {
  await fill(database);
  const old = [await stored(database, 1), await stored(database, 2)];
  const terms = await termsOfAll(database);
  await migrate(database.db);
  for (const [at, lines] of old.entries()) {
    assert.ok(lines.length > 500);
    assert.deepEqual(await stored(database, at + 1), lines.map(coded).sort());
  }
  assert.deepEqual(await termsOfAll(database), terms);
  await assertRemade(database);
}

Deno.test("migration 0077 keeps every word, and makes the same ones (pglite)", async () => {
  const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
  const database = await openDatabase({ dir, log, poolSize: 2 });
  try {
    await convert(database);
  } finally {
    await database.close();
    await Deno.remove(dir, { recursive: true });
  }
});

const server = await testDatabases();
const onServer = { ignore: server === null, sanitizeOps: false, sanitizeResources: false };

async function withServerDatabase(act: (database: Database) => Promise<void>) {
  const url = await server!.createDatabase();
  const database = await openDatabase({ url, log, deadlineMs: 600_000 });
  try {
    await act(database);
  } finally {
    await database.close();
    await server!.dropDatabase(url);
  }
}

Deno.test({
  name: "migration 0077 keeps every word, and makes the same ones (postgres)",
  ...onServer,
  fn: () => withServerDatabase(convert),
});

Deno.test({
  name: "what is written while migration 0077 runs has its words",
  ...onServer,
  fn: () =>
    withServerDatabase(async (database) => {
      await fill(database);
      const end = new AbortController();
      const writers = [1, 2].map((companyId) => writeUntil(end.signal, database, companyId));
      await migrate(database.db);
      end.abort();
      const counts = await Promise.all(writers);
      assert.ok(counts.every((count) => count > 0), `${counts}`);
      await assertRemade(database);
    }),
});

/** Changes, makes and deletes records. */
async function writeUntil(signal: AbortSignal, { db }: Database, companyId: number) {
  let count = 0;
  while (!signal.aborted || count < 3) {
    count++;
    await inCompany(db, companyId, async (trx) => {
      await sql`insert into tasks (company_id, title, position)
        values (${companyId}, ${`Nueva ${count}`}, 1)`.execute(trx);
      await sql`update clients set name = ${`Otra ${count}`}
        where id = (select min(id) + ${count % 9} from clients)`.execute(trx);
      await sql`update products set deleted_at = now() where id = (
        select min(id) + ${count % 9} from products)`.execute(trx);
      await sql`delete from tasks where id = (select min(id) from tasks where sale_id is null)`
        .execute(trx);
    });
  }
  return count;
}
