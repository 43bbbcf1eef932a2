import { sql } from "kysely";
import { forgetCodesOf, stopPushingToMember } from "@/lib/access/devices.ts";
import type { Announce } from "@/lib/after_commit.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import {
  become,
  insideTenant,
  isReadOnly,
  outsideTenants,
  type Tenant,
  transact,
} from "@/lib/db/transaction.ts";

export interface User {
  id: number;
  email: string;
  name: string | null;
  /** Language that the person chose; null follows the browser. */
  language: "es" | "en" | null;
  theme: "light" | "dark" | null;
}

export interface Membership {
  companyId: number;
  /** Whether the person has signed in to this company before. */
  seen: boolean;
  lastSeenAt: Date | null;
  name: string;
  slug: string;
  color: string;
  logo: string | null;
  role: string;
  /** IANA name; where the company's days begin. */
  timezone: string;
  currency: string;
  language: "es" | "en";
}

export interface Member extends User {
  userId: number;
  companyId: number;
  role: string;
  timezone: string;
  currency: string;
  companyLanguage: "es" | "en";
}

export interface SignedIn {
  user: User;
  memberships: Membership[];
}

interface AsPerson {
  announce: Announce;
  /** Is asked before a person is made; throws where there may be none now. */
  admit: () => void;
}

/**
 * Runs `work` in one transaction of the connecting role, for the person with that address, who is
 * made on first use. In a statement of its own, since a transaction that has written anything is
 * too late for a company: docs/decisions/0028.
 */
export async function asPerson<T>(
  db: Db,
  email: string,
  work: (trx: Trx, person: SignedIn) => Promise<T>,
  { announce, admit }: AsPerson,
): Promise<T> {
  const asKnown = () =>
    transact(db, async (trx) => {
      const person = await findPerson(trx, email);
      return person && { result: await work(trx, person) };
    }, announce);
  const known = await asKnown();
  if (known) return known.result;
  admit();
  await db.insertInto("users").values({ email })
    .onConflict((conflict) => conflict.column("email").doNothing()).execute();
  return (await asKnown())!.result;
}

/** Runs as the connecting role. */
export async function findPerson(trx: BareTrx, email: string): Promise<SignedIn | undefined> {
  const rows = await trx.selectFrom("users as u")
    .leftJoin(
      "user_companies as m",
      (join) => join.onRef("m.user_id", "=", "u.id").on("m.disabled_at", "is", null),
    )
    .leftJoin("companies as c", "c.id", "m.company_id")
    .select(["u.id", "u.email", "u.name", "m.role", "c.id as companyId"])
    .select(["u.language", "u.theme", "c.logo"])
    .select(["c.name as companyName", "c.slug", "c.color", "c.timezone", "c.currency"])
    .select(["c.language as companyLanguage", "m.first_seen_at"])
    .select("m.last_seen_at")
    .where("u.email", "=", email).orderBy("c.id").execute();
  const first = rows[0];
  if (!first) return undefined;
  const memberships: Membership[] = rows.flatMap((row) =>
    row.companyId === null ? [] : [{
      companyId: row.companyId,
      seen: row.first_seen_at !== null,
      lastSeenAt: row.last_seen_at,
      name: row.companyName!,
      slug: row.slug!,
      color: row.color!,
      logo: row.logo,
      role: row.role ?? "",
      timezone: row.timezone!,
      currency: row.currency!,
      language: row.companyLanguage!,
    }]
  );
  const { id, name, language, theme } = first;
  return { user: { id, email: first.email, name, language, theme }, memberships };
}

/**
 * Makes a member at once, changes a member's role, or brings a disabled one back; an invitation to
 * the company is over then. The name is for a user who is made now, or has none where the operator
 * gives it. `hasEntered` is false for one whom a colleague adds: they show the company no name before
 * they sign in to it, since an e-mail address alone must not tell whose it is. Runs as the connecting
 * role.
 */
export async function addMember(
  trx: BareTrx,
  { companyId, email, role, name, hasEntered = true }: {
    companyId: number;
    email: string;
    role: string;
    name?: string;
    hasEntered?: boolean;
  },
): Promise<{ userId: number }> {
  const { id } = await trx.insertInto("users")
    .values({ email: email.toLowerCase(), name: name ?? null })
    .onConflict((conflict) =>
      conflict.column("email").doUpdateSet({
        name: hasEntered ? sql`coalesce(users.name, excluded.name)` : sql`users.name`,
      })
    ).returning("id").executeTakeFirstOrThrow();
  const first_seen_at = hasEntered ? new Date() : null;
  await trx.insertInto("user_companies")
    .values({ company_id: companyId, user_id: id, role, first_seen_at })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "user_id"]).doUpdateSet({
        role,
        disabled_at: null,
        first_seen_at: sql`coalesce(user_companies.first_seen_at, excluded.first_seen_at)`,
      })
    ).execute();
  await insideTenant(
    trx,
    companyId,
    () =>
      trx.deleteFrom("invitations").where("company_id", "=", companyId)
        .where("user_id", "=", id).where("state", "<>", "accepted").execute(),
  );
  return { userId: id };
}

/** Goes on as the tenant of the company. A person's first sign-in to it is noted. */
export async function enterCompany(
  trx: BareTrx,
  user: User,
  membership: Membership,
): Promise<Member> {
  const { companyId, role, timezone, currency, language: companyLanguage } = membership;
  await become(trx, { companyId });
  if (!membership.seen && !isReadOnly(trx)) {
    await outsideTenants(
      trx,
      companyId,
      () =>
        trx.updateTable("user_companies").set({ first_seen_at: sql`now()` })
          .where("company_id", "=", companyId).where("user_id", "=", user.id)
          .where("first_seen_at", "is", null).execute(),
    );
  }
  return { ...user, userId: user.id, companyId, role, timezone, currency, companyLanguage };
}

/** How old the note of a member's presence may get. */
const presenceMs = 3_600_000;

/**
 * Notes that the member is here, once an hour. In a transaction of its own: within the caller's, the
 * lock on their row would deadlock with two members who remove each other.
 */
export async function noteMemberSeen(
  db: Db,
  { companyId, lastSeenAt }: Membership,
  userId: number,
): Promise<void> {
  if (lastSeenAt && Date.now() - lastSeenAt.getTime() < presenceMs) return;
  await transact(db, async (trx) => {
    if (isReadOnly(trx)) return;
    await trx.updateTable("user_companies").set({ last_seen_at: sql`now()` })
      .where("company_id", "=", companyId).where("user_id", "=", userId).execute();
  });
}

/** Disabled members come last. Runs as the connecting role. */
export function listMembers(db: Db, { companyId }: Tenant) {
  return db.selectFrom("user_companies as m").innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.id as userId", "u.email", "u.name", "m.role"])
    .select(["m.created_at as createdAt", "m.disabled_at as disabledAt"])
    .where("m.company_id", "=", companyId)
    .orderBy("m.disabled_at", (order) => order.desc().nullsFirst()).orderBy("u.id").execute();
}

/** Keeps the member's history; a company's last one stays. Runs as the connecting role. */
export async function disableMember(
  trx: BareTrx,
  { companyId }: Tenant,
  userId: number,
): Promise<"disabled" | "last_member" | "not_a_member"> {
  // Locks all of them: of two members who remove each other, the second finds one left.
  const members = await trx.selectFrom("user_companies").select("user_id")
    .where("company_id", "=", companyId).where("disabled_at", "is", null)
    .orderBy("user_id").forUpdate().execute();
  if (!members.some((member) => member.user_id === userId)) return "not_a_member";
  if (members.length === 1) return "last_member";
  await trx.updateTable("user_companies").set({ disabled_at: new Date() })
    .where("company_id", "=", companyId).where("user_id", "=", userId).execute();
  await insideTenant(trx, companyId, async () => {
    await stopPushingToMember(trx, { companyId }, userId);
    await forgetCodesOf(trx, { companyId }, userId);
  });
  return "disabled";
}

/** The lock makes it and a concurrent removal of the member wait for each other. */
export async function isStillMember(
  trx: BareTrx,
  { companyId, userId }: Tenant & { userId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select user_id from user_companies
    where company_id = ${companyId} and user_id = ${userId} and disabled_at is null
    for key share`.execute(trx);
  return rows.length > 0;
}

/** Makes the first admin a member of companies 1 and 2, only while nobody is a member of anything. */
export async function addInitialAdmin(db: Db, email: string): Promise<boolean> {
  return await transact(db, async (trx) => {
    // Two instances that start together must not both find it empty.
    await sql`lock table user_companies in share row exclusive mode`.execute(trx);
    const anyone = await trx.selectFrom("user_companies").select("user_id").limit(1)
      .executeTakeFirst();
    if (anyone) return false;
    for (const companyId of [1, 2]) await addMember(trx, { companyId, email, role: "admin" });
    return true;
  });
}
