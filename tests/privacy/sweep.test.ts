import assert from "node:assert/strict";
import { sql } from "kysely";
import { asWorker } from "@/lib/db/transaction.ts";
import { type Api, apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { quoteThatIs } from "../sales/scene.ts";
import { contents } from "../isolation/contents.ts";
import { passNight } from "../support/nights.ts";
import { people, testOnEach, type World } from "../support/world.ts";

/** Moves instants of a record into the past, as time would. */
function age(world: World, companyId: number, table: string, id: number, days: number) {
  const columns = table === "contacts" && days > 40
    ? ["created_at", "updated_at", "last_message_at"]
    : ["deleted_at"];
  const values = columns.map((name) =>
    sql`${sql.ref(name)} = now() - make_interval(days => ${sql.lit(days)})`
  );
  return inDatabase(
    world,
    companyId,
    (trx) => sql`update ${sql.table(table)} set ${sql.join(values)} where id = ${id}`.execute(trx),
  );
}

async function idsIn(world: World, table: string, companyId = 1): Promise<number[]> {
  const { rows } = await inDatabase(
    world,
    companyId,
    (trx) => sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

testOnEach(
  "the daily work empties the trash and keeps no contact too long",
  async (world, step) => {
    const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
    const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
    const trash = async (noun: string, { id }: { id: number }, days: number) => {
      await expectData(ana("DELETE", `/${noun}/${id}`));
      await age(world, 1, noun, id, days);
      return id;
    };
    const { db } = world.services.database;
    const sweep = () => passNight(world);

    await step(
      "what was trashed 30 days ago goes, what others need stays as nobody",
      () => checkTrash({ make, trash, ana, world, sweep }),
    );

    await step("each company says how long contacts that never became clients stay", async () => {
      const old = await make("/contacts", { name: "Quintanar viejo" });
      const planned = await make("/contacts", {
        name: "Con plan",
        next_action_at: "2031-01-01T10:00:00Z",
      });
      const converted = await make("/contacts", { name: "Cliente antiguo" });
      await make(`/contacts/${converted.id}/convert`, {});
      const theirs = await expectData(eva("POST", "/contacts", { name: "De otra empresa" }), 201);
      for (const { id } of [old, planned, converted]) await age(world, 1, "contacts", id, 400);
      await age(world, 2, "contacts", theirs.id, 400);
      const preview = await expectData(ana("GET", "/retention?months=12"));
      assert.deepEqual(preview, { months: 12, contacts: 1 });
      assert.deepEqual(await expectData(ana("GET", "/retention")), { months: null, contacts: 0 });
      await sweep();
      assert.ok((await idsIn(world, "contacts")).includes(old.id), "nobody has said so yet");
      await expectData(ana("PATCH", "/companies/1", { retention_months: 12 }));
      assert.deepEqual(await expectData(ana("GET", "/retention")), { months: 12, contacts: 1 });
      await sweep();
      const ids = await idsIn(world, "contacts");
      assert.ok(!ids.includes(old.id) && ids.includes(planned.id) && ids.includes(converted.id));
      assert.deepEqual(await idsIn(world, "contacts", 2), [theirs.id]);
      const { data } = (await ana("GET", "/privacy-requests?kind=retention")).body;
      assert.deepEqual([data.length, data[0].records, data[0].created_by], [1, 1, null]);
    });

    await step("what the law wanted kept goes when its term is over", async () => {
      const blocked = () =>
        asWorker(db, (trx) => trx.selectFrom("blocked_records").select("kept_until").execute());
      assert.equal((await blocked()).length, 1);
      await sweep();
      assert.equal((await blocked()).length, 1, "it is not over yet");
      const survivor = await asWorker(
        db,
        (trx) => trx.selectFrom("blocked_records").selectAll().executeTakeFirstOrThrow(),
      );
      const { id: _, ...row } = survivor;
      const yesterday = new Date(Date.now() - 86_400_000 * 2).toISOString().slice(0, 10);
      await inDatabase(world, 1, (trx) =>
        trx.insertInto("blocked_records")
          .values({ ...row, data: JSON.stringify(row.data), kept_until: yesterday }).execute());
      await sweep();
      assert.deepEqual(await blocked(), [{ kept_until: survivor.kept_until }]);
    });
  },
);

interface Sweeping {
  world: World;
  ana: Api;
  make(path: string, json: object): ReturnType<typeof expectData>;
  trash(noun: string, record: { id: number }, days: number): Promise<number>;
  sweep(): Promise<void>;
}

async function checkTrash({ world, ana, make, trash, sweep }: Sweeping) {
  const contact = await make("/contacts", { name: "Quintanar", message: "Hola" });
  await make("/notes", { body: "Quintanar", contact_id: contact.id });
  await trash("contacts", contact, 31);
  const duplicate = await make("/contacts", { name: "Doble", email: "viva@olmo.example" });
  const alive = await make("/contacts", { name: "Viva", email: "viva@olmo.example" });
  await expectData(ana("POST", `/contacts/${duplicate.id}/merge`, { into_id: alive.id }));
  await age(world, 1, "contacts", duplicate.id, 31);
  await world.pairPhone("viva@olmo.example");
  const young = await trash("contacts", await make("/contacts", { name: "Reciente" }), 29);
  const task = await trash("tasks", await make("/tasks", { title: "Quintanar" }), 31);
  const { client, id: quoteId } = await quoteThatIs("sold", ana);
  const client_id: number = client.id;
  const tasks = await expectData(ana("GET", `/tasks?client_id=${client_id}`));
  for (const one of tasks) {
    await expectData(ana("PATCH", `/tasks/${one.id}`, { status: "done" }));
  }
  await expectData(ana("PATCH", `/clients/${client_id}`, { name: "Quintanar, S. L." }));
  await trash("clients", { id: client_id }, 31);
  const draft = await quoteThatIs("draft", ana);
  await trash("quotes", draft, 31);
  const free = await trash("clients", await make("/clients", { name: "Quintanar libre" }), 31);
  await sweep();
  assert.deepEqual(await idsIn(world, "contacts"), [duplicate.id, alive.id, young]);
  const gone = await ana("GET", `/contacts/${duplicate.id}`);
  assert.deepEqual(gone.body.details, { merged_into_id: alive.id }, "the old address leads on");
  const phones = (await ana("GET", "/devices")).body.data;
  assert.equal(phones.length, 1, "what was merged takes nothing of who lives on");
  const namings = (await contents(world)).match(/Doble/g);
  assert.equal(namings?.length, 1, "the history of who lives on has the other name");
  const [entry] = await expectData(ana("GET", `/contacts/${alive.id}/timeline`));
  assert.deepEqual(entry.changes.name, ["Doble", "Viva"]);
  const erased = { confirm: "Viva", reason: "requested" };
  await expectData(ana("POST", `/contacts/${alive.id}/erase`, erased));
  assert.doesNotMatch(await contents(world), /Doble/, "until they go too");
  assert.ok(!(await idsIn(world, "tasks")).includes(task));
  assert.deepEqual(await idsIn(world, "quotes"), [quoteId]);
  const clients = await idsIn(world, "clients");
  assert.ok(clients.includes(client_id) && !clients.includes(free), String(clients));
  assert.doesNotMatch(await contents(world), /Quintanar/i);
  const sales = await expectData(ana("GET", "/sales"));
  assert.equal(sales[0].client.name, `Cliente borrado ${client_id}`);
  assert.equal((await ana("GET", "/trash")).body.meta.total, 1, "the younger one");
}
