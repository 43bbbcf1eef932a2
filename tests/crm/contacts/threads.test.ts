import assert from "node:assert/strict";
import { type Answer, people, testOnEach, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData, expectFailure } from "../scene.ts";
import { contactCan } from "@/lib/crm/contacts/contact.ts";
import { afterMessage } from "@/lib/crm/contacts/messages.ts";

/** Calls as Ana of company 1, and returns the answer. */
const asAna = (world: World) => (method: string, path: string, json?: unknown) =>
  world.call(method, `/api/admin${path}`, { member: people.ana, json });

Deno.test("what a message changes about its contact", () => {
  const [early, late] = [new Date("2026-01-01"), new Date("2026-02-01")];
  for (const status of ["new", "read", "archived"] as const) {
    const thread = {
      status,
      last_message_at: early,
      last_direction: "in" as const,
      first_response_at: null,
    };
    assert.deepEqual(afterMessage(thread, "note", late), {});
    assert.deepEqual(afterMessage(thread, "in", late), {
      last_message_at: late,
      last_direction: "in",
      status: "new",
    });
    const answered = afterMessage(thread, "out", late);
    assert.equal(answered.status, status === "new" ? "read" : undefined);
    assert.equal(answered.first_response_at, late);
    const filedLate = { ...thread, last_message_at: late, first_response_at: early };
    assert.equal(afterMessage(filedLate, "out", early).last_direction, undefined);
    assert.equal(afterMessage(filedLate, "out", late).first_response_at, early);
  }
});

testOnEach("a thread is kept with its contact", async (world) => {
  const ana = asAna(world);
  const created = await ana("POST", "/contacts", {
    name: "Sara",
    channel: "whatsapp",
    channel_contact_id: "34612345678",
    next_action_note: "Enviar catálogo",
  });
  const path = `/contacts/${created.body.data.id}`;
  const say = (json: unknown) => ana("POST", `${path}/messages`, json);
  const first = { direction: "in", body: "¿Tienen mesas?", external_id: "wa-1" };
  const response = await say(first);
  assert.equal(response.status, 201, JSON.stringify(response.body));
  assert.equal(response.body.data.channel, "whatsapp");
  const repeated = await say(first);
  assert.deepEqual([repeated.body.code, Object.keys(repeated.body.fields)], [
    "duplicate",
    ["external_id"],
  ]);
  assert.equal((await say({ ...first, channel: "instagram" })).status, 201);
  await say({ direction: "out", body: "Sí, claro" });
  const answered = (await ana("GET", path)).body.data;
  assert.deepEqual([answered.status, answered.last_direction], ["read", "out"]);
  assert.ok(answered.first_response_at);
  await ana("PATCH", path, { status: "archived" });
  await say({ direction: "note", body: "Es prima de Luis" });
  assert.equal((await ana("GET", path)).body.data.status, "archived");
  await say({ direction: "in", body: "¿Y sillas?" });
  const again = (await ana("GET", path)).body.data;
  assert.deepEqual(
    [again.status, again.last_direction, again.first_response_at, again.next_action_note],
    ["new", "in", answered.first_response_at, "Enviar catálogo"],
  );
  const thread = await ana("GET", `${path}/messages?per_page=2`);
  assert.deepEqual(thread.body.data.map((one: { body: string }) => one.body), [
    "¿Y sillas?",
    "Es prima de Luis",
  ]);
  assert.deepEqual([thread.body.meta.total, thread.body.data[1].author.name], [5, "Ana Ruiz"]);
  await refuseWrongAndForeign(world, say, path);
  await checkSpamVerbs(ana, path);

  // What the writer has not seen keeps a message back, whatever way it goes; a note is no news.
  const [newest] = thread.body.data;
  const answer = { direction: "out", body: "También", after: newest.id };
  const stale = await expectFailure(
    say({ ...answer, after: response.body.data.id }),
    409,
    "conversation_moved",
  );
  assert.deepEqual([stale.details.newest, stale.details.message.body], [newest.id, "¿Y sillas?"]);
  await say({ direction: "note", body: "Cuatro sillas" });
  const unread = await expectFailure(say({ ...answer, after: "no" }), 422, "validation_failed");
  assert.deepEqual(Object.keys(unread.fields), ["after"]);
  await expectData(say(answer), 201);
});

async function setSpam(ana: ReturnType<typeof asAna>, path: string, isSpam: boolean) {
  const now = (await ana("GET", path)).body.data.is_spam;
  if (now !== isSpam) await ana("POST", `${path}/${isSpam ? "spam" : "not-spam"}`);
}

testOnEach("candidates are ranked, and contacts of one person become one", async (world) => {
  const ana = asAna(world);
  const client = async (json: unknown) => (await ana("POST", "/clients", json)).body.data.id;
  const byName = await client({ name: "Carpintería Sol y Mar SL" });
  const byPhone = await client({ name: "Otra cosa", phone: "+34 612 345 678" });
  const byEmail = await client({ name: "Nada que ver", email: "INFO@solymar.es" });
  await client({ name: "Carpintería Pérez" });
  await world.call("POST", "/api/admin/clients", {
    member: people.eva,
    json: { name: "Carpintería Sol y Mar SL", email: "info@solymar.es" },
  });
  const first = (await ana("POST", "/contacts", {
    name: "Marta Gil",
    organization: "carpinteria sol mar",
    email: "info@solymar.es",
    message: "Hola",
    tags: ["feria"],
  })).body.data;
  await ana("PATCH", `/contacts/${first.id}`, { phone: "612345678", status: "read" });
  const candidates = (await ana("GET", `/contacts/${first.id}/candidates`)).body.data;
  assert.deepEqual(
    candidates.map(({ id, reason }: { id: number; reason: string }) => [id, reason]),
    [[byEmail, "same_email"], [byPhone, "same_phone"], [byName, "similar_name"]],
  );
  await checkDuplicates(ana, first);

  const second = (await ana("POST", "/contacts", {
    name: "Marta",
    channel: "whatsapp",
    channel_contact_id: "34600111222",
    phone: "600111222",
    next_action_note: "Visitar",
    message: "Soy Marta",
  })).body.data;
  await ana("POST", `/contacts/${second.id}/messages`, { direction: "out", body: "Dime" });
  await ana("POST", `/contacts/${second.id}/messages`, { direction: "in", body: "¿Precio?" });
  await ana("POST", "/notes", { contact_id: second.id, body: "Prefiere WhatsApp" });
  const converted = (await ana("POST", `/contacts/${second.id}/convert`, {
    client_id: byEmail,
    create_opportunity: true,
  })).body.data;
  const before = (await ana("GET", `/contacts/${first.id}`)).body.data;
  await mergeInto(ana, { second, first, byEmail, converted });
  const inTrash = (await ana("GET", "/contacts?deleted=only")).body.data;
  assert.deepEqual([inTrash[0].id, inTrash[0].merged_into_id], [second.id, first.id]);
  const refused = await ana("POST", `/contacts/${second.id}/restore`);
  assert.deepEqual([refused.status, refused.body.code], [409, "invalid_transition"]);
  const back = (await ana("POST", `/contacts/${second.id}/unmerge`)).body.data;
  assert.deepEqual([back.contact.merged_into_id, back.contact.phone], [null, "600111222"]);
  assert.deepEqual([back.stayed, back.kept_fields], [[], []]);
  const returned = back.returned.map((
    one: { type: string; count: number },
  ) => [one.type, one.count]);
  assert.deepEqual(Object.fromEntries(returned), { opportunity: 1, message: 3, note: 1 });
  const { converted_client, next_action_note: action, status } =
    (await ana("GET", `/contacts/${first.id}`)).body.data;
  assert.deepEqual([converted_client, action, status], [null, null, before.status]);
  assert.equal((await ana("GET", `/contacts/${first.id}/messages`)).body.meta.total, 1);
  for (const into_id of [first.id, 999_999]) {
    const refused = await ana("POST", `/contacts/${first.id}/merge`, { into_id });
    assert.deepEqual([refused.status, Object.keys(refused.body.fields)], [422, ["into_id"]]);
  }
  const [one, other] = await Promise.all([
    ana("POST", `/contacts/${first.id}/merge`, { into_id: second.id }),
    ana("POST", `/contacts/${second.id}/merge`, { into_id: first.id }),
  ]);
  assert.deepEqual([one.status, other.status].sort(), [200, 422], "each waits for the other");
});

testOnEach(
  "what is written while a contact is merged goes to the one that stays",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const { id: client_id } = await expectData(ana("POST", "/clients", { name: "Aire" }), 201);
    for (let round = 0; round < 3; round++) {
      const goes = await expectData(ana("POST", "/contacts", { name: "Rosa" }), 201);
      const stays = await expectData(ana("POST", "/contacts", { name: "Rosa Gil" }), 201);
      const link = { contact_id: goes.id };
      const answers = await Promise.all([
        ana("POST", `/contacts/${goes.id}/merge`, { into_id: stays.id }),
        ana("POST", `/contacts/${goes.id}/messages`, { direction: "in", body: "Hola" }),
        ana("POST", "/opportunities", { title: "Toldo", client_id, ...link }),
        ana("POST", "/notes", { body: "Nota", ...link }),
        ana("POST", "/events", { title: "Visita", starts_at: at, ends_at: at, ...link }),
      ]);
      for (const { status, body } of answers) assert.ok(status < 300, JSON.stringify(body));
      await expectData(
        ana("POST", `/contacts/${goes.id}/messages`, { direction: "in", body: "¿Sigue?" }),
        201,
      );
      const thread = await expectData(ana("GET", `/contacts/${stays.id}/messages`));
      assert.equal(thread.length, 2);
      assert.equal((await expectData(ana("GET", `/notes?contact_id=${stays.id}`))).length, 1);
      const [opportunity] = await expectData(ana("GET", "/opportunities?sort=-created_at"));
      assert.equal(opportunity.contact.id, stays.id);
      const [event] = await expectData(ana("GET", `/events?from=2026-11-20&to=2026-11-20`));
      assert.equal(event.contact.id, stays.id);
      await expectData(ana("DELETE", `/events/${event.id}`));
      const { details } = await expectFailure(ana("GET", `/contacts/${goes.id}`), 404, "not_found");
      assert.deepEqual(details, { merged_into_id: stays.id });
    }
  },
);

const at = "2026-11-20T10:00:00Z";

async function refuseWrongAndForeign(
  world: World,
  say: (json: unknown) => Promise<Answer>,
  path: string,
) {
  const tomorrow = new Date(Date.now() + 864e5).toISOString();
  const wrong = await say({ direction: "up", body: " ", sent_at: tomorrow, deleted: 1 });
  assert.deepEqual(Object.keys(wrong.body.fields).sort(), ["body", "deleted", "direction"]);
  const future = await say({ direction: "in", body: "x", sent_at: tomorrow });
  assert.deepEqual(Object.keys(future.body.fields), ["sent_at"]);
  const eva = { member: people.eva };
  const foreign = `/api/admin${path}`;
  for (const verb of ["spam", "not-spam"]) {
    assert.equal((await world.call("POST", `${foreign}/${verb}`, eva)).status, 404);
  }
  for (const what of ["messages", "candidates", "duplicates"]) {
    assert.equal((await world.call("GET", `${foreign}/${what}`, eva)).status, 404);
  }
  const theirs = { ...eva, json: { direction: "in", body: "x" } };
  assert.equal((await world.call("POST", `${foreign}/messages`, theirs)).status, 404);
  assert.equal(
    (await world.call("POST", `${foreign}/merge`, { ...eva, json: { into_id: 1 } })).status,
    404,
  );
}

async function checkSpamVerbs(ana: Api, path: string) {
  for (const isSpam of [false, true]) {
    const verbs = Object.keys(contactCan) as (keyof typeof contactCan)[];
    for (const verb of verbs) {
      const allowed = contactCan[verb].whenSpam === isSpam;
      await setSpam(ana, path, isSpam);
      const answer = await ana("POST", `${path}/${verb}`);
      assert.equal(answer.status, allowed ? 200 : 409, `${verb} when ${isSpam}`);
      if (allowed) assert.equal(answer.body.data.is_spam, !isSpam);
      else assert.deepEqual(answer.body.details.allowed, verbs.filter((one) => one !== verb));
    }
  }
  await setSpam(ana, path, true);
  assert.equal((await ana("GET", "/contacts?q=sara")).body.meta.total, 0);
  assert.equal((await ana("GET", "/contacts?is_spam=true")).body.meta.total, 1);
}

async function checkDuplicates(ana: Api, first: { id: number }) {
  const addDuplicate = async (json: unknown) => (await ana("POST", "/contacts", json)).body.data.id;
  const duplicates = [
    [await addDuplicate({ name: "Otra", email: "Info@SolyMar.es" }), "same_email"],
    [await addDuplicate({ name: "Nadie", phone: "+34612345678" }), "same_phone"],
    [await addDuplicate({ name: "GIL, Marta" }), "similar_name"],
  ];
  const trashed = await addDuplicate({ name: "Marta Gil" });
  await ana("DELETE", `/contacts/${trashed}`);
  const spam = await addDuplicate({ name: "Marta Gil", phone: "612345678" });
  await ana("POST", `/contacts/${spam}/spam`);
  await addDuplicate({ name: "Marta Pérez" });
  const alike = (await ana("GET", `/contacts/${first.id}/duplicates`)).body.data;
  assert.deepEqual(
    alike.map((one: { id: number; reason: string }) => [one.id, one.reason]),
    duplicates,
  );
}

async function mergeInto(
  ana: Api,
  { second, first, byEmail, converted }: {
    second: { id: number };
    first: { id: number };
    byEmail: number;
    converted: { opportunity: { id: number } };
  },
) {
  const merged = await ana("POST", `/contacts/${second.id}/merge`, { into_id: first.id });
  assert.equal(merged.status, 200, JSON.stringify(merged.body));
  const { name, phone, email, next_action_note, channel_contact_id, converted_client_id } =
    merged.body.data;
  assert.deepEqual(
    { name, phone, email, channel_contact_id, converted_client_id },
    {
      name: "Marta Gil",
      phone: "612345678",
      email: "info@solymar.es",
      channel_contact_id: null,
      converted_client_id: byEmail,
    },
  );
  assert.equal(next_action_note, "Visitar");
  assert.ok(merged.body.data.first_response_at);
  assert.equal(merged.body.data.last_direction, "in");
  const thread = (await ana("GET", `/contacts/${first.id}/messages`)).body;
  assert.equal(thread.meta.total, 4);
  assert.equal((await ana("GET", `/notes?contact_id=${first.id}`)).body.meta.total, 1);
  const opportunity = await ana("GET", `/opportunities/${converted.opportunity.id}`);
  assert.equal(opportunity.body.data.contact.id, first.id);
  assert.equal((await ana("GET", `/contacts/${second.id}`)).status, 404);
}
