import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Entrant, Member, Membership, User } from "@/lib/access/members.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { become, isReadOnly, outsideTenants, transact } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";

interface AsPerson {
  announce: Announce;
  /** Is asked before a person is made; throws where there may be none now. */
  admit: () => void;
  boundTo?: number | null;
}

/**
 * Runs `work` in one transaction of the connecting role, for the person with that address, who is
 * made on first use. In a statement of its own, since a transaction that has written anything is
 * too late for a company: docs/decisions/0028.
 * @throws Problem no_membership (the one membership that their credential opens is over)
 */
export async function asPerson<T>(
  db: Db,
  email: string,
  work: (trx: Trx, person: Entrant) => Promise<T>,
  { announce, admit, boundTo = null }: AsPerson,
): Promise<T> {
  const asExisting = () =>
    transact(db, async (trx) => {
      const person = await findPerson(trx, email, boundTo);
      return person && { result: await work(trx, person) };
    }, announce);
  const existing = await asExisting();
  if (existing) return existing.result;
  if (boundTo !== null) throw problem("no_membership");
  admit();
  await db.insertInto("users").values({ email })
    .onConflict((conflict) => conflict.column("email").doNothing()).execute();
  return (await asExisting())!.result;
}

/**
 * Runs as the connecting role. With `boundTo`, the person is found in that company alone, as far as
 * it knows them, and only while they are its member.
 */
export async function findPerson(
  trx: BareTrx,
  email: string,
  boundTo: number | null = null,
): Promise<Entrant | undefined> {
  const isBound = boundTo !== null;
  const rows = await trx.selectFrom("users as u")
    .leftJoin(
      "user_companies as m",
      (join) => join.onRef("m.user_id", "=", "u.id").on("m.disabled_at", "is", null),
    )
    .leftJoin("companies as c", "c.id", "m.company_id")
    .select(["u.id", "u.email", "u.name", "m.role", "c.id as companyId"])
    .select(["u.language", "u.theme", "u.waiting_invitations", "c.logo"])
    .select(["c.name as companyName", "c.slug", "c.color", "c.timezone", "c.currency"])
    .select(["c.language as companyLanguage", "m.first_seen_at"])
    .select(["m.last_seen_at", "m.unproved_seen_at", "m.unproved_name"])
    .select(["m.unproved_language", "m.unproved_theme"])
    .where("u.email", "=", email)
    .$if(isBound, (query) => query.where("m.company_id", "=", boundTo))
    .orderBy("c.id").execute();
  const first = rows[0];
  if (!first) return undefined;
  const memberships: Membership[] = rows.flatMap((row) =>
    row.companyId === null ? [] : [{
      companyId: row.companyId,
      hasSignedIn: (isBound ? row.unproved_seen_at : row.first_seen_at) !== null,
      lastSeenAt: row.last_seen_at,
      name: row.companyName!,
      slug: row.slug!,
      color: row.color!,
      logo: row.logo,
      role: row.role ?? "",
      timezone: row.timezone!,
      currency: row.currency!,
      language: row.companyLanguage!,
      own: chosenIn(row, isBound),
    }]
  );
  const { id, name, language, theme } = first;
  const own = isBound ? memberships[0]!.own : { name, language, theme };
  const user = { id, email: first.email, boundTo, ...own };
  return { user, memberships, isInvited: !isBound && first.waiting_invitations > 0 };
}

interface Chosen extends Pick<User, "name" | "language" | "theme"> {
  first_seen_at: Date | null;
  unproved_seen_at: Date | null;
  unproved_name: string | null;
  unproved_language: User["language"];
  unproved_theme: User["theme"];
}

/** With a credential that nobody proved, a person reads of themselves what the company reads. */
function chosenIn(row: Chosen, isBound: boolean): Membership["own"] {
  const isOpen = !isBound || row.first_seen_at !== null;
  const hasName = isBound || row.unproved_seen_at !== null;
  return {
    name: (hasName ? row.unproved_name : null) ?? (isOpen ? row.name : null),
    language: row.unproved_language ?? (isOpen ? row.language : null),
    theme: row.unproved_theme ?? (isOpen ? row.theme : null),
  };
}

/** Continues as the tenant of the company. A person's first sign-in to it is noted. */
export async function enterCompany(
  trx: BareTrx,
  user: User,
  membership: Membership,
): Promise<Member> {
  const { companyId, role, timezone, currency, language: companyLanguage, own } = membership;
  await become(trx, { companyId });
  if (!membership.hasSignedIn && !isReadOnly(trx)) {
    const first = user.boundTo === null ? "first_seen_at" : "unproved_seen_at";
    await outsideTenants(
      trx,
      companyId,
      () =>
        trx.updateTable("user_companies").set({ [first]: sql`now()` })
          .where("company_id", "=", companyId).where("user_id", "=", user.id)
          .where(first, "is", null).execute(),
    );
  }
  const ofCompany = { companyId, role, timezone, currency, companyLanguage };
  return { ...user, ...own, userId: user.id, ...ofCompany };
}

const presenceMs = 60_000;

/**
 * Notes that the member is here, once a minute. In a transaction of its own: within the caller's, the
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
