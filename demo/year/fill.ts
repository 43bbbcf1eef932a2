import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { become, insideTenant } from "@/lib/db/transaction.ts";
import { companyBrand } from "@/lib/sales/company_terms.ts";
import { nextNumber } from "@/lib/sales/quotes/numbers.ts";
import { activitiesOf, type Book } from "./book.ts";
import { type Clock, clockAt } from "./clock.ts";
import { fillNotifications } from "./notifications.ts";
import { planYear } from "./plan.ts";
import { insertRows, keep } from "./rows.ts";
import { type Employee, hire } from "./staff.ts";
import { studio } from "./studio/studio.ts";
import type { Trade } from "./trade.ts";
import { workshop } from "./workshop/workshop.ts";

/**
 * Fills companies 1 and 2 with people and a year of work up to `now`, in the caller's transaction,
 * which begins and ends as the connecting role. The same day gives the same records; earlier in the
 * day, today's instants lie closer together, because nothing is later than `now`.
 */
export async function fillSampleYear(
  trx: Trx,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<void> {
  const clock = clockAt(now);
  // Before the first row of any: see become.
  for (const { companyId } of [workshop, studio]) await insideTenant(trx, companyId, noWork);
  const staff = await hire(trx, clock);
  for (const trade of [workshop, studio]) {
    await setDetails(trx, trade, clock, publicUrl);
    await become(trx, { companyId: trade.companyId });
    const colleagues = staff.filter(({ companyId }) => companyId === trade.companyId);
    await write(trx, await plan(trx, trade, clock, colleagues));
    await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
      .execute(trx);
  }
}

const noWork = () => Promise.resolve();

async function setDetails(trx: Trx, trade: Trade, clock: Clock, publicUrl: string) {
  const { companyId, details } = trade;
  const { origin, protocol, hostname } = new URL(publicUrl);
  // The settings accept plain http for localhost only.
  const isAllowed = protocol === "https:" || hostname === "localhost";
  await trx.updateTable("companies").set({
    ...details,
    opening_hours: JSON.stringify(details.opening_hours),
    public_origins: [new URL(details.website).origin, ...(isAllowed ? [origin] : [])],
    created_at: clock.ago(1600),
  }).where("id", "=", companyId).execute();
}

async function plan(trx: Trx, trade: Trade, clock: Clock, staff: Employee[]): Promise<Book> {
  const { companyId } = trade;
  const stages = await trx.selectFrom("pipeline_stages").select(["id", "name"])
    .where("company_id", "=", companyId).orderBy("order").execute();
  return planYear({ trade, clock, staff, stages, brand: await companyBrand(trx, { companyId }) });
}

/** Writes the planned rows; tables come after those that they refer to. */
async function write(trx: Trx, book: Book): Promise<void> {
  const { companyId } = book.trade;
  await numberDocuments(trx, book);
  await keep(trx, "products", companyId, book.products);
  await keep(trx, "contacts", companyId, book.contacts);
  await keep(trx, "clients", companyId, book.clients);
  await linkConverted(trx, book);
  await keep(trx, "opportunities", companyId, book.opportunities);
  await keep(trx, "opportunity_stage_log", companyId, book.stageLog);
  await keep(trx, "quotes", companyId, book.quotes);
  await keep(trx, "quote_lines", companyId, book.lines);
  await keep(trx, "quote_revisions", companyId, book.revisions);
  await keep(trx, "quote_shares", companyId, book.shares);
  await keep(trx, "sales", companyId, book.sales);
  await keep(trx, "tasks", companyId, book.tasks);
  await keep(trx, "event_series", companyId, book.series);
  await keep(trx, "events", companyId, book.events);
  await keep(trx, "notes", companyId, book.notes);
  await keep(trx, "contact_messages", companyId, book.messages);
  await insertRows(trx, "activities", companyId, activitiesOf(book));
  await fillNotifications(trx, book);
}

/** Numbers quotations and sales in the order of their creation. */
async function numberDocuments(trx: Trx, { quotes, sales, trade, clock }: Book): Promise<void> {
  const { companyId, details: { quote_prefix } } = trade;
  const yearOf = (day: string) => Number(day.slice(0, 4));
  for (const { row } of quotes) {
    const year = yearOf(row.issue_date!);
    row.number = await nextNumber(trx, { companyId, kind: "quote", year, prefix: quote_prefix });
  }
  for (const { row } of sales) {
    const year = yearOf(clock.dayOf(row.sold_at!));
    row.number = await nextNumber(trx, { companyId, kind: "sale", year, prefix: "S" });
  }
}

/** Contacts and clients refer to each other, so the contacts are updated after both exist. */
async function linkConverted(trx: Trx, { contacts, trade }: Book): Promise<void> {
  const links = contacts.flatMap(({ id, client, row }) =>
    client ? [{ id, client_id: client.id, at: row.converted_at }] : []
  );
  await sql`
    update contacts c set converted_client_id = l.client_id, converted_at = l.at
    from json_to_recordset(${JSON.stringify(links)}::json)
      as l(id int, client_id int, at timestamptz)
    where c.company_id = ${trade.companyId} and c.id = l.id`.execute(trx);
}
