/** What has begun when an erasure or the daily work comes: it is not lost, and loses nothing. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { restoreClient } from "@/lib/crm/clients/clients.ts";
import { restoreTask } from "@/lib/crm/tasks/tasks.ts";
import { Problem } from "@/lib/input/errors.ts";
import { erasePerson } from "@/lib/privacy/erase_person.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import { passNight } from "../support/nights.ts";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { waitingStatements } from "../support/waiting.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { elsewhere, interleaved } from "./interleaved.ts";

testOnEach("a restore that began before an erasure brings nobody back", async (world) => {
  if (world.kind === "pglite") return; // one connection: nothing begins before it
  const ana = apiOf(world, people.ana);
  const { id } = await expectData(ana("POST", "/clients", { name: "Quintanar" }), 201);
  await expectData(ana("DELETE", `/clients/${id}`));
  const restored = inDatabase(world, 1, async (trx) => {
    await sql`select now()`.execute(trx);
    await expectData(ana("POST", `/clients/${id}/erase`, { confirm: "Quintanar" }));
    return await restoreClient(trx, { companyId: 1, userId: null }, id);
  });
  await assert.rejects(restored, (error) => error instanceof Problem && error.code === "not_found");
});

testOnEach("an export overtaken by an erasure contains nothing of the person", async (world) => {
  if (world.kind === "pglite") return; // one connection: nothing overtakes
  const ana = apiOf(world, people.ana);
  // Without addresses, so that the erasure does not look for phones.
  const { id } = await expectData(ana("POST", "/contacts", { name: "Quintanar" }), 201);
  const [exported, erased] = await interleaved(world, [
    () => ana("GET", `/contacts/${id}/export`),
    () =>
      elsewhere(
        world,
        (trx, actor) => erasePerson(trx, actor, { noun: "contact", id }, { confirm: "Quintanar" }),
      ),
  ], { table: "devices", mode: "access exclusive" });
  assert.deepEqual([exported.status, erased.status], [404, 200]);
});

testOnEach("an answer given while its person is erased is still brought", async (world) => {
  const ana = apiOf(world, people.ana);
  const email = "zoraida@quintanar.example";
  const { id } = await expectData(ana("POST", "/contacts", { name: "Zoraida", email }), 201);
  const { token } = await world.pairPhone(email);
  const callbackUrl = `http://127.0.0.1:${freePort()}/`; // nobody listens: it stays pending
  const json = { userId: email, title: "Hola", body: "¿Sí?", allowReply: true, callbackUrl };
  const { notificationId } = await expectData(
    world.call("POST", "/api/notify", { key: world.keys.shop, json }),
    202,
  );
  const [answered, erased] = await interleaved(world, [
    () =>
      world.call("POST", `/api/phone/notifications/${notificationId}/response`, {
        device: token,
        json: { reply: "Sí" },
      }),
    () => ana("POST", `/contacts/${id}/erase`, { confirm: "Zoraida" }),
  ], { table: "callbacks" });
  assert.deepEqual([answered.status, erased.status], [201, 200]);
  const pending = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("callbacks").select("status").where("company_id", "=", 1).execute(),
  );
  assert.deepEqual(pending, [{ status: "pending" }]);
});

/** A contact with a note, both untouched for more than a year, in a company that keeps them one. */
async function forgotten(world: World) {
  const ana = apiOf(world, people.ana);
  await expectData(ana("PATCH", "/companies/1", { retention_months: 12 }));
  const contact = await expectData(ana("POST", "/contacts", { name: "Quintanar" }), 201);
  const note = await expectData(
    ana("POST", "/notes", { body: "Llamó", contact_id: contact.id }),
    201,
  );
  const long = sql<Date>`now() - interval '400 days'`;
  await inDatabase(world, 1, async (trx) => {
    await trx.updateTable("contacts")
      .set({ created_at: long, updated_at: long, last_message_at: long })
      .where("company_id", "=", 1).where("id", "=", contact.id).execute();
    await trx.updateTable("notes").set({ updated_at: long })
      .where("company_id", "=", 1).where("id", "=", note.id).execute();
  });
  return { ana, contactPath: `/contacts/${contact.id}`, notePath: `/notes/${note.id}` };
}

function sweep(world: World): Promise<void> {
  const works = nightlyWorks(world.services.config)
    .filter(({ name }) => ["erase old contacts", "empty the trash"].includes(name));
  return passNight(world, { works });
}

testOnEach("who changes an old contact, or its note, while it is swept keeps it", async (world) => {
  for (const what of ["contactPath", "notePath"] as const) {
    const old = await forgotten(world);
    const { ana, contactPath, notePath } = old;
    const change = what === "notePath" ? { body: "Llamó ayer" } : { subject: "Mesa" };
    const [changed] = await interleaved(world, [
      () => ana("PATCH", old[what], change),
      () => sweep(world),
    ]);
    assert.equal(changed.status, 200);
    await expectData(ana("GET", contactPath));
    await expectData(ana("GET", `/notes?contact_id=${contactPath.split("/")[2]}`));
    assert.equal((await ana("PATCH", notePath, { pinned: true })).status, 200, what);
  }
});

testOnEach("a change after an old contact is swept finds nothing", async (world) => {
  const { ana, contactPath, notePath } = await forgotten(world);
  const [, changed] = await interleaved(world, [
    () => sweep(world),
    () => ana("PATCH", notePath, { body: "Llamó ayer" }),
  ]);
  assert.equal(changed.status, 404);
  await expectFailure(ana("GET", contactPath), 404, "not_found");
});

testOnEach(
  "what is restored in its last instant stays when the trash is emptied",
  async (world) => {
    if (world.kind === "pglite") return; // one connection: the restore is over by then
    const ana = apiOf(world, people.ana);
    const { id } = await expectData(ana("POST", "/tasks", { title: "Medir" }), 201);
    await expectData(ana("DELETE", `/tasks/${id}`));
    const { swept } = await inDatabase(world, 1, async (trx) => {
      const { rows: [begun] } = await sql<{ at: Date }>`select now() as at`.execute(trx);
      const lastInstant = sql<Date>`${
        begun!.at
      }::timestamptz - interval '30 days' + interval '1 ms'`;
      await inDatabase(
        world,
        1,
        (other) =>
          other.updateTable("tasks").set({ deleted_at: lastInstant })
            .where("company_id", "=", 1).where("id", "=", id).execute(),
      );
      await restoreTask(trx, { companyId: 1, userId: null }, id);
      let isDone = false;
      const swept = sweep(world).finally(() => isDone = true);
      await until(async () => isDone || await waitingStatements(world) > 0, { what: "the sweep" });
      return { swept };
    });
    await swept;
    await expectData(ana("GET", `/tasks/${id}`));
  },
);
