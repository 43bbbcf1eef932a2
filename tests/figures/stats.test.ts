import assert from "node:assert/strict";
import { addDays } from "@/lib/values/dates.ts";
import { readStats } from "@/lib/figures/stats.ts";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";
import { dayInMadrid, fill, type Scene, sumOf } from "./scene.ts";

/** A moment to look from, and what lies on both sides of the borders that it makes. */
interface View {
  now: Date;
  today: string;
  /** The last day of the next week. */
  lastDay: string;
  month: string;
  instants: string[];
  days: string[];
}

/** Just after midnight in Madrid, on the day after the clocks went forward. */
const spring: View = {
  now: new Date("2026-03-29T22:30:00.000Z"),
  today: "2026-03-30",
  lastDay: "2026-04-06",
  month: "2026-03",
  instants: [
    "2026-02-28T22:59:59.999Z",
    "2026-02-28T23:00:00.000Z",
    "2026-03-15T22:29:59.999Z",
    "2026-03-22T22:30:00.001Z",
    "2026-03-29T21:59:59.999Z",
    "2026-03-29T22:00:00.000Z",
    "2026-03-29T22:29:59.000Z",
    "2026-03-29T23:00:00.000Z",
    "2026-03-30T21:59:59.999Z",
    "2026-03-30T22:00:00.000Z",
    "2026-04-30T22:00:00.000Z",
  ],
  days: ["2026-03-29", "2026-03-30", "2026-04-02", "2026-04-06", "2026-04-07"],
};

/** Within the hour that comes twice, on the day of 25 hours on which the clocks go back. */
const autumn: View = {
  now: new Date("2026-10-25T00:30:00.000Z"),
  today: "2026-10-25",
  lastDay: "2026-11-01",
  month: "2026-10",
  instants: [
    "2026-09-30T21:59:59.999Z",
    "2026-09-30T22:00:00.000Z",
    "2026-10-18T00:29:59.999Z",
    "2026-10-24T21:59:59.999Z",
    "2026-10-24T22:00:00.000Z",
    "2026-10-25T00:29:59.999Z",
    "2026-10-25T01:30:00.000Z",
    "2026-10-25T22:59:59.999Z",
    "2026-10-25T23:00:00.000Z",
    "2026-10-31T22:59:59.999Z",
    "2026-10-31T23:00:00.000Z",
  ],
  days: ["2026-10-24", "2026-10-25", "2026-10-28", "2026-11-01", "2026-11-02"],
};

const count = <T>(list: T[], test: (one: T) => boolean) => list.filter(test).length;

/** The figures calculated again, by plain loops over the stored rows. */
function calculate(scene: Scene, { now, today, lastDay, month: thisMonth }: View) {
  const { opportunities, quotes, sales, tasks, stages, members } = scene;
  const live = opportunities.filter(({ deleted }) => !deleted);
  const open = live.filter(({ status }) => status === "open");
  const stageOf = (id: number) => stages.find((stage) => stage.id === id)!;
  const isRotting = ({ stage_id, last_activity_at, next_action_at }: typeof open[number]) => {
    const { rot_days } = stageOf(stage_id);
    return rot_days > 0 && last_activity_at.getTime() + rot_days * 86_400_000 < now.getTime() &&
      !(next_action_at && next_action_at > now);
  };
  const weightOf = (those: typeof open) =>
    Math.round(
      those.reduce(
        (sum, { amount, probability, stage_id }) =>
          sum + Math.round(amount * 100) * (probability ?? stageOf(stage_id).default_probability),
        0,
      ) / 100,
    ) / 100;
  const by_stage = stages.map(({ id, name }) => {
    const those = open.filter(({ stage_id }) => stage_id === id);
    return {
      id,
      name,
      count: those.length,
      amount: sumOf(those.map(({ amount }) => amount)),
      weighted: weightOf(those),
    };
  });
  const offers = quotes.filter(({ deleted }) => !deleted);
  const sent = offers.filter(({ status }) => status === "sent");
  const active = sales.filter((sale) => sale.active);
  const month = active.filter(({ sold_at }) => dayInMadrid(sold_at).startsWith(thisMonth));
  const current = tasks.filter(({ deleted }) => !deleted);
  const todo = current.filter(({ status }) => status !== "done");
  const state = (status: string) => count(offers, (quote) => quote.status === status);
  return {
    opportunities: {
      open: open.length,
      won: count(live, ({ status }) => status === "won"),
      lost: count(live, ({ status }) => status === "lost"),
      open_amount: sumOf(open.map(({ amount }) => amount)),
      weighted_amount: weightOf(open),
      rotting: count(open, isRotting),
      without_next_action: count(open, ({ next_action_at }) => next_action_at === null),
      by_stage,
    },
    quotes: {
      draft: state("draft"),
      sent: sent.length,
      approved: state("approved"),
      sold: state("sold"),
      rejected: state("rejected"),
      sent_amount: sumOf(sent.map(({ net_total }) => net_total)),
      expiring_7d: count(
        sent,
        (quote) => today <= quote.valid_until && quote.valid_until <= lastDay,
      ),
      expired: count(sent, ({ valid_until }) => valid_until < today),
      pending_my_approval: 0,
    },
    sales: {
      total: active.length,
      amount: sumOf(active.map(({ net_total }) => net_total)),
      month_count: month.length,
      month_amount: sumOf(month.map(({ net_total }) => net_total)),
    },
    tasks: {
      pending: count(current, ({ status }) => status === "pending"),
      in_progress: count(current, ({ status }) => status === "in_progress"),
      done: count(current, ({ status }) => status === "done"),
      overdue: count(
        todo,
        ({ due_at, due_all_day }) =>
          due_at !== null && (due_all_day ? dayInMadrid(due_at) < today : due_at < now),
      ),
      due_today: count(todo, ({ due_at }) => due_at !== null && dayInMadrid(due_at) === today),
      mine: count(todo, ({ assignee_id }) => assignee_id === members.ana),
    },
  };
}

for (const [season, view] of Object.entries({ spring, autumn })) {
  testOnEach(
    `the indicators equal a calculation of their own on random data, ${season}`,
    async (world) => {
      const scene = await fill(world, { ...view, seed: 11, size: 80 });
      const reader = { companyId: 1, userId: scene.members.ana, timezone: "Europe/Madrid" };
      const stats = await inDatabase(world, 1, (trx) => readStats(trx, reader, view.now));
      const { contacts: _contacts, clients, events: _events, ...rest } = stats;
      assert.deepEqual(rest, calculate(scene, view));
      assert.deepEqual(clients, { total: 1 });
    },
  );

  testOnEach(`events are today's by the company's clocks, ${season}`, async (world) => {
    const { today, instants, now } = view;
    const spans = instants.flatMap((from) =>
      instants.filter((to) => from <= to).map((to) => [new Date(from), new Date(to)] as const)
    );
    await inDatabase(
      world,
      1,
      (trx) =>
        trx.insertInto("events").values(spans.map(([starts_at, ends_at]) => ({
          company_id: 1,
          title: "E",
          starts_at,
          ends_at,
        }))).execute(),
    );
    const reader = { companyId: 1, userId: 1, timezone: "Europe/Madrid" };
    const { events } = await inDatabase(world, 1, (trx) => readStats(trx, reader, now));
    // A span ends before its end instant.
    const lastMoment = (from: Date, to: Date) => from < to ? new Date(to.getTime() - 1) : to;
    const touching = (day: string) =>
      spans.filter(([from, to]) =>
        dayInMadrid(from) <= day && dayInMadrid(lastMoment(from, to)) >= today
      ).length;
    assert.deepEqual(events, { today: touching(today), next_7d: touching(addDays(today, 6)) });
  });
}

testOnEach("the dashboard counts people and events, of this company only", async (world) => {
  const ana = apiOf(world, people.ana);
  const contact = (json: object) => expectData(ana("POST", "/contacts", json), 201);
  await contact({ name: "A", channel: "web", message: "Hola" });
  const bought = await contact({ name: "F", channel: "web", message: "Hola" });
  await contact({ name: "B", channel: "phone" });
  const archived = await contact({ name: "C", channel: "web", message: "Hola" });
  await expectData(ana("PATCH", `/contacts/${archived.id}`, { status: "archived" }));
  const spam = await contact({ name: "D", channel: "web" });
  await expectData(ana("POST", `/contacts/${spam.id}/spam`));
  await expectData(ana("POST", `/contacts/${bought.id}/convert`), 201);
  const hour = 3_600_000;
  const event = (from: number, to: number) =>
    expectData(
      ana("POST", "/events", {
        title: "E",
        starts_at: new Date(Date.now() + from * hour).toISOString(),
        ends_at: new Date(Date.now() + to * hour).toISOString(),
      }),
      201,
    );
  await event(-1, 1);
  await event(-24 * 40, 24 * 40);
  await event(24 * 4, 24 * 4 + 1);
  await event(24 * 9, 24 * 10);
  await event(-24 * 3, -24 * 2);
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("contacts").set({ last_message_at: new Date(Date.now() - 25 * hour) })
        .execute(),
  );
  const stats = await expectData(ana("GET", "/stats"));
  assert.deepEqual(stats.contacts, {
    new: 2,
    read: 1,
    archived: 1,
    converted: 1,
    // With who became a client and was never answered.
    waiting: 2,
    unanswered_24h: 2,
    by_channel: { web: 3, whatsapp: 0, instagram: 0, facebook: 0, phone: 1, referral: 0, other: 0 },
    by_mail: 0,
  });
  assert.deepEqual(stats.events, { today: 2, next_7d: 3 });
  assert.deepEqual(stats.clients, { total: 1 });
  assert.equal(stats.opportunities.by_stage.length, 4);
  const theirs = await expectData(apiOf(world, people.eva)("GET", "/stats"));
  assert.deepEqual([theirs.clients.total, theirs.contacts.new, theirs.events.next_7d], [0, 0, 0]);
});
