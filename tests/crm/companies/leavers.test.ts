import assert from "node:assert/strict";
import { addMember, disableMember } from "@/lib/access/members.ts";
import { transact } from "@/lib/db/transaction.ts";
import { draftQuote, openOpportunity } from "../../sales/scene.ts";
import { someoneWaits } from "../../support/waiting.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";

const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString();

/** Luis's records: one open and one closed of each noun. */
async function workOf(ana: Api, assignee_id: number) {
  const make = async (noun: string, body: Record<string, unknown>) =>
    (await expectData(ana("POST", `/${noun}`, { assignee_id, ...body }), 201)).id as number;
  const client = await make("clients", { name: "Muebles Olmo" });
  const contact = await make("contacts", { name: "Olmo" });
  const archived = await make("contacts", { name: "Antiguo" });
  await expectData(ana("PATCH", `/contacts/${archived}`, { status: "archived" }));
  const opportunity = await make("opportunities", { title: "Mesas", client_id: client });
  const lost = await make("opportunities", { title: "Sillas", client_id: client });
  await expectData(ana("POST", `/opportunities/${lost}/lose`, { lost_reason: "Precio" }));
  const task = await make("tasks", { title: "Medir", client_id: client });
  const trashed = await make("tasks", { title: "Pintar" });
  await expectData(ana("DELETE", `/tasks/${trashed}`));
  const done = await make("tasks", { title: "Llamar" });
  await expectData(ana("PATCH", `/tasks/${done}`, { status: "done" }));
  const event = await make("events", { title: "Visita", starts_at: day(1), ends_at: day(1) });
  const past = await make("events", { title: "Reunión", starts_at: day(-2), ends_at: day(-2) });
  const open = { clients: client, contacts: contact, opportunities: opportunity, tasks: task };
  return {
    open: { ...open, events: event },
    closed: { contacts: archived, opportunities: lost, tasks: done, events: past },
    trashed,
  };
}

const one = { opportunities: 1, tasks: 1, contacts: 1, events: 1, clients: 1 };

testOnEach("one who leaves hands over what is open, and it says so", async (world) => {
  const ana = apiOf(world, people.ana);
  const [{ id: anaId }, { id: luisId }] = await Promise.all(
    [ana, apiOf(world, people.luis, 1)].map((api) => expectData(api("GET", "/me"))),
  );
  const { open, closed, trashed } = await workOf(ana, luisId);
  const elsewhere = apiOf(world, people.luis, 2);
  const his = await expectData(
    elsewhere("POST", "/tasks", { title: "x", assignee_id: luisId }),
    201,
  );

  const eva = (await expectData(apiOf(world, people.eva)("GET", "/me"))).id;
  for (const id of [eva, luisId, 999_999]) {
    const path = `/employees/${luisId}?reassign_to=${id}`;
    const wrong = await expectFailure(ana("DELETE", path), 422, "validation_failed");
    assert.deepEqual(Object.keys(wrong.fields), ["reassign_to"]);
  }
  await expectFailure(
    ana("DELETE", `/employees/${luisId}?reassign_to=x`),
    422,
    "validation_failed",
  );
  const removal = await expectData(ana("DELETE", `/employees/${luisId}?reassign_to=${anaId}`));
  assert.ok(removal.disabled_at);
  assert.deepEqual(removal.handed_over, one);

  const holder = async (noun: string, id: number) =>
    (await expectData(ana("GET", `/${noun}/${id}`))).assignee?.id;
  for (const [noun, id] of Object.entries(open)) {
    assert.equal(await holder(noun, id), anaId, noun);
    const subject = noun === "opportunities" ? "opportunity" : noun.slice(0, -1);
    const last = await inDatabase(
      world,
      1,
      (trx) =>
        trx.selectFrom("activities").select(["verb", "changes", "actor_id"])
          .where("company_id", "=", 1).where(`${subject}_id` as "task_id", "=", id)
          .orderBy("id", "desc").limit(1).executeTakeFirst(),
    );
    const changes = { assignee_id: [luisId, anaId] };
    assert.deepEqual(last, { verb: "changed", changes, actor_id: anaId }, noun);
  }
  for (const [noun, id] of Object.entries(closed)) assert.equal(await holder(noun, id), luisId);
  assert.equal((await expectData(ana("POST", `/tasks/${trashed}/restore`))).assignee.id, anaId);
  assert.equal((await expectData(elsewhere("GET", `/tasks/${his.id}`))).assignee.id, luisId);

  for (const noun of ["contacts", "clients", "tasks"]) {
    const body = { name: "Nuevo", assignee_id: luisId };
    const { name, ...rest } = body;
    const values = noun === "tasks" ? { title: name, ...rest } : body;
    const refused = await expectFailure(ana("POST", `/${noun}`, values), 422, "validation_failed");
    assert.deepEqual(Object.keys(refused.fields), ["assignee_id"], noun);
  }
  const path = `/contacts/${open.contacts}`;
  await expectFailure(ana("PATCH", path, { assignee_id: luisId }), 422, "validation_failed");
});

testOnEach("without a successor what is open becomes nobody's", async (world) => {
  const ana = apiOf(world, people.ana);
  const { id } = await expectData(apiOf(world, people.luis, 1)("GET", "/me"));
  const { open } = await workOf(ana, id);
  assert.deepEqual((await expectData(ana("DELETE", `/employees/${id}`))).handed_over, one);
  for (const [noun, record] of Object.entries(open)) {
    assert.equal((await expectData(ana("GET", `/${noun}/${record}`))).assignee, null, noun);
  }
});

testOnEach(
  "the deliveries of a leaver's sale are nobody's, and colleagues hear so",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const { id } = await expectData(apiOf(world, people.luis, 1)("GET", "/me"));
    const won = await openOpportunity(ana, { assignee_id: id });
    const quote = await draftQuote(ana, { opportunity_id: won.id });
    for (const verb of ["send", "approve"]) {
      await expectData(
        ana("POST", `/quotes/${quote.id}/${verb}`),
      );
    }
    await expectData(ana("POST", `/opportunities/${won.id}/win`)); // his, closed
    await join(world, "nuria@primary.example");
    await expectData(ana("DELETE", `/employees/${id}`));
    const { tasks } = await expectData(ana("POST", `/quotes/${quote.id}/confirm-sale`), 201);
    assert.deepEqual(tasks.map(({ assignee }: { assignee: unknown }) => assignee), [null]);
    const notices = await inDatabase(world, 1, (trx) =>
      trx.selectFrom("notifications as n")
        .innerJoin("notification_recipients as r", "r.notification_id", "n.id")
        .select(["r.user_id", "n.title", "n.body"]).where("n.title", "like", "Venta %").execute());
    assert.deepEqual(notices.map(({ user_id }) => user_id), ["nuria@primary.example"]);
    assert.match(notices[0]!.body, /^Sin asignar, porque Luis Vega ya no está en la empresa\./);
  },
);

testOnEach("nobody is given work, or makes a key or a code, while being removed", async (world) => {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  const { id } = await expectData(luis("GET", "/me"));
  const { db } = world.services.database;
  const { assigned, creation, code } = await transact(db, async (trx) => {
    await disableMember(trx, { companyId: 1 }, id);
    const assigned = ana("POST", "/tasks", { title: "Medir", assignee_id: id });
    const creation = luis("POST", "/keys", { name: "caja" });
    const code = luis("POST", "/devices/pairings", { userId: "maria" });
    await someoneWaits(world, 3);
    return { assigned, creation, code };
  });
  await expectFailure(assigned, 422, "validation_failed");
  for (const call of [creation, code]) await expectFailure(call, 403, "not_a_member");
});

testOnEach("what one who leaves has made is said, and may end with them", async (world) => {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  const { id } = await expectData(luis("GET", "/me"));
  const pair = (code: string) => world.call("POST", "/api/phone/pair", { json: { code } });
  const codeOf = async (body = {}) =>
    (await expectData(luis("POST", "/devices/pairings", body), 201)).code;
  const [phone, shared] = await Promise.all(
    [await codeOf(), await codeOf({ userId: "maria" })].map((code) => expectData(pair(code), 201)),
  );
  const unused = [await codeOf(), await codeOf({ userId: "leo" })];
  const { key, ...record } = await expectData(luis("POST", "/keys", { name: "caja" }), 201);
  const revoked = await expectData(luis("POST", "/keys", { name: "vieja" }), 201);
  await expectData(luis("DELETE", `/keys/${revoked.id}`));
  await expectData(ana("POST", "/tasks", { title: "Medir", assignee_id: id }), 201);
  const inbox = (device: string) => world.call("GET", "/api/phone/notifications", { device });
  const [notice] = (await inbox(phone.token)).body.data;
  const act = `/api/phone/notifications/${notice.id}`;

  await expectFailure(ana("DELETE", `/employees/${id}?keys=burn`), 422, "validation_failed");
  const removal = await expectData(ana("DELETE", `/employees/${id}`));
  assert.deepEqual(removal.keys, [record]);
  assert.deepEqual([record.createdBy, record.revokedAt], [{ id, name: "Luis Vega" }, null]);
  const device = phone.token;
  const tried = await Promise.all([
    inbox(device),
    world.call("POST", `${act}/response`, { device, json: { actionId: notice.actions[0].id } }),
    world.call("POST", `${act}/read`, { device }),
    world.call("GET", "/api/phone/stream", { device }),
  ]);
  assert.deepEqual(tried.map(({ status }) => status), [401, 401, 401, 401]);
  for (const code of unused) await expectFailure(pair(code), 410, "link_expired");
  assert.equal((await inbox(shared.token)).status, 200, "a program's user keeps the phone");
  const use = () => world.call("GET", "/api/devices", { key });
  const [{ pairedBy }] = (await use()).body.data;
  assert.deepEqual(pairedBy, { kind: "member", id, name: "Luis Vega" });

  await expectData(ana("POST", "/employees", { email: people.luis, role: "" }), 201);
  const again = await expectData(ana("DELETE", `/employees/${id}?keys=revoke`));
  assert.deepEqual(again.keys.map(({ name }: { name: string }) => name), ["caja"]);
  assert.ok(again.keys[0].revokedAt);
  assert.equal((await use()).status, 401);
  assert.equal((await world.call("GET", "/api/devices", { key: world.keys.shop })).status, 200);
});

function join(world: World, email: string) {
  return transact(
    world.services.database.db,
    (trx) => addMember(trx, { companyId: 1, email, role: "" }),
  );
}
