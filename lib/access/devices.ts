import { sql } from "kysely";
import type { DevicesQuery } from "@/lib/access/device.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { personIn } from "@/lib/access/people.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany, isReadOnly, type Tenant } from "@/lib/db/transaction.ts";
import { DigestCache, digestOf, fromDigest, toHex } from "@/lib/access/tokens.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";
import { CompanyBatchers } from "@/lib/work/company_batchers.ts";

export interface Device {
  id: string;
  companyId: number;
  userId: string;
  memberId: number | null;
}

const cache = new WeakMap<Db, DigestCache<Device>>();

/** Finds unpaired phones too; see `isDeviceLive`. */
export function findDevice(db: Db, secret: string): Promise<Device | undefined> {
  const digest = digestOf(secret);
  if (!cache.has(db)) cache.set(db, new DigestCache());
  return cache.get(db)!.find(digest, () =>
    asWorker(db, async (trx) => {
      const { rows: [device] } = await sql<Device>`
        select t.id, t.company_id as "companyId", t.user_id as "userId", t.member_id as "memberId"
        ${fromDigest("phone", digest)}`.execute(trx);
      return device;
    }));
}

/** Finds the devices of all of a browser's secrets in one statement; unknown ones are left out. */
export async function findDevices(db: Db, secrets: string[]): Promise<Map<string, Device>> {
  if (secrets.length === 0) return new Map();
  const rows = await asWorker(db, (trx) =>
    trx.selectFrom("credentials as c").innerJoinLateral(
      // Alone, so that the digest is looked up, however few phones Postgres believes in.
      (on) =>
        on.selectFrom("devices").select(["id", "company_id as companyId", "digest"])
          .select(["user_id as userId", "member_id as memberId"])
          .whereRef("company_id", "=", "c.company_id").whereRef("digest", "=", "c.digest")
          .offset(sql.lit(0)).as("d"),
      (on) => on.onTrue(),
    ).selectAll("d")
      .where("c.kind", "=", "phone").where("c.digest", "in", secrets.map(digestOf)).execute());
  const byDigest = new Map(rows.map(({ digest, ...device }) => [toHex(digest), device]));
  return new Map(secrets.flatMap((secret) => {
    const device = byDigest.get(toHex(digestOf(secret)));
    return device ? [[secret, device] as const] : [];
  }));
}

/** Also false once the pairing member is disabled. Ask in the transaction that acts for it. */
export async function isDeviceLive(trx: Trx, device: Device): Promise<boolean> {
  // Each call of a phone asks this: a builder would take longer than Postgres.
  const { rows } = await sql`/* plan once: live_device */ ${liveDevice(device)}`.execute(trx);
  return rows.length === 1;
}

/** A row if the phone is live; for statements that look this up beside their own. */
export function liveDevice({ id, companyId }: { id: string | null; companyId: number }) {
  return sql`select from devices d
    left join user_companies m on m.company_id = d.company_id and m.user_id = d.member_id
    where d.company_id = ${companyId} and d.id = ${id} and d.revoked_at is null
      and m.disabled_at is null`;
}

export async function findLiveDevices(
  trx: Trx,
  { companyId }: Tenant,
  devices: Device[],
): Promise<Device[]> {
  const rows = await trx.selectFrom("devices as d").select("d.id")
    .leftJoin(
      "user_companies as m",
      (join) =>
        join.onRef("m.company_id", "=", "d.company_id").onRef("m.user_id", "=", "d.member_id"),
    )
    .where("d.company_id", "=", companyId).where("d.id", "in", devices.map(({ id }) => id))
    .where("d.revoked_at", "is", null).where("m.disabled_at", "is", null).execute();
  const live = new Set(rows.map(({ id }) => id));
  return devices.filter(({ id }) => live.has(id));
}

export function listDevices(db: Db, tenant: Tenant, userId?: string) {
  return livePhones(db, tenant, { userId }).select(deviceColumns).select(pairedBy.as("pairedBy"))
    .orderBy("created_at", "desc").orderBy("id").execute();
}

/** Lists phones whose user or name has the words, newest first. Two statements. */
export async function findDevicePage(db: Db, tenant: Tenant, query: DevicesQuery) {
  const { page, per_page, ...filters } = query;
  const wanted = livePhones(db, tenant, filters);
  const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const records = await wanted.select(deviceColumns).select(pairedBy.as("pairedBy"))
    .select((eb) => eb("member_id", "is not", null).$castTo<boolean>().as("isMember"))
    .orderBy("created_at", "desc").orderBy("id")
    .limit(per_page).offset((page - 1) * per_page).execute();
  return { records, total };
}

const deviceColumns = [
  "id",
  "user_id as userId",
  "name",
  "created_at as createdAt",
  "last_seen_at as lastSeenAt",
] as const;

interface PairedBy {
  kind: "member" | "key";
  id: number;
  name: string;
}

const pairedBy = sql<PairedBy | null>`coalesce(
  (${personIn("devices", "paired_by")})::jsonb || '{"kind": "member"}',
  (select jsonb_build_object('kind', 'key', 'id', k.id, 'name', k.name) from api_keys k
    where k.company_id = devices.company_id and k.id = devices.paired_by_key))`;

function livePhones(
  db: Db,
  { companyId }: Tenant,
  { userId, q = "" }: Pick<DevicesQuery, "userId" | "q">,
) {
  return db.selectFrom("devices")
    .where("company_id", "=", companyId).where("revoked_at", "is", null)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId!))
    .$if(q.trim() !== "", (query) =>
      query.where(
        sql<boolean>`strpos(relevo_fold(user_id || ' ' || name), relevo_fold(${q.trim()})) > 0`,
      ));
}

/** @returns `undefined` when the company has no such phone paired */
export async function revokeDevice(trx: Trx, { companyId }: Tenant, id: string) {
  const device = await trx.updateTable("devices")
    .set({ revoked_at: currentTime(), push_subscription_id: null })
    .where("company_id", "=", companyId).where("id", "=", id).where("revoked_at", "is", null)
    .returning(deviceColumns).returning(pairedBy.as("pairedBy")).executeTakeFirst();
  // Its open streams read again, and find that they may no longer.
  if (device) trx.afterCommit({ kind: "changed", companyId, userId: device.userId });
  return device;
}

export async function stopPushingToMember(
  trx: BareTrx,
  { companyId }: Tenant,
  memberId: number,
): Promise<void> {
  await trx.updateTable("devices").set({ push_subscription_id: null })
    .where("company_id", "=", companyId).where("member_id", "=", memberId)
    .where("push_subscription_id", "is not", null).execute();
}

export async function forgetCodesOf(
  trx: BareTrx,
  { companyId }: Tenant,
  userId: number,
): Promise<void> {
  await trx.deleteFrom("pairings")
    .where("company_id", "=", companyId).where("paired_by", "=", userId).execute();
}

/** `last_seen_at` lags by a minute at most: by this process, and by another's note. */
const ownNoteMs = 45_000;
const othersNoteMs = 15_000;

interface Sighting {
  id: string;
  at: number;
}

interface SeenPhones {
  /** Time of each device's last noted sighting. */
  times: BoundedMap<string, number>;
  batchers: CompanyBatchers<Sighting, void>;
}

const seenPhones = new WeakMap<Db, SeenPhones>();

/** Notes phones in a transaction of their own: unpairing must not wait for a call. */
export async function noteSeen(
  db: Db,
  { id, companyId }: Pick<Device, "id" | "companyId">,
  at = currentMs(),
): Promise<void> {
  const { times, batchers } = seenPhonesOf(db);
  if (at - (times.get(id) ?? -Infinity) < ownNoteMs) return;
  times.set(id, at);
  await batchers.add(companyId, { id, at }).catch((error) => {
    times.delete(id);
    throw error;
  });
}

function seenPhonesOf(db: Db): SeenPhones {
  let phones = seenPhones.get(db);
  if (!phones) {
    const batchers = new CompanyBatchers<Sighting, void>(async (companyId, sightings) => {
      await inCompany(db, companyId, (trx) => storeSeen(trx, { companyId }, sightings));
      return sightings.map(() => {});
    }, { most: 500 });
    phones = { times: new BoundedMap(10_000), batchers };
    seenPhones.set(db, phones);
  }
  return phones;
}

async function storeSeen(
  trx: BareTrx,
  { companyId }: Tenant,
  sightings: Sighting[],
): Promise<void> {
  if (isReadOnly(trx)) return;
  const now = Math.max(...sightings.map(({ at }) => at));
  // In one order, so that instances that note the same phones wait for one another.
  const noted = trx.selectFrom("devices").select("id")
    .where("company_id", "=", companyId).where("id", "in", sightings.map(({ id }) => id))
    .where("revoked_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("last_seen_at", "is", null),
        eb("last_seen_at", "<=", new Date(now - othersNoteMs)),
      ])
    ).orderBy("id").forNoKeyUpdate();
  await trx.updateTable("devices").set({ last_seen_at: new Date(now) })
    .where("company_id", "=", companyId).where("id", "in", noted).execute();
}
