/** An account of a company with what came and went by it, its mark in each of their texts. */
import { accessTokenField, writeSecret } from "@/lib/channels/accounts/secrets.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { forwardingFacts } from "../channels/email/forwards/scene.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { inTenant } from "../notify/scene.ts";
import type { World } from "../support/world.ts";
import { insertMeta, shareApp } from "./meta.ts";
import type { Things } from "./records.ts";
import type { Side } from "./sides.ts";

/** Nobody listens there. */
export const deadEnd = (word: string) => `http://127.0.0.1:9/${word}`;

/** @returns ids, and a key of the scope `channel` */
export async function makeChannel(world: World, side: Side): Promise<[Things, key: string]> {
  const { word, companyId, phone } = side;
  const api = apiOf(world, side.member, companyId);
  const make = (path: string, json: unknown) => expectData(api("POST", path, json), 201);
  const settings = { callback_url: deadEnd(word) };
  const { id: via } = await make("/channels", {
    ...{ kind: "program", channel: "whatsapp", name: word, address: word, settings },
  });
  const { key } = await make("/keys", { name: word, scope: "channel" });
  const file = await expectData(
    world.call("POST", `/api/files?name=${word}.txt`, { key, body: word }),
    201,
  );
  const from = { id: word, name: word, phone: `+34${phone}` };
  const message = { channelId: via, externalId: word, from, text: word, files: [file.id] };
  const { contactId } = await expectData(
    world.call("POST", "/api/messages", { key, json: message }),
    202,
  );
  const { id } = await make(`/contacts/${contactId}/messages`, {
    ...{ direction: "out", via, body: word },
  });
  const failed = { status: "failed", error: word };
  await expectData(world.call("POST", `/api/messages/${id}/status`, { key, json: failed }));
  const { id: userId } = await expectData(api("GET", "/me"));
  await expectData(api("PATCH", `/contacts/${contactId}`, { assignee_id: userId }));
  const problem = await inTenant(
    world,
    (trx) => insertRows(trx, { companyId, userId, contactId, id, word, via, fileId: file.id }),
    companyId,
  );
  const app = await makeMetaApp(world, side);
  await insertMeta(world, side, { account: app.numbers, contact: contactId, message: id });
  const template = await make("/reply-templates", { name: word, language: "es", body: word });
  const ids = {
    ...{ channels: via, problems: problem.id, messages: id, files: file.id },
    ...{ "reply-templates": template.id, "refused-addresses": problem.refused },
    ...{ senders: problem.sender, automatic: problem.automatic },
    conversations: contactId,
    ...app,
  };
  const things = Object.entries(ids).map(([noun, one]) => [noun, String(one)]);
  return [Object.fromEntries(things), key];
}

/** A Meta app with what its hook brought; `meta` is the last part of its address. */
async function makeMetaApp(world: World, side: Side) {
  const { word, companyId } = side;
  const api = apiOf(world, side.member, companyId);
  const newApp = { name: word, app_id: String(companyId), verify_token: `${word}-verify` };
  const secrets = { app_secret: `${word}-secret` };
  const app = await expectData(api("POST", "/meta-apps", { ...newApp, secrets }), 201);
  const problem = await inTenant(world, async (trx) => {
    const { id } = await trx.insertInto("meta_problems").values({
      ...{ company_id: companyId, app_id: app.id, kind: "unknown_account", object: "page" },
      external_id: word,
    }).returning("id").executeTakeFirstOrThrow();
    const part = { route: { object: "page", id: word, businessId: null }, part: { word } };
    const body = new TextEncoder().encode(JSON.stringify(part));
    await trx.insertInto("meta_problem_events")
      .values({ company_id: companyId, problem_id: id, key: word, body }).execute();
    await trx.insertInto("meta_hooks").values({
      ...{ company_id: companyId, app_id: app.id, digest: new Uint8Array(32), body },
      due_at: new Date("2100-01-01T00:00:00Z"),
    }).execute();
    return id;
  }, companyId);
  const number = await inTenant(world, (trx) => insertNumber(trx, world, side, app.id), companyId);
  await shareApp(world, side, app.id);
  const [hook] = app.hook.split("/").slice(-1);
  return { "meta-apps": app.id, "meta-problems": problem, meta: hook, numbers: number };
}

/** A WhatsApp number beneath the app, with a template. */
async function insertNumber(trx: Trx, world: World, { word, companyId }: Side, appId: number) {
  const id = String(companyId);
  const settings = { meta_app_id: appId, phone_number_id: `1${id}`, waba_id: `2${id}` };
  const account = await trx.insertInto("channel_accounts").values({
    ...{ company_id: companyId, kind: "whatsapp", channel: "whatsapp", name: word },
    settings: JSON.stringify(settings),
  }).returning("id").executeTakeFirstOrThrow();
  await trx.insertInto("meta_routes").values({
    ...{ company_id: companyId, account_id: account.id, app_company_id: companyId, app_id: appId },
    ...{ object: "whatsapp_business_account", external_id: settings.phone_number_id },
  }).execute();
  await trx.insertInto("meta_routes").values({
    ...{ company_id: companyId, account_id: account.id, app_company_id: companyId, app_id: appId },
    ...{ object: "whatsapp_business_account", external_id: word, is_business: true },
  }).execute();
  const template = { format: "positional", header: null, body: word, footer: null };
  await trx.insertInto("message_templates").values({
    ...{ company_id: companyId, account_id: account.id, name: word, language: "es" },
    ...{ category: "utility", state: "approved" },
    content: JSON.stringify({ ...template, buttons: [], variables: [] }),
  }).execute();
  await writeSecret(trx, { companyId }, world.services.secretCipher!, {
    ...{ accountId: account.id, field: accessTokenField, secret: `${word}-token` },
  });
  return account.id;
}

/** What Meta has of the company. */
export function fillGraph({ graph }: World, { word, companyId }: Side): void {
  const id = String(companyId);
  graph.addApp(id, `${word}-secret`);
  const reaches = [`2${id}`, `3${id}`];
  graph.addToken({ text: `${word}-token`, appId: id, kind: "system", scopes, reaches });
  const number = { id: `1${id}`, wabaId: `2${id}`, display: "+34 911 22 23 33", name: word };
  graph.state.numbers.set(number.id, { ...number, quality: "GREEN" });
  const page = { id: `3${id}`, name: word, username: null, instagramId: null };
  graph.state.pages.set(page.id, page);
  graph.state.templates.set(number.wabaId, [{
    ...{ id, name: word, language: "es", category: "UTILITY", status: "APPROVED" },
    ...{ parameter_format: "POSITIONAL", components: [{ type: "BODY", text: word }] },
  }]);
}

const scopes = ["whatsapp_business_management", "pages_messaging"];

/** A new message of the contact that can be moved by the verb. */
export async function readyMessage(
  world: World,
  side: Side,
  { contacts, channels }: Things,
  verb: string,
): Promise<string> {
  const api = apiOf(world, side.member, side.companyId);
  const message = { direction: "out", via: Number(channels), body: side.word };
  const { id } = await expectData(api("POST", `/contacts/${contacts}/messages`, message), 201);
  const state = { retry: "failed", resend: "uncertain", settle: "uncertain" }[verb] ?? "queued";
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("outbox").set({ state: state as "queued", due_at: null })
        .where("company_id", "=", side.companyId).where("message_id", "=", id).execute(),
    side.companyId,
  );
  return String(id);
}

let forwards = 0;

/** A mail in which a colleague passes another on, filed with its customer before it is given back. */
export async function readyForward(
  world: World,
  side: Side,
  { contacts, channels }: Things,
  verb: string,
): Promise<Things> {
  const { word, companyId, member } = side;
  const mail = forwardingFacts(word, `forwarded.${word.toLowerCase()}@a.example`);
  const { id } = await inTenant(world, (trx) =>
    trx.insertInto("contact_messages").values({
      ...{ company_id: companyId, contact_id: Number(contacts), direction: "in", body: word },
      ...{ channel: "other", via_id: Number(channels), external_id: `${word} f${++forwards}` },
      sender: JSON.stringify({ id: word, name: word, email: `${word}@a.example`, phone: null }),
      mail: JSON.stringify(mail),
    }).returning("id").executeTakeFirstOrThrow(), companyId);
  if (verb === "file-forward") return { messages: String(id) };
  const api = apiOf(world, member, companyId);
  const filed = await expectData(api("POST", `/contacts/${contacts}/messages/${id}/file-forward`));
  return { contacts: String(filed.contact_id), messages: String(id) };
}

/** Whether programs call it with a key of the scope `channel`. */
export function isForChannels(path: string): boolean {
  return /^\/api\/(messages|files)/.test(path);
}

/** Rows that no call makes. */
async function insertRows(
  trx: Trx,
  { companyId, userId, contactId, id, word, via, fileId }:
    & { companyId: 1 | 2; word: string }
    & Record<"userId" | "contactId" | "id" | "via", number>
    & { fileId: string },
) {
  await trx.insertInto("phone_sends").values({
    ...{ company_id: companyId, user_id: userId, contact_id: contactId, message_id: id, key: word },
    digest: new Uint8Array(32),
  }).execute();
  await trx.insertInto("conversation_reminders").values({
    ...{ company_id: companyId, contact_id: contactId, user_id: userId },
    due_at: new Date("2100-01-01T00:00:00Z"),
  }).execute();
  const { id: outbox_id } = await trx.selectFrom("outbox").select("id")
    .where("company_id", "=", companyId).where("message_id", "=", id).executeTakeFirstOrThrow();
  const recipient = { address: `${word}@a.example`, state: "failed", error: word };
  await trx.updateTable("outbox").set({
    recipients: JSON.stringify([{ ...recipient, at: new Date().toISOString() }]),
  }).where("company_id", "=", companyId).where("id", "=", outbox_id).execute();
  await trx.insertInto("outbox_attempts").values({
    ...{ company_id: companyId, outbox_id, number: 1, started_at: new Date(), duration_ms: 1 },
    ...{ outcome: "status", status: 500, answer: word },
  }).execute();
  await trx.insertInto("mail_ids").values({
    ...{ company_id: companyId, message_id: id, value: `<${word}@a.example>`, is_own: true },
  }).execute();
  const { id: refused } = await trx.insertInto("refused_addresses").values({
    ...{ company_id: companyId, account_id: via, message_id: id },
    ...{ address: `${word}@a.example`, reason: word },
  }).returning("id").executeTakeFirstOrThrow();
  const { id: sender } = await trx.insertInto("mail_senders").values({
    ...{ company_id: companyId, address: `${word}@f.example`, answers_to: "reply_to" },
  }).returning("id").executeTakeFirstOrThrow();
  await trx.insertInto("mailboxes").values({
    ...{ company_id: companyId, account_id: via, role: "inbox", source: word },
    ...{ uid_validity: 1, last_uid: 1 },
  }).execute();
  const mail = {
    ...{ to: [{ name: word, address: `${word}@a.example` }], cc: [], recipients: 1 },
    ...{ replyTo: null, isVerified: true, remotePictures: 0 },
    invitation: {
      ...{ method: "request", uid: word, occurrence: null, sequence: 2, stampedAt: null },
      ...{ title: word, place: word, isAllDay: false, isCancelled: false, more: [], count: 1 },
      ...{ startsAt: "2027-01-01T09:00:00Z", endsAt: "2027-01-01T10:00:00Z" },
      organizer: { name: word, address: `${word}@a.example` },
    },
  };
  await trx.updateTable("contact_messages").set({
    ...{ subject: word, html: `<p>${word}</p>`, quoted: word, mail: JSON.stringify(mail) },
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
  await trx.updateTable("events").set({
    ...{ ical_uid: word, ical_sequence: 1, ical_organizer: `${word}@a.example` },
  }).where("company_id", "=", companyId).execute();
  await trx.updateTable("files").set({ content_id: word })
    .where("company_id", "=", companyId).where("id", "=", fileId).execute();
  const body = new TextEncoder().encode(word);
  await trx.insertInto("channel_events").values({
    ...{ company_id: companyId, account_id: via, external_id: `${word} 4`, body },
    ...{ size: body.length, state: "read", message_id: id },
  }).execute();
  const { id: automatic } = await trx.insertInto("channel_events").values({
    ...{ company_id: companyId, account_id: via, external_id: `${word} 3`, size: 1, body },
    ...{ state: "read", automatic: JSON.stringify({ kind: "list", from: null, subject: word }) },
  }).returning("id").executeTakeFirstOrThrow();
  const event = await trx.insertInto("channel_events").values({
    ...{ company_id: companyId, account_id: via, external_id: `${word} 2`, body },
    ...{ size: body.length, state: "problem", problem: "unreadable", problem_text: word },
  }).returning("id").executeTakeFirstOrThrow();
  return { ...event, refused, sender, automatic };
}
