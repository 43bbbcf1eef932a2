import { sql } from "kysely";
import { joinRecord, referenceTo, withMember, withRequired } from "@/lib/records/joins.ts";
import { recordActivities, recordChange } from "@/lib/records/activities.ts";
import {
  changeRecord,
  type LocalActor,
  lockRecord,
  setRestored,
  setTrashed,
} from "@/lib/records/records.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { hasProduct } from "@/lib/sales/products/product_usage.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { planOnce } from "@/lib/db/plan_once.ts";
import { followQuotes } from "@/lib/sales/quotes/opportunity_amount.ts";
import {
  checkCan,
  checkDays,
  expiringDays,
  isExpired,
  patchableWhen,
  quoteList,
  type QuotePatch,
} from "@/lib/sales/quotes/quote.ts";
import { quoteFields, quoteSummaryFields } from "@/lib/sales/quotes/fields.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import {
  approvalColumns,
  isApproval,
  isAwaitingApproval,
  toApproval,
} from "@/lib/sales/quotes/approval/approval_columns.ts";
import type { ApprovalState } from "@/lib/sales/quotes/approval/approval_states.ts";
import { dropQuestions } from "@/lib/sales/quotes/approval/approvals.ts";
import { deliveryColumns, toQuoteDelivery } from "@/lib/sales/quotes/quote_delivery.ts";
import { linesOf } from "@/lib/sales/quotes/quote_lines.ts";
import { listShares } from "@/lib/sales/quotes/quote_shares.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Seen } from "@/lib/input/fields.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { holds } from "@/lib/records/listing/conditions.ts";
import { FirstPages } from "@/lib/records/listing/first_pages.ts";
import { listRecords, sumRecords } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export async function listQuotes(db: Db, reader: Reader, query: ListQuery, now = currentTime()) {
  return await listRecords(db, reader, query, quoteListing(db, reader, query, now));
}

const firstPages = new FirstPages();

export function quoteListing(
  db: Db,
  reader: Reader,
  { expired, expiring, product_id, approval, approver_id }: ListQuery,
  now: Date,
) {
  const today = dayIn(reader.timezone, now);
  const table = db.selectFrom("quotes as t").$call(joinRecord("opportunity"))
    .$if(
      product_id !== undefined,
      (query) => query.where(hasProduct("t.id", product_id as number[])),
    )
    .$if(
      approval !== undefined,
      (query) => query.where(isApproval(approval as ApprovalState[])),
    )
    .$if(
      approver_id !== undefined,
      (query) => query.where(isAwaitingApproval(approver_id as ("me" | number)[], reader)),
    )
    .$if(
      expired !== undefined,
      (query) => query.where(holds(hasLapsed(today), expired as boolean)),
    )
    .$if(
      expiring !== undefined,
      (query) => query.where(holds(isLapsing(today), expiring as boolean)),
    );
  return {
    spec: quoteList,
    table,
    get rows() {
      return quoteRows(db);
    },
    firstPages,
    show: (row: Row) => toSummary(row, today),
    file: {
      columns: { expired: ["status", "valid_until"] },
      show: (row: Row) => ({ ...row, expired: isExpired(row, today) }),
    },
  };
}

/** Sums of the whole list as it is filtered. */
export async function sumQuotes(
  db: Db,
  reader: Reader,
  query: ListQuery,
  now = currentTime(),
): Promise<{ net: number; gross: number }> {
  return await sumRecords(reader, query, quoteListing(db, reader, query, now), {
    net: sql`sum(t.net_total)`,
    gross: sql`sum(t.gross_total)`,
  });
}

/** Whether the quotation `t` is an offer whose last day has passed: `isExpired` as SQL. */
export function hasLapsed(today: string) {
  return sql<boolean>`(t.status = 'sent' and t.valid_until < ${today}::date)`;
}

/** Whether the quotation `t` is an offer whose last day comes within the next few. */
export function isLapsing(today: string) {
  const last = addDays(today, expiringDays);
  return sql<
    boolean
  >`(t.status = 'sent' and t.valid_until between ${today}::date and ${last}::date)`;
}

/** Finds a live quotation with its lines and link. @throws Problem not_found */
export async function findQuote(
  db: Db,
  { companyId, timezone }: { companyId: number; timezone: string },
  id: number,
  now = currentTime(),
) {
  const query = quoteRows(db).select(linesOf(db).as("lines"))
    .where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null);
  const { rows: [row] } = await planOnce("quote", query).execute(db);
  if (!row) throw problem("not_found");
  const shares = await listShares(db, { companyId, timezone }, id, now);
  return {
    ...quoteOf({
      ...row,
      expired: isExpired(row, dayIn(timezone, now)),
      delivery: toQuoteDelivery(row.delivery),
      approval: toApproval(row, row.approval),
    }),
    lines: row.lines,
    share: shares[0] ?? null,
    shares,
  };
}

/**
 * Changes words and dates; once it is no draft, only what `patchableWhen` names.
 * @throws Problem not_found, version_conflict, invalid_transition, validation_failed
 */
export async function changeQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  patch: QuotePatch,
  now = currentTime(),
) {
  const { version, ...values } = patch;
  const find = () => findQuote(trx, actor, id, now);
  const before = await lockRecord(trx, "quotes", actor, id, { version, find });
  const patchable = patchableWhen[before.status];
  const names = (Object.keys(values) as (keyof typeof values)[])
    .filter((name) => values[name] !== undefined);
  if (patchable && !names.every((name) => patchable.includes(name))) {
    checkCan("edit", before.status);
  }
  const { issue_date = before.issue_date, valid_until = before.valid_until } = values;
  if (values.issue_date ?? values.valid_until) checkDays({ issue_date, valid_until }, values);
  const { changes } = await changeRecord(trx, "quotes", actor, before, values);
  await recordChange(trx, actor, {
    subject: { quote_id: id },
    clientId: before.client_id,
    changes,
  });
  if (Object.keys(changes).length > 0) await dropQuestions(trx, actor, [id]);
  return await findQuote(trx, actor, id, now);
}

/** Trashes a draft that was never sent; its number is not given again. @throws Problem in_use */
export async function trashQuote(trx: Trx, actor: LocalActor, id: number) {
  const { status, revision, client_id, opportunity_id } = await lockRecord(
    trx,
    "quotes",
    actor,
    id,
  );
  if (status !== "draft" || revision > 0) throw problem("in_use");
  const quote = await findQuote(trx, actor, id);
  await setTrashed(trx, "quotes", actor, id);
  await dropQuestions(trx, actor, [id]);
  const subject = { quote_id: id };
  await recordActivities(trx, actor, [{ verb: "deleted", subject, clientId: client_id }]);
  await followQuotes(trx, actor, opportunity_id);
  return quote;
}

/** Takes a quotation out of the trash. @throws Problem not_found, version_conflict */
export async function restoreQuote(trx: Trx, actor: LocalActor, id: number, versions: Seen = {}) {
  const { client_id, opportunity_id } = await setRestored(trx, "quotes", actor, id, versions);
  const subject = { quote_id: id };
  await recordActivities(trx, actor, [{ verb: "restored", subject, clientId: client_id }]);
  await followQuotes(trx, actor, opportunity_id);
  return await findQuote(trx, actor, id);
}

function quoteRows(db: Db) {
  return db.selectFrom("quotes as t")
    .leftJoin(
      "sales as sale",
      (join) =>
        join.onRef("sale.company_id", "=", "t.company_id").onRef("sale.quote_id", "=", "t.id"),
    )
    .selectAll("t").select(referenceTo("sale", "sale").as("sale"))
    .select([deliveryColumns.as("delivery"), approvalColumns.as("approval")])
    .$call(withRequired("opportunity")).$call(withRequired("client"))
    .select(sql.ref<number | null>("opportunity.assignee_id").as("assignee_id"))
    .$call(withMember("assignee", "opportunity.assignee_id"));
}

type Row = Awaited<ReturnType<ReturnType<typeof quoteRows>["execute"]>>[number];

const quoteOf = recordMapper(quoteFields);
const summaryOf = recordMapper(quoteSummaryFields);

function toSummary(row: Row, today: string) {
  return summaryOf({
    ...row,
    expired: isExpired(row, today),
    delivery: toQuoteDelivery(row.delivery),
    approval: toApproval(row, row.approval),
  });
}
