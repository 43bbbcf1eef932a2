import { sql } from "kysely";
import type * as z from "zod";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { hasKey, keyRows } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { RefusedNote, refusedQuery } from "@/lib/channels/email/refused_address.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { problem } from "@/lib/input/errors.ts";
import { metaOf } from "@/lib/input/list.ts";
import { shownAddress, shownMailbox } from "@/lib/records/shown_address.ts";

/** RFC 5321, section 4.5.4.1: after five days a server that could not deliver has given up. */
const returnDays = 5;
const keptDays = 365;

/** Condition on `r`: a mail that left since and did not come back in time has arrived. */
export const stillRefused = sql<boolean>`(r.tried_at is null
  or r.tried_at > now() - make_interval(days => ${sql.lit(returnDays)}))`;

export async function listRefused(
  db: Db,
  tenant: Tenant,
  query: z.output<typeof refusedQuery>,
) {
  const rows = await refusedRows(db, tenant).orderBy("r.at", "desc").orderBy("r.id", "desc")
    .limit(query.per_page).offset((query.page - 1) * query.per_page).execute();
  const { total } = await db.selectFrom("refused_addresses as r")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("r.company_id", "=", tenant.companyId).where(stillRefused).executeTakeFirstOrThrow();
  return { records: rows.map(toRefused), meta: metaOf(query, Number(total)) };
}

/** Clears an address that is right again. @returns the record @throws Problem not_found */
export async function clearRefused(trx: Trx, tenant: Tenant, id: number) {
  const row = await refusedRows(trx, tenant).where("r.id", "=", id).executeTakeFirst();
  if (!row) throw problem("not_found");
  await trx.deleteFrom("refused_addresses").where("company_id", "=", tenant.companyId)
    .where("id", "=", id).execute();
  return toRefused(row);
}

/** @throws Problem address_refused: one of the addresses returned mail, and nobody said to go on */
export async function checkRefused(
  trx: Trx,
  tenant: Tenant,
  { addresses, isConfirmed }: { addresses: string[]; isConfirmed: boolean },
): Promise<void> {
  if (isConfirmed) return;
  const rows = await refusedRows(trx, tenant).where("r.address", "in", addresses)
    .orderBy("r.address").execute();
  if (rows.length === 0) return;
  const refused = rows.map(({ id, address, at, reason }): RefusedNote => ({
    id,
    address: shownAddress(address),
    reason,
    at: at.toISOString(),
  }));
  throw problem("address_refused", { details: { refused } });
}

export interface Refusal {
  address: string;
  reason: string | null;
}

export async function keepRefused(
  trx: Trx,
  account: Pick<Account, "company_id" | "id">,
  messageId: number,
  refusals: readonly Refusal[],
): Promise<void> {
  const rows = refusals.map((one) => ({
    companyId: account.company_id,
    accountId: account.id,
    messageId,
    isWrong: true,
    ...one,
  }));
  await store(trx, rows);
}

export async function hearFrom(
  trx: Trx,
  { companyId }: Tenant,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await trx.deleteFrom("refused_addresses").where("company_id", "=", companyId)
    .where("address", "in", addresses.map(comparedAddress)).execute();
}

interface Mailed extends Refusal {
  companyId: number;
  accountId: number;
  /** Null of a mail in place of a notification. */
  messageId: number | null;
  /** Refused at once by the server that the mail was handed to; else taken by it. */
  isWrong: boolean;
}

export async function noteMailed(trx: BareTrx, mailed: readonly Mailed[]): Promise<void> {
  await store(trx, mailed.filter(({ isWrong }) => isWrong));
  const reachable = mailed.filter(({ isWrong }) => !isWrong);
  if (reachable.length === 0) return;
  const rows = reachable.map(({ companyId: company_id, address }) => ({ company_id, address }));
  await sql`
    update refused_addresses r set tried_at = now()
    from (select company_id, lower(address) as address
      from ${keyRows(rows, { company_id: "int", address: "text" })} k) m
    where r.company_id = m.company_id and ${hasKey(["r.address"], ["m.address"])}`.execute(trx);
}

async function store(trx: BareTrx, wrong: readonly Mailed[]): Promise<void> {
  if (wrong.length === 0) return;
  await sql`
    insert into refused_addresses (company_id, account_id, message_id, address, reason)
    select distinct on (m."companyId", lower(m.address)) m."companyId", m."accountId",
      m."messageId", lower(m.address), left(m.reason, 500)
    from json_to_recordset(${JSON.stringify(wrong)}::json)
      as m("companyId" int, "accountId" int, "messageId" int, address text, reason text)
    on conflict (company_id, address) do update set account_id = excluded.account_id,
      message_id = excluded.message_id, at = now(), reason = excluded.reason, tried_at = null`
    .execute(trx);
}

export const hasRefused = sql<boolean>`exists (
  select from refused_addresses r where r.company_id = c.id order by r.address offset 0)`;

export async function removeOldRefused(trx: BareTrx, { companyId }: Tenant): Promise<void> {
  await sql`
    delete from refused_addresses r where r.company_id = ${companyId}
      and (not ${stillRefused} or r.at < now() - make_interval(days => ${sql.lit(keptDays)}))`
    .execute(trx);
}

function refusedRows(db: Db, { companyId }: Tenant) {
  return db.selectFrom("refused_addresses as r")
    .innerJoin(
      "channel_accounts as a",
      (on) => on.onRef("a.company_id", "=", "r.company_id").onRef("a.id", "=", "r.account_id"),
    )
    .select(["r.id", "r.address", "r.at", "r.reason", "r.account_id", "a.name"])
    .where("r.company_id", "=", companyId).where(stillRefused);
}

type Row = Awaited<ReturnType<ReturnType<typeof refusedRows>["execute"]>>[number];

function toRefused({ account_id: id, name, ...row }: Row) {
  return { ...shownMailbox(row), channel: { id, name } };
}
