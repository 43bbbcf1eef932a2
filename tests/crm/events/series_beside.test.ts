/** Series beside the rest: changes at once, reminders, next steps, merges, conversion, the trash. */
import assert from "node:assert/strict";
import { remindOfEvents } from "@/lib/crm/events/remind_events.ts";
import { people, testOnEach } from "../../support/world.ts";
import { team } from "../notices/phones.ts";
import { addClient, apiOf, expectData, expectFailure } from "../scene.ts";
import { sceneOf, starts, tuesday } from "./series_scene.ts";

testOnEach("two who change a series at once come one after the other", async (world) => {
  const { ana, add, listed, change } = sceneOf(world);
  const luis = apiOf(world, people.luis, 1);
  const again = await add({ freq: "daily", count: 2 }, {
    starts_at: "2035-01-01T08:00:00Z",
    ends_at: "2035-01-01T08:00:00Z",
  });
  const { meta } = await change(again.event, "all", { location: "Taller" });
  await change(again.event, "all", { title: "Otra" });
  const late = { undo_id: meta.undo_id };
  await expectFailure(ana("POST", "/events/bulk", late), 409, "version_conflict");
  const { event, all } = await add({ freq: "daily", count: 6 });
  const answers = await Promise.all(
    [ana, luis].flatMap((api, at) => [
      api("PATCH", `/events/${all[at].id}?scope=all`, { title: `T${at}`, version: 1 }),
      api("PATCH", `/events/${all[at + 2].id}?scope=all`, { location: `L${at}`, version: 1 }),
    ]),
  );
  const codes = answers.map(({ status }) => status).sort();
  assert.deepEqual(codes, [200, 409, 409, 409]);
  const unversioned = await Promise.all([
    ana("PATCH", `/events/${all[3].id}?scope=following`, { title: "Después" }),
    luis("PATCH", `/events/${all[0].id}?scope=all`, { location: "Taller" }),
    ana("DELETE", `/events/${all[5].id}`),
    luis("DELETE", `/events/${all[4].id}?scope=following`),
  ]);
  // One that another took along into a new series, or into the trash, meanwhile says so.
  for (const { status } of unversioned) assert.ok([200, 404, 409].includes(status));
  const events = (await expectData(ana("GET", "/events?from=2035-10-01&to=2035-12-01"))) as {
    series_id: number;
    original_day: string;
  }[];
  const days = events.map(({ original_day }) => original_day);
  assert.deepEqual(days, [...new Set(days)].sort(), "each day is there once");
  assert.ok((await listed(event.series_id)).length >= 3);
});

testOnEach("each occurrence reminds once", async (world) => {
  const { ana, luis } = await team(world);
  const body = {
    title: "Visita",
    ...tuesday,
    assignee_id: luis.id,
    reminder_minutes: [60],
    recurrence: { freq: "weekly", count: 3 },
  };
  await expectData(ana.api("POST", "/events", body), 201);
  const remind = (at: string) => remindOfEvents(world.services.database.db, () => {}, new Date(at));
  for (
    const at of ["2035-10-16T07:00:00Z", "2035-10-16T07:20:00Z", "2035-10-23T07:00:00Z"]
      .concat("2035-10-30T07:30:00Z", "2035-10-30T08:00:00Z", "2035-10-30T08:30:00Z")
  ) await remind(at);
  assert.deepEqual((await luis.phone.inbox()).map(({ title }) => title), Array(3).fill("Visita"));
});

testOnEach("contacts that are merged or converted take their series along", async (world) => {
  const { ana, add, listed } = sceneOf(world);
  const contact = async (name: string) =>
    (await expectData(ana("POST", "/contacts", { name, email: `${name}@a.example` }), 201)).id;
  const [nora, eva] = [await contact("nora"), await contact("eva")];
  const { event } = await add({ freq: "weekly", count: 4 }, { contact_id: nora });
  await expectData(ana("POST", `/contacts/${nora}/merge`, { into_id: eva }));
  const moved = await listed(event.series_id);
  assert.deepEqual(moved.map((one) => one.contact.id), Array(4).fill(eva));
  const { client } = await expectData(ana("POST", `/contacts/${eva}/convert`, {}), 201);
  const converted = await listed(event.series_id);
  assert.deepEqual(converted.map((one) => one.client.id), Array(4).fill(client.id));
  const exported = await expectData(ana("GET", `/clients/${client.id}/export`));
  assert.ok(JSON.stringify(exported).includes("2035-11-06"));
  await expectData(
    ana("POST", `/clients/${client.id}/erase`, { reason: "requested", confirm: client.name }),
  );
  const erased = await listed(event.series_id);
  assert.ok(erased.length === 4 && erased.every(({ title }) => title !== "Reunión"));
});

testOnEach(
  "an occurrence comes out of the trash, alone if its day was made again",
  async (world) => {
    const { ana, add, listed, change } = sceneOf(world);
    const clientId = await addClient(world, 1, "Talleres Sol");
    const { event, all } = await add({ freq: "daily", count: 5 }, { client_id: clientId });
    await expectData(ana("DELETE", `/events/${all[1].id}`));
    await expectData(ana("POST", `/events/${all[1].id}/restore`));
    assert.deepEqual(starts(await listed(event.series_id)), starts(all));
    // Trashed with the end of its series, then made again by a longer rule.
    await expectData(ana("DELETE", `/events/${all[3].id}?scope=following`));
    await change(all[0], "all", { recurrence: { freq: "daily", count: 5 } });
    assert.deepEqual(starts(await listed(event.series_id)), starts(all));
    const back = await expectData(ana("POST", `/events/${all[4].id}/restore`));
    assert.deepEqual([back.series_id, back.original_day, back.recurrence], [null, null, null]);
    const bulk = { ids: [all[0].id, all[2].id], assignee_id: null };
    await expectData(ana("POST", "/events/bulk", bulk));
    const entries = await expectData(ana("GET", `/clients/${clientId}/timeline`));
    const created = entries.filter(({ verb }: { verb: string }) => verb === "created");
    assert.equal(created.length, 1, "a client's timeline says of a series once");
  },
);
