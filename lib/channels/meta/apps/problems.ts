import { type Selectable, sql } from "kysely";
import type * as z from "zod";
import type { problemQuery } from "@/lib/channels/meta/apps/app.ts";
import { metaProblemWords } from "@/lib/channels/meta/apps/words.ts";
import { storeHooks } from "@/lib/channels/meta/hook/hook_bodies.ts";
import { type RoutedEvent, routeEvents } from "@/lib/channels/meta/hook/routes.ts";
import { accountsHeard, noteHeard, storeRouted } from "@/lib/channels/meta/hook/splitting.ts";
import type { HookEvent } from "@/lib/channels/meta/hook/split.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { MetaProblems } from "@/lib/db/tables/meta.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { metaOf } from "@/lib/input/list.ts";
import type { Language } from "@/lib/words/language.ts";

/** Problems of a Meta app: listed, read again on request, kept for 30 days after the last. */

interface Reader extends Tenant {
  language: Language;
}

interface Place {
  appId: number;
  id: number;
}

/** The newest first. Two statements. @throws Problem not_found (the app) */
export async function listAppProblems(
  db: Db,
  reader: Reader,
  appId: number,
  query: z.output<typeof problemQuery>,
) {
  const { companyId } = reader;
  const app = await db.selectFrom("meta_apps as a").select((eb) =>
    eb.selectFrom("meta_problems as p").select(sql<number>`count(*)`.as("n"))
      .whereRef("p.company_id", "=", "a.company_id").whereRef("p.app_id", "=", "a.id").as("total")
  ).where("a.company_id", "=", companyId).where("a.id", "=", appId)
    .where("a.deleted_at", "is", null).executeTakeFirst();
  if (!app) throw problem("not_found");
  const rows = await db.selectFrom("meta_problems").selectAll()
    .where("company_id", "=", companyId).where("app_id", "=", appId)
    .orderBy("last_at", "desc").orderBy("id")
    .limit(query.per_page).offset((query.page - 1) * query.per_page).execute();
  return {
    records: rows.map((row) => toProblem(row, reader)),
    meta: metaOf(query, app.total ?? 0),
  };
}

export async function readRawProblem(db: Db, tenant: Tenant, place: Place): Promise<Uint8Array> {
  const { kind } = await findRow(db, tenant, place);
  const events = await db.selectFrom("meta_problem_events").select("body")
    .where("company_id", "=", tenant.companyId).where("problem_id", "=", place.id)
    .orderBy("received_at").orderBy("key").execute();
  const [first] = events;
  if (kind !== "unknown_account" && first) return first.body;
  const texts = events.map(({ body }) => new TextDecoder().decode(body));
  return new TextEncoder().encode(`[${texts.join(",\n")}]\n`);
}

/**
 * Gives its events to accounts that there are meanwhile, and has a body split again. What then is
 * no problem any more is gone. @returns companies that have something to split or to read
 * @throws Problem not_found
 */
export async function retryAppProblem(
  db: Db,
  tenant: Tenant,
  place: Place,
): Promise<{ split: boolean; read: number[] }> {
  const { heard, ...done } = await asWorker(db, async (trx) => {
    const { kind } = await findRow(trx, tenant, place);
    const rows = await trx.selectFrom("meta_problem_events").select(["key", "body"])
      .where("company_id", "=", tenant.companyId).where("problem_id", "=", place.id)
      .orderBy("received_at").orderBy("key").forUpdate().execute();
    const app = { companyId: tenant.companyId, appId: place.appId };
    if (kind !== "unknown_account") {
      await dropProblem(trx, tenant, place);
      // The digest of the body would tell it from a new one.
      await trx.deleteFrom("meta_hooks").where("company_id", "=", tenant.companyId)
        .where("app_id", "=", place.appId)
        .where("digest", "in", rows.map(({ key }) => Uint8Array.fromHex(key))).execute();
      await storeHooks(trx, rows.map(({ body }) => ({ ...app, version: null, body })));
      return { split: true, read: [], heard: [] };
    }
    const events = rows.map(({ key, body }) =>
      ({ key, ...JSON.parse(new TextDecoder().decode(body)) }) as HookEvent
    );
    const routed = await routeEvents(trx, app, events);
    const withAccount = routed.filter(({ accounts }) => accounts.length > 0);
    await dropEvents(trx, tenant, place, withAccount);
    if (withAccount.length === routed.length) await dropProblem(trx, tenant, place);
    const heard = accountsHeard(withAccount);
    return { split: false, read: await storeRouted(trx, withAccount), heard };
  });
  await noteHeard(db, heard);
  return done;
}

async function dropEvents(
  trx: BareTrx,
  { companyId }: Tenant,
  { id }: Place,
  routed: readonly RoutedEvent[],
): Promise<void> {
  if (routed.length === 0) return;
  await trx.deleteFrom("meta_problem_events").where("company_id", "=", companyId)
    .where("problem_id", "=", id).where("key", "in", routed.map(({ event }) => event.key))
    .execute();
}

async function dropProblem(trx: BareTrx, { companyId }: Tenant, { id }: Place): Promise<void> {
  await trx.deleteFrom("meta_problems").where("company_id", "=", companyId).where("id", "=", id)
    .execute();
}

async function findRow(db: Db, { companyId }: Tenant, { appId, id }: Place) {
  const row = await db.selectFrom("meta_problems").selectAll()
    .where("company_id", "=", companyId).where("app_id", "=", appId).where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw problem("not_found");
  return row;
}

function toProblem(row: Selectable<MetaProblems>, { language }: Reader) {
  const { id, kind, object, external_id, first_at, last_at, count } = row;
  const error = metaProblemWords[kind][language];
  return { id, kind, object, external_id, first_at, last_at, count, error };
}
