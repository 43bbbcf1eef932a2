import { sql } from "kysely";
import { digestOf } from "@/lib/access/tokens.ts";
import type { HookObject } from "@/lib/values/hook_object.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { hasKey } from "@/lib/db/keys.ts";
import { executeWithCommit } from "@/lib/db/pool/departure.ts";
import { removeOld } from "@/lib/db/remove_old.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { joined } from "@/lib/tools/joined.ts";

/** Signed hooks as they came, stored until they are split. */

const lease = "60 seconds";
/** Meta repeats a hook for up to seven days. */
const digestDays = 8;
const problemDays = 30;
const mostBytesAtOnce = 8_000_000;

export interface HookApp {
  id: number;
  companyId: number;
  version: number;
  verifyToken: string;
  secrets: SealedSecret[];
}

export interface SealedSecret {
  field: "app_secret" | "instagram_app_secret";
  keyName: string;
  sealed: Uint8Array;
}

/** The app that an address belongs to; undefined where there is none (any more). */
export async function findHookApp(db: Db, hook: string): Promise<HookApp | undefined> {
  return await asWorker(db, async (trx) => {
    const rows = await trx.selectFrom("credentials as c").innerJoin(
      "meta_apps as a",
      (on) => on.onRef("a.company_id", "=", "c.company_id").on("a.hook", "=", hook),
    ).leftJoin(
      "meta_app_secrets as s",
      (on) => on.onRef("s.company_id", "=", "a.company_id").onRef("s.app_id", "=", "a.id"),
    ).select(["a.id", "a.company_id as companyId", "a.verify_token as verifyToken", "a.version"])
      .select(["s.field", "s.key_name as keyName", "s.sealed"])
      .where("c.digest", "=", digestOf(hook)).where("c.kind", "=", "hook")
      .where("a.deleted_at", "is", null).execute();
    const [first] = rows;
    if (!first) return undefined;
    const { id, companyId, version, verifyToken } = first;
    const secrets = rows.flatMap(({ field, keyName, sealed }) =>
      field && keyName && sealed ? [{ field, keyName, sealed }] : []
    );
    return { id, companyId, version, verifyToken, secrets };
  });
}

export interface SignedHook {
  companyId: number;
  appId: number;
  /** The app's, whose secret has signed it; null where that was proved before. */
  version: number | null;
  body: Uint8Array;
}

/**
 * A body that came before is stored no second time. Last in its transaction; one statement.
 * @returns which are stored: none of an app that has changed or gone since its secret was read
 */
export async function storeHooks(trx: BareTrx, hooks: readonly SignedHook[]): Promise<boolean[]> {
  const { all, places } = joined(hooks.map(({ body }) => body));
  const { rows } = await executeWithCommit(
    trx,
    sql<{ place: number }>`
      with brought as (
        select h.n - 1 as place, a.company_id, a.id as app_id,
          substring(${all}::bytea from h.start + 1 for h.size) as body
        from unnest(${hooks.map(({ companyId }) => companyId)}::int[],
          ${hooks.map(({ appId }) => appId)}::int[], ${
      hooks.map(({ version }) => version)
    }::int[], ${places.map(({ start }) => start)}::int[], ${places.map(({ size }) => size)}::int[])
          with ordinality h(company_id, app_id, version, start, size, n)
        join meta_apps a on a.company_id = h.company_id and a.id = h.app_id
          and a.version = coalesce(h.version, a.version) and a.deleted_at is null
      ), stored as (
        insert into meta_hooks (company_id, app_id, body, digest)
        select company_id, app_id, body, sha256(body) from brought
        -- in one order, so that two batches with the same bodies do not wait for each other
        order by 4
        on conflict (company_id, app_id, digest) do nothing
      )
      select place::int from brought`,
  );
  const stored = new Set(rows.map(({ place }) => place));
  return hooks.map((_, place) => stored.has(place));
}

export interface LeasedHook {
  id: number;
  companyId: number;
  appId: number;
  body: Uint8Array;
  attempts: number;
  receivedAt: Date;
}

/** Leases a company's next hooks in the order of their arrival, 8 MB together or one. */
export function leaseHooks(db: Db, companyId: number, most: number): Promise<LeasedHook[]> {
  return asWorker(db, async (trx) => {
    const { rows } = await sql<LeasedHook>`
      with due as (
        select id, length(body) as size from meta_hooks
        where company_id = ${companyId} and body is not null and due_at <= now()
          and (leased_until is null or leased_until < now())
        order by id limit ${most} for update skip locked
      ), chosen as (
        select id from (select id, size, sum(size) over (order by id) as upto from due) d
        where upto - size < ${mostBytesAtOnce}
      )
      update meta_hooks h set attempts = attempts + 1,
        leased_until = now() + ${lease}::interval
      from chosen where ${hasKey(["h.id"], ["chosen.id"])}
      returning h.id, h.company_id as "companyId", h.app_id as "appId", h.body, h.attempts,
        h.received_at as "receivedAt"`.execute(trx);
    return rows.sort((one, other) => one.id - other.id);
  });
}

/**
 * Takes whole bodies away, once their events are stored. Their digests tell a repeat.
 * @returns those that were there: another process may have split the rest
 */
export async function dropHookBodies(
  trx: BareTrx,
  { companyId }: Tenant,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await trx.updateTable("meta_hooks").set({ body: null, leased_until: null })
    .where("company_id", "=", companyId).where(sql<boolean>`id = any(${ids}::int[])`)
    .where("body", "is not", null).returning("id").execute();
  return new Set(rows.map(({ id }) => id));
}

export async function postponeHook(db: Db, id: number, delayMs: number): Promise<void> {
  await asWorker(db, (trx) =>
    sql`update meta_hooks set leased_until = null,
      due_at = now() + ${delayMs} * interval '1 millisecond' where id = ${id}`.execute(trx));
}

export async function findHookCompanies(db: Db): Promise<number[]> {
  const { rows } = await asWorker(db, (trx) =>
    sql<{ id: number }>`
      select c.id from companies c where exists (
        select from meta_hooks h where h.company_id = c.id and h.body is not null
          and h.due_at <= now() and (h.leased_until is null or h.leased_until < now()))`
      .execute(trx));
  return rows.map(({ id }) => id);
}

/** Deletes digests by which a repeat is known, of all companies. */
export function forgetOldHooks(trx: BareTrx): Promise<boolean> {
  return removeOld(trx, {
    table: "meta_hooks",
    column: "received_at",
    before: sql`now() - make_interval(days => ${digestDays})`,
    and: sql<boolean>`body is null`,
  });
}

const oldProblems = {
  table: "meta_problems",
  column: "last_at",
  before: sql`now() - make_interval(days => ${sql.lit(problemDays)})`,
} as const;
// Their index is of all companies.
export const hasOldProblems = sql<boolean>`c.id = any (array(
  select company_id from meta_problems where last_at < ${oldProblems.before}))`;

export function forgetOldProblems(trx: BareTrx, { companyId }: Tenant): Promise<boolean> {
  return removeOld(trx, { ...oldProblems, companyId });
}

/** Notes that a signed hook came for each object, or a handshake. */
export async function noteObjects(
  trx: BareTrx,
  { companyId, appId }: { companyId: number; appId: number },
  objects: readonly HookObject[],
  what: "handshake_at" | "last_hook_at",
): Promise<void> {
  for (const object of objects) {
    await sql`
      update meta_apps set objects = jsonb_set(objects, ${[object]}::text[],
        coalesce(objects -> ${object}, '{}') || jsonb_build_object(${what}::text, now()))
      where company_id = ${companyId} and id = ${appId}`.execute(trx);
  }
}

/** Adds to the calls of this hour that no secret has signed; a day's hours are kept. */
export async function noteRefused(
  trx: BareTrx,
  { companyId, id }: Pick<HookApp, "companyId" | "id">,
  count: number,
): Promise<void> {
  const hour = sql`floor(extract(epoch from now()) / 3600)::int`;
  await sql`
    update meta_apps set refused_at = now(), refused = (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(
        refused || jsonb_build_object(${hour}::text,
          coalesce((refused ->> ${hour}::text)::int, 0) + ${count}::int))
      where key::int > ${hour} - 25)
    where company_id = ${companyId} and id = ${id}`.execute(trx);
}
