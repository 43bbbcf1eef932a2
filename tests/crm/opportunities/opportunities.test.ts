import assert from "node:assert/strict";
import {
  opportunityCan,
  type OpportunityStatus,
  opportunityStatuses,
  type OpportunityVerb,
  opportunityVerbs,
  rottingDays,
} from "@/lib/crm/opportunities/opportunity.ts";
import { people, testOnEach } from "../../support/world.ts";
import {
  addClient,
  addQuote,
  type Api,
  apiOf,
  expectData,
  expectFailure,
  inDatabase,
} from "../scene.ts";

testOnEach("opportunities are opened, listed, changed and trashed", async (world) => {
  const ana = apiOf(world, people.ana);
  const clientId = await addClient(world, 1, "Talleres Sol");
  const otherId = await addClient(world, 1, "Bar Luna");
  const contact = await expectData(
    ana("POST", "/contacts", { name: "Rosa", channel: "phone" }),
    201,
  );
  const answer = await ana("POST", "/opportunities", {
    title: " Rótulo de neón ",
    client_id: clientId,
    contact_id: contact.id,
    expected_close_date: "2026-05-01",
    tags: ["feria"],
  });
  const opened = await expectData(Promise.resolve(answer), 201);
  assert.equal(answer.headers.get("location"), `/api/admin/opportunities/${opened.id}`);
  assert.deepEqual([opened.title, opened.stage.name, opened.source_channel], [
    "Rótulo de neón",
    "Nuevo",
    "phone",
  ]);
  assert.deepEqual([opened.client, opened.contact], [
    { id: clientId, name: "Talleres Sol" },
    { id: contact.id, name: "Rosa" },
  ]);
  assert.deepEqual([opened.amount, opened.amount_source, opened.effective_probability], [
    0,
    "quote",
    10,
  ]);

  const path = `/opportunities/${opened.id}`;
  const { user_id } = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("user_companies").select("user_id").where("company_id", "=", 1)
        .orderBy("user_id").executeTakeFirstOrThrow(),
  );
  const changed = await expectData(
    ana("PATCH", path, { amount: 1200.5, assignee_id: user_id, probability: 40, version: 1 }),
  );
  assert.deepEqual(
    [changed.amount, changed.amount_source, changed.assignee, changed.version],
    [1200.5, "manual", { id: user_id, name: "Ana Ruiz" }, 2],
  );
  assert.equal(changed.effective_probability, 40);
  await expectFailure(ana("PATCH", path, { title: "x", version: 1 }), 409, "version_conflict");
  assert.equal((await expectData(ana("PATCH", path, { amount: 1200.5 }))).version, 2);
  await expectData(ana("PATCH", path, { client_id: otherId }));
  await checkLists(ana, opened, clientId);

  await expectData(ana("DELETE", path));
  await expectFailure(ana("GET", path), 404, "not_found");
  assert.equal((await ana("GET", "/opportunities?deleted=only")).body.meta.total, 1);
  await expectData(ana("POST", `${path}/restore`));
  const activities = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("activities").select(["verb", "timeline_client_id"])
        .where("opportunity_id", "=", opened.id).orderBy("id").execute(),
  );
  const verbs = ["created", "changed", "changed", "deleted", "restored"];
  assert.deepEqual(activities.map(({ verb }) => verb), verbs);
  assert.equal(activities.at(-1)!.timeline_client_id, otherId);
});

testOnEach("an opportunity links only to what is live and its company's", async (world) => {
  const ana = apiOf(world, people.ana);
  const eva = apiOf(world, people.eva);
  const mine = await addClient(world, 1, "Mía");
  const foreign = await addClient(world, 2, "Ajena");
  const foreignStage = (await expectData(eva("GET", "/pipeline-stages")))[0].id;
  const theirs = await expectData(
    eva("POST", "/opportunities", { title: "Secreta", client_id: foreign }),
    201,
  );
  const wrong = await expectFailure(
    ana("POST", "/opportunities", {
      title: "x",
      client_id: foreign,
      contact_id: 99,
      stage_id: foreignStage,
      assignee_id: 2,
    }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), [
    "assignee_id",
    "client_id",
    "contact_id",
    "stage_id",
  ]);
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("clients").set({ deleted_at: new Date() }).where("id", "=", mine).execute(),
  );
  await expectFailure(
    ana("POST", "/opportunities", { title: "x", client_id: mine }),
    422,
    "validation_failed",
  );
  const bad = await expectFailure(
    ana("POST", "/opportunities", { title: "", amount: 1.00005, probability: 101, status: "won" }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(bad.fields).sort(), [
    "amount",
    "client_id",
    "probability",
    "status",
    "title",
  ]);

  const path = `/opportunities/${theirs.id}`;
  const stage_id = (await expectData(ana("GET", "/pipeline-stages")))[0].id;
  const calls: [string, string, unknown?][] = [
    ["GET", path],
    ["PATCH", path, { title: "y" }],
    ["DELETE", path],
    ["POST", `${path}/restore`],
    ["POST", `${path}/move`, { stage_id }],
    ["POST", `${path}/win`],
    ["POST", `${path}/lose`, { lost_reason: "Precio" }],
    ["POST", `${path}/reopen`],
  ];
  for (const [method, at, json] of calls) {
    await expectFailure(ana(method, at, json), 404, "not_found");
  }
  for (const at of ["/opportunities", "/opportunities/board", "/opportunities?q=secreta"]) {
    assert.doesNotMatch(JSON.stringify((await ana("GET", at)).body), /Secreta|Ajena/);
  }
});

testOnEach("every state and verb does what the table says", async (world) => {
  const ana = apiOf(world, people.ana);
  const clientId = await addClient(world, 1, "Talleres Sol");
  const [, second] = await expectData(ana("GET", "/pipeline-stages"));
  const bodies: Record<OpportunityVerb, unknown> = {
    move: { stage_id: second.id },
    win: undefined,
    lose: { lost_reason: "Precio", lost_note: "Muy caro" },
    reopen: undefined,
  };
  const reached: Record<OpportunityVerb, OpportunityStatus> = {
    move: "open",
    win: "won",
    lose: "lost",
    reopen: "open",
  };
  for (const status of opportunityStatuses) {
    for (const verb of Object.keys(opportunityCan) as OpportunityVerb[]) {
      const { id } = await expectData(
        ana("POST", "/opportunities", { title: `${status} ${verb}`, client_id: clientId }),
        201,
      );
      const call = (name: OpportunityVerb) =>
        ana("POST", `/opportunities/${id}/${name}`, bodies[name]);
      if (status !== "open") await expectData(call(status === "won" ? "win" : "lose"));
      if (!(opportunityCan[verb] as readonly string[]).includes(status)) {
        const refused = await expectFailure(call(verb), 409, "invalid_transition");
        assert.deepEqual(refused.details.allowed, opportunityVerbs(status));
        continue;
      }
      const after = await expectData(call(verb));
      assert.equal(after.status, reached[verb], `${status} ${verb}`);
      assert.deepEqual(
        [after.won_at !== null, after.lost_at !== null, after.lost_reason !== null],
        [after.status === "won", after.status === "lost", after.status === "lost"],
      );
      const stays = await inDatabase(
        world,
        1,
        (trx) =>
          trx.selectFrom("opportunity_stage_log").select(["to_stage_id", "left_at"])
            .where("opportunity_id", "=", id).where("left_at", "is", null).execute(),
      );
      assert.deepEqual(
        stays.map((row) => row.to_stage_id),
        after.status === "open" ? [after.stage.id] : [],
      );
    }
  }
  await expectFailure(ana("POST", "/opportunities/1/lose", {}), 422, "validation_failed");
});

testOnEach("an active sale keeps an opportunity won and out of the trash", async (world) => {
  const ana = apiOf(world, people.ana);
  const clientId = await addClient(world, 1, "Talleres Sol");
  const { id } = await expectData(
    ana("POST", "/opportunities", { title: "Web", client_id: clientId }),
    201,
  );
  const path = `/opportunities/${id}`;
  const { saleId } = await addQuote(world, 1, {
    opportunityId: id,
    clientId,
    net: 700,
    number: "P-1",
    sold: true,
  });
  await expectData(ana("POST", `${path}/win`));
  const refused = await expectFailure(ana("POST", `${path}/reopen`), 409, "has_sale");
  assert.deepEqual(refused.details.sale, { id: saleId, name: "S-P-1" });
  await expectFailure(ana("DELETE", path), 409, "has_sale");
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("sales").set({ status: "cancelled", cancelled_at: new Date() }).execute(),
  );
  assert.equal((await expectData(ana("POST", `${path}/reopen`))).status, "open");

  await addQuote(world, 1, { opportunityId: id, clientId, net: 950.25, number: "P-2" });
  assert.equal((await expectData(ana("PATCH", path, { amount: 10 }))).amount_source, "manual");
  const follows = await expectData(ana("PATCH", path, { amount: null }));
  assert.deepEqual([follows.amount, follows.amount_source], [950.25, "quote"]);
  const other = await addClient(world, 1, "Bar Luna");
  await expectFailure(ana("PATCH", path, { client_id: other }), 409, "in_use");
});

Deno.test("an opportunity rots by its stage's patience, unless a next action is planned", () => {
  const now = new Date("2026-03-20T12:00:00Z");
  const base = {
    status: "open" as const,
    rot_days: 7,
    last_activity_at: new Date("2026-03-10T00:00:00Z"),
    next_action_at: null,
  };
  assert.equal(rottingDays(base, now), 3);
  assert.equal(
    rottingDays({ ...base, last_activity_at: new Date("2026-03-13T11:59:00Z") }, now),
    0,
  );
  assert.equal(
    rottingDays({ ...base, last_activity_at: new Date("2026-03-13T12:00:00Z") }, now),
    null,
  );
  assert.equal(rottingDays({ ...base, rot_days: 0 }, now), null);
  assert.equal(rottingDays({ ...base, status: "won" }, now), null);
  const later = new Date("2026-03-20T12:00:01Z");
  assert.equal(rottingDays({ ...base, next_action_at: later }, now), null);
  assert.equal(rottingDays({ ...base, next_action_at: later }, later), 3);
});

async function checkLists(ana: Api, opened: { stage: { id: number } }, clientId: number) {
  const lists: [string, number][] = [
    ["q=rotulo+neon", 1],
    ["q=zzz", 0],
    ["status=open,won", 1],
    ["status=lost", 0],
    [`stage_id=${opened.stage.id}`, 1],
    [`client_id=${clientId}`, 0],
    ["amount_from=1200.5&amount_to=1300", 1],
    ["expected_close_date_from=2026-05-01&expected_close_date_to=2026-05-01", 1],
    ["won_at_from=2020-01-01", 0],
    ["assignee_id=me", 1],
    ["assignee_id=none", 0],
    ["sort=-amount,title", 1],
  ];
  for (const [query, total] of lists) {
    const { body } = await ana("GET", `/opportunities?${query}`);
    assert.equal(body.meta?.total, total, `${query}: ${JSON.stringify(body)}`);
  }
  await expectFailure(
    ana("GET", "/opportunities?sort=position&status=odd"),
    422,
    "validation_failed",
  );
}
