import { seeMessages } from "@/lib/crm/contacts/conversation/sending/see_messages.ts";
import { sql } from "kysely";
import type { AccountKind } from "@/lib/values/account_kinds.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { withMember, withRecord } from "@/lib/records/joins.ts";
import { recordActivities, recordChange } from "@/lib/records/activities.ts";
import { type Noun, restoreRecord, trashRecord } from "@/lib/records/trash.ts";
import {
  canMove,
  type ContactCreate,
  contactList,
  contactMoves,
  type ContactPatch,
  type ContactStatus,
} from "@/lib/crm/contacts/contact.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import { refuseIfMerged } from "@/lib/records/merging.ts";
import { checkLinks } from "@/lib/records/links.ts";
import { norms } from "@/lib/crm/contacts/normalise.ts";
import { isUnanswered, isWaiting } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { notifyNewContact } from "@/lib/crm/notices/contacts.ts";
import {
  type Actor,
  changeRecord,
  insertRecord,
  lockRecord,
  missing,
} from "@/lib/records/records.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { holds } from "@/lib/records/listing/conditions.ts";
import { FirstPages } from "@/lib/records/listing/first_pages.ts";
import { listRecords } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Spam, and what is held, is listed only on request. */
export async function listContacts(db: Db, reader: Reader, query: ListQuery) {
  return await listRecords(db, reader, query, contactListing(db, query));
}

const firstPages = new FirstPages();

export function contactListing(db: Db, query: ListQuery, now = currentTime()) {
  return {
    spec: contactList,
    get table() {
      return contactTable(db, query, now);
    },
    get rows() {
      return contactRows(db);
    },
    show: toContact,
    firstPages,
  };
}

function contactTable(db: Db, listQuery: ListQuery, now: Date) {
  const { is_spam, held, waiting, unanswered, via, account_kind } = listQuery;
  return db.selectFrom("contacts as t")
    .$if(is_spam === undefined, (query) => query.where("t.is_spam", "=", false))
    .$if(held === undefined, (query) => query.where("t.held", "=", false))
    .$if(
      waiting !== undefined,
      (query) => query.where(holds(isWaiting, waiting as boolean)),
    )
    .$if(
      unanswered !== undefined,
      (query) => query.where(holds(isUnanswered(now), unanswered as boolean)),
    )
    .$if(via !== undefined, (query) => query.where(hasPassed(via as number)))
    .$if(
      account_kind !== undefined,
      (query) =>
        query.where(
          account_kind === "not_email"
            ? sql<boolean>`not ${hasPassedBy("email")}`
            : hasPassedBy(account_kind as AccountKind),
        ),
    );
}

/** A message of it came or went by the account. */
function hasPassed(via: number) {
  return sql<boolean>`t.id in (select m.contact_id from contact_messages m
    where m.company_id = t.company_id and m.via_id = ${via} and m.deleted_at is null)`;
}

/** Mail passed with the contact `t`, whose channel is `other`. */
export const isByMail = sql<boolean>`(t.channel = 'other' and exists (
  select from channel_accounts a
  join contact_messages m on m.company_id = a.company_id and m.via_id = a.id
  where a.company_id = t.company_id and a.kind = 'email' and m.contact_id = t.id
    and m.deleted_at is null))`;

function hasPassedBy(kind: AccountKind) {
  return sql<boolean>`t.id in (select m.contact_id from contact_messages m
    join channel_accounts a on a.company_id = m.company_id and a.id = m.via_id
    where m.company_id = t.company_id and a.kind = ${kind} and m.deleted_at is null)`;
}

/** @throws Problem not_found (a merged one: `merged_into_id`) */
export async function findContact(db: Db, { companyId }: Tenant, id: number) {
  const row = await contactRows(db).where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw await missing(db, "contacts", { companyId }, id);
  return toContact(row);
}

/** Files a contact by hand with its first message, if any. */
export async function createContact(trx: Trx, actor: Actor, body: ContactCreate) {
  const { message, ...values } = body;
  if (!values.name && !values.email && !values.phone && !values.channel_contact_id) {
    throw problem("validation_failed", { fields: { name: inputWords.noNameNorAddress } });
  }
  await checkLinks(trx, actor, values);
  const row = await insertRecord(trx, "contacts", actor, {
    ...values,
    ...norms(values),
    message: message ?? null,
    last_direction: message === undefined ? null : "in",
  });
  if (message !== undefined) {
    await trx.insertInto("contact_messages").values({
      company_id: actor.companyId,
      created_by: actor.userId,
      contact_id: row.id,
      direction: "in",
      channel: values.channel,
      body: message,
    }).execute();
  }
  await recordActivities(trx, actor, [{ verb: "created", subject: { contact_id: row.id } }]);
  await notifyNewContact(trx, actor, row);
  if (message !== undefined) await planAnswers(trx, actor, [row.id]);
  return await findContact(trx, actor, row.id);
}

/** @throws Problem not_found, version_conflict, invalid_transition, duplicate, validation_failed */
export async function changeContact(trx: Trx, actor: Actor, id: number, patch: ContactPatch) {
  const { version, ...values } = patch;
  const find = () => findContact(trx, actor, id);
  const before = await lockRecord(trx, "contacts", actor, id, { version, find });
  if (values.status !== undefined) checkMove(before.status, values.status);
  await checkLinks(trx, actor, values, before);
  const { changes } = await changeRecord(trx, "contacts", actor, before, {
    ...values,
    ...norms(values),
  });
  const clientId = before.converted_client_id;
  await recordChange(trx, actor, { subject: { contact_id: id }, clientId, changes });
  if (before.status === "new" && values.status === "read") await seeMessages(trx, actor, id);
  return await findContact(trx, actor, id);
}

export async function trashContact(trx: Trx, actor: Actor, id: number) {
  return await trashRecord(trx, trashed, actor, id);
}

/** @throws Problem not_found, duplicate, invalid_transition (merged) */
export async function restoreContact(trx: Trx, actor: Actor, id: number) {
  await refuseIfMerged(trx, "contacts", actor, id);
  const contact = await restoreRecord(trx, trashed, actor, id);
  await planAnswers(trx, actor, [id], currentTime());
  return contact;
}

const trashed: Noun<"contacts", Awaited<ReturnType<typeof findContact>>> = {
  table: "contacts",
  find: findContact,
  about: ({ id }) => ({ subject: { contact_id: id } }),
};

/** @throws Problem invalid_transition, with what is allowed */
export function checkMove(from: ContactStatus, to: ContactStatus): void {
  if (!canMove(from, to)) {
    throw problem("invalid_transition", { details: { allowed: contactMoves[from] } });
  }
}

function contactRows(db: Db) {
  return db.selectFrom("contacts as t")
    .selectAll("t").select(isByMail.as("by_mail")).$call(withMember("assignee"))
    .$call(withRecord("client", { by: "t.converted_client_id" }));
}

type Row = Awaited<ReturnType<ReturnType<typeof contactRows>["execute"]>>[number];

const ofRow = recordMapper(contactFields);

function toContact(row: Row) {
  const { converted_client_id, by_mail } = row;
  return { ...ofRow(row), converted_client_id, by_mail };
}
