/** Checks that every sample year passes, on any day. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { quoteDocument } from "@/lib/sales/document/quote_document.ts";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import { fillSampleYear } from "@/demo/year/fill.ts";

const publicUrl = "http://localhost:8000";

export function fill(db: Db, now: Date): Promise<void> {
  return transact(db, (trx) => fillSampleYear(trx, { now, publicUrl }), () => {});
}

/** Columns that may lie in the future. */
const planned = new Set([
  "contacts.next_action_at",
  "opportunities.next_action_at",
  "tasks.due_at",
  "events.starts_at",
  "events.ends_at",
  "events.reminder_due_at",
  "quote_shares.expires_at",
  "notifications.expires_at",
]);

/** @throws AssertionError naming what is wrong */
export async function checkCompany(db: Db, companyId: number, now: Date): Promise<void> {
  await inCompany(db, companyId, async (trx) => {
    await checkQuotes(trx);
    await checkNumbers(trx);
    await nothing(trx, broken);
    await checkInstants(trx, now);
  });
}

/** Stored totals equal the calculated ones, and sent revisions keep theirs. */
async function checkQuotes(db: Db) {
  const quotes = await db.selectFrom("quotes").selectAll().orderBy("id").execute();
  const lines = await db.selectFrom("quote_lines").selectAll().orderBy("position").execute();
  const revisions = await db.selectFrom("quote_revisions").selectAll().orderBy("revision")
    .execute();
  for (const quote of quotes) {
    const own = lines.filter(({ quote_id }) => quote_id === quote.id);
    const { line_nets, ...totals } = totalsOf(own, "EUR");
    const { net_total, tax_total, gross_total, tax_breakdown } = quote;
    assert.deepEqual({ net_total, tax_total, gross_total, tax_breakdown }, totals, quote.number);
    assert.deepEqual(own.map(({ line_net }) => line_net), line_nets);
    const sent = revisions.filter(({ quote_id }) => quote_id === quote.id);
    assert.deepEqual(sent.map(({ revision }) => revision), sent.map((_, at) => at + 1));
    assert.equal(sent.length, quote.revision, quote.number);
    for (const { snapshot, revision, net_total } of sent) {
      const document = quoteDocument.strict().parse(snapshot);
      assert.deepEqual([document.number, document.revision], [quote.number, revision]);
      assert.equal(totalsOf(document.lines, "EUR").net_total, net_total);
    }
    if (quote.status !== "draft") assert.equal(sent.at(-1)!.net_total, net_total, quote.number);
  }
}

/** Numbers run without a gap in each year, and the counters stand at the last. */
async function checkNumbers(db: Db) {
  const { rows } = await sql<{ kind: string; year: number; numbers: number[] }>`
    select kind, year, array_agg(at order by at) as numbers from (
      select 'quote' as kind, extract(year from issue_date)::int as year,
        substring(number from '-(\\d{4})$')::int as at,
        substring(number from '-(\\d{4})-')::int as said
      from quotes
      union all select 'sale', extract(year from sold_at at time zone 'Europe/Madrid')::int,
        substring(number from '-(\\d{4})$')::int, substring(number from '-(\\d{4})-')::int
      from sales) numbered
    where year = said group by 1, 2 order by 1, 2`.execute(db);
  const counted = rows.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const { rows: [all] } = await sql<{ count: number }>`
    select (select count(*) from quotes) + (select count(*) from sales) as count`.execute(db);
  assert.equal(counted, all!.count);
  for (const { numbers } of rows) assert.deepEqual(numbers, numbers.map((_, at) => at + 1));
  const counters = await db.selectFrom("document_counters").select(["kind", "year", "last"])
    .orderBy("kind").orderBy("year").execute();
  assert.deepEqual(
    counters,
    rows.map(({ kind, year, numbers }) => ({ kind, year, last: numbers.length })),
  );
}

/** Queries that must find nothing. */
const broken: Record<string, string> = {
  "a sold quotation without its one sale": `
    select q.id from quotes q left join sales s on s.quote_id = q.id
    where (q.status = 'sold') <> (s.id is not null)`,
  "a sale unlike its quotation": `
    select s.id from sales s join quotes q on q.id = s.quote_id
    where (s.net_total, s.gross_total, s.client_id, s.opportunity_id, s.sold_at)
      is distinct from (q.net_total, q.gross_total, q.client_id, q.opportunity_id, q.sold_at)`,
  "a sale whose opportunity was not won with it": `
    select s.id from sales s join opportunities o on o.id = s.opportunity_id
    where o.status <> 'won' or o.won_at <> s.sold_at`,
  "a won opportunity without a sale": `
    select id from opportunities o where status = 'won'
      and not exists (select from sales s where s.opportunity_id = o.id)`,
  "a line of a sold quotation without its one delivery": `
    select l.id from quote_lines l join quotes q on q.id = l.quote_id
      left join tasks t on t.quote_line_id = l.id and t.kind = 'delivery'
    where (q.status = 'sold') <> (t.id is not null)`,
  "an open delivery of a cancelled sale": `
    select t.id from tasks t join sales s on s.id = t.sale_id
    where s.status = 'cancelled' and t.status <> 'done' and t.deleted_at is null`,
  "an amount that does not follow the newest quotation": `
    select o.id from opportunities o join lateral (
      select net_total from quotes q where q.opportunity_id = o.id order by id desc limit 1) q on true
    where o.amount_source = 'quote' and o.amount <> q.net_total`,
  "a client that a contact was made into before it was there": `
    select c.id from contacts c join clients k on k.id = c.converted_client_id
    where c.converted_at < k.created_at or c.status = 'new' and c.last_direction <> 'in'`,
  "a source contact that leads elsewhere": `
    select k.id from clients k join contacts c on c.id = k.source_contact_id
    where c.converted_client_id is distinct from k.id`,
  "a contact whose thread says otherwise": `
    select c.id from contacts c join lateral (
      select m.sent_at, m.direction, (select min(sent_at) from contact_messages f
        where f.contact_id = c.id and f.direction = 'out') as answered
      from contact_messages m where m.contact_id = c.id order by sent_at desc, id desc limit 1) m
      on true
    where (c.last_message_at, c.last_direction, c.first_response_at)
      is distinct from (m.sent_at, m.direction, m.answered)`,
  "a stage log that is not where the opportunity is": `
    select o.id from opportunities o
      left join opportunity_stage_log l on l.opportunity_id = o.id and l.left_at is null
    where (o.status = 'open') <> (l.id is not null)
      or o.status = 'open' and (l.to_stage_id <> o.stage_id or l.entered_at <> o.stage_changed_at)`,
  "a record that was changed before it was made": `
    select id from contacts where updated_at < created_at
    union all select id from opportunities where updated_at < created_at
      or last_activity_at < stage_changed_at or coalesce(won_at, lost_at) < created_at
    union all select id from quotes where updated_at < created_at or sent_at < created_at
      or approved_at < sent_at or rejected_at < sent_at or sold_at < approved_at
    union all select id from tasks where updated_at < created_at or done_at < created_at
    union all select id from events where starts_at < created_at`,
  "a version that the history does not account for": `
    select q.id from quotes q where q.version <> 1 + (
      select count(*) from activities a where a.quote_id = q.id
        and a.verb not in ('created', 'shared', 'viewed'))`,
  "something that happened before its record was made": `
    select a.id from activities a left join opportunities o on o.id = a.opportunity_id
      left join quotes q on q.id = a.quote_id left join contacts c on c.id = a.contact_id
    where a.at < coalesce(o.created_at, q.created_at, c.created_at)`,
  "anything that would call out, or tell a member": `
    select 1 as id from notifications where callback_url is not null or internal
    union all select 1 from callbacks where status = 'pending' or host not like '%.example'
    union all select 1 from devices`,
};

async function nothing(db: Db, queries: Record<string, string>) {
  for (const [what, query] of Object.entries(queries)) {
    const { rows } = await sql.raw(query).execute(db);
    assert.deepEqual(rows, [], what);
  }
}

/** No instant but a planned one is after `now`, and no document is of a later day. */
async function checkInstants(db: Db, now: Date) {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'timestamp with time zone'
      and t.table_type = 'BASE TABLE' and exists (select from information_schema.columns o
        where o.table_name = c.table_name and o.column_name = 'company_id')
      and c.table_name not in ('pipeline_stages', 'api_keys', 'user_companies')
      and has_table_privilege('relevo_tenant', to_regclass(c.table_name), 'select')`.execute(db);
  assert.ok(columns.length > 40);
  for (const { table, column } of columns) {
    if (planned.has(`${table}.${column}`)) continue;
    const { rows } = await sql`select * from ${sql.table(table)}
      where ${sql.ref(column)} > ${now} limit 1`.execute(db);
    assert.deepEqual(rows, [], `${table}.${column} lies ahead`);
  }
  const { rows } = await sql`select id from quotes
    where issue_date > (${now}::timestamptz at time zone 'Europe/Madrid')::date`.execute(db);
  assert.deepEqual(rows, []);
}

/** All numbers in a value, with their paths. */
export function* figures(value: unknown, path = ""): Generator<[string, number]> {
  // The sample's companies ask for no yes.
  if (path.endsWith(".pending_my_approval")) return;
  // Mail comes by the demo's mailboxes, once the app runs.
  if (path.endsWith(".by_mail")) return;
  if (typeof value === "number") yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) yield* figures(part, `${path}.${name}`);
}
