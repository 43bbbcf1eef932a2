import assert from "node:assert/strict";
import { reportRange } from "@/lib/figures/report_record.ts";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";
import { dayInMadrid, fill, type Scene, sumOf } from "./scene.ts";

/** Both sides of midnight in Madrid, around both changes of the clocks and elsewhere. */
const instants = [
  "2026-02-28T22:59:59.999Z",
  "2026-02-28T23:00:00.000Z",
  "2026-03-28T22:59:59.999Z",
  "2026-03-28T23:00:00.000Z",
  "2026-03-29T00:59:59.999Z",
  "2026-03-29T21:59:59.999Z",
  "2026-03-29T22:00:00.000Z",
  "2026-06-15T10:00:00.000Z",
  "2026-10-24T21:59:59.999Z",
  "2026-10-24T22:00:00.000Z",
  "2026-10-25T01:30:00.000Z",
  "2026-10-25T22:59:59.999Z",
  "2026-10-25T23:00:00.000Z",
  "2026-12-31T23:00:00.000Z",
];
const days = ["2026-02-28", "2026-03-01", "2026-03-29", "2026-03-30", "2026-10-25", "2026-12-31"];

/** The report calculated again, by plain loops over the stored rows. */
function calculate(scene: Scene, from: string, to: string) {
  const within = (day: string) => from <= day && day <= to;
  const on = (at: Date | null) => at !== null && within(dayInMadrid(at));
  const owner = (opportunity: number) =>
    scene.opportunities.find(({ id }) => id === opportunity)!.assignee_id;
  const of = (whose: (id: number | null) => boolean) => {
    const count = <T>(list: T[], test: (one: T) => boolean) => list.filter(test).length;
    const sales = scene.sales.filter((sale) =>
      sale.active && whose(owner(sale.opportunity)) && on(sale.sold_at)
    );
    const quotes = scene.quotes.filter((quote) =>
      !quote.deleted && whose(owner(quote.opportunity)) && within(quote.issue_date)
    );
    const tasks = scene.tasks.filter((task) => !task.deleted && whose(task.assignee_id));
    const mine = scene.opportunities.filter((one) => !one.deleted && whose(one.assignee_id));
    return {
      sales: { count: sales.length, amount: sumOf(sales.map((sale) => sale.net_total)) },
      quotes: {
        draft: count(quotes, ({ status }) => status === "draft"),
        sent: count(quotes, ({ status }) => status === "sent"),
        approved: count(quotes, ({ status }) => status === "approved"),
        sold: count(quotes, ({ status }) => status === "sold"),
        rejected: count(quotes, ({ status }) => status === "rejected"),
      },
      tasks: {
        done: count(tasks, ({ done_at }) => on(done_at)),
        pending: count(tasks, ({ status, created_at }) => status !== "done" && on(created_at)),
      },
      opportunities: {
        won: count(mine, ({ status, closed_at }) => status === "won" && on(closed_at)),
        lost: count(mine, ({ status, closed_at }) => status === "lost" && on(closed_at)),
        open: count(mine, ({ status, created_at }) => status === "open" && on(created_at)),
      },
    };
  };
  const { ana, luis, rosa } = scene.members;
  const row = (user_id: number | null, name: string, role: string | null) => ({
    user_id,
    name,
    role,
    ...of((id) => id === user_id),
  });
  const isSomething = (numbers: object): boolean =>
    Object.values(numbers).some((value) => typeof value === "object" ? isSomething(value) : value);
  const counts = ({ user_id: _, name: _name, role: _role, ...rest }: ReturnType<typeof row>) =>
    rest;
  const rows = [row(rosa, "Rosa", "ventas"), row(null, "Unassigned", null)]
    .filter((one) => isSomething(counts(one)));
  return {
    from,
    to,
    timezone: "Europe/Madrid",
    currency: "EUR",
    rows: [row(ana, "Ana Ruiz", "ventas"), row(luis, "Luis Vega", "gerente"), ...rows],
    totals: of(() => true),
  };
}

testOnEach("the report equals a calculation of its own on random data", async (world) => {
  const scene = await fill(world, { seed: 7, instants, days });
  const ana = apiOf(world, people.ana);
  const ranges = [
    ["2026-03-29", "2026-03-29"],
    ["2026-10-25", "2026-10-25"],
    ["2026-03-01", "2026-03-28"],
    ["2026-03-30", "2026-10-24"],
    ["2026-01-01", "2026-12-31"],
    ["2026-10-26", "2027-01-01"],
    ["2024-01-01", "2024-12-31"],
  ] as const;
  for (const [from, to] of ranges) {
    const report = await expectData(ana("GET", `/reports?from=${from}&to=${to}`));
    assert.deepEqual(report, calculate(scene, from, to), `${from} to ${to}`);
  }
  const empty = await expectData(ana("GET", "/reports?from=2024-01-01&to=2024-12-31"));
  assert.deepEqual(
    empty.rows.map(({ name }: { name: string }) => name),
    ["Ana Ruiz", "Luis Vega"],
    "employees appear with zeros; who left, and nobody, do not",
  );
  const theirs = await expectData(
    apiOf(world, people.eva)("GET", "/reports?from=2026-01-01&to=2026-12-31"),
  );
  assert.equal(JSON.stringify(theirs).includes("Ana"), false);
  assert.deepEqual(theirs.totals.tasks, { done: 0, pending: 0 });
});

testOnEach("a report's range is checked", async (world) => {
  const ana = apiOf(world, people.ana);
  for (const range of ["from=2026-02-02&to=2026-02-01", "from=2021-01-01&to=2026-01-01"]) {
    await expectFailure(ana("GET", `/reports?${range}`), 422, "invalid_range");
  }
  await expectData(ana("GET", "/reports?from=2021-01-01&to=2025-12-31"));
  for (
    const range of ["from=2026-02-30", "to=0000-01-01", "from=1/2/2026", "to=10000-01-01", "x=1"]
  ) {
    await expectFailure(ana("GET", `/reports?${range}`), 422, "validation_failed");
  }
  const { from, to } = await expectData(ana("GET", "/reports"));
  assert.equal(from, `${dayInMadrid(new Date()).slice(0, 7)}-01`);
  assert.ok(from < to && to.slice(0, 7) === from.slice(0, 7));
});

Deno.test("what a range leaves out is this month's", () => {
  const now = new Date("2026-10-31T23:30:00Z");
  const range = (query: object) => Object.values(reportRange(query, "Europe/Madrid", now));
  assert.deepEqual(range({}), ["2026-11-01", "2026-11-30"]);
  assert.deepEqual(range({ from: "2026-03-15" }), ["2026-03-15", "2026-11-30"]);
  assert.deepEqual(range({ from: "2027-02-03" }), ["2027-02-03", "2027-02-28"]);
  assert.deepEqual(range({ to: "2024-02-29" }), ["2024-02-01", "2024-02-29"]);
  assert.deepEqual(range({ from: "2024-02-29", to: "2029-02-28" }), ["2024-02-29", "2029-02-28"]);
  assert.throws(() => range({ from: "2024-02-29", to: "2029-03-01" }));
});
