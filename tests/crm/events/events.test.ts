import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { addClient, apiOf, expectData, expectFailure } from "../scene.ts";

testOnEach("events are put into the calendar, changed and trashed", async (world) => {
  const ana = apiOf(world, people.ana);
  const clientId = await addClient(world, 1, "Talleres Sol");
  const opportunity = await expectData(
    ana("POST", "/opportunities", { title: "Web", client_id: clientId }),
    201,
  );
  const answer = await ana("POST", "/events", {
    title: "Visita",
    type: "delivery",
    starts_at: "2026-03-10T10:00:00+01:00",
    ends_at: "2026-03-10T11:00:00+01:00",
    opportunity_id: opportunity.id,
    location: "Calle Mayor 1",
    url: "https://meet.example/x",
    reminder_minutes: [60, 15, 60],
  });
  const event = await expectData(Promise.resolve(answer), 201);
  assert.equal(answer.headers.get("location"), `/api/admin/events/${event.id}`);
  assert.deepEqual(
    [event.type, event.starts_at, event.client, event.opportunity, event.reminder_minutes],
    [
      "delivery",
      "2026-03-10T09:00:00.000Z",
      { id: clientId, name: "Talleres Sol" },
      { id: opportunity.id, name: "Web" },
      [15, 60],
    ],
  );
  const path = `/events/${event.id}`;
  const late = await expectFailure(
    ana("PATCH", path, { starts_at: "2026-03-10T10:00:01Z" }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(late.fields), ["ends_at"]);
  const changed = await expectData(
    ana("PATCH", path, { ends_at: event.starts_at, reminder_minutes: [], version: 1 }),
  );
  assert.deepEqual([changed.ends_at, changed.reminder_minutes, changed.version], [
    event.starts_at,
    [],
    2,
  ]);
  await expectFailure(ana("PATCH", path, { title: "y", version: 1 }), 409, "version_conflict");
  await expectData(ana("DELETE", path));
  await expectFailure(ana("GET", path), 404, "not_found");
  assert.equal((await ana("GET", "/events?deleted=only")).body.meta.total, 1);
  await expectData(ana("POST", `${path}/restore`));

  const wrong = await expectFailure(
    ana("POST", "/events", {
      title: "",
      type: "odd",
      starts_at: "2026-03-10",
      ends_at: "2026-03-10T10:00:00Z",
      url: "javascript:x",
      reminder_minutes: [-1, 40321],
    }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), [
    "reminder_minutes.0",
    "reminder_minutes.1",
    "starts_at",
    "title",
    "type",
    "url",
  ]);
  const long = { title: "x", starts_at: "2026-01-01T00:00:00Z", ends_at: "2027-01-03T00:00:00Z" };
  await expectFailure(ana("POST", "/events", long), 422, "validation_failed");
  const often = { ...long, ends_at: long.starts_at, reminder_minutes: [1, 2, 3, 4, 5, 6] };
  await expectFailure(ana("POST", "/events", often), 422, "validation_failed");
});

testOnEach("the calendar gives what overlaps a range, by the company's days", async (world) => {
  const ana = apiOf(world, people.ana);
  const add = (title: string, starts_at: string, ends_at: string) =>
    expectData(ana("POST", "/events", { title, starts_at, ends_at }), 201);
  // Summer time begins in Madrid on 2026-03-29 at 01:00 UTC and ends on 2026-10-25 at 01:00 UTC.
  await add("night before", "2026-03-28T21:00:00Z", "2026-03-28T23:00:00Z");
  await add("midnight moment", "2026-03-28T23:00:00Z", "2026-03-28T23:00:00Z");
  await add("across", "2026-03-27T10:00:00Z", "2026-04-02T10:00:00Z");
  await add("late", "2026-03-29T21:59:00Z", "2026-03-29T22:30:00Z");
  await add("next day", "2026-03-29T22:00:00Z", "2026-03-29T23:00:00Z");
  await add("autumn, 25th hour", "2026-10-25T22:30:00Z", "2026-10-25T22:40:00Z");
  const titles = async (query: string) => {
    const { body } = await ana("GET", `/events?${query}`);
    assert.ok(body.success, JSON.stringify(body));
    assert.equal(body.meta.total, body.data.length);
    return body.data.map(({ title }: { title: string }) => title);
  };
  assert.deepEqual(await titles("from=2026-03-29&to=2026-03-29"), [
    "across",
    "midnight moment",
    "late",
  ]);
  assert.deepEqual(await titles("from=2026-03-28T22:00:00Z&to=2026-03-28T23:00:00Z"), [
    "across",
    "night before",
  ]);
  assert.deepEqual(await titles("from=2026-03-30&to=2026-04-01&sort=-starts_at"), [
    "next day",
    "late",
    "across",
  ]);
  assert.deepEqual(await titles("from=2026-10-25&to=2026-10-25"), ["autumn, 25th hour"]);
  assert.deepEqual(await titles("from=2026-10-26&to=2026-10-26"), []);
  assert.deepEqual(
    await titles("from=2026-03-01&to=2027-04-04&type=meeting"),
    await titles(
      "from=2026-03-01",
    ).then((list) => [...list, "autumn, 25th hour"]),
  );
  assert.deepEqual(await titles("to=2026-03-28&assignee_id=none"), ["across", "night before"]);
  assert.deepEqual(await titles("from=2026-03-29&to=2026-03-29&type=other,reminder"), []);

  for (const query of ["from=2026-03-02&to=2026-03-01", "from=2026-01-01&to=2027-03-01"]) {
    await expectFailure(ana("GET", `/events?${query}`), 422, "invalid_range");
  }
  const wrong = await expectFailure(
    ana("GET", "/events?from=0000-01-01&to=soon&z=x"),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), ["from", "to", "z"]);
  assert.equal((await ana("GET", "/events")).status, 200);
});

testOnEach("a client's events are listed whenever they take place", async (world) => {
  const ana = apiOf(world, people.ana);
  const client_id = await addClient(world, 1, "Talleres Sol");
  for (const year of [2020, 2031, 2026]) {
    const at = `${year}-03-10T10:00:00Z`;
    const event = { title: `${year}`, starts_at: at, ends_at: at };
    await expectData(ana("POST", "/events", { ...event, client_id }), 201);
    await expectData(ana("POST", "/events", event), 201);
  }
  const titles = async (query: string) => {
    const { body } = await ana("GET", `/events?${query}`);
    return body.data.map(({ title }: { title: string }) => title);
  };
  assert.deepEqual(await titles(`client_id=${client_id}`), ["2031", "2026", "2020"]);
  const page = await ana("GET", `/events?client_id=${client_id}&per_page=2&page=2`);
  assert.deepEqual(page.body.meta, { page: 2, per_page: 2, total: 3, pages: 2 });
  assert.deepEqual(page.body.data.map(({ title }: { title: string }) => title), ["2020"]);
  assert.deepEqual(await titles(`client_id=${client_id}&sort=starts_at`), ["2020", "2026", "2031"]);
  assert.deepEqual(await titles(`client_id=${client_id}&from=2026-01-01`), []);
  assert.deepEqual(await titles(`client_id=${client_id}&from=2026-03-01`), ["2026"]);
});
