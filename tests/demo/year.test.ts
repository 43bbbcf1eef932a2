import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { readReport } from "@/lib/figures/report.ts";
import { reportRange } from "@/lib/figures/report_record.ts";
import { readStats } from "@/lib/figures/stats.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";
import { workshop } from "@/demo/year/workshop/workshop.ts";
import { studio } from "@/demo/year/studio/studio.ts";
import { clockAt } from "@/demo/year/clock.ts";
import { planYear } from "@/demo/year/plan.ts";
import { type Employee, samplePeople } from "@/demo/year/staff.ts";
import { cifOf, nifOf } from "@/demo/year/tax_ids.ts";
import { openUsual } from "../support/world_database.ts";
import { testOnEach, type World } from "../support/world.ts";
import { checkCompany, figures, fill } from "./sample_year.ts";

const lucia = "lucia@relevo.example";
const timezone = "Europe/Madrid";

async function withDatabase(act: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = await openUsual();
  try {
    await act(db);
  } finally {
    await close();
  }
}

testOnEach(
  "the sample year holds together, and every screen has something to show",
  async (world) => {
    const now = new Date();
    const { db } = world.services.database;
    await fill(db, now);
    for (const companyId of [1, 2]) {
      await checkCompany(db, companyId, now);
      await checkScreens(world, companyId);
      await checkNextQuote(world, companyId);
    }
  },
);

async function read(world: World, path: string, companyId: number) {
  const query = `${path.includes("?") ? "&" : "?"}company_id=${companyId}`;
  const { status, body } = await world.call("GET", `/api/admin${path}${query}`, { member: lucia });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function checkScreens(world: World, companyId: number) {
  const stats = (await read(world, "/stats", companyId)).data;
  for (const [name, value] of figures(stats)) assert.ok(value > 0, `${name} is ${value}`);
  const { won, lost, open } = stats.opportunities;
  const share = won / (won + lost + open);
  assert.ok(share > 0.2 && share < 0.4, `${share} of the opportunities are won`);

  const report = (await read(world, "/reports", companyId)).data;
  for (const [name, value] of figures(report.totals)) assert.ok(value > 0, `${name} is ${value}`);
  assert.equal(report.rows.at(-1).name, "Unassigned");
  const isIdle = (row: { user_id: number }) =>
    [...figures({ ...row, user_id: null })].every(([, value]) => value === 0);
  assert.ok(report.rows.some(isIdle));

  const board = (await read(world, "/opportunities/board", companyId)).data;
  for (const { name, cards } of board.columns) assert.ok(cards.length > 0, name);
  const tasks = (await read(world, "/tasks/board?assignee_id=me", companyId)).data;
  for (const { status, count } of tasks.columns) assert.ok(count > 0, status);
  const contacts = await read(world, "/contacts?per_page=20", companyId);
  assert.ok(contacts.meta.pages > 5);
  for (const noun of ["clients", "opportunities", "quotes", "sales", "tasks", "events"]) {
    assert.ok((await read(world, `/${noun}?per_page=10`, companyId)).meta.pages > 1, noun);
  }
  for (
    const path of [
      "/products?active=false",
      "/contacts?is_spam=true",
      "/contacts?assignee_id=none",
      "/quotes?expired=true",
      "/sales?status=cancelled",
      "/employees",
      "/keys",
      "/notifications",
      "/callbacks",
    ]
  ) assert.ok((await read(world, path, companyId)).data.length > 0, path);
  const team = (await read(world, "/events?q=equipo&sort=starts_at", companyId)).data;
  assert.ok(team.length > 50);
  assert.ok(new Set(team.map((one: { series_id: number }) => one.series_id)).size === 1);
  assert.ok(
    team.every((one: { original_start: string; starts_at: string }) =>
      one.original_start === one.starts_at
    ),
  );
  const { groups } = (await read(world, "/search?q=m", companyId)).data;
  // Mail comes by the demo's mailboxes, once the app runs.
  const absent = ["quote", "automatic"];
  for (const { kind, total } of groups) assert.ok(total > 0 || absent.includes(kind), kind);
  const [oldest] = (await read(world, "/sales?sort=sold_at", companyId)).data;
  const timeline = await read(world, `/clients/${oldest.client.id}/timeline`, companyId);
  assert.ok(timeline.meta.total > 5);
}

/** A new quotation continues the sample's numbers. */
async function checkNextQuote(world: World, companyId: number) {
  const [newest] = (await read(world, "/quotes?sort=-number", companyId)).data;
  const [open] = (await read(world, "/opportunities?status=open", companyId)).data;
  const answer = await world.call("POST", `/api/admin/quotes?company_id=${companyId}`, {
    member: lucia,
    json: { opportunity_id: open.id },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const count = (number: string) => Number(number.slice(-4));
  const isSameYear = newest.number.slice(0, -4) === answer.body.data.number.slice(0, -4);
  assert.equal(count(answer.body.data.number), isSameYear ? count(newest.number) + 1 : 1);
}

const days = {
  "the first minute of a year": "2027-01-01T00:00:40+01:00",
  "29 February": "2028-02-29T12:00:00+01:00",
  "the last hour of a year": "2026-12-31T23:30:00+01:00",
  "the day when the clocks go forward": "2027-03-28T03:10:00+02:00",
  "the day when the clocks go back": "2027-10-31T02:30:00+01:00",
  "a Saturday that is the first": "2026-08-01T09:15:00+02:00",
  "a Sunday that is the first": "2026-11-01T20:00:00+01:00",
};

for (const [what, instant] of Object.entries(days)) {
  Deno.test(`the sample year holds together on ${what}`, () =>
    withDatabase(async (db) => {
      const now = new Date(instant);
      await fill(db, now);
      for (const companyId of [1, 2]) {
        await checkCompany(db, companyId, now);
        await inCompany(db, companyId, async (trx) => {
          const [{ user_id }] = await trx.selectFrom("user_companies").select("user_id")
            .orderBy("user_id").limit(1).execute() as [{ user_id: number }];
          const reader = { companyId, userId: user_id, timezone, currency: "EUR" };
          const stats = await readStats(trx, reader, now);
          const month = await readReport(trx, reader, reportRange({}, timezone, now));
          const summary = { stats, totals: month.totals };
          for (const [name, value] of figures(summary)) assert.ok(value > 0, `${name} is ${value}`);
          assert.equal(month.rows.at(-1)!.user_id, null);
        });
      }
      assert.deepEqual(await checkData(db), [], "the data is whole");
    }));
}

Deno.test("the same instant gives the same year, and the same day the same records", async () => {
  const morning = new Date("2026-11-18T10:00:00+01:00");
  const evening = new Date("2026-11-18T18:40:00+01:00");
  const digests: Record<"whole" | "records", string>[] = [];
  for (const now of [morning, morning, evening]) {
    await withDatabase(async (db) => {
      await fill(db, now);
      digests.push({ whole: await digestOf(db, false), records: await digestOf(db, true) });
    });
  }
  const [first, again, later] = digests;
  assert.deepEqual(first, again);
  assert.equal(first!.records, later!.records);
  assert.notEqual(first!.whole, later!.whole);
});

/** Their ids are made at random, and nothing refers to them. */
const randomIds = ["form_posts", "import_records", "record_counts"];

/**
 * A digest of every row in both companies, without transaction ids and, if asked, without instants.
 */
async function digestOf(db: Db, timeless: boolean): Promise<string> {
  const hash = createHash("sha256");
  for (const companyId of [1, 2]) {
    await inCompany(db, companyId, async (trx) => {
      const { rows: tables } = await sql<{ name: string }>`
        select distinct table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'company_id'
          and has_table_privilege('relevo_tenant', to_regclass(table_name), 'select') order by 1`
        .execute(trx);
      for (const { name } of tables) {
        const { rows } = await sql<{ row: Record<string, unknown> }>`
          select to_jsonb(t) - 'changed_txid' - 'txid' as row from ${sql.table(name)} t`.execute(
          trx,
        );
        const texts = rows.map(({ row }) => {
          if (randomIds.includes(name)) delete row.id;
          return JSON.stringify(row, timeless ? withoutInstants : null!);
        });
        hash.update(name + texts.sort().join());
      }
    });
  }
  return hash.digest("hex");
}

/** Ids of notifications contain their instant too, and bodies of callbacks contain both. */
function withoutInstants(_: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, "")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, "");
}

for (const trade of [workshop, studio]) {
  Deno.test(`${trade.details.name} has words enough, and sells only what it has`, () => {
    const messages = trade.projects.flatMap(({ messages, inEnglish = [] }) => [
      ...messages,
      ...inEnglish,
    ]);
    assert.ok(new Set(messages).size >= 40);
    assert.equal(new Set(messages).size, messages.length);
    const offered = Object.values(opportunityWords.loss.suggested).map(({ es }) => es);
    for (const [reason] of trade.words.lost) assert.ok(offered.includes(reason), reason);
    const active = trade.products.filter(({ archived }) => !archived).map(({ sku }) => sku);
    for (const [sku] of trade.projects.flatMap(({ lines }) => lines)) {
      assert.ok(active.includes(sku), sku);
    }
    const units = ["place", "month", "n", "m", "m2", "cm"];
    for (const [, name] of messages.join().matchAll(/\{(\w+)\}/g)) {
      assert.ok(units.includes(name!), name);
    }
  });
}

Deno.test("a year can be planned on any day: nobody has another's address or number", () => {
  const staff = samplePeople.flatMap(({ email, name, jobs }, at) =>
    jobs.map((job): Employee => ({ ...job, email, name, userId: at + 1 }))
  );
  const stages = [1, 2, 3, 4].map((id) => ({ id, name: String(id) }));
  for (const trade of [workshop, studio]) {
    const { companyId } = trade;
    const colleagues = staff.filter((one) => one.companyId === companyId);
    for (let day = 0; day < 366; day += 11) {
      const clock = clockAt(new Date(Date.UTC(2028, 0, 1 + day, (day * 7) % 24)));
      const book = planYear({ trade, clock, staff: colleagues, stages, brand: {} });
      const keys = book.contacts.map(({ row }) =>
        row.channel_contact_id && `${row.channel} ${row.channel_contact_id}`
      );
      const taxIds = book.clients.map(({ row }) => row.tax_id);
      const digests = book.shares.map(({ row }) => String(row.digest));
      for (const list of [keys, taxIds, digests]) {
        const values = list.filter((one) => one !== null);
        assert.equal(new Set(values).size, values.length, clock.today);
      }
    }
  }
});

Deno.test("tax ids carry the check that the tax agency's own examples have", () => {
  assert.equal(nifOf(12_345_678 - 99_000_000), "12345678Z");
  assert.equal(cifOf(5_881_850), "B58818501");
});
