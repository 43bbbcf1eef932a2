import assert from "node:assert/strict";
import { readContactWork, readNextSteps } from "@/lib/figures/next_steps.ts";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

testOnEach("next steps are open and ahead, and name nobody who has not come yet", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const { id: contact_id } = await make("/contacts", { name: "Pilar" });
  const other = await make("/contacts", { name: "Otra" });
  const task = await make("/tasks", { title: "Medir", contact_id, due_at: "2030-01-02T09:00:00Z" });
  await make("/tasks", { title: "Sin día", contact_id });
  await make("/tasks", { title: "Hecha", contact_id, status: "done" });
  await make("/tasks", { title: "De otra", contact_id: other.id });
  const event = (title: string, year: number) =>
    make("/events", {
      title,
      contact_id,
      starts_at: `${year}-01-01T09:00:00Z`,
      ends_at: `${year}-01-01T10:00:00Z`,
    });
  await event("Visita", 2030);
  await event("Pasada", 2020);

  const now = new Date("2029-12-31T00:00:00Z");
  const read = () =>
    inDatabase(world, 1, async (trx) => {
      const steps = await readNextSteps(
        trx,
        { companyId: 1 },
        { column: "contact_id", id: contact_id },
        now,
      );
      const { steps: same, made } = await readContactWork(trx, { companyId: 1 }, contact_id, now);
      assert.deepEqual(same, steps);
      assert.deepEqual(made, []);
      return steps;
    });
  const steps = await read();
  assert.deepEqual(steps.map(({ title }) => title), ["Visita", "Medir", "Sin día"]);
  assert.deepEqual(steps[1]!.assignee, task.assignee);

  await world.owner.db.updateTable("user_companies").set({ first_seen_at: null })
    .where("user_id", "=", task.assignee.id).execute();
  assert.equal((await read())[1]!.assignee!.name, people.ana);
});
