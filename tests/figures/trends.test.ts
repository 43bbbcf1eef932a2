import assert from "node:assert/strict";
import { readTrends } from "@/lib/figures/trends.ts";
import { monthsOf, trendsRange } from "@/lib/figures/trends_record.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { assertFunnel } from "./days/compare.ts";
import { dayInMadrid, fill, type Scene, sumOf } from "./scene.ts";

/** Both sides of midnight in Madrid: of months, of years, and of both changes of the clocks. */
const instants = [
  "2025-12-31T22:59:59.999Z",
  "2025-12-31T23:00:00.000Z",
  "2026-02-28T22:59:59.999Z",
  "2026-02-28T23:00:00.000Z",
  "2026-03-28T23:00:00.000Z",
  "2026-03-29T00:59:59.999Z",
  "2026-03-29T01:00:00.000Z",
  "2026-03-29T21:59:59.999Z",
  "2026-03-31T21:59:59.999Z",
  "2026-03-31T22:00:00.000Z",
  "2026-10-24T22:00:00.000Z",
  "2026-10-25T00:30:00.000Z",
  "2026-10-25T01:30:00.000Z",
  "2026-10-25T23:00:00.000Z",
  "2026-10-31T22:59:59.999Z",
  "2026-10-31T23:00:00.000Z",
];
const days = ["2026-03-01", "2026-10-25"];

/** Stays of an opportunity in stages, by their places; the last one may go on. */
interface Stay {
  opportunity: number;
  place: number;
  entered: Date;
  exit: Date | null;
}

/** Some were in a stage further on than theirs, some nowhere that is known, some twice in one. */
async function logStays(world: World, { opportunities, stages }: Scene): Promise<Stay[]> {
  const hour = 3_600_000;
  const stays = opportunities.flatMap(({ id, created_at }, at): Stay[] => {
    const places = [[], [0], [0, 1], [0, 2, 1], [1, 3], [0, 1, 0]][at % 6]!;
    let entered = created_at;
    return places.map((place, nth) => {
      const end = new Date(entered.getTime() + (1 + (at * 7 + nth * 13) % 90) * hour);
      const exit = nth === places.length - 1 && at % 2 === 0 ? null : end;
      const stay = { opportunity: id, place, entered, exit };
      entered = end;
      return stay;
    });
  });
  await inDatabase(world, 1, (trx) =>
    trx.insertInto("opportunity_stage_log").values(
      stays.map(({ opportunity, place, entered, exit }) => ({
        company_id: 1,
        opportunity_id: opportunity,
        to_stage_id: stages[place]!.id,
        entered_at: entered,
        left_at: exit,
      })),
    ).execute());
  return stays;
}

/** The trends calculated again, by plain loops over the stored rows. */
function calculate(scene: Scene, stays: Stay[], from: string, to: string) {
  const live = scene.opportunities.filter(({ deleted }) => !deleted);
  const figuresOf = (first: string, last: string) => {
    const on = (at: Date) => first <= dayInMadrid(at) && dayInMadrid(at) <= last;
    const add = (list: { amount: number }[]) => ({
      count: list.length,
      amount: sumOf(list.map(({ amount }) => amount)),
    });
    const lost = live.filter(({ status, closed_at }) => status === "lost" && on(closed_at));
    const reasons = [...new Set(lost.map(({ lost_reason }) => lost_reason!))].map((reason) => ({
      reason,
      ...add(lost.filter((one) => one.lost_reason === reason)),
    }));
    return {
      figures: {
        sales: add(
          scene.sales.filter((sale) => sale.active && on(sale.sold_at))
            .map(({ net_total }) => ({ amount: net_total })),
        ),
        created: add(live.filter(({ created_at }) => on(created_at))),
        won: add(live.filter(({ status, closed_at }) => status === "won" && on(closed_at))),
        lost: add(lost),
      },
      reasons: reasons.sort((a, b) => b.count - a.count || b.amount - a.amount),
    };
  };
  const whole = figuresOf(from, to);
  const cohort = live.filter(({ created_at }) => {
    const day = dayInMadrid(created_at);
    return from <= day && day <= to;
  });
  const placeOf = (id: number) => scene.stages.findIndex((stage) => stage.id === id);
  const furthest = (one: typeof cohort[number]) =>
    Math.max(
      placeOf(one.stage_id),
      ...stays.filter(({ opportunity }) => opportunity === one.id).map(({ place }) => place),
    );
  const won = cohort.filter(({ status }) => status === "won").length;
  const reached = scene.stages.map((_, place) =>
    cohort.filter((one) => one.status === "won" || furthest(one) >= place).length
  );
  const stages = scene.stages.map(({ id, name }, place) => {
    const advanced = reached[place + 1] ?? won;
    const inIt = (status: string) =>
      cohort.filter((one) => one.stage_id === id && one.status === status).length;
    const lengths = stays
      .filter((stay) => stay.place === place && stay.exit !== null)
      .filter(({ opportunity }) => cohort.some((one) => one.id === opportunity))
      .map(({ entered, exit }) => exit!.getTime() - entered.getTime()).sort((a, b) => a - b);
    const middle = (lengths.length - 1) / 2;
    const median = (lengths[Math.floor(middle)]! + lengths[Math.ceil(middle)]!) / 2;
    return {
      id,
      name,
      reached: reached[place]!,
      advanced,
      conversion: reached[place] ? Math.round(advanced / reached[place]! * 1000) / 10 : null,
      open: inIt("open"),
      lost: inIt("lost"),
      median_days: lengths.length > 0 ? Math.round(median / 8_640_000) / 10 : null,
    };
  });
  return {
    from,
    to,
    timezone: "Europe/Madrid",
    currency: "EUR",
    months: monthsOf({ from, to }).map((month) => {
      const { figures, reasons } = figuresOf(month.from, month.to);
      return { ...month, ...figures, lost_reasons: reasons };
    }),
    totals: whole.figures,
    lost_reasons: whole.reasons,
    funnel: { created: cohort.length, won, stages },
  };
}

testOnEach("trends equal a calculation of their own, and lead to lists", async (world) => {
  const scene = await fill(world, { seed: 5, instants, days, size: 90 });
  const stays = await logStays(world, scene);
  const ana = apiOf(world, people.ana);
  for (
    const [from, to] of [
      ["2026-01-01", "2026-12-31"],
      ["2026-03-29", "2026-03-29"],
      ["2026-10-25", "2026-10-25"],
      ["2026-02-15", "2026-10-31"],
      ["2025-12-31", "2026-01-01"],
      ["2024-01-01", "2024-03-31"],
    ] as const
  ) {
    const trends = await expectData(ana("GET", `/stats/trends?from=${from}&to=${to}`));
    const computed = calculate(scene, stays, from, to);
    assertFunnel(trends.funnel, computed.funnel, `${from} to ${to}`);
    assert.deepEqual({ ...trends, funnel: computed.funnel }, computed, `${from} to ${to}`);
  }

  // The months may begin before the range that totals, reasons and stages are of.
  const [autumn, year] = [["2026-10-25", "2026-10-31"], ["2025-11-01", "2026-10-31"]] as const;
  const reader = { companyId: 1, userId: 1, timezone: "Europe/Madrid", currency: "EUR" };
  const daysOf = ([from, to]: readonly [string, string]) => ({ from, to });
  const autumnal = calculate(scene, stays, ...autumn);
  const { funnel, ...rest } = await inDatabase(
    world,
    1,
    (trx) => readTrends(trx, reader, daysOf(autumn), daysOf(year)),
  );
  assertFunnel(funnel, autumnal.funnel, "autumn");
  assert.deepEqual({ ...rest, funnel: autumnal.funnel }, {
    ...autumnal,
    months: calculate(scene, stays, ...year).months,
  });

  const trends = calculate(scene, stays, "2026-02-15", "2026-10-31");
  const total = async (list: string) => {
    const { status, body } = await ana("GET", `/${list}&per_page=1`);
    assert.equal(status, 200, list);
    return body.meta.total;
  };
  const within = (field: string, { from, to }: { from: string; to: string }) =>
    `${field}_from=${from}&${field}_to=${to}`;
  for (const month of trends.months.filter(({ created, won, lost }) => created || won || lost)) {
    const { created, won, lost, sales, lost_reasons } = month;
    const lists: [string, number][] = [
      [`sales?status=active&${within("sold_at", month)}`, sales.count],
      [`opportunities?${within("created_at", month)}`, created.count],
      [`opportunities?status=won&${within("won_at", month)}`, won.count],
      [`opportunities?status=lost&${within("lost_at", month)}`, lost.count],
      ...lost_reasons.map(({ reason, count }): [string, number] => [
        `opportunities?status=lost&${within("lost_at", month)}&lost_reason=${
          encodeURIComponent(reason.replaceAll(",", "\\,"))
        }`,
        count,
      ]),
    ];
    for (const [list, count] of lists) assert.equal(await total(list), count, list);
  }
  const clause = within("created_at", trends);
  for (const { id, reached, open, lost } of trends.funnel.stages) {
    assert.equal(await total(`opportunities?${clause}&reached_stage_id=${id}`), reached);
    assert.equal(await total(`opportunities?${clause}&status=open&stage_id=${id}`), open);
    assert.equal(await total(`opportunities?${clause}&status=lost&stage_id=${id}`), lost);
  }
  assert.equal(await total("opportunities?reached_stage_id=999999"), 0);

  const theirs = await expectData(
    apiOf(world, people.eva)("GET", "/stats/trends?from=2026-01-01&to=2026-12-31"),
  );
  assert.deepEqual(theirs.totals.created, { count: 0, amount: 0 });
  assert.equal(theirs.funnel.created, 0);
});

testOnEach("the range of trends is checked", async (world) => {
  const ana = apiOf(world, people.ana);
  for (const range of ["from=2026-02-02&to=2026-02-01", "from=2021-01-01&to=2026-01-01"]) {
    await expectFailure(ana("GET", `/stats/trends?${range}`), 422, "invalid_range");
  }
  for (const range of ["from=2026-02-30", "to=0000-01-01", "x=1"]) {
    await expectFailure(ana("GET", `/stats/trends?${range}`), 422, "validation_failed");
  }
  const { months } = await expectData(ana("GET", "/stats/trends"));
  assert.equal(months.length, 12);
  assert.equal(months.at(-1).month, dayInMadrid(new Date()).slice(0, 7));
});

Deno.test("trends are of twelve months unless said", () => {
  const now = new Date("2026-10-31T23:30:00Z");
  const range = (query: object) => Object.values(trendsRange(query, "Europe/Madrid", now));
  assert.deepEqual(range({}), ["2025-12-01", "2026-11-30"]);
  assert.deepEqual(range({ to: "2024-02-29" }), ["2023-03-01", "2024-02-29"]);
  assert.deepEqual(range({ from: "2026-03-15" }), ["2026-03-15", "2026-11-30"]);
  const months = monthsOf({ from: "2026-01-31", to: "2026-03-02" });
  assert.deepEqual(months.map(Object.values), [
    ["2026-01", "2026-01-31", "2026-01-31"],
    ["2026-02", "2026-02-01", "2026-02-28"],
    ["2026-03", "2026-03-01", "2026-03-02"],
  ]);
});
