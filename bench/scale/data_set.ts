/**
 * One company of 200,000 contacts among 200 small ones, kept as a server's data: made once by
 * `deno task bench scale --make`, which takes minutes, and copied by every measurement.
 */
import { join } from "node:path";
import { tmpdir } from "node:os";
import { sql } from "kysely";
import { foldAll } from "@/bench/scale/work.ts";
import { type Db, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { startCluster } from "@/tests/support/cluster.ts";
import { fillCompany, settle } from "@/tests/support/filled.ts";

export interface DataSet {
  folder: string;
  password: string;
  database: string;
  /** The end of the filled years. */
  now: string;
}

/** The large company. */
export const company = 1;

const large = {
  clients: 20_000,
  contacts: 200_000,
  opportunities: 100_000,
  tasks: 40_000,
  activities: 100_000,
  notifications: 50_000,
};
/** Each contact has two; half of them have one more. */
const moreMessages = 100_000;
const smallCompanies = 200;
const atOnce = 2;

const place = join(tmpdir(), "relevo-bench-scale");
const note = `${place}.json`;
const log = createLog("error");

/** The data set, or undefined where it was not made. */
export async function findDataSet(): Promise<DataSet | undefined> {
  const text = await Deno.readTextFile(note).catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text) as DataSet;
}

/** Makes the data set anew, a fiftieth of it if `quick`. @returns what was made, in Markdown */
export async function makeDataSet({ quick }: { quick: boolean }): Promise<string> {
  const start = performance.now();
  const now = new Date();
  const cluster = await startCluster({
    fsync: false,
    settings: { shared_buffers: "512MB", max_wal_size: "8GB", maintenance_work_mem: "512MB" },
  });
  const url = await cluster.createDatabase();
  const { db, close } = await openDatabase({ url, log, deadlineMs: 1_800_000 });
  const share = quick ? 50 : 1;
  await migrate(db);
  const rows = Object.fromEntries(
    Object.entries(large).map(([noun, count]) => [noun, count / share]),
  );
  await withWordsLast(db, async () => {
    await fillCompany(db, { companyId: company, scale: 1 / share, rows, now });
    await addMessages(db, moreMessages / share);
  });
  await fillSmall(db, smallCompanies / share, now);
  await foldAll(db);
  await settle(db);
  const counts = await countRows(db);
  await close();
  await Deno.remove(place, { recursive: true }).catch(() => {});
  const saved = await cluster.save(place);
  const dataSet: DataSet = {
    ...saved,
    database: new URL(url).pathname.slice(1),
    now: now.toISOString(),
  };
  await Deno.writeTextFile(note, JSON.stringify(dataSet));
  const seconds = Math.round((performance.now() - start) / 1000);
  return `${counts} Made in ${seconds} s, kept in ${place}.`;
}

async function addMessages(db: Db, count: number): Promise<void> {
  await inCompany(
    db,
    company,
    (trx) =>
      sql`insert into contact_messages (company_id, created_at, contact_id, direction, channel, body,
        sent_at)
      select company_id, last_message_at, id, 'in', channel, repeat('¿Me dice algo más? ', 8),
        last_message_at
      from contacts where company_id = ${company} order by id limit ${count}`.execute(trx),
  );
}

/** Fills companies of 20 records of each kind. */
async function fillSmall(db: Db, count: number, now: Date): Promise<void> {
  const stages = await inCompany(
    db,
    company,
    (trx) =>
      trx.selectFrom("pipeline_stages").select(["name", "order", "default_probability", "rot_days"])
        .where("company_id", "=", company).execute(),
  );
  const names = Array.from({ length: count }, (_, n) => `Pequeña ${n}`).values();
  const fillNext = async () => {
    for (const name of names) {
      const slug = name.toLowerCase().replace(" ", "-").replace("ñ", "n");
      const { id } = await transact(
        db,
        (trx) =>
          trx.insertInto("companies").values({ name, slug }).returning("id")
            .executeTakeFirstOrThrow(),
      );
      await inCompany(db, id, (trx) =>
        trx.insertInto("pipeline_stages")
          .values(stages.map((stage) => ({ ...stage, company_id: id }))).execute());
      await fillCompany(db, { companyId: id, scale: 0, now });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fillNext));
}

interface WordTrigger {
  table: string;
  body: string;
}

/** Search words are most of the work: they are made at the end, by both cores, without indexes. */
async function withWordsLast(db: Db, fill: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await sql<WordTrigger>`
    select t.tgrelid::regclass::text as table, p.prosrc as body
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgname = 'search_words_made'
      and p.prosrc like '%from made n%'`
    .execute(db);
  const { rows: indexes } = await sql<{ name: string; drop: string; create: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as create,
      case when i.indisprimary
        then 'alter table search_words drop constraint ' || i.indexrelid::regclass
        else 'drop index ' || i.indexrelid::regclass end as drop
    from pg_index i where i.indrelid = 'search_words'::regclass`.execute(db);
  const run = (text: string) => sql.raw(text).execute(db);
  const key = (await sql<{ columns: string }>`
    select pg_get_constraintdef(oid) as columns from pg_constraint
    where conrelid = 'search_words'::regclass and contype = 'p'`.execute(db)).rows[0]!.columns;
  for (const { table } of triggers) {
    await run(`alter table ${table} disable trigger search_words_made`);
  }
  for (const { drop } of indexes) await run(drop);
  await fill();
  const pieces = triggers.flatMap((one) =>
    Array.from({ length: atOnce }, (_, at) => wordsOf(one, at))
  );
  await inParallel(pieces, (text) => inCompany(db, company, (trx) => sql.raw(text).execute(trx)));
  await run(`alter table search_words add ${key}`);
  for (const { create } of indexes.filter(({ drop }) => drop.startsWith("drop index"))) {
    await run(create);
  }
  for (const { table } of triggers) {
    await run(`alter table ${table} enable trigger search_words_made`);
  }
}

/** The trigger's own insert, over a share of the table. */
function wordsOf({ table, body }: WordTrigger, at: number): string {
  const insert = /insert into search_words[^;]*;/.exec(body)?.[0];
  if (!insert?.includes("from made n")) throw new Error(`the words of ${table} are made otherwise`);
  return insert.replace(
    "from made n",
    `from (select * from ${table} where company_id = ${company} and id % ${atOnce} = ${at}) n`,
  );
}

async function inParallel(texts: string[], run: (text: string) => Promise<unknown>): Promise<void> {
  const rest = texts.values();
  const next = async () => {
    for (const text of rest) await run(text);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function countRows(db: Db): Promise<string> {
  const tables = ["contacts", "contact_messages", "quotes", "clients", "tasks", "notifications"];
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, reltuples::int as count from pg_class
    where relname = any (${tables}) order by array_position(${tables}, relname::text)`.execute(db);
  const counts = rows.map(({ name, count }) => `${count.toLocaleString("en")} ${name}`);
  return `Of all companies: ${counts.join(", ")}.`;
}
