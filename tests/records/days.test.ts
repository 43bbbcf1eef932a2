/** A bare day in a list's query is a day of the company, also where the clocks change. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../support/world.ts";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";

/** Each day with its first and its last moment in Madrid: of 23, 24 and 25 hours. */
const days = [
  ["2026-03-28", "2026-03-27T23:00:00.000Z", "2026-03-28T22:59:59.999Z"],
  ["2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
  ["2026-03-30", "2026-03-29T22:00:00.000Z", "2026-03-30T21:59:59.999Z"],
  ["2026-10-24", "2026-10-23T22:00:00.000Z", "2026-10-24T21:59:59.999Z"],
  ["2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
  ["2026-10-26", "2026-10-25T23:00:00.000Z", "2026-10-26T22:59:59.999Z"],
] as const;

testOnEach("a list's days begin and end with the company's clocks", async (world) => {
  const ana = apiOf(world, people.ana);
  const add = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const moments = days.flatMap(([day, first, last]) => [[day, first], [day, last]] as const);
  const titles: Record<string, string[]> = {};
  for (const [day, at] of moments) {
    (titles[day] ??= []).push(at);
    await add("/tasks", { title: at, due_at: at });
    await add("/events", { title: at, starts_at: at, ends_at: at });
    const { id } = await add("/contacts", { name: at, next_action_at: at });
    await inDatabase(
      world,
      1,
      (trx) =>
        trx.updateTable("contacts").set({ created_at: new Date(at), last_message_at: new Date(at) })
          .where("id", "=", id).execute(),
    );
  }
  const lists = [
    ["/tasks", "due_at_from", "due_at_to"],
    ["/events", "from", "to"],
    ["/contacts", "created_at_from", "created_at_to"],
    ["/contacts", "last_message_at_from", "last_message_at_to"],
    ["/contacts", "next_action_at_from", "next_action_at_to"],
  ];
  for (const [path, first, last] of lists) {
    const listed = async (from: string, to: string) => {
      const rows = await expectData(ana("GET", `${path}?${first}=${from}&${last}=${to}`));
      return rows.map((one: { title?: string; name?: string }) => one.title ?? one.name).sort();
    };
    for (const [day] of days) {
      assert.deepEqual(await listed(day, day), titles[day], `${first} ${day}`);
    }
    for (const [from, to] of [[days[0][0], days[2][0]], [days[3][0], days[5][0]]]) {
      const within = days.filter(([day]) => from! <= day && day <= to!);
      assert.deepEqual(await listed(from!, to!), within.flatMap(([day]) => titles[day]!));
    }
  }
});
