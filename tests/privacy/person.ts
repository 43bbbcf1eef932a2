/** Zoraida, of whom every part of the service knows something, and nothing else of that name. */
import { type Api, expectData } from "../crm/scene.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { connect } from "../channels/scene.ts";
import { people, type World } from "../support/world.ts";

export const email = "zoraida@quintanar.example";
export const phone = "+34 611 22 33 44";
/** What no row may hold once she is erased. */
export const traces = /quintanar|611\s?22\s?33\s?44/i;

const q = "Quintanar";
const line = { name: `Mesa de ${q}`, description: q, quantity: 1, unit_price: 100, tax_rate: 21 };

export type Person = Awaited<ReturnType<typeof knowPerson>>;

/** A contact with a thread, made a client who bought, lost once and was merged with a double. */
export async function knowPerson(world: World, ana: Api) {
  const make = (path: string, json: object = {}) => expectData(ana("POST", path, json), 201);
  const contact = await make("/contacts", {
    name: `Zoraida ${q}`,
    email,
    phone,
    organization: q,
    subject: q,
    message: q,
    tags: [q],
    next_action_note: q,
    source_url: "https://quintanar.example/",
  });
  await make(`/contacts/${contact.id}/messages`, { direction: "in", body: `Soy ${q}` });
  await writeByProgram(world, make, contact.id);
  await writeByMeta(world, make);
  const double = await make("/contacts", { name: `Z. ${q}`, email });
  await expectData(ana("POST", `/contacts/${double.id}/merge`, { into_id: contact.id }));
  const { client } = await make(`/contacts/${contact.id}/convert`, { create_opportunity: false });
  const client_id: number = client.id;
  await expectData(ana("PATCH", `/clients/${client_id}`, {
    ...{
      name: `Zoraida ${q}`,
      tax_id: "12345678Z",
      address: `Calle ${q} 1`,
      city: q,
      notes: q,
      tags: [q],
    },
  }));
  const file = `Nombre,NIF,Ciudad,Notas\nZoraida ${q},12345678Z,Lugo,Vive en ${q}\n`;
  await expectData(
    world.call("POST", "/api/admin/imports/clients/commit?duplicates=update", {
      ...{ member: people.ana, body: file, headers: { "Content-Type": "text/csv" } },
    }),
  );
  await expectData(ana("PATCH", `/clients/${client_id}`, { city: q }));
  const second = await make("/clients", { name: `Viuda de ${q}`, legal_name: q });
  await expectData(ana("POST", `/clients/${second.id}/merge`, { into_id: client_id }));
  await make("/notes", { body: `${q} prefiere el roble`, client_id });
  const { lost, won, quote, token, sale } = await sellOnce(ana, { make, client_id, contact });
  const { id: luis } = (await expectData(ana("GET", "/employees")))
    .map(({ user_id: id, name }: { user_id: number; name: string }) => ({ id, name }))
    .find(({ name }: { name: string }) => name === "Luis Vega");
  const task = await make("/tasks", { title: `Llamar a ${q}`, client_id, assignee_id: luis });
  const more = await make("/tasks", { title: `Medir con ${q}`, client_id });
  await expectData(ana("POST", "/tasks/bulk", { ids: [task.id, more.id], assignee_id: null }));
  await expectData(ana("POST", "/tasks/bulk", { ids: [task.id, more.id], assignee_id: luis }));
  await make("/events", {
    title: `Visita a ${q}`,
    location: q,
    description: q,
    client_id,
    starts_at: "2031-01-01T10:00:00Z",
    ends_at: "2031-01-01T11:00:00Z",
  });
  const phoneOfHers = await notifyHer(world);
  await askOfHer(world, phoneOfHers.token);
  await conversationOfHer(world, ana, { contact_id: contact.id, quote_id: quote.id });
  const deliver = async () => {
    const tasks = await expectData(ana("GET", `/tasks?sale_id=${sale.id}`));
    for (const { id } of tasks) await expectData(ana("PATCH", `/tasks/${id}`, { status: "done" }));
  };
  return {
    contactId: contact.id as number,
    clientId: client_id,
    saleId: sale.id as number,
    quoteId: quote.id as number,
    lostId: lost.id as number,
    wonId: won.id as number,
    token: token as string,
    taskId: task.id as number,
    deliver,
  };
}

/** She writes by a program with a file, and what she is answered fails. */
async function writeByProgram(
  world: World,
  make: (path: string, json?: object) => Promise<{ id: number }>,
  contactId: number,
): Promise<void> {
  const program = await connect(world, { name: "Chat", callbackUrl: "http://127.0.0.1:9/chat" });
  const { key } = program;
  const { id: file } = await expectData(
    world.call("POST", `/api/files?name=${q}.txt`, { key, body: q }),
    201,
  );
  await program.file({ externalId: q, from: { id: q, name: q, email }, text: q, files: [file] });
  const message = { direction: "out", via: program.id, body: `Hola, ${q}` };
  const { id } = await make(`/contacts/${contactId}/messages`, message);
  const json = { status: "failed", error: q };
  await expectData(world.call("POST", `/api/messages/${id}/status`, { key, json }));
  await inCompany(world.services.database.db, 1, async (trx) => {
    const { id: outbox_id } = await trx.selectFrom("outbox").select("id")
      .where("company_id", "=", 1).where("message_id", "=", id).executeTakeFirstOrThrow();
    await trx.insertInto("outbox_attempts").values({
      ...{ company_id: 1, outbox_id, number: 1, started_at: new Date(), duration_ms: 1 },
      ...{ outcome: "status", status: 500, answer: q },
    }).execute();
    await trx.insertInto("mail_ids").values({
      ...{ company_id: 1, message_id: id, value: `<${q}@talleres.example>`, is_own: true },
    }).execute();
    const { account_id } = await trx.selectFrom("outbox").select("account_id")
      .where("id", "=", outbox_id).executeTakeFirstOrThrow();
    await trx.insertInto("mail_senders").values({
      ...{ company_id: 1, address: email, is_person: true },
    }).execute();
    await trx.insertInto("refused_addresses").values({
      ...{ company_id: 1, account_id, message_id: id, address: `${q}@a.example`, reason: q },
    }).execute();
  });
}

/** She puts a notification off, mutes its sender, and would be told of one to somebody else. */
/** She is known to an account of Meta's, which fetches her file; a hook of hers found no account. */
async function writeByMeta(
  world: World,
  make: (path: string, json?: object) => Promise<{ id: number }>,
): Promise<void> {
  const app = await make("/meta-apps", {
    ...{ name: "Taller", app_id: "1517776481860111" },
    secrets: { app_secret: "0123456789abcdef0123456789abcdef" },
  });
  const company_id = 1;
  await inCompany(world.services.database.db, company_id, async (trx) => {
    const identity = await trx.selectFrom("identities").select("value")
      .where("kind", "=", "account_id").where("value", "like", `%:${q}`)
      .executeTakeFirstOrThrow();
    const account_id = Number(identity.value.split(":")[0]);
    await trx.insertInto("account_people")
      .values({ company_id, account_id, person_id: q, username: q, seen_key: q }).execute();
    const { id: file_id } = await trx.selectFrom("files").select("id").executeTakeFirstOrThrow();
    const source = JSON.stringify({ mediaId: q, url: null, sha256: null, isStory: false });
    await trx.insertInto("file_fetches").values({
      company_id,
      account_id,
      file_id,
      source,
      due_at: null,
    })
      .execute();
    const { id: problem_id } = await trx.insertInto("meta_problems")
      .values({ company_id, app_id: app.id, kind: "unknown_account" })
      .returning("id").executeTakeFirstOrThrow();
    const body = new TextEncoder().encode(`{"from":"${phone.replace(/\D/g, "")}","body":"${q}"}`);
    await trx.insertInto("meta_problem_events")
      .values({ company_id, problem_id, key: q, body }).execute();
  });
}

async function askOfHer(world: World, device: string): Promise<void> {
  const send = (json: object) =>
    expectData(world.call("POST", "/api/notify", { key: world.keys.shop, json }), 202);
  const { notificationId } = await send({ userId: email, title: q, body: q, sender: q });
  const until = new Date(Date.now() + 3_600_000);
  const path = `/api/phone/notifications/${notificationId}/snooze`;
  await expectData(world.call("POST", path, { device, json: { until } }));
  const json = { quiet: null, muted: [q] };
  await expectData(world.call("PUT", "/api/phone/attention", { device, json }));
  const escalate = { after: 3_600, userIds: [email, "olmo"] };
  await send({ userId: "olmo", title: "Aviso", body: "Aviso", escalate });
}

/** A colleague wants to hear of her again, wrote to her by phone, and decided on her offer. */
async function conversationOfHer(
  world: World,
  ana: Api,
  { contact_id, quote_id }: { contact_id: number; quote_id: number },
): Promise<void> {
  const { id: user_id } = await expectData(ana("GET", "/me"));
  await inCompany(world.services.database.db, 1, async (trx) => {
    const of = { company_id: 1, contact_id, user_id };
    const due_at = new Date("2100-01-01T00:00:00Z");
    await trx.insertInto("conversation_reminders").values({ ...of, due_at }).execute();
    await trx.insertInto("phone_sends").values({ ...of, key: "1", digest: new Uint8Array(32) })
      .execute();
    await trx.insertInto("quote_approvals").values({
      ...{ company_id: 1, quote_id, version: 1, state: "refused", note: q },
      ...{ asked_of: user_id, asked_by: user_id, asked_at: new Date() },
      ...{ decided_by: user_id, decided_at: new Date() },
    }).execute();
  });
}

async function sellOnce(
  ana: Api,
  { make, client_id, contact }: {
    make: (path: string, json?: object) => ReturnType<typeof expectData>;
    client_id: number;
    contact: { id: number };
  },
) {
  const open = (title: string) =>
    make("/opportunities", { title, client_id, contact_id: contact.id, description: q });
  const lost = await open(`Sillas ${q}`);
  await expectData(ana("POST", `/opportunities/${lost.id}/lose`, {
    lost_reason: "Precio",
    lost_note: q,
  }));
  const won = await open(`Mesa ${q}`);
  const quote = await make("/quotes", {
    opportunity_id: won.id,
    title: q,
    intro: q,
    internal_note: q,
    lines: [line],
  });
  await expectData(ana("POST", `/quotes/${quote.id}/send`));
  const { token } = await make(`/quotes/${quote.id}/share`);
  await expectData(ana("POST", `/quotes/${quote.id}/approve`, { name: `Zoraida ${q}` }));
  const { sale } = await make(`/quotes/${quote.id}/confirm-sale`);
  await expectData(ana("PATCH", `/sales/${sale.id}`, { notes: q }));
  return { lost, won, quote, token, sale };
}

async function notifyHer(world: World) {
  const phoneOfHers = await world.pairPhone(email);
  const { notificationId } = await expectData(
    world.call("POST", "/api/notify", {
      key: world.keys.shop,
      json: { userId: email, title: `Hola, ${q}`, body: q, allowReply: true },
    }),
    202,
  );
  await expectData(
    world.call("POST", `/api/phone/notifications/${notificationId}/response`, {
      device: phoneOfHers.token,
      json: { reply: `Soy ${q}` },
    }),
    201,
  );
  return phoneOfHers;
}
