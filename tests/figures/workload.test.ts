import assert from "node:assert/strict";
import { type Listed, openHref } from "@/lib/panel/employees/open_links.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

const far = { starts_at: "2999-01-01T10:00:00Z", ends_at: "2999-01-01T11:00:00Z" };
const past = { starts_at: "2020-01-01T10:00:00Z", ends_at: "2020-01-01T11:00:00Z" };

/** The panel's link to what a number counts, asked of the API. */
function listOf(noun: Listed, userId: number | null): string {
  const url = new URL(openHref(noun, 1, userId), "https://relevo.example");
  for (const name of ["view", "company_id"]) url.searchParams.delete(name);
  return `/${noun}?${url.searchParams}`;
}

testOnEach("what each employee has open is what the lists show of them", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const [{ user_id: anaId }, { user_id: luisId }] = await expectData(ana("GET", "/employees"));
  const zeros = { contacts: 0, clients: 0, opportunities: 0, quotes: 0, tasks: 0, events: 0 };
  assert.deepEqual(await expectData(ana("GET", "/employees/workload")), [
    { user_id: anaId, ...zeros },
    { user_id: luisId, ...zeros },
    { user_id: null, ...zeros },
  ]);
  for (const assignee_id of [luisId, luisId, null]) {
    const client = await make("/clients", { name: "Ruiz", assignee_id });
    const contact = await make("/contacts", { name: "Pilar", assignee_id });
    const spam = await make("/contacts", { name: "Spam", assignee_id });
    await expectData(ana("POST", `/contacts/${spam.id}/spam`));
    const about = { client_id: client.id, assignee_id };
    const open = await make("/opportunities", { title: "Mesa", ...about });
    const lost = await make("/opportunities", { title: "Silla", ...about });
    await expectData(ana("POST", `/opportunities/${lost.id}/lose`, { lost_reason: "Precio" }));
    for (const opportunity_id of [open.id, lost.id]) await make("/quotes", { opportunity_id });
    await make("/tasks", { title: "Llamar", ...about });
    await make("/tasks", { title: "Hecha", status: "done", ...about });
    for (const when of [far, past]) {
      await make("/events", { title: "Visita", type: "meeting", ...when, ...about });
    }
    await expectData(ana("PATCH", `/contacts/${contact.id}`, { status: "read" }));
  }
  const rows = await expectData(ana("GET", "/employees/workload"));
  assert.deepEqual(
    rows.map(({ user_id, events }: typeof zeros & { user_id: number }) => [user_id, events]),
    [
      [anaId, 0],
      [luisId, 2],
      [null, 1],
    ],
  );
  assert.equal(rows[1].quotes, 4);
  for (const row of rows) {
    for (const noun of ["contacts", "clients", "opportunities", "quotes", "tasks"] as const) {
      const { body } = await ana("GET", listOf(noun, row.user_id));
      assert.equal(body.meta?.total, row[noun], `${noun} of ${row.user_id}`);
    }
  }
  const { handed_over } = await expectData(
    ana("DELETE", `/employees/${luisId}?reassign_to=${anaId}`),
  );
  const { user_id: _, quotes: __, ...opened } = rows[1];
  assert.deepEqual({ ...handed_over, contacts: 2 }, opened);
  const after = await expectData(ana("GET", "/employees/workload"));
  assert.deepEqual(after.map(({ user_id }: { user_id: number }) => user_id), [anaId, null]);
  // A lost opportunity and its quotation stay with those who lost it.
  assert.deepEqual(after[0], { ...rows[1], user_id: anaId, quotes: 2 });
});
