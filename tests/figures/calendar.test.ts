/** What a calendar's range holds: events, tasks and quotations, and no more than can be shown. */
import assert from "node:assert/strict";
import { instantIn } from "@/lib/values/dates.ts";
import {
  type CalendarQuery,
  maxShown,
  readCalendarEvents,
  readCalendarQuotes,
  readCalendarTasks,
} from "@/lib/figures/calendar.ts";
import { addClient, apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

const timezone = "Europe/Madrid";

/** The days of a range, both counted. */
function range(first: string, last: string, options: Partial<CalendarQuery> = {}): CalendarQuery {
  const next = new Date(`${last}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return {
    from: instantIn(timezone, `${first}T00:00`),
    to: instantIn(timezone, `${next.toISOString().slice(0, 10)}T00:00`),
    days: [first, last],
    ...options,
  };
}

async function readerOf(world: World, member: string) {
  const { id } = await expectData(apiOf(world, member)("GET", "/me"));
  return { companyId: 1, userId: id as number, timezone };
}

testOnEach("a range has what overlaps it, by person and type", async (world) => {
  const api = apiOf(world, people.ana);
  const ana = await readerOf(world, people.ana);
  const add = (title: string, starts_at: string, ends_at: string, options: object = {}) =>
    expectData(api("POST", "/events", { title, starts_at, ends_at, ...options }), 201);
  await add("antes", "2026-10-24T20:00:00Z", "2026-10-24T22:00:00Z");
  await add("de noche", "2026-10-24T20:00:00Z", "2026-10-25T02:00:00Z", { type: "delivery" });
  await add("momento", "2026-10-24T22:00:00Z", "2026-10-24T22:00:00Z", {
    assignee_id: ana.userId,
  });
  await add("última hora", "2026-10-25T22:30:00Z", "2026-10-25T23:30:00Z");
  await add("después", "2026-10-25T23:00:00Z", "2026-10-26T00:00:00Z");
  const gone = await add("borrado", "2026-10-25T10:00:00Z", "2026-10-25T11:00:00Z");
  await expectData(api("DELETE", `/events/${gone.id}`));
  const titles = (options: Partial<CalendarQuery> = {}) =>
    inDatabase(world, 1, async (trx) => {
      // The day on which the clocks go back has 25 hours.
      const { rows } = await readCalendarEvents(
        trx,
        ana,
        range("2026-10-25", "2026-10-25", options),
      );
      return rows.map(({ title }) => title);
    });
  assert.deepEqual(await titles(), ["de noche", "momento", "última hora"]);
  assert.deepEqual(await titles({ types: ["delivery"] }), ["de noche"]);
  assert.deepEqual(await titles({ assignees: ["me"] }), ["momento"]);
  assert.deepEqual(await titles({ assignees: ["none"] }), ["de noche", "última hora"]);
  assert.deepEqual(await titles({ assignees: ["none", ana.userId] }), await titles());
});

testOnEach("open tasks and sent quotations lie over their days", async (world) => {
  const api = apiOf(world, people.ana);
  const ana = await readerOf(world, people.ana);
  for (const [title, status] of [["pendiente", "pending"], ["hecha", "done"]]) {
    const due_at = "2027-03-28T21:30:00Z"; // 23:30 of the 28th
    await expectData(api("POST", "/tasks", { title, status, due_at, assignee_id: null }), 201);
  }
  const clientId = await addClient(world, 1, "Muebles Ruiz");
  const [stage] = await expectData(api("GET", "/pipeline-stages"));
  const opportunity = await expectData(
    api("POST", "/opportunities", {
      title: "Mesa",
      client_id: clientId,
      stage_id: stage.id,
      assignee_id: ana.userId,
    }),
    201,
  );
  const quoteOf = async (valid_until: string, isSent: boolean) => {
    const lines = [{ name: "Mesa", quantity: 1, unit_price: 10 }];
    const json = { opportunity_id: opportunity.id, valid_until, lines };
    const quote = await expectData(api("POST", "/quotes", json), 201);
    if (isSent) await expectData(api("POST", `/quotes/${quote.id}/send`));
    return quote.number;
  };
  const number = await quoteOf("2027-03-28", true);
  await quoteOf("2027-03-28", false);
  await quoteOf("2027-03-29", true);
  const titlesOn = (options: Partial<CalendarQuery> = {}) =>
    inDatabase(world, 1, async (trx) => {
      const query = range("2027-03-28", "2027-03-28", options);
      const tasks = await readCalendarTasks(trx, ana, query);
      const quotes = await readCalendarQuotes(trx, ana, query);
      return [tasks.rows.map(({ title }) => title), quotes.rows.map(({ number }) => number)];
    });
  assert.deepEqual(await titlesOn(), [["pendiente"], [number]]);
  assert.deepEqual(await titlesOn({ assignees: ["me"] }), [[], [number]]);
  assert.deepEqual(await titlesOn({ assignees: ["none"] }), [["pendiente"], []]);
});

testOnEach("a full month is shown as far as it fits, and says so", async (world) => {
  const day = (hours: number) => new Date(Date.UTC(2027, 5, 1, 8) + hours * 3_600_000);
  const events = (count: number) =>
    inDatabase(world, 1, (trx) =>
      trx.insertInto("events").values(
        Array.from({ length: count }, (_, index) => ({
          company_id: 1,
          title: `Cita ${index}`,
          starts_at: day(index % 600),
          ends_at: day(index % 600 + 1),
        })),
      ).execute());
  const page = async () => {
    const path = "/panel/events?company_id=1&view=month&day=2027-06-15";
    const headers = { "Accept-Language": "es" };
    const { status, body } = await world.call("GET", path, { member: people.ana, headers });
    assert.equal(status, 200);
    return body as string;
  };
  await events(300);
  const many = await page();
  assert.doesNotMatch(many, /Hay más de lo que cabe/);
  const named = [...many.matchAll(/data-id="event-(\d+)"/g)].length;
  const hidden = [...many.matchAll(/data-count="\+(\d+)"/g)]
    .reduce((sum, [, count]) => sum + Number(count), 0);
  assert.ok(named + hidden >= 300, `${named} and ${hidden} more: all are there or counted`);
  await events(maxShown);
  assert.match(await page(), /Hay más de lo que cabe: se muestran los primeros 1000/);
});
