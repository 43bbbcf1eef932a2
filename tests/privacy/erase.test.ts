import assert from "node:assert/strict";
import { asWorker } from "@/lib/db/transaction.ts";
import { columns } from "@/lib/privacy/columns.ts";
import { type Api, apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { contents } from "../isolation/contents.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { email, knowPerson, type Person, phone, traces } from "./person.ts";

const name = "Zoraida Quintanar";

interface Scene {
  world: World;
  ana: Api;
  her: Person;
  clientPath: string;
  contactPath: string;
}

testOnEach("a person's export is complete, and erasure leaves no row", async (world, step) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const before = await contents(world);
  assert.doesNotMatch(before, traces);
  const her = await knowPerson(world, ana);
  const [clientPath, contactPath] = [`/clients/${her.clientId}`, `/contacts/${her.contactId}`];
  const other = await expectData(ana("POST", "/clients", { name: "Muebles Olmo" }), 201);

  await step(
    "the export has what speaks of her, and no colleague or secret",
    () => checkExport({ ana, her, clientPath, contactPath }),
  );

  await step("a wrong name, live business and a contact of a client are refused", async () => {
    const wrong = await expectFailure(
      ana("POST", `${clientPath}/erase`, { confirm: "Zoraida" }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(wrong.fields), ["confirm"]);
    const confirm = { confirm: name, reason: "requested" };
    const busy = await expectFailure(ana("POST", `${clientPath}/erase`, confirm), 409, "in_use");
    assert.equal(busy.details.sales.count, 1);
    const same = await expectFailure(
      ana("POST", `${contactPath}/erase`, confirm),
      409,
      "already_converted",
    );
    assert.deepEqual(same.details, { client_id: her.clientId });
    await expectFailure(eva("POST", `${clientPath}/erase`, confirm), 404, "not_found");
    await expectFailure(eva("GET", `${clientPath}/export`), 404, "not_found");
    await her.deliver();
  });

  // Written by hand in capitals: the same address.
  const duplicate = await expectData(
    ana("POST", "/contacts", { name: "Zoe", email: email.toUpperCase() }),
    201,
  );
  const sums = async () => (await ana("GET", "/stats")).body.data.sales;
  const sold = await sums();
  await step("what was hers says nothing of her, but its figures", async () => {
    const path = `${clientPath}/erase`;
    const done = await expectData(ana("POST", path, { confirm: ` ${name}`, reason: "requested" }));
    const keptUntil = `${new Date().getFullYear() + 6}-12-31`;
    const { erased_at, ...counts } = done;
    assert.ok(erased_at);
    assert.deepEqual(counts, {
      contacts: 2,
      clients: 2,
      sales: 1,
      kept_until: keptUntil,
      others: [{ noun: "contact", id: duplicate.id }],
    });
    await expectData(ana("POST", `/contacts/${duplicate.id}/erase`, { confirm: "Zoe" }));
    const after = await contents(world);
    assert.equal(after.match(traces), null, "no row that the company can read");
    assert.ok(after.includes("Muebles Olmo"));
    assert.deepEqual(await sums(), sold, "the year's figures stay");
  });

  await step(
    "nothing finds her, and nothing brings her back",
    () => checkGone({ world, ana, her, clientPath, contactPath, other }),
  );

  await step("the pages of what stays say nothing of her", () => checkPages({ her, world }));

  await step(
    "the law's part is set aside where only the service reads it",
    () => checkBlocked(world),
  );

  await step(
    "the log says who asked for what, and names nobody else",
    () => checkLog({ ana, duplicate, her, eva }),
  );
}, { both: true });

testOnEach("a contact goes alone where the client is somebody else", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const client = await make("/clients", { name: "Muebles Olmo", email: "hola@olmo.example" });
  const contact = await make("/contacts", { name, email, phone });
  await make(`/contacts/${contact.id}/convert`, {
    client_id: client.id,
    create_opportunity: false,
  });
  const opportunity = await make("/opportunities", { title: "Mesas", client_id: client.id });
  const done = await expectData(
    ana("POST", `/contacts/${contact.id}/erase`, { confirm: name }),
  );
  assert.deepEqual([done.contacts, done.clients, done.kept_until], [1, 0, null]);
  assert.equal((await contents(world)).match(traces), null);
  assert.equal((await expectData(ana("GET", `/clients/${client.id}`))).name, "Muebles Olmo");
  assert.equal((await expectData(ana("GET", `/opportunities/${opportunity.id}`))).title, "Mesas");
  // The company's own columns stay as the table of columns says.
  assert.equal(columns.users.email!.by, "kept");
});

async function checkExport(
  { ana, her, clientPath, contactPath }: Omit<Scene, "world">,
) {
  const { status, headers, body } = await ana("GET", `${clientPath}/export`);
  assert.equal(status, 200);
  assert.match(headers.get("content-disposition")!, /^attachment; filename="Zoraida Quintanar/);
  assert.equal(headers.get("cache-control"), "private, no-store");
  assert.deepEqual([body.noun, body.id], ["client", her.clientId]);
  const counts = Object.fromEntries(
    Object.entries(body.data as Record<string, unknown[]>).map(([table, { length }]) => [
      table,
      length,
    ]),
  );
  const { activities, ...rest } = counts;
  assert.ok(activities! > 10, "what happened");
  assert.deepEqual(rest, {
    contacts: 2,
    contact_messages: 4,
    conversation_reminders: 1,
    phone_sends: 1,
    channel_events: 1,
    mail_ids: 1,
    mail_senders: 1,
    refused_addresses: 1,
    files: 1,
    file_chunks: 1,
    outbox: 1,
    outbox_attempts: 1,
    clients: 2,
    opportunities: 2,
    quotes: 1,
    quote_lines: 1,
    quote_revisions: 1,
    quote_shares: 1,
    quote_approvals: 1,
    sales: 1,
    tasks: 3,
    events: 1,
    notes: 1,
    merges: 2,
    notifications: 2,
    notification_recipients: 2,
    due_times: 1,
    attention: 1,
    responses: 1,
    devices: 1,
    identities: 6,
    account_people: 1,
    file_fetches: 1,
    meta_problem_events: 1,
    import_records: 1,
  });
  const text = JSON.stringify(body);
  for (const mark of [email, phone, "12345678Z", "Mesa de Quintanar"]) {
    assert.ok(text.includes(mark), mark);
  }
  assert.doesNotMatch(text, /digest|email_norm|created_by|Olmo/);
  const thread = (await ana("GET", `${contactPath}/export`)).body.data;
  assert.deepEqual([thread.contacts.length, thread.clients.length], [2, 0]);
}

async function checkGone(
  { world, ana, her, clientPath, contactPath, other }: Scene & { other: { id: number } },
) {
  for (const path of [clientPath, contactPath]) {
    await expectFailure(ana("GET", path), 404, "not_found");
    await expectFailure(ana("POST", `${path}/restore`), 404, "not_found");
    await expectFailure(ana("GET", `${path}/export`), 404, "not_found");
    await expectFailure(ana("POST", `${path}/erase`, { confirm: name }), 404, "not_found");
  }
  const dataOf = (path: string) => expectData(ana("GET", path));
  assert.deepEqual((await dataOf("/clients")).map(({ id }: { id: number }) => id), [other.id]);
  for (const noun of ["clients", "contacts"]) {
    assert.equal((await ana("GET", `/${noun}?deleted=only`)).body.meta.total, 0, noun);
  }
  const hits = JSON.stringify(await dataOf("/search?q=quintanar"));
  assert.ok(hits.includes('"total":0') && !/"total":[1-9]/.test(hits), hits);
  assert.equal((await ana("GET", "/trash")).body.meta.total, 0);
  const sale = await dataOf(`/sales/${her.saleId}`);
  assert.equal(sale.client.name, `Cliente borrado ${her.clientId}`);
  assert.equal((await dataOf(`/quotes/${her.quoteId}`)).lines[0].name, "Línea borrada");
  assert.equal((await world.call("GET", `/q/${her.token}/data`)).status, 404);
  assert.equal((await dataOf(`/opportunities/${her.lostId}`)).lost_note, null);
}

async function checkPages({ her, world }: Pick<Scene, "her" | "world">) {
  const { saleId, quoteId, lostId, wonId, taskId } = her;
  const ids = { sales: saleId, quotes: quoteId, tasks: taskId };
  const paths = Object.entries(ids).map(([noun, id]) => `/panel/${noun}/${id}`);
  paths.push(...[lostId, wonId].map((id) => `/panel/opportunities/${id}`));
  for (const path of [...paths, "/panel/activities", "/panel/notifications", "/panel"]) {
    const { status, body } = await world.call("GET", `${path}?company_id=1`, {
      member: people.ana,
    });
    assert.equal(status, 200, path);
    assert.doesNotMatch(body, traces, path);
  }
}

async function checkLog(
  { ana, duplicate, her, eva }: { ana: Api; duplicate: { id: number }; her: Person; eva: Api },
) {
  const { data, meta } = (await ana("GET", "/privacy-requests")).body;
  const rows = data.map((one: Record<string, unknown>) => [
    ...[one.kind, one.noun, one.record_id, one.records, one.reason, one.outcome],
  ]);
  assert.deepEqual(rows, [
    ["erase", "contact", duplicate.id, 1, null, "done"],
    ["erase", "client", her.clientId, 4, "requested", "done"],
    ["erase", "contact", her.contactId, 0, "requested", "refused"],
    ["erase", "client", her.clientId, 0, "requested", "refused"],
    ["export", "contact", her.contactId, 2, null, "done"],
    ["export", "client", her.clientId, 4, null, "done"],
  ]);
  assert.ok(
    data.every((one: { created_by: { name: string } }) => one.created_by.name === "Ana Ruiz"),
  );
  assert.equal(meta.total, 6);
  assert.equal((await ana("GET", "/privacy-requests?kind=export")).body.meta.total, 2);
  assert.equal((await eva("GET", "/privacy-requests")).body.meta.total, 0);
}

async function checkBlocked(world: World) {
  const rows = await asWorker(
    world.services.database.db,
    (trx) => trx.selectFrom("blocked_records").selectAll().execute(),
  );
  assert.equal(rows.length, 1);
  const data = rows[0]!.data as Record<string, Record<string, unknown>>;
  assert.deepEqual([data.client!.name, data.client!.tax_id], [name, "12345678Z"]);
  assert.equal(data.sale!.gross_total, 121);
  assert.match(JSON.stringify([data.document, data.lines]), /Mesa de Quintanar/);
}
