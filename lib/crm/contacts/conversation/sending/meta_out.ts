import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { isMetaKind, limits, type MetaKind } from "@/lib/channels/meta/out/limits.ts";
import { fileKindOf, limitsOf } from "@/lib/channels/meta/out/limits.ts";
import type { OutgoingMeta, OutgoingTemplate } from "@/lib/channels/meta/out/outgoing.ts";
import { type Window, windowOf } from "@/lib/channels/meta/out/window.ts";
import { whyUnsupported } from "@/lib/words/apps/unsupported_template.ts";
import { outgoingWords } from "@/lib/channels/meta/out/words.ts";
import { mostParts, partsOf } from "@/lib/values/text_parts.ts";
import {
  fillTemplateOf,
  type Variables,
} from "@/lib/crm/contacts/conversation/sending/meta_template.ts";
import type { MetaPerson } from "@/lib/crm/contacts/conversation/sending/meta_person.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { MessageTemplate } from "@/lib/db/tables/meta.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Actor } from "@/lib/records/records.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** Messages to somebody by WhatsApp, Instagram or Facebook, as they are written. */

export interface MetaRequest {
  answers?: number;
  template?: { name: string; language: string; variables: Variables };
  opt_in?: { source: string };
}

interface Written extends MetaRequest {
  contactId: number;
  person: MetaPerson;
  body: string;
  files: readonly string[];
  /** A file takes the text as its caption, where it may. */
  isCaptioned: boolean;
}

export interface MetaOut {
  /** Texts and files of the messages that it leaves as, in order. */
  parts: { body: string; files: string[] }[];
  meta: OutgoingMeta;
  template: MessageTemplate | null;
}

/** Refuses fields that only Meta has on other accounts. @throws Problem validation_failed */
export function refuseMeta(account: Account | undefined, request: MetaRequest): void {
  const isOfMeta = account !== undefined && isMetaKind(account.kind);
  const isWhatsapp = account?.kind === "whatsapp";
  const wrong = {
    ...request.answers !== undefined && !isOfMeta ? { answers: inputWords.otherKind } : {},
    ...request.template && !isWhatsapp ? { template: inputWords.otherKind } : {},
    ...request.opt_in && !isWhatsapp ? { opt_in: inputWords.otherKind } : {},
  };
  if (Object.keys(wrong).length > 0) throw problem("validation_failed", { fields: wrong });
}

/**
 * @throws Problem window_closed, validation_failed (`body`, `files`, `answers`, `template`, `opt_in`)
 */
export async function writeMeta(
  trx: Trx,
  actor: Actor,
  account: Account,
  written: Written,
): Promise<MetaOut> {
  const { person, contactId } = written;
  const template = written.template && await findTemplate(trx, actor, account, written);
  const window = windowOf(account, heardOf(person));
  if (!template) refuseClosed(window);
  const kinds = await readKinds(trx, actor, account, written.files);
  const answers = written.answers === undefined
    ? null
    : await findAnswered(trx, account, { contactId, id: written.answers });
  if (template) refuseHeader(template.outgoing, kinds);
  const parts = template
    ? [{ body: template.text, files: [...written.files] }]
    : split(account.kind as MetaKind, written, kinds);
  if (parts.length > mostParts) {
    throw problem("validation_failed", { fields: { body: outgoingWords.parts(mostParts) } });
  }
  await recordOptIn(trx, actor, account, written);
  const { name, language } = written.template ?? {};
  return {
    parts,
    meta: { to: person.id, answers, template: template?.outgoing ?? null },
    template: name !== undefined && language !== undefined ? { name, language } : null,
  };
}

/** Text first, then files: one call carries one of them. */
function split(
  kind: MetaKind,
  { body, files, isCaptioned }: Written,
  kinds: readonly string[],
): MetaOut["parts"] {
  const { text, caption } = limits[kind];
  const fits = isCaptioned && files.length === 1 && kinds[0] !== "audio" && body.length <= caption;
  if (fits) return [{ body, files: [...files] }];
  return [
    ...partsOf(body, text).map((one) => ({ body: one, files: [] as string[] })),
    ...files.map((id) => ({ body: "", files: [id] })),
  ];
}

function heardOf({ heard_at, closed_at }: MetaPerson) {
  const instant = (value: string | null) => value === null ? null : new Date(value);
  return { heard_at: instant(heard_at), closed_at: instant(closed_at) };
}

/** @throws Problem window_closed */
function refuseClosed({ isOpen, until, after }: Window): void {
  if (isOpen || after === "human_agent") return;
  throw problem("window_closed", { details: { until, after } });
}

/** @returns how each goes @throws Problem validation_failed (`files`) */
async function readKinds(
  db: Db,
  { companyId }: Tenant,
  { kind }: Account,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("files").select(["id", "type", "size"])
    .where("company_id", "=", companyId).where("id", "in", [...ids]).execute();
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    // Attaching it says so.
    if (!row) return "";
    const way = fileKindOf(kind as MetaKind, row);
    if ("as" in way) return way.as;
    const types = (limitsOf(kind).types ?? []).join(", ");
    const words = way.why === "type" ? outgoingWords.type(types) : outgoingWords.size;
    throw problem("validation_failed", { fields: { files: words } });
  });
}

/** @throws Problem validation_failed (`answers`) */
async function findAnswered(
  db: Db,
  { company_id, id: via }: Account,
  { contactId, id }: { contactId: number; id: number },
): Promise<string> {
  const row = await db.selectFrom("contact_messages").select("external_id")
    .where("company_id", "=", company_id).where("contact_id", "=", contactId).where("id", "=", id)
    .where("via_id", "=", via).where("deleted_at", "is", null).executeTakeFirst();
  if (!row?.external_id) {
    throw problem("validation_failed", { fields: { answers: outgoingWords.answers } });
  }
  return row.external_id;
}

/** @throws Problem validation_failed (`template`, `opt_in`, `body`) */
async function findTemplate(
  db: Db,
  { companyId }: Tenant,
  account: Account,
  { template, person, opt_in, body }: Written,
) {
  const { name, language, variables } = template!;
  const row = await db.selectFrom("message_templates").select(["category", "state", "content"])
    .where("company_id", "=", companyId).where("account_id", "=", account.id)
    .where("name", "=", name).where("language", "=", language).executeTakeFirst();
  const fields: Record<string, Text> = {};
  if (body.trim() !== "") fields.body = outgoingWords.noBody;
  if (person.opted_in_at === null && !opt_in) fields.opt_in = outgoingWords.optIn;
  const unsupported = row?.content.unsupported ?? null;
  const filled = row?.state.toUpperCase() === "APPROVED" && unsupported === null
    ? fillTemplateOf({ name, language, content: row.content }, variables)
    : undefined;
  if (unsupported) fields.template = whyUnsupported(unsupported);
  else if (!row || !filled) fields.template = outgoingWords.template;
  else if (row.category.toUpperCase() === "MARKETING" && person.marketing_stopped_at !== null) {
    fields.template = outgoingWords.marketing;
  }
  if (filled && "fields" in filled) Object.assign(fields, filled.fields);
  if (Object.keys(fields).length > 0) throw problem("validation_failed", { fields });
  return filled as Exclude<typeof filled, { fields: unknown } | undefined>;
}

/** @throws Problem validation_failed (`files`) */
function refuseHeader({ header }: OutgoingTemplate, kinds: readonly string[]): void {
  const [kind, ...others] = kinds;
  const fits = header === null
    ? kind === undefined
    : others.length === 0 && (header === kind || header === "document" && kind !== undefined);
  if (fits) return;
  const files = header === null ? outgoingWords.noHeader : outgoingWords.header(header);
  throw problem("validation_failed", { fields: { files } });
}

async function recordOptIn(
  trx: Trx,
  { companyId, userId }: Actor,
  account: Account,
  { person, opt_in }: Written,
): Promise<void> {
  if (!opt_in) return;
  const optIn = {
    opted_in_at: sql<Date>`now()`,
    opted_in_by: userId,
    opt_in_source: opt_in.source,
  };
  await trx.insertInto("account_people")
    .values({ company_id: companyId, account_id: account.id, person_id: person.id, ...optIn })
    .onConflict((on) => on.columns(["company_id", "account_id", "person_id"]).doUpdateSet(optIn))
    .execute();
}

/** Ids of the messages that were written as one, in order. */
export async function readParts(
  db: Db,
  { companyId }: Tenant,
  { id, contact_id, part }: { id: number; contact_id: number; part: { n: number } | null },
): Promise<number[]> {
  if (part === null) return [id];
  const rows = await db.selectFrom("contact_messages").select("id")
    .where("company_id", "=", companyId).where("contact_id", "=", contact_id)
    .where((on) => on.or([on("id", "=", id), on(sql`(part ->> 'first')::int`, "=", id)]))
    .orderBy("id").execute();
  return rows.map((row) => row.id);
}
