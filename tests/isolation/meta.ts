/** What endpoints of Meta's accounts need, made as connecting and filing make it. */
import { sql } from "kysely";
import { v7 } from "uuid";
import { inTenant } from "../notify/scene.ts";
import type { World } from "../support/world.ts";
import type { Things } from "./records.ts";
import type { Side } from "./sides.ts";

/** A page, by which nothing can be called. */
export async function readyPage(world: World, { companyId, word }: Side): Promise<number> {
  const { id } = await inTenant(world, (trx) =>
    trx.insertInto("channel_accounts").values({
      ...{ company_id: companyId, kind: "facebook", channel: "facebook", name: word },
      settings: JSON.stringify({ page_id: String(companyId) }),
    }).returning("id").executeTakeFirstOrThrow(), companyId);
  return id;
}

/** A message of the contact with a file that was given up. */
export async function readyFile(
  world: World,
  side: Side,
  { contacts }: Things,
): Promise<Things> {
  const { companyId: company_id, word } = side;
  const account_id = await readyPage(world, side);
  const file_id = v7();
  const { id } = await inTenant(world, async (trx) => {
    const message = await trx.insertInto("contact_messages").values({
      ...{ company_id, contact_id: Number(contacts), direction: "in", channel: "facebook" },
      ...{ body: word, external_id: file_id, via_id: account_id },
      // Not by which they wrote last.
      sent_at: new Date("2026-11-20T10:00:00Z"),
    }).returning("id").executeTakeFirstOrThrow();
    await trx.insertInto("files").values({
      ...{ id: file_id, company_id, name: word, state: "left_out", message_id: message.id },
    }).execute();
    const source = { mediaId: null, url: null, sha256: null, isStory: false };
    await trx.insertInto("file_fetches").values({
      ...{ company_id, file_id, account_id, source: JSON.stringify(source) },
      ...{ due_at: null, problem: "unreachable" },
    }).execute();
    return message;
  }, company_id);
  return { messages: String(id), files: file_id };
}

/** The app is shared with a third company, since who it is shared with reads its name. */
export async function shareApp(
  world: World,
  { companyId: company_id, word: name }: Side,
  app_id: number,
): Promise<void> {
  const { rows: [third] } = await sql<{ id: number }>`
    insert into companies (name, slug, color) values ('Third', 'third', '#336699')
    on conflict (slug) do update set name = excluded.name returning id`.execute(world.owner.db);
  await inTenant(world, (trx) =>
    trx.insertInto("meta_app_shares")
      .values({ company_id, app_id, shared_with: third!.id, name }).execute(), company_id);
}

/** What Meta's accounts know of a contact, of its message, and of what came too early. */
export async function insertMeta(
  world: World,
  { companyId: company_id, word }: Side,
  { account: account_id, contact, message }: Record<"account" | "contact" | "message", number>,
): Promise<void> {
  const at = new Date("2026-11-20T10:00:00Z");
  const source = { mediaId: word, url: null, sha256: null, isStory: true };
  const body = new TextEncoder().encode(word);
  const later = new Date("2100-01-01T00:00:00Z");
  await inTenant(world, async (trx) => {
    await trx.insertInto("account_people").values({
      ...{ company_id, account_id, person_id: word, username: word, joined_to: word },
      ...{ seen_key: word, marked_key: word, opted_in_at: at, opt_in_source: word },
    }).execute();
    await trx.insertInto("channel_events").values({
      ...{ company_id, account_id, external_id: `${word} early`, body, size: body.length },
      ...{ due_at: later, waits_for: word },
    }).execute();
    await trx.updateTable("contacts").set({ username: word })
      .where("company_id", "=", company_id).where("id", "=", contact).execute();
    await trx.updateTable("contact_messages").set({
      ...{ answers_key: word, content: JSON.stringify({ type: "unknown", what: word }) },
      source: JSON.stringify({ kind: "ad", title: word, url: null, ref: word }),
      reactions: JSON.stringify([{ emoji: word, by: "them", at }]),
      ...{ edited_at: at, earlier: JSON.stringify([{ body: word, at }]) },
      template: JSON.stringify({ name: word, language: "es" }),
    }).where("company_id", "=", company_id).where("id", "=", message).execute();
    await trx.updateTable("outbox").set({
      ...{ person: word, note: word },
      charged: JSON.stringify({ category: word, billable: true }),
    }).where("company_id", "=", company_id).where("message_id", "=", message).execute();
    const file = await trx.selectFrom("files").select("id").where("company_id", "=", company_id)
      .where("name", "like", `${word}%`).executeTakeFirstOrThrow();
    await trx.insertInto("file_fetches").values({
      ...{ company_id, file_id: file.id, account_id, source: JSON.stringify(source) },
      ...{ due_at: null, forget_at: later },
    }).execute();
  }, company_id);
}
