/** The two verbs that write the most rows, each on its own records. */
import { sql } from "kysely";
import { type Caller, type CallOptions, openFilledStage } from "@/bench/crm/filled_stage.ts";
import type { Kind } from "@/bench/stage.ts";
import type { Database } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";

interface VerbTimes {
  verb: "convert" | "confirm-sale";
  /** Number of concurrent callers. */
  atOnce: number;
  timesMs: number[];
}

interface Request {
  path: string;
  options: CallOptions;
}

const company = 1;
const callersAtOnce = [1, 8];
const products = 3;

/** Runs each verb `runs` times with one caller, and as often with eight. */
export async function measureVerbs(
  kind: Kind,
  { scale, runs }: { scale: number; runs: number },
): Promise<VerbTimes[]> {
  const requests: Record<VerbTimes["verb"], Request[]> = { convert: [], "confirm-sale": [] };
  const most = runs * callersAtOnce.length;
  const prepare = async (database: Database) => {
    requests.convert = await conversions(database, most);
    requests["confirm-sale"] = await confirmations(database, most);
  };
  await using filled = await openFilledStage(kind, { scale, now: new Date(), prepare });
  const results: VerbTimes[] = [];
  for (const verb of ["convert", "confirm-sale"] as const) {
    for (const atOnce of callersAtOnce) {
      const mine = requests[verb].splice(0, runs);
      if (mine.length < runs) throw new Error(`too few records to ${verb}`);
      const callers = await Promise.all(Array.from({ length: atOnce }, filled.connect));
      results.push({ verb, atOnce, timesMs: await post(callers, mine) });
      for (const caller of callers) caller.close();
    }
  }
  return results;
}

/** Each caller takes the next request as soon as its last one is answered. */
async function post(callers: Caller[], requests: Request[]): Promise<number[]> {
  const timesMs: number[] = [];
  const waiting = requests.values();
  await Promise.all(callers.map(async (caller) => {
    for (const { path, options } of waiting) timesMs.push(await caller.call("POST", path, options));
  }));
  return timesMs;
}

async function conversions({ db }: Database, most: number): Promise<Request[]> {
  return await inCompany(db, company, async (trx) => {
    const sold = await trx.selectFrom("products").select("id as product_id")
      .where("company_id", "=", company).where("deleted_at", "is", null).orderBy("id")
      .limit(products).execute();
    const contacts = await trx.selectFrom("contacts").select("id")
      .where("company_id", "=", company).where("deleted_at", "is", null)
      .where("is_spam", "=", false).where("converted_client_id", "is", null).orderBy("id")
      .limit(most).execute();
    const options = { body: { products: sold }, status: 201 };
    return contacts.map(({ id }) => ({ path: `contacts/${id}/convert`, options }));
  });
}

/** Quotations of open opportunities, approved here by hand. */
async function confirmations({ db }: Database, most: number): Promise<Request[]> {
  return await inCompany(db, company, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      update quotes set status = 'approved', sent_at = now(), approved_at = now(),
        approved_via = 'employee', rejected_at = null
      where company_id = ${company} and id in (
        select q.id from quotes q join opportunities o
          on o.company_id = q.company_id and o.id = q.opportunity_id
        where q.company_id = ${company} and q.deleted_at is null and q.status <> 'sold'
          and o.status = 'open' and o.deleted_at is null
        order by q.id limit ${most})
      returning id`.execute(trx);
    return rows.map(({ id }) => ({ path: `quotes/${id}/confirm-sale`, options: { status: 201 } }));
  });
}
