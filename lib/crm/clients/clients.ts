import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { withMember, withRecord } from "@/lib/records/joins.ts";
import { recordActivities, recordChange } from "@/lib/records/activities.ts";
import { type Noun, restoreRecord, trashRecord } from "@/lib/records/trash.ts";
import { type ClientCreate, clientList, type ClientPatch } from "@/lib/crm/clients/client.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { refuseIfBusy } from "@/lib/crm/clients/live_business.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import { checkLinks } from "@/lib/records/links.ts";
import { refuseIfMerged } from "@/lib/records/merging.ts";
import { norms } from "@/lib/crm/contacts/normalise.ts";
import {
  type Actor,
  changeRecord,
  insertRecord,
  lockRecord,
  missing,
} from "@/lib/records/records.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { FirstPages } from "@/lib/records/listing/first_pages.ts";
import { listRecords } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";

export async function listClients(db: Db, reader: Reader, query: ListQuery) {
  return await listRecords(db, reader, query, clientListing(db));
}

const firstPages = new FirstPages();

export function clientListing(db: Db) {
  const table = db.selectFrom("clients as t");
  return {
    spec: clientList,
    table,
    get rows() {
      return clientRows(db);
    },
    show: toClient,
    firstPages,
  };
}

/**
 * @param options.gone also a trashed or erased one, whose sales stay
 * @throws Problem not_found (a merged one: `merged_into_id`)
 */
export async function findClient(
  db: Db,
  { companyId }: Tenant,
  id: number,
  { gone = false } = {},
) {
  const row = await clientRows(db).where("t.company_id", "=", companyId).where("t.id", "=", id)
    .$if(!gone, (query) => query.where("t.deleted_at", "is", null)).executeTakeFirst();
  if (!row) throw await missing(db, "clients", { companyId }, id);
  return toClient(row);
}

/** @throws Problem duplicate (the tax id is taken), validation_failed */
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

/** @throws Problem not_found, version_conflict, duplicate, validation_failed */
export async function changeClient(trx: Trx, actor: Actor, id: number, patch: ClientPatch) {
  const { version, ...values } = patch;
  const find = () => findClient(trx, actor, id);
  const before = await lockRecord(trx, "clients", actor, id, { version, find });
  await checkLinks(trx, actor, { assignee_id: values.assignee_id }, before);
  const { changes } = await changeRecord(trx, "clients", actor, before, {
    ...values,
    ...norms(values),
  });
  await recordChange(trx, actor, { subject: { client_id: id }, clientId: id, changes });
  return await findClient(trx, actor, id);
}

/**
 * Trashes a client and leaves its records.
 * @throws Problem not_found, in_use (it has live business)
 */
export async function trashClient(trx: Trx, actor: Actor, id: number) {
  await lockRecord(trx, "clients", actor, id);
  await refuseIfBusy(trx, actor, id);
  return await trashRecord(trx, trashed, actor, id);
}

/** @throws Problem not_found, duplicate, invalid_transition (merged) */
export async function restoreClient(trx: Trx, actor: Actor, id: number) {
  await refuseIfMerged(trx, "clients", actor, id);
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

const ofRow = recordMapper(clientFields);

function toClient(row: Row) {
  return ofRow(row);
}
