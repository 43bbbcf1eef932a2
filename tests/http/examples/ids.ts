import { sql } from "kysely";
import { uuidValue } from "@/lib/http/document/examples.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { forwardingFacts } from "../../channels/email/forwards/scene.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import type { World } from "../../support/world.ts";
import { prepareMeta } from "./meta.ts";

export const marta = "marta@talleres.example";
const strangers = ["hugo@estudio.example", "nico@relevo.example"];

/** A value that no document can name: it stands in an answer that came before. */
export interface ExampleIds {
  code?: string;
  phone?: string;
  device?: string;
  token?: string;
  hash?: string;
  employee?: string;
  notification?: string;
  response?: string;
  file?: string;
  link?: string;
  /** Parameters of a provider's way back. */
  signedIn?: { code: string; state: string };
  /** Of the scope `channel`. */
  channelKey?: string;
  /** Messages that went out by a program, in the states that verbs need. */
  messages?: Record<string, string>;
  /** The last part of a Meta app's address. */
  metaHook?: string;
  /** An account of a WhatsApp number. */
  number?: string;
  /** Of the quotation, as it was shown. */
  revision?: number;
  /** Marta's id is another one on each day. */
  colleague?: { id: number; email: string };
  /** A contact of the member whose phone it is. */
  conversation?: string;
  /** An account whose conversations can be read. */
  page?: string;
  /** Files that were given up, of the first contact and of the conversation. */
  missingFile?: string;
  missingPhoneFile?: string;
  /** An event, and a later mail of its invitation. */
  invited?: { event: string; message_id: number };
}

/** Records that the demo lacks: a contact that is held, and invitations to other companies. */
export async function prepare(world: World): Promise<ExampleIds> {
  const { db } = world.services.database;
  await inCompany(db, 1, (trx) => sql`update contacts set held = true where id = 4`.execute(trx));
  await expectData(
    apiOf(world, strangers[0]!)("POST", "/employees", { email: marta, role: "x" }),
    201,
  );
  const nico = apiOf(world, strangers[1]!);
  await expectData(nico("POST", "/companies", { name: "Prieto" }), 201);
  await expectData(nico("POST", "/employees", { email: marta, role: "x" }), 201);
  const { id: approver_id } = await expectData(apiOf(world, marta)("GET", "/me"));
  const approval = { amount_above: 0, approver_id };
  await expectData(apiOf(world, marta, 1)("PATCH", "/companies/1", { approval }));
  const people = await expectData(apiOf(world, marta, 1)("GET", "/employees"));
  const { user_id, email } = people.find((one: { email: string }) => one.email !== marta);
  const colleague = { id: user_id, email };
  return { ...await prepareChannel(world), ...await prepareMeta(world), colleague };
}

/** An account with a problem, and messages of the first contact in the states that verbs need. */
async function prepareChannel(world: World): Promise<ExampleIds> {
  const api = apiOf(world, marta, 1);
  const settings = { callback_url: "https://program.example/relevo" };
  const account = { kind: "program", channel: "whatsapp", name: "Bot", settings };
  const { id: via } = await expectData(api("POST", "/channels", account), 201);
  const key = await expectData(api("POST", "/keys", { name: "bot", scope: "channel" }), 201);
  const states = {
    reportMessage: "queued",
    cancelContactMessage: "queued",
    retryContactMessage: "failed",
    cancelAnswer: "queued",
    retryAnswer: "failed",
    resendContactMessage: "uncertain",
    settleContactMessage: "uncertain",
    getContactMessageBytes: "queued",
  } as const;
  const messages: Record<string, string> = {};
  // Of the demo's contacts some have no address, others on each day.
  await expectData(api("PATCH", "/contacts/1", {
    ...{ email: "luis@example.com", phone: "+34 600 111 222" },
  }));
  const reached = { email: "ana@example.com", phone: "+34 600 111 333" };
  const own = { name: "Ana", ...reached, assignee_id: (await me(api)).id };
  const { id: conversation } = await expectData(api("POST", "/contacts", own), 201);
  for (const [operation, state] of Object.entries(states)) {
    const message = { direction: "out", via, body: "Hola" };
    const contact = operation.endsWith("Answer") ? conversation : 1;
    const { id } = await expectData(api("POST", `/contacts/${contact}/messages`, message), 201);
    messages[operation] = String(id);
    await inCompany(
      world.services.database.db,
      1,
      (trx) =>
        trx.updateTable("outbox").set({ state, due_at: null })
          .where("company_id", "=", 1).where("message_id", "=", id).execute(),
    );
  }
  await inCompany(
    world.services.database.db,
    1,
    (trx) =>
      trx.insertInto("refused_addresses").values({
        ...{ company_id: 1, account_id: via, address: "old@example.com" },
      }).execute(),
  );
  await inCompany(world.services.database.db, 1, async (trx) => {
    const event = { company_id: 1, account_id: via, body: new Uint8Array([1]), size: 1 };
    const absent = { kind: "auto_reply", from: { name: null, address: "ana@example.com" } };
    const message_id = Number(messages.getContactMessageBytes);
    const automatic = JSON.stringify({ ...absent, subject: "Absent" });
    await trx.insertInto("channel_events")
      .values({ ...event, external_id: "1", state: "problem", problem: "unreadable" }).execute();
    await trx.insertInto("channel_events").values([
      { ...event, external_id: "2", state: "read", message_id: null, automatic },
      { ...event, external_id: "3", state: "read", message_id, automatic: null },
    ]).execute();
    await trx.updateTable("contact_messages").set({ mail: JSON.stringify(sampleFacts) })
      .where("company_id", "=", 1).where("id", "=", message_id).execute();
  });
  Object.assign(messages, await passOn(world, via));
  const page = await addPage(world);
  const missingFile = uuidValue;
  const missingPhoneFile = uuidValue.replace(/0$/, "1");
  messages.retryMessageFile = await addMissingFile(world, {
    ...{ page, contactId: 1, id: missingFile },
  });
  messages.retryPhoneFile = await addMissingFile(world, {
    ...{ page, contactId: conversation, id: missingPhoneFile },
  });
  const invited = await addInvited(world, Number(messages.cancelContactMessage));
  return {
    channelKey: key.key,
    messages,
    conversation: String(conversation),
    invited,
    page: String(page),
    missingFile,
    missingPhoneFile,
  };
}

/** Mails that pass one of the first contact on: one waits, the other is filed. */
async function passOn(world: World, via: number): Promise<Record<string, string>> {
  const { forwarded, ...facts } = forwardingFacts("Luis", "luis@example.com");
  const before = { body: "Fwd", quoted: null, subject: null, sender: null };
  const filed = {
    ...{ contactId: 1, isOpened: false, noteId: null },
    before: { ...before, facts: { replyTo: null, sentBy: null, isVerified: true } },
  };
  const mails = {
    fileForwardedMail: { ...facts, forwarded },
    unfileForwardedMail: { ...facts, forwarded: { ...forwarded, filed } },
  };
  const rows = await inCompany(
    world.services.database.db,
    1,
    (trx) =>
      trx.insertInto("contact_messages").values(
        Object.entries(mails).map(([name, mail]) => ({
          ...{ company_id: 1, contact_id: 1, direction: "in" as const, channel: "other" as const },
          ...{ body: "Luis", via_id: via, external_id: name, mail: JSON.stringify(mail) },
        })),
      ).returning(["id", "external_id"]).execute(),
  );
  return Object.fromEntries(rows.map(({ id, external_id }) => [external_id!, String(id)]));
}

async function addPage(world: World): Promise<number> {
  const { id } = await inCompany(
    world.services.database.db,
    1,
    (trx) =>
      trx.insertInto("channel_accounts").values({
        ...{ company_id: 1, kind: "facebook", channel: "facebook", name: "Page" },
        settings: JSON.stringify({ page_id: "1" }),
      }).returning("id").executeTakeFirstOrThrow(),
  );
  return id;
}

/** A message with a file that was given up. */
async function addMissingFile(
  world: World,
  { page, contactId, id }: { page: number; contactId: number; id: string },
): Promise<string> {
  return await inCompany(world.services.database.db, 1, async (trx) => {
    const message = await trx.insertInto("contact_messages").values({
      ...{ company_id: 1, contact_id: contactId, direction: "in", channel: "facebook", body: "" },
      ...{ via_id: page, external_id: `m_${id}` },
    }).returning("id").executeTakeFirstOrThrow();
    await trx.insertInto("files").values({
      ...{ id, company_id: 1, name: "photo.jpg", state: "left_out", message_id: message.id },
    }).execute();
    const source = { mediaId: null, url: null, sha256: null, isStory: false };
    await trx.insertInto("file_fetches").values({
      ...{ company_id: 1, file_id: id, account_id: page, due_at: null, problem: "unreachable" },
      source: JSON.stringify(source),
    }).execute();
    return String(message.id);
  });
}

const sampleFacts = {
  ...{ to: [], cc: [], recipients: 0, replyTo: null },
  ...{ isVerified: true, remotePictures: 0, invitation: null },
};

/** An event of contact 1 that a mail of theirs moves. */
async function addInvited(world: World, message_id: number) {
  const organizer = { name: null, address: "luis@example.com" };
  const version = { uid: "fitting@example.com", sequence: 1, stampedAt: null, occurrence: null };
  const invitation = {
    ...{ method: "request", ...version, organizer, title: "Fitting", place: null },
    ...{ startsAt: "2027-03-03T09:00:00Z", endsAt: "2027-03-03T10:30:00Z", isAllDay: false },
    isCancelled: false,
  };
  return await inCompany(world.services.database.db, 1, async (trx) => {
    await trx.updateTable("contact_messages")
      .set({ mail: JSON.stringify({ ...sampleFacts, invitation }) })
      .where("company_id", "=", 1).where("id", "=", message_id).execute();
    const { id } = await trx.insertInto("events").values({
      ...{ company_id: 1, contact_id: 1, title: "Fitting", ical_uid: version.uid },
      ...{ ical_sequence: 0, ical_organizer: organizer.address },
      starts_at: new Date("2027-03-02T09:00:00Z"),
      ends_at: new Date("2027-03-02T10:30:00Z"),
    }).returning("id").executeTakeFirstOrThrow();
    return { event: String(id), message_id };
  });
}

const me = (api: ReturnType<typeof apiOf>) => expectData(api("GET", "/me"));
