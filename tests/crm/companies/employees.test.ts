import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { acceptAll, apiOf, expectData, expectFailure } from "../scene.ts";

const named = (list: { name: string }[]) => list.map(({ name }) => name);

testOnEach("employees come, get another role, leave and come back", async (world) => {
  const ana = apiOf(world, people.ana);
  assert.deepEqual(
    (await expectData(ana("GET", "/employees"))).map((
      { email, name, role, disabled_at }: Record<string, unknown>,
    ) => [email, name, role, disabled_at]),
    [[people.ana, "Ana Ruiz", "ventas", null], [people.luis, "Luis Vega", "gerente", null]],
  );
  const answer = await ana("POST", "/employees", {
    email: " Nuria.Pons@Primary.example ",
    name: "Núria Pons",
    role: " diseño ",
  });
  const nuria = await expectData(Promise.resolve(answer), 201);
  assert.equal(answer.headers.get("location"), `/api/admin/employees/${nuria.user_id}`);
  assert.deepEqual([nuria.email, nuria.role], ["nuria.pons@primary.example", "diseño"]);
  const path = `/employees/${nuria.user_id}`;
  const hers = apiOf(world, nuria.email);
  assert.equal((await expectData(hers("GET", path))).name, "Núria Pons");

  const again = { email: nuria.email, name: "Otro nombre", role: "taller" };
  const same = await expectData(ana("POST", "/employees", again), 200);
  assert.deepEqual([same.user_id, same.name, same.role], [nuria.user_id, "Núria Pons", "taller"]);
  const role = (id: number, role: unknown) => ana("PATCH", `/users/${id}/companies`, { role });
  assert.equal((await expectData(role(nuria.user_id, "almacén"))).role, "almacén");
  assert.deepEqual(named(await expectData(ana("GET", "/employees?q=ALMACEN"))), ["Núria Pons"]);
  const page = await ana("GET", "/employees?sort=-name&per_page=2&page=2");
  assert.deepEqual([named(page.body.data), page.body.meta], [
    ["Ana Ruiz"],
    { page: 2, per_page: 2, total: 3, pages: 2 },
  ]);

  const removal = await expectData(ana("DELETE", path));
  assert.ok(removal.disabled_at);
  await expectFailure(hers("GET", "/employees"), 403, "no_membership");
  await expectFailure(ana("DELETE", path), 404, "not_found");
  await expectFailure(ana("GET", path), 404, "not_found");
  await expectFailure(role(nuria.user_id, "x"), 404, "not_found");
  assert.equal((await expectData(ana("GET", "/employees"))).length, 2);
  assert.deepEqual(named(await expectData(ana("GET", "/employees?deleted=only"))), ["Núria Pons"]);
  const back = await expectData(ana("POST", "/employees", { email: nuria.email, role: "" }), 201);
  assert.deepEqual([back.user_id, back.role, back.disabled_at], [nuria.user_id, "", null]);
  assert.equal((await hers("GET", "/employees")).status, 200);

  const wrong = await expectFailure(
    ana("POST", "/employees", { email: "no", role: "x".repeat(61), x: 1 }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), ["email", "role", "x"]);
});

testOnEach("a company keeps its last employee, and its employees to itself", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const all = await expectData(ana("GET", "/employees"));
  const [anaId, luisId] = all.map(({ user_id }: { user_id: number }) => user_id);
  const { id: evaId } = await expectData(eva("GET", "/me"));
  for (
    const [method, path, body] of [
      ["GET", `/employees/${evaId}`],
      ["DELETE", `/employees/${evaId}`],
      ["PATCH", `/users/${evaId}/companies`, { role: "x" }],
    ] as const
  ) {
    await expectFailure(ana(method, path, body), 404, "not_found");
  }
  assert.doesNotMatch(JSON.stringify((await ana("GET", "/employees?q=eva")).body), /Eva/);

  // Two people remove each other at once: one of them stays.
  const luis = apiOf(world, people.luis, 1);
  const done = await Promise.all([
    ana("DELETE", `/employees/${luisId}`),
    luis("DELETE", `/employees/${anaId}`),
  ]);
  const remaining = [ana, luis].filter((_, at) => done[at]!.status === 200);
  assert.equal(remaining.length, 1, JSON.stringify(done.map(({ body }) => body)));
  const [own] = await expectData(remaining[0]!("GET", "/employees"));
  await expectFailure(remaining[0]!("DELETE", `/employees/${own.user_id}`), 409, "last_member");
  const elsewhere = apiOf(world, people.luis, 2);
  assert.equal(
    (await elsewhere("GET", "/employees")).status,
    200,
    "a membership is of one company",
  );
});

testOnEach("the phones of one who left fall silent", async (world) => {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  const { code } = await expectData(luis("POST", "/devices/pairings"), 201);
  const { token: device } = await expectData(
    world.call("POST", "/api/phone/pair", { json: { code } }),
    201,
  );
  const inbox = () => world.call("GET", "/api/phone/notifications", { device });
  const stream = await fetch(`${world.url}/api/phone/stream`, {
    headers: { Authorization: `Bearer ${device}` },
  });
  assert.equal((await inbox()).status, 200);
  const { id } = await expectData(luis("GET", "/me"));
  await expectData(ana("DELETE", `/employees/${id}`));
  assert.match(await stream.text(), /^retry/, "the open stream ends");
  assert.equal((await inbox()).status, 401);
  await expectData(ana("POST", "/employees", { email: people.luis, role: "" }), 201);
  assert.equal((await inbox()).status, 401, "until he accepts");
  await acceptAll(world, people.luis);
  assert.equal((await inbox()).status, 200);
});

testOnEach("an e-mail address does not tell whose it is before they come", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const invited = { email: people.eva, name: "Inventada", role: "montaje" };
  // Luis is her colleague in the second company, so she is here at once, and has not come yet.
  const add = () => apiOf(world, people.luis, 1)("POST", "/employees", invited);
  const { user_id, name } = await expectData(add(), 201);
  assert.equal(name, "Inventada", "the company's own word");
  assert.deepEqual(await expectData(ana("GET", "/employees?q=soler")), []);
  const report = await expectData(ana("GET", "/reports"));
  const names = report.rows.map(({ name }: { name: string }) => name);
  assert.deepEqual(names.filter((one: string) => /eva|soler|inv/i.test(one)), ["Inventada"]);
  assert.equal((await expectData(eva("GET", "/companies/1"))).id, 1, "which is no sign-in to it");
  assert.equal((await expectData(ana("GET", `/employees/${user_id}`))).name, "Inventada");
  const theirs = { name: "Muebles Ruiz", assignee_id: user_id };
  const client = await expectData(ana("POST", "/clients", theirs), 201);
  assert.deepEqual(client.assignee, { id: user_id, name: "Inventada" });

  await expectData(apiOf(world, people.eva, 1)("GET", "/employees"));
  const { assignee } = await expectData(ana("GET", `/clients/${client.id}`));
  assert.equal(assignee.name, "Eva Soler");
  assert.equal((await expectData(ana("GET", `/employees/${user_id}`))).name, "Eva Soler");
  await expectData(ana("DELETE", `/employees/${user_id}`));
  const back = await expectData(add(), 201);
  assert.equal(back.name, "Eva Soler", "who has come once is known");

  // A person whom nobody named yet is not named by whoever adds them.
  const nadie = { email: people.nadie, role: "", name: "Inventada" };
  await expectData(apiOf(world, people.nadie)("GET", "/me"));
  await expectData(ana("POST", "/employees", nadie), 201);
  assert.equal((await expectData(apiOf(world, people.nadie)("GET", "/me"))).name, null);
});

testOnEach(
  "a company says what it notifies an employee of, and sees who was here",
  async (world) => {
    const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
    const invited = { email: "nuria@primary.example", role: "taller" };
    const nuria = await expectData(ana("POST", "/employees", invited), 201);
    const all = {
      contact_new: true,
      contact_waiting: true,
      task_assigned: true,
      quote_decided: true,
      quote_approval: true,
      event_reminder: true,
      channel_trouble: true,
    };
    assert.deepEqual([nuria.last_seen_at, nuria.notify, nuria.silenced], [null, all, []]);
    const hers = apiOf(world, invited.email);
    await expectData(hers("PATCH", "/me", { notify: { event_reminder: false } }));
    await expectData(hers("GET", "/counts"));
    const path = `/employees/${nuria.user_id}`;
    const change = (notify: object) => luis("PATCH", path, { notify });
    const { notify } = await expectData(change({ task_assigned: false }));
    assert.deepEqual(notify, { ...all, task_assigned: false });
    const preview = await expectData(ana("GET", path));
    assert.ok(Date.now() - Date.parse(preview.last_seen_at) < 60_000, preview.last_seen_at);
    assert.deepEqual(preview.silenced, ["event_reminder"]);
    assert.equal((await expectData(hers("GET", "/me"))).notify.task_assigned, true, "here only");

    // Nothing reaches her of what is switched off, until it is on again.
    const inbox = async () => {
      const { body } = await ana("GET", "/notifications");
      return body.data.length;
    };
    const task = { title: "Medir", assignee_id: nuria.user_id };
    await expectData(ana("POST", "/tasks", task), 201);
    assert.equal(await inbox(), 0);
    await expectData(change({ task_assigned: true }));
    await expectData(ana("POST", "/tasks", task), 201);
    assert.equal(await inbox(), 1);
    const wrong = await expectFailure(change({ weather: true }), 422, "validation_failed");
    assert.deepEqual(Object.keys(wrong.fields), ["notify.weather"]);
    await expectFailure(apiOf(world, people.eva)("PATCH", path, { notify: {} }), 404, "not_found");
  },
);
