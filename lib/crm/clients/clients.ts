import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { withMember, withRecord } from "@/lib/records/joins.ts";
import { recordActivities, recordChange } from "@/lib/records/activities.ts";
import { type Noun, restoreRecord, trashRecord } from "@/lib/records/trash.ts";
import { type ClientCreate, clientList, type ClientPatch } from "@/lib/crm/clients/client.ts";
import { checkLinks } from "@/lib/records/links.ts";
import { forgetMerge } from "@/lib/records/merging.ts";
import { norms } from "@/lib/crm/contacts/normalise.ts";
import { type Actor, changeRecord, insertRecord, lockRecord } from "@/lib/records/records.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { type Reader, readPage } from "@/lib/records/lists.ts";
import { problem } from "@/lib/input/errors.ts";

/** A page of the company's clients. */
export async function listClients(db: Db, reader: Reader, asked: ListQuery) {
  const { rows, meta } = await readPage(db, reader, asked, {
    spec: clientList,
    table: db.selectFrom("clients as t"),
    rows: clientRows(db),
  });
  return { records: rows.map(toClient), meta };
}

/** One live client. @throws Problem not_found */
export async function findClient(db: Db, { companyId }: Tenant, id: number) {
  const row = await clientRows(db).where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toClient(row);
}

/** Files a client. @throws Problem duplicate (its tax id is taken), validation_failed */
export async function createClient(
  trx: Trx,
  actor: Actor,
  body: ClientCreate,
  source: { source_contact_id?: number } = {},
) {
  await checkLinks(trx, actor, { assignee_id: body.assignee_id });
  const row = await insertRecord(trx, "clients", actor, { ...body, ...norms(body), ...source });
  await recordActivities(trx, actor, [{
    verb: "created",
    subject: { client_id: row.id },
    clientId: row.id,
  }]);
  return await findClient(trx, actor, row.id);
}

/**
 * Changes any of a client's fields.
 * @throws Problem not_found, version_conflict, duplicate, validation_failed
 */
export async function changeClient(trx: Trx, actor: Actor, id: number, patch: ClientPatch) {
  const { version, ...values } = patch;
  const before = await lockRecord(trx, "clients", actor, id, { version });
  await checkLinks(trx, actor, { assignee_id: values.assignee_id }, before);
  const { changes } = await changeRecord(trx, "clients", actor, before, {
    ...values,
    ...norms(values),
  });
  await recordChange(trx, actor, { subject: { client_id: id }, clientId: id, changes });
  return await findClient(trx, actor, id);
}

/** Puts a client into the bin; what belongs to it stays. @throws Problem not_found */
export async function trashClient(trx: Trx, actor: Actor, id: number) {
  return await trashRecord(trx, trashed, actor, id);
}

/** Takes a client out of the bin. @throws Problem not_found, duplicate */
export async function restoreClient(trx: Trx, actor: Actor, id: number) {
  await forgetMerge(trx, "clients", actor, id);
  return await restoreRecord(trx, trashed, actor, id);
}

const trashed: Noun<"clients", Awaited<ReturnType<typeof findClient>>> = {
  table: "clients",
  find: findClient,
  about: ({ id }) => ({ subject: { client_id: id }, clientId: id }),
};

function clientRows(db: Db) {
  return db.selectFrom("clients as t")
    .selectAll("t").$call(withMember("assignee"))
    .$call(withRecord("contact", { by: "t.source_contact_id" }));
}

type Row = Awaited<ReturnType<ReturnType<typeof clientRows>["execute"]>>[number];

function toClient(row: Row) {
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    kind: row.kind,
    name: row.name,
    legal_name: row.legal_name,
    tax_id: row.tax_id,
    email: row.email,
    phone: row.phone,
    website: row.website,
    address: row.address,
    postal_code: row.postal_code,
    city: row.city,
    region: row.region,
    country: row.country,
    language: row.language,
    payment_terms_days: row.payment_terms_days,
    notes: row.notes,
    source_channel: row.source_channel,
    source_contact: row.contact,
    marketing_consent: row.marketing_consent,
    assignee: row.assignee,
    merged_into_id: row.merged_into_id,
    tags: row.tags,
  };
}
