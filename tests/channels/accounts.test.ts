/** Accounts: connected, tried, paused, deleted; what could not be read. */
import assert from "node:assert/strict";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach } from "../support/world.ts";
import { connect, converse, delivered, goNow, marta } from "./scene.ts";

testOnEach("an account is connected, changed and deleted", async (world) => {
  const { api, id, secret, key } = await connect(world, { name: "Bot" });
  assert.match(secret, /^whsec_[\w+/]{43}=$/);
  const read = await expectData(api("GET", `/channels/${id}`));
  assert.equal(read.secret, undefined);
  assert.deepEqual([read.state, read.can_send, read.last_error], ["checking", false, null]);
  const account = { kind: "program", name: "Otro", address: "@Taller" };
  const addressed = await expectData(api("POST", "/channels", account), 201);
  await expectFailure(
    api("POST", "/channels", { ...account, address: "@taller" }),
    409,
    "duplicate",
  );
  const duplicate = api("PATCH", `/channels/${id}`, { address: "@taller" });
  await expectFailure(duplicate, 409, "duplicate");
  await expectData(api("DELETE", `/channels/${addressed.id}`));
  await expectData(api("PATCH", `/channels/${id}`, { address: "@taller", version: 1 }));
  await expectFailure(
    api("PATCH", `/channels/${id}`, { name: "X", version: 1 }),
    409,
    "version_conflict",
  );
  const private_ = { kind: "program", name: "X", settings: { callback_url: "https://10.0.0.1/x" } };
  const refused = await expectFailure(api("POST", "/channels", private_), 422, "host_refused");
  assert.deepEqual(Object.keys(refused.fields), ["settings.callback_url"]);
  const moved = api("PATCH", `/channels/${id}`, { settings: { callback_url: "ftp://x" } });
  await expectFailure(moved, 422, "host_refused");
  const renewed = await expectData(api("POST", `/channels/${id}/secret`), 201);
  assert.notEqual(renewed.secret, secret);
  await expectFailure(
    api("POST", "/channels", { kind: "email", name: "" }),
    422,
    "validation_failed",
  );
  await expectData(api("DELETE", `/channels/${id}`));
  await expectFailure(api("GET", `/channels/${id}`), 404, "not_found");
  const late = { key, json: { channelId: id, externalId: "1", from: marta, text: "Hola" } };
  await expectFailure(world.call("POST", "/api/messages", late), 422, "validation_failed");
});

testOnEach("a test says step by step what is wrong, in the caller's language", async (world) => {
  let status = 500;
  await using receiver = startReceiver({ handler: () => new Response(null, { status }) });
  const { api, id } = await connect(world, { callbackUrl: `${receiver.url}/x` });
  const spanish = async () => {
    const answer = await world.call("POST", `/api/admin/channels/${id}/test`, {
      member: people.ana,
      headers: { "Accept-Language": "es" },
    });
    return answer.body.data.steps;
  };
  const wrong = await spanish();
  assert.deepEqual(wrong.map(({ ok }: { ok: boolean }) => ok), [true, true, false]);
  assert.equal(wrong[2].error, "El servidor respondió 500.");
  assert.match(wrong[2].advice, /2xx/);
  const failing = await expectData(api("GET", `/channels/${id}`));
  assert.equal(failing.state, "failing");
  assert.ok(Date.parse(failing.failing_since) <= Date.now());
  await spanish();
  const still = await expectData(api("GET", `/channels/${id}`));
  assert.equal(still.failing_since, failing.failing_since, "since the first of them");
  status = 204;
  assert.ok((await spanish()).every(({ ok }: { ok: boolean }) => ok));
  const working = await expectData(api("GET", `/channels/${id}`));
  assert.deepEqual([working.state, working.failing_since], ["working", null]);
  assert.deepEqual(receiver.requests[0]!.json(), { test: true, channelId: id });
  const quiet = await connect(world);
  const { steps } = await expectData(quiet.api("POST", `/channels/${quiet.id}/test`));
  assert.deepEqual(steps.map(({ ok }: { ok: boolean }) => ok), [true]);
});

testOnEach("a paused account keeps what comes, and holds what goes", async (world) => {
  const { receiver, program, contactId, write } = await converse(world);
  await using _ = receiver;
  const { api, id } = program;
  const waits = await write({ body: "Espera" });
  const paused = await expectData(api("POST", `/channels/${id}/pause`));
  assert.deepEqual([paused.state, paused.paused_by], ["paused", "member"]);
  await expectFailure(api("POST", `/channels/${id}/pause`), 409, "invalid_transition");
  const unread = await program.file({ externalId: "2", from: marta, text: "¿Hay alguien?" });
  assert.deepEqual(unread, { messageId: null, contactId: null, duplicate: false });
  const late = await write({ body: "También espera" });
  await goNow(world);
  assert.equal(receiver.requests.length, 0);
  assert.equal((await expectData(api("GET", `/channels/${id}`))).waiting, 1);
  await expectData(api("POST", `/channels/${id}/resume`));
  await delivered(program, contactId, waits.id, "sent");
  await delivered(program, contactId, late.id, "sent");
  await until(async () => {
    const messages = await expectData(api("GET", `/contacts/${contactId}/messages`));
    return messages.some(({ body }: { body: string }) => body === "¿Hay alguien?");
  });
  assert.equal((await expectData(api("GET", `/channels/${id}`))).waiting, 0);
});

testOnEach(
  "a loop pauses its account and tells members; what it met is read on resume",
  async (world) => {
    const program = await connect(world);
    const { api, id } = program;
    const { contactId } = await program.file({ externalId: "1", from: marta, text: "ping" });
    await inCompany(world.services.database.db, 1, async (trx) => {
      for (let n = 2; n <= 60; n++) {
        await trx.insertInto("channel_events").values({
          ...{ company_id: 1, account_id: id, external_id: `${n}`, size: 1 },
          ...{ state: "read", contact_id: contactId },
        }).execute();
      }
    });
    const stopped = await program.file({ externalId: "61", from: marta, text: "ping" });
    assert.deepEqual([stopped.messageId, stopped.contactId], [null, null]);
    const account = await expectData(api("GET", `/channels/${id}`));
    assert.deepEqual([account.state, account.paused_by, account.waiting], ["paused", "loop", 1]);
    const notices = await inCompany(
      world.services.database.db,
      1,
      (trx) =>
        trx.selectFrom("notifications").select("title").where("company_id", "=", 1)
          .where("tag", "=", `channel:${id}`).execute(),
    );
    assert.ok(notices.length > 0);
    await expectData(api("POST", `/channels/${id}/resume`));
    await until(async () => (await expectData(api("GET", `/channels/${id}`))).waiting === 0);
    const { meta } = (await api("GET", `/contacts/${contactId}/messages`)).body;
    assert.equal(meta.total, 2);
  },
);

testOnEach("an unreadable message is a problem and delays no other", async (world) => {
  const program = await connect(world);
  const { api, id } = program;
  const { db } = world.services.database;
  const good = { channelId: id, externalId: "good", from: marta, text: "Detrás" };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const events = [["bad", "{no json"], ["odd", '{"channelId":1}'], ["good", JSON.stringify(good)]];
  await inCompany(db, 1, async (trx) => {
    for (const [external_id, text] of events) {
      const body = bytes(text!);
      await trx.insertInto("channel_events").values({
        ...{ company_id: 1, account_id: id, external_id: external_id!, body },
        size: body.length,
      }).execute();
    }
  });
  await world.services.reading.sweep();
  const problems = await until(async () => {
    const { problems, waiting } = await expectData(api("GET", `/channels/${id}`));
    return waiting === 0 && problems === 2 &&
      await expectData(api("GET", `/channels/${id}/problems`));
  });
  assert.deepEqual(
    problems.map((one: Record<string, unknown>) => [one.external_id, one.state]),
    [["odd", "problem"], ["bad", "problem"]],
  );
  assert.match(problems[0].error, /no message/);
  const contacts = await expectData(api("GET", "/contacts?q=Marta"));
  assert.equal(contacts.length, 1);
  const [, bad] = problems;
  const path = `/channels/${id}/problems/${bad.id}`;
  const raw = await world.call("GET", `/api/admin${path}/raw`, { member: people.ana });
  assert.equal(raw.body, "{no json");
  assert.equal(raw.headers.get("content-type"), "application/octet-stream");
  assert.match(raw.headers.get("content-disposition")!, /^attachment/);
  assert.equal((await expectData(api("POST", `${path}/retry`))).state, "problem");
  await inCompany(db, 1, (trx) =>
    trx.updateTable("channel_events")
      .set({ body: bytes(JSON.stringify({ ...good, externalId: "bad" })) })
      .where("company_id", "=", 1).where("id", "=", bad.id).execute());
  const read = await expectData(api("POST", `${path}/retry`));
  assert.deepEqual([read.state, read.contact_id], ["read", contacts[0].id]);
  await expectFailure(api("POST", `${path}/retry`), 409, "invalid_transition");
  await expectFailure(apiOf(world, people.eva)("GET", `${path}/raw`), 404, "not_found");
});

testOnEach("messages of a deleted account are read although it was paused", async (world) => {
  const program = await connect(world);
  const { api, id } = program;
  await expectData(api("POST", `/channels/${id}/pause`));
  await program.file({ externalId: "1", from: marta, text: "No me pierdas" });
  await expectData(api("DELETE", `/channels/${id}`));
  await world.services.reading.sweep();
  await until(async () => (await expectData(api("GET", "/contacts?q=Marta"))).length === 1);
});

testOnEach(
  "a message of an existing contact notifies its assignee, else everybody",
  async (world) => {
    const program = await connect(world);
    const { contactId } = await program.file({ externalId: "1", from: marta, text: "Hola" });
    const notices = () =>
      inCompany(
        world.services.database.db,
        1,
        (trx) =>
          trx.selectFrom("notification_recipients as r").innerJoin("notifications as n", (on) =>
            on.onRef("n.company_id", "=", "r.company_id").onRef("n.id", "=", "r.notification_id"))
            .select(["r.user_id", "n.title", "n.body"]).where("n.company_id", "=", 1)
            .where("n.tag", "=", `contact:${contactId}`).orderBy("n.created_at", "desc")
            .orderBy("r.user_id").execute(),
      );
    const before = (await notices()).length;
    await program.file({ externalId: "2", from: marta, text: "¿Siguen?" });
    const all = (await notices()).slice(0, -before);
    assert.deepEqual(
      all.map(({ user_id }) => user_id),
      [people.ana, people.luis],
    );
    assert.ok(all.every(({ body }) => body === "¿Siguen?"));
    const { id } = await expectData(program.api("GET", "/me"));
    await expectData(program.api("PATCH", `/contacts/${contactId}`, { assignee_id: id }));
    await program.file({ externalId: "3", from: marta, text: "¿Hola?" });
    const rows = (await notices()).filter(({ body }) => body === "¿Hola?");
    assert.deepEqual(rows.map(({ user_id }) => user_id), [people.ana]);
    // The public form too.
    const form = {
      site: "primary",
      name: "Marta",
      email: "marta@example.com",
      message: "Por la web",
    };
    await world.call("POST", "/api/contact", { json: form });
    await world.call("POST", "/api/contact", { json: { ...form, message: "Otra vez" } });
    const members = await inCompany(
      world.services.database.db,
      1,
      (trx) =>
        trx.selectFrom("notifications").select("title").where("company_id", "=", 1)
          .where("body", "=", "Otra vez").execute(),
    );
    assert.ok(members.some(({ title }) => /again|vuelto/.test(title)));
  },
);
