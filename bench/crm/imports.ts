/** Cost of importing a large file, whose rows are mostly search words. */
import { sql } from "kysely";
import { cpuMs, serverPid } from "@/bench/cost/cpu.ts";
import { openFilledStage } from "@/bench/crm/filled_stage.ts";
import type { Scope } from "@/bench/notify/parts.ts";
import { milliseconds, table } from "@/bench/report.ts";
import type { Database } from "@/lib/db/connection.ts";

const company = 1;
const names = ["Ana", "Lucía", "Íñigo", "Marta", "Óscar", "Tomás", "Elena"];
const lastNames = ["García", "Núñez", "Pérez", "Ibarra", "Quiroga", "Zamora", "Urrutia", "Valle"];
const things = ["Reforma de cocina", "Puerta de roble", "Armario a medida", "Mesa redonda"];

interface Sums {
  words: number;
  tableBytes: number;
  indexBytes: number;
  /** Rows written and blocks used by all of the database's sessions. */
  rows: number;
  blocks: number;
  wal: number;
}

/** Imports contacts, then some opportunities and quotations at once in SQL. */
export async function measureImports({ kinds, quick }: Scope): Promise<string> {
  if (!kinds.includes("postgres")) return "Imports are measured on Postgres.";
  const [scale, contacts, documents] = quick ? [0.02, 500, 200] : [1, 20_000, 5_000];
  await using filled = await openFilledStage("postgres", { scale, now: new Date() });
  const { stage, app } = filled;
  const rows: string[][] = [];
  const databasePid = await serverPid(stage.cluster!);
  await stage.read(async (database) => {
    const measure = async (what: string, count: number, act: () => Promise<unknown>) => {
      const before = await sumUp(database);
      const cpuBefore = await Promise.all([cpuMs(databasePid), cpuMs(app.pid)]);
      const start = performance.now();
      await act();
      const ms = performance.now() - start;
      const cpu = await Promise.all([cpuMs(databasePid), cpuMs(app.pid)]);
      const cpuTimes = cpu.map((now, at) => milliseconds(now - cpuBefore[at]!));
      const after = await sumUp(database);
      const each = (name: keyof Sums, digits = 1) =>
        ((after[name] - before[name]) / count).toFixed(digits);
      rows.push(
        [what, milliseconds(ms), ...cpuTimes, each("words"), each("rows"), each("blocks", 0)]
          .concat(each("tableBytes", 0), each("indexBytes", 0), each("wal", 0)),
      );
    };
    await measure(`import of ${contacts} contacts`, contacts, async () => {
      const response = await fetch(
        `${app.url}/api/admin/imports/contacts/commit?company_id=${company}`,
        {
          method: "POST",
          headers: { "Content-Type": "text/csv", "Cf-Access-Jwt-Assertion": app.token },
          body: contactsFile(contacts),
        },
      );
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 500)}`);
    });
    for (const [what, insert] of Object.entries(inserts)) {
      await measure(
        `${documents} ${what} in one statement`,
        documents,
        () => asTenant(database, insert(documents)),
      );
    }
    await measure(`${documents} opportunities into the trash`, documents, () =>
      asTenant(
        database,
        `update opportunities set deleted_at = now() where id in (select id from opportunities
        where title like 'Obra %')`,
      ));
  });
  return table(
    [
      "what",
      "ms",
      "CPU of Postgres",
      "of the app",
      "words each",
      "rows each",
      "blocks each",
      "table B",
      "indexes B",
      "WAL B",
    ],
    rows,
  ) +
    "\n\nRows written, blocks hit or read, and bytes that the words' table and its indexes grew " +
    "by, for each record.";
}

const inserts: Record<string, (count: number) => string> = {
  opportunities: (count) => `
    insert into opportunities (company_id, title, client_id, stage_id, amount, position)
    select ${company}, 'Obra número ' || n, c.id, s.id, 100, n
    from generate_series(1, ${count}) n
    join lateral (select min(id) + n % 20 as id from clients where company_id = ${company}) c on true
    cross join (select min(id) as id from pipeline_stages where company_id = ${company}) s`,
  quotations: (count) => `
    insert into quotes (company_id, number, revision, opportunity_id, client_id, status, title,
      language, currency, issue_date, valid_until, net_total, tax_total, gross_total)
    select ${company}, 'X-2026-' || lpad(row_number() over ()::text, 5, '0'), 1, id, client_id,
      'draft', title, 'es', 'EUR', current_date, current_date + 30, 0, 0, 0
    from (select * from opportunities where company_id = ${company} and title like 'Obra %'
      limit ${count}) o`,
};

function contactsFile(count: number): string {
  const pick = (list: string[], n: number) => list[n % list.length]!;
  const lines = Array.from({ length: count }, (_, n) =>
    [
      `${pick(names, n)} ${pick(lastNames, Math.floor(n / 7))} imp${n}`,
      `importada${n}@correo.example`,
      `+34 6${String(10_000_000 + n * 37).padStart(8, "0")}`,
      pick(things, n),
      `Taller ${n}`,
    ].join(","));
  return `name,email,phone,subject,organization\n${lines.join("\n")}\n`;
}

async function asTenant({ db }: Database, text: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'relevo_tenant', true),
      set_config('app.company_id', ${String(company)}, true)`.execute(trx);
    await sql.raw(text).execute(trx);
  });
}

async function sumUp({ db }: Database): Promise<Sums> {
  return await db.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'relevo_tenant', true),
      set_config('app.company_id', ${String(company)}, true)`.execute(trx);
    const { rows: [sums] } = await sql<Sums>`
      select (select count(*)::int from search_words) as words,
        pg_relation_size('search_words') as "tableBytes",
        pg_indexes_size('search_words') as "indexBytes",
        tup_inserted + tup_updated + tup_deleted as rows, blks_hit + blks_read as blocks,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal
      from pg_stat_database where datname = current_database()`.execute(trx);
    return sums!;
  });
}
