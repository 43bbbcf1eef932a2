/**
 * Links by which people come in for the first time: the gateway shows them, this side owns them
 * (docs/decisions/0042). Only the digest of a link is kept.
 */
import { type Selectable, sql } from "kysely";
import { type Entry, entryLinkDays, recoveryHours } from "@/lib/access/entry_link.ts";
import { digestOf, fromDigest, newSecret } from "@/lib/access/tokens.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { EntryLinks } from "@/lib/db/tables/access.ts";
import { removeOld } from "@/lib/db/remove_old.ts";
import { become, insideTenant, type Tenant } from "@/lib/db/transaction.ts";
import { currentMs } from "@/lib/tools/clock.ts";

/** The person whom a link is for; without `createdBy` the operator made it. */
interface Guest {
  email: string;
  createdBy?: number;
}

const dayMs = 86_400_000;
const lifeMs = { invite: entryLinkDays * dayMs, recover: recoveryHours * 3_600_000 };

/** Makes the person's only unused link into the company. Runs as its tenant. */
export async function makeEntryLink(trx: BareTrx, { companyId }: Tenant, guest: Guest) {
  await trx.deleteFrom("entry_links")
    .where("company_id", "=", companyId).where("email", "=", guest.email)
    .where("purpose", "=", "invite").where("used_at", "is", null).execute();
  return await insertLink(trx, { companyId }, { ...guest, purpose: "invite" });
}

/**
 * Makes the only unused link that lets the member in again, into all of their companies. Runs as the
 * connecting role.
 */
export async function makeRecoveryLink(trx: BareTrx, { companyId }: Tenant, email: string) {
  await become(trx, "worker");
  await trx.deleteFrom("entry_links").where("email", "=", email)
    .where("purpose", "=", sql.lit("recover")).where("used_at", "is", null).execute();
  await becomeConnecting(trx);
  return await insideTenant(
    trx,
    companyId,
    () => insertLink(trx, { companyId }, { email, purpose: "recover" }),
  );
}

async function insertLink(
  trx: BareTrx,
  { companyId }: Tenant,
  { email, createdBy, purpose }: Guest & { purpose: "invite" | "recover" },
) {
  const token = newSecret("", 32);
  const expiresAt = new Date(currentMs() + lifeMs[purpose]);
  await trx.insertInto("entry_links").values({
    company_id: companyId,
    email,
    digest: digestOf(token),
    purpose,
    created_by: createdBy ?? null,
    expires_at: expiresAt,
  }).execute();
  return { token, expiresAt };
}

/** The gateway's address for a link. */
export function entryUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/enter/${token}`;
}

/** Runs as the company's tenant. @returns whether there was one that could be used */
export async function withdrawEntryLink(
  trx: BareTrx,
  { companyId }: Tenant,
  userId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("entry_links")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where("company_id", "=", companyId).where("purpose", "=", "invite")
    .where("email", "=", (on) => on.selectFrom("users").select("email").where("id", "=", userId))
    .where(isUnused).where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const isUnused = sql<boolean>`used_at is null and withdrawn_at is null`;

/** The live members among the users, and their newest links. One statement. */
export async function readEntries(
  db: Db,
  { companyId }: Tenant,
  userIds: number[],
): Promise<Map<number, Entry>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.selectFrom("user_companies as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .leftJoinLateral(
      (on) =>
        on.selectFrom("entry_links as l").select(["l.created_at", "l.expires_at"])
          .select(["l.used_at", "l.withdrawn_at"])
          .where("l.company_id", "=", companyId).whereRef("l.email", "=", "u.email")
          .where("l.purpose", "=", "invite").orderBy("l.id", "desc").limit(1).as("l"),
      (join) => join.onTrue(),
    )
    .select(["m.user_id", hasEntered("m").as("hasEntered")])
    .select(["l.created_at", "l.expires_at", "l.used_at", "l.withdrawn_at"])
    .where("m.company_id", "=", companyId).where("m.disabled_at", "is", null)
    .where("m.user_id", "in", userIds).execute();
  return new Map(rows.map((row) => [row.user_id, {
    userId: row.user_id,
    hasEntered: row.hasEntered,
    link: row.created_at && {
      madeAt: row.created_at,
      expiresAt: row.expires_at!,
      usedAt: row.used_at,
      isWithdrawn: row.withdrawn_at !== null,
    },
  }]));
}

function hasEntered(membership: string) {
  const of = (column: string) => sql.ref(`${membership}.${column}`);
  return sql<boolean>`(${of("first_seen_at")} is not null or ${of("unproved_seen_at")} is not null
    or ${of("last_seen_at")} is not null)`;
}

/**
 * The member's address and whether they have been here; nothing of one who is no member. Who removes
 * them waits for this transaction. Runs as the connecting role.
 */
export async function holdGuest(
  trx: BareTrx,
  { companyId }: Tenant,
  userId: number,
): Promise<{ email: string; hasEntered: boolean } | undefined> {
  const { rows: [member] } = await sql<{ email: string; hasEntered: boolean }>`
    select u.email, ${hasEntered("m")} as "hasEntered"
    from user_companies m join users u on u.id = m.user_id
    where m.company_id = ${companyId} and m.user_id = ${userId} and m.disabled_at is null
    for key share of m`.execute(trx);
  return member;
}

interface Redeemed {
  email: string;
  company_id: number;
  company: string;
  language: "es" | "en";
  expires_at: Date;
  adds_credential: boolean;
  recover: boolean;
}

/**
 * Reads a link, or uses it up: of two at once, one does. The same statements whatever is found. Runs
 * as the connecting role.
 * @returns nothing of one that is unknown, used, withdrawn or expired, or whose person is no member
 */
export async function redeemEntryLink(
  trx: BareTrx,
  token: string,
  { use }: { use: boolean },
): Promise<Redeemed | undefined> {
  await become(trx, "worker");
  const { rows: [link] } = await sql<UsableLink>`
    select t.id, t.company_id, t.email, t.purpose, t.created_by, t.expires_at
    ${fromDigest("entry", digestOf(token))} and ${isUnused} and t.expires_at > now()`.execute(trx);
  await becomeConnecting(trx);
  const { companyId, email } = { companyId: link?.company_id ?? 0, email: link?.email ?? "" };
  const guest = await readGuest(trx, { companyId }, email);
  const recover = link?.purpose === "recover";
  const isGood = guest && (recover || isGoodFor(guest, link!.created_by));
  await become(trx, "worker");
  const { id } = await trx.updateTable("entry_links").set({ used_at: sql<Date>`now()` })
    .where("company_id", "=", companyId).where("id", "=", use && isGood ? link!.id : 0)
    .where(isUnused)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("id").executeTakeFirst() ?? {};
  if (!isGood || (use && id === undefined)) return undefined;
  const { company, language, isElsewhere } = guest;
  const adds_credential = recover || !isElsewhere;
  return {
    email,
    company_id: companyId,
    company,
    language,
    adds_credential,
    recover,
    expires_at: link!.expires_at,
  };
}

type UsableLink = Pick<
  Selectable<EntryLinks>,
  "id" | "company_id" | "email" | "purpose" | "created_by" | "expires_at"
>;

interface FoundGuest {
  company: string;
  language: "es" | "en";
  hasEntered: boolean;
  /** Belongs to another company, by their own will or the operator's. */
  isElsewhere: boolean;
}

/** A colleague's link is over once the person is in: nobody may hold a way in as somebody else. */
function isGoodFor({ hasEntered }: FoundGuest, createdBy: number | null): boolean {
  return createdBy === null || !hasEntered;
}

/** A member who is removed meanwhile waits, or is none any more. */
async function readGuest(trx: BareTrx, { companyId }: Tenant, email: string) {
  const { rows: [guest] } = await sql<FoundGuest>`
    select c.name as company, c.language, ${hasEntered("m")} as "hasEntered",
      exists (select from user_companies o where o.user_id = m.user_id
        and o.company_id <> m.company_id and o.disabled_at is null
        and o.first_seen_at is not null) as "isElsewhere"
    from user_companies m join users u on u.id = m.user_id
      join companies c on c.id = m.company_id
    where m.company_id = ${companyId} and u.email = ${email} and m.disabled_at is null
    for key share of m`.execute(trx);
  return guest;
}

async function becomeConnecting(trx: BareTrx): Promise<void> {
  await sql`select set_config('role', 'none', true)`.execute(trx);
}

/** Used and expired links stay so long, so that their state can be read. */
const keptDays = 30;

/** Removes old links of all companies. @returns whether there may be more */
export function forgetOldEntryLinks(trx: BareTrx): Promise<boolean> {
  const before = sql`now() - make_interval(days => ${keptDays})`;
  return removeOld(trx, { table: "entry_links", column: "expires_at", before });
}
