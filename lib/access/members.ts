import { sql } from "kysely";
import { forgetCodesOf, stopPushingToMember } from "@/lib/access/devices.ts";
import { withdrawEntryLink } from "@/lib/access/entry_links.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { insideTenant, type Tenant, transact } from "@/lib/db/transaction.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export interface User {
  id: number;
  email: string;
  name: string | null;
  /** Language that the person chose; null follows the browser. */
  language: "es" | "en" | null;
  theme: "light" | "dark" | null;
  /** Kinds of notices that they do not want. */
  muted: string[];
  /**
   * The one company that their credential opens: a link of that company made it, and their mailbox
   * was never proved. Null of everybody else (docs/decisions/0042).
   */
  boundTo: number | null;
}

export interface Membership {
  companyId: number;
  /** Whether the person has signed in to this company before, with a credential of this kind. */
  hasSignedIn: boolean;
  lastSeenAt: Date | null;
  name: string;
  slug: string;
  color: string;
  logo: string | null;
  role: string;
  timezone: string;
  currency: string;
  language: "es" | "en";
  own: Pick<User, "name" | "language" | "theme">;
  tellUnassigned: number[] | null;
  morningAt: string | null;
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

/** Somebody who enters. */
export interface Entrant extends SignedIn {
  /** Has an invitation to answer. */
  isInvited: boolean;
}

/**
 * Makes a member at once, changes a member's role, or brings a disabled one back; an invitation to
 * the company is over then. The name is for a user who is made now, or has none where the operator
 * gives it. `hasEntered` is false for one whom a colleague adds: they show the company no name before
 * they sign in to it, since an e-mail address alone must not tell whose it is; until their mailbox is
 * proved, they then have the name that the colleague gives. Runs as the connecting role.
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
  const first_seen_at = hasEntered ? currentTime() : null;
  const unproved_name = hasEntered ? null : name ?? null;
  await trx.insertInto("user_companies")
    .values({ company_id: companyId, user_id: id, role, first_seen_at, unproved_name })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "user_id"]).doUpdateSet({
        role,
        disabled_at: null,
        first_seen_at: sql`coalesce(user_companies.first_seen_at, excluded.first_seen_at)`,
        unproved_name: sql`coalesce(user_companies.unproved_name, excluded.unproved_name)`,
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

/** Disabled members come last. Runs as the connecting role. */
export function listMembers(db: Db, { companyId }: Tenant) {
  return db.selectFrom("user_companies as m").innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.id as userId", "u.email", "m.role"])
    .select(({ fn }) => fn.coalesce("u.name", "m.unproved_name").as("name"))
    .select(["m.created_at as createdAt", "m.disabled_at as disabledAt"])
    .where("m.company_id", "=", companyId)
    .orderBy("m.disabled_at", (order) => order.desc().nullsFirst()).orderBy("u.id").execute();
}

/** Disables a member, but not the last who ever signed in; their history stays, as `actorId` says. */
export async function disableMember(
  trx: BareTrx,
  { companyId }: Tenant,
  userId: number,
  actorId: number | null = null,
): Promise<"disabled" | "last_member" | "not_a_member"> {
  // Locks all of them: of two members who remove each other, the second finds one left.
  const members = await trx.selectFrom("user_companies")
    .select(["user_id", "last_seen_at", "unproved_seen_at"])
    .where("company_id", "=", companyId).where("disabled_at", "is", null)
    .orderBy("user_id").forUpdate().execute();
  const member = members.find((one) => one.user_id === userId);
  if (!member) return "not_a_member";
  const hasCome = ({ user_id, last_seen_at, unproved_seen_at }: typeof member) =>
    user_id === actorId || last_seen_at !== null || unproved_seen_at !== null;
  const others = members.filter((one) => one !== member);
  const isLast = others.length === 0 || (hasCome(member) && !others.some(hasCome));
  if (isLast) return "last_member";
  await trx.updateTable("user_companies").set({ disabled_at: currentTime() })
    .where("company_id", "=", companyId).where("user_id", "=", userId).execute();
  await insideTenant(trx, companyId, async () => {
    await stopPushingToMember(trx, { companyId }, userId);
    await forgetCodesOf(trx, { companyId }, userId);
    await withdrawEntryLink(trx, { companyId }, userId);
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
