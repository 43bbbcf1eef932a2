/** Messages that go out by a program. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { Buffer } from "node:buffer";
import { inCompany } from "@/lib/db/transaction.ts";
import { deliveryCan, deliveryStates, movedBy, verbsOf } from "@/lib/channels/out/delivery.ts";
import { expectData, expectFailure } from "../crm/scene.ts";
import { testOnEach } from "../support/world.ts";
import { until } from "../support/wait.ts";
import { connect, converse, delivered, goNow } from "./scene.ts";

testOnEach("a reply goes out signed, after its time to be taken back", async (world) => {
  const { receiver, program, contactId, write } = await converse(world);
  await using _ = receiver;
  const message = await write({ body: "Buenas" });
  assert.deepEqual([message.delivery.state, message.delivery.can], ["queued", ["cancel"]]);
  assert.deepEqual(message.via.id, program.id);
  assert.equal(receiver.requests.length, 0);
  await goNow(world);
  const [request] = await receiver.received(1);
  const body = request!.json() as Record<string, unknown>;
  assert.deepEqual(body, {
    messageId: message.id,
    channelId: program.id,
    to: { id: "m-1", name: "Marta Gil", email: null, phone: "+34 600 111 222" },
    text: "Buenas",
    files: [],
    sentBy: "Ana Ruiz",
  });
  const { headers } = request!;
  const [id, at] = [headers.get("webhook-id"), headers.get("webhook-timestamp")];
  const secret = Buffer.from(program.secret.slice("whsec_".length), "base64");
  const signed = createHmac("sha256", secret).update(`${id}.${at}.`).update(request!.body);
  assert.equal(headers.get("webhook-signature"), `v1,${signed.digest("base64")}`);
  const own = createHmac("sha256", program.secret).update(request!.body).digest("hex");
  assert.equal(headers.get("x-service-signature"), `sha256=${own}`);
  const delivery = await delivered(program, contactId, message.id, "sent");
  assert.deepEqual([delivery.can, delivery.error, delivery.attempts], [[], null, 1]);
  const account = await expectData(program.api("GET", `/channels/${program.id}`));
  assert.deepEqual([account.state, account.last_error], ["working", null]);
}, { both: true });

testOnEach("what waits can be taken back, and then nothing can", async (world) => {
  const { receiver, program, contactId, write } = await converse(world);
  await using _ = receiver;
  const { id } = await write({ body: "Ups" });
  const path = `/contacts/${contactId}/messages/${id}`;
  const cancelled = await expectData(program.api("POST", `${path}/cancel`));
  assert.deepEqual([cancelled.delivery.state, cancelled.delivery.can], ["cancelled", []]);
  for (const verb of ["cancel", "retry"]) {
    await expectFailure(program.api("POST", `${path}/${verb}`), 409, "invalid_transition");
  }
  await expectFailure(program.api("POST", `${path}/resend`, {}), 422, "validation_failed");
  await expectFailure(
    program.api("POST", `${path}/resend`, { confirm: true }),
    409,
    "invalid_transition",
  );
  await goNow(world);
  const sent = await write({ body: "Ahora sí" });
  await goNow(world);
  await delivered(program, contactId, sent.id, "sent");
  assert.equal(receiver.requests.length, 1);
  const late = program.api("POST", `/contacts/${contactId}/messages/${sent.id}/cancel`);
  await expectFailure(late, 409, "invalid_transition");
});

testOnEach(
  "a dead receiver fails in words, is told of once, and is retried by hand",
  async (world) => {
    let status = 500;
    const { receiver, program, contactId, write } = await converse(world, {
      handler: () => new Response("no", { status }),
    });
    await using _ = receiver;
    const { id } = await write({ body: "Hola" });
    const database = world.services.database.db;
    for (let attempt = 1; attempt <= 7; attempt++) {
      await goNow(world);
      await receiver.received(attempt);
      const state = attempt < 7 ? "queued" : "failed";
      await until(async () => {
        const [message] = await expectData(program.api("GET", `/contacts/${contactId}/messages`));
        return message.delivery.attempts === attempt && message.delivery.state === state;
      });
    }
    const failed = await delivered(program, contactId, id, "failed");
    assert.deepEqual([failed.can, failed.error], [["retry"], "The server answered 500."]);
    const account = await expectData(program.api("GET", `/channels/${program.id}`));
    assert.deepEqual([account.state, account.last_error], ["failing", "The server answered 500."]);
    const notices = await until(async () => {
      const rows = await inCompany(
        database,
        1,
        (trx) =>
          trx.selectFrom("notifications").select("title")
            .where("company_id", "=", 1).where("tag", "=", `channel:${program.id}`).execute(),
      );
      return rows.length > 0 && rows;
    });
    assert.equal(
      new Set(notices.map(({ title }) => title)).size,
      notices.length,
      "once in each language",
    );
    status = 200;
    await expectData(program.api("POST", `/contacts/${contactId}/messages/${id}/retry`));
    await delivered(program, contactId, id, "sent");
    const ids = new Set(receiver.requests.map(({ headers }) => headers.get("webhook-id")));
    assert.equal(ids.size, 1);
  },
);

testOnEach("receipts move a message forward only", async (world) => {
  const { receiver, program, contactId, write } = await converse(world);
  await using _ = receiver;
  const { id } = await write({ body: "Hola" });
  await goNow(world);
  await delivered(program, contactId, id, "sent");
  const report = (status: string, error?: string) =>
    world.call("POST", `/api/messages/${id}/status`, { key: program.key, json: { status, error } });
  assert.equal((await report("read")).body.data.status, "read");
  assert.equal((await report("delivered")).body.data.status, "read");
  assert.equal((await report("failed", "x")).body.data.status, "read");
  const other = await write({ body: "Otra" });
  await goNow(world);
  await delivered(program, contactId, other.id, "sent");
  await world.call("POST", `/api/messages/${other.id}/status`, {
    key: program.key,
    json: { status: "failed", error: "blocked" },
  });
  const failed = await delivered(program, contactId, other.id, "failed");
  assert.match(failed.error, /blocked$/);
  const stranger = { key: world.keys.shop, json: { status: "read" } };
  await expectFailure(
    world.call("POST", `/api/messages/${id}/status`, stranger),
    403,
    "insufficient_scope",
  );
  const missing = { key: program.key, json: { status: "read" } };
  await expectFailure(world.call("POST", "/api/messages/999999/status", missing), 404, "not_found");
});

testOnEach(
  "a process that died over a message: programs get it again, of others nobody knows",
  async (world) => {
    const { receiver, program, contactId, write } = await converse(world);
    await using _ = receiver;
    const [again, unknown] = [await write({ body: "1" }), await write({ body: "2" })];
    const { db } = world.services.database;
    await inCompany(db, 1, async (trx) => {
      await trx.updateTable("outbox").set((eb) => ({
        state: "sending",
        due_at: eb.fn<Date>("now"),
        lease: crypto.randomUUID(),
        leased_until: new Date(Date.now() - 1_000),
      })).where("company_id", "=", 1).execute();
      const { id } = await trx.insertInto("channel_accounts").values({
        company_id: 1,
        kind: "email",
        channel: "other",
        name: "Correo",
        settings: JSON.stringify({ callback_url: `${receiver.url}/mail` }),
      }).returning("id").executeTakeFirstOrThrow();
      await trx.updateTable("outbox").set({ account_id: id })
        .where("company_id", "=", 1).where("message_id", "=", unknown.id).execute();
    });
    await world.services.outbox.sweep();
    await delivered(program, contactId, again.id, "sent");
    const uncertain = await delivered(program, contactId, unknown.id, "uncertain");
    assert.deepEqual(uncertain.can, ["resend", "settle"]);
    assert.equal(receiver.requests.length, 1);
    const path = `/contacts/${contactId}/messages/${unknown.id}/resend`;
    const resent = await expectData(program.api("POST", path, { confirm: true }));
    assert.equal(resent.delivery.error, null);
  },
);

testOnEach(
  "who cannot be reached is said, and what is only recorded is not sent",
  async (world) => {
    const { receiver, program, contactId } = await converse(world);
    await using _ = receiver;
    const { api } = program;
    const quiet = await connect(world);
    const refuse = async (json: Record<string, unknown>, ...fields: string[]) => {
      const path = `/contacts/${contactId}/messages`;
      const failure = await expectFailure(api("POST", path, json), 422, "validation_failed");
      assert.deepEqual(Object.keys(failure.fields), fields);
    };
    await refuse({ direction: "out", via: quiet.id, body: "x" }, "via");
    await refuse({ direction: "out", via: 99_999, body: "x" }, "via");
    await refuse({ direction: "in", via: program.id, body: "x" }, "via");
    await refuse({ direction: "out", via: program.id, body: "x", external_id: "1" }, "external_id");
    await refuse({ direction: "out", via: program.id, body: "  " }, "body");
    await refuse({ direction: "out", via: program.id, files: [crypto.randomUUID()] }, "files");
    const nameOnly = await expectData(api("POST", "/contacts", { name: "Nadie" }), 201);
    const there = api("POST", `/contacts/${nameOnly.id}/messages`, {
      direction: "out",
      via: program.id,
      body: "x",
    });
    await expectFailure(there, 422, "validation_failed");
    const recorded = await expectData(
      api("POST", `/contacts/${contactId}/messages`, { direction: "out", body: "Por teléfono" }),
      201,
    );
    assert.deepEqual([recorded.delivery, recorded.via], [null, null]);
  },
);

testOnEach("a client is written to in its own thread, or a new one", async (world) => {
  const { receiver, program, contactId } = await converse(world);
  await using _ = receiver;
  const { api } = program;
  const { client } = await expectData(api("POST", `/contacts/${contactId}/convert`, {}), 201);
  const first = await expectData(
    api("POST", `/clients/${client.id}/messages`, { via: program.id, body: "Hola" }),
    201,
  );
  assert.equal(first.contact_id, contactId);
  const other = await expectData(
    api("POST", "/clients", { name: "Taller Vela", phone: "+34 600 111 333" }),
    201,
  );
  const url = `${receiver.url}/out`;
  const whatsapp = await connect(world, { channel: "whatsapp", callbackUrl: url });
  const send = (via: number) => api("POST", `/clients/${other.id}/messages`, { via, body: "Hola" });
  const refusal = await expectFailure(send(program.id), 422, "validation_failed");
  assert.deepEqual(Object.keys(refusal.fields), ["via"], "it never heard of them");
  const sent = await expectData(send(whatsapp.id), 201);
  const contact = await expectData(api("GET", `/contacts/${sent.contact_id}`));
  assert.deepEqual([contact.status, contact.converted_client_id], ["read", other.id]);
  assert.deepEqual(sent.to, {
    id: null,
    name: "Taller Vela",
    email: null,
    phone: "+34 600 111 333",
  });
  const again = await expectData(send(whatsapp.id), 201);
  assert.equal(again.contact_id, sent.contact_id);
});

testOnEach("what was said to a client is recorded as a contact's is", async (world) => {
  const { receiver, program } = await converse(world);
  await using _ = receiver;
  const { api } = program;
  const client = await expectData(api("POST", "/clients", { name: "Sin correo" }), 201);
  const write = (body: unknown) => api("POST", `/clients/${client.id}/messages`, body);
  const called = await expectData(
    write({ direction: "in", channel: "phone", body: "Llamó", external_id: "call-1" }),
    201,
  );
  assert.deepEqual([called.direction, called.channel, called.via], ["in", "phone", null]);
  const noted = await expectData(write({ direction: "note", body: "Volverá a llamar" }), 201);
  const written = await expectData(write({ body: "Le devolví la llamada" }), 201);
  assert.deepEqual([noted, written].map(({ direction, contact_id }) => [direction, contact_id]), [
    ["note", called.contact_id],
    ["out", called.contact_id],
  ]);
  await expectFailure(
    write({ direction: "in", channel: "phone", body: "Llamó", external_id: "call-1" }),
    409,
    "duplicate",
  );
  await expectFailure(write({ body: "Tarde", after: called.id }), 409, "conversation_moved");
  const wrong = write({ direction: "in", via: program.id, sent_at: "x", body: "" });
  await expectFailure(wrong, 422, "validation_failed");
  assert.deepEqual(Object.keys((await wrong).body.fields).sort(), ["body", "sent_at", "via"]);
  await expectFailure(write({ via: program.id, body: "Hola" }), 422, "validation_failed");
});

Deno.test("what may be done is a table, and receipts never go back", () => {
  for (const state of deliveryStates) {
    const verbs = verbsOf({ state, attempts: 0 });
    for (const [verb, states] of Object.entries(deliveryCan)) {
      assert.equal(verbs.includes(verb as "retry"), (states as readonly string[]).includes(state));
    }
  }
  assert.deepEqual(verbsOf({ state: "queued", attempts: 1 }), []);
  assert.ok(!movedBy("sent").includes("delivered") && !movedBy("delivered").includes("read"));
  for (const receipt of ["sent", "delivered", "read", "failed"] as const) {
    assert.ok(!movedBy(receipt).includes("cancelled"));
    assert.ok(!movedBy(receipt).includes("read"));
  }
});
