import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Entrant, Member, Membership, User } from "@/lib/access/members.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { become, isReadOnly, outsideTenants, transact } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentMs } from "@/lib/tools/clock.ts";

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
  db: Db,
  email: string,
  boundTo: number | null = null,
): Promise<Entrant | undefined> {
  const isBound = boundTo !== null;
  const bound = isBound ? sql`and m.company_id = ${boundTo}` : sql``;
  const { rows } = await sql<Row>`
    ${sql.raw(`/* plan once: ${isBound ? "find_bound_person" : "find_person"} */`)}
    select u.id, u.email, u.name, u.language, u.theme, u.muted, u.waiting_invitations,
      m.role, m.first_seen_at, m.last_seen_at, m.unproved_seen_at, m.unproved_name,
      m.unproved_language, m.unproved_theme, m.muted as muted_there, m.tell_unassigned,
      m.morning_at, c.id as company_id, c.name as company_name, c.slug, c.color, c.logo,
      c.timezone, c.currency, c.language as company_language
    from users u
    left join user_companies m on m.user_id = u.id and m.disabled_at is null
    left join companies c on c.id = m.company_id
    where u.email = ${email} ${bound} order by c.id`.execute(db);
  const first = rows[0];
  if (!first) return undefined;
  const memberships: Membership[] = rows.flatMap((row) =>
    row.company_id === null ? [] : [{
      companyId: row.company_id,
      hasSignedIn: (isBound ? row.unproved_seen_at : row.first_seen_at) !== null,
      lastSeenAt: row.last_seen_at,
      name: row.company_name!,
      slug: row.slug!,
      color: row.color!,
      logo: row.logo,
      role: row.role ?? "",
      timezone: row.timezone!,
      currency: row.currency!,
      language: row.company_language!,
      own: chosenIn(row, isBound),
      tellUnassigned: row.tell_unassigned,
      morningAt: row.morning_at,
    }]
  );
  const { id, name, language, theme } = first;
  const own = isBound ? memberships[0]!.own : { name, language, theme };
  const muted = (isBound ? first.muted_there : first.muted) ?? [];
  const user = { id, email: first.email, boundTo, muted, ...own };
  return { user, memberships, isInvited: !isBound && first.waiting_invitations > 0 };
}

/** A person with one of their memberships, or with none. */
interface Row extends Chosen {
  id: number;
  email: string;
  language: User["language"];
  theme: User["theme"];
  muted: string[];
  waiting_invitations: number;
  role: string | null;
  last_seen_at: Date | null;
  muted_there: string[] | null;
  tell_unassigned: number[] | null;
  morning_at: string | null;
  company_id: number | null;
  company_name: string | null;
  slug: string | null;
  color: string | null;
  logo: string | null;
  timezone: string | null;
  currency: string | null;
  company_language: Membership["language"] | null;
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
  if (lastSeenAt && currentMs() - lastSeenAt.getTime() < presenceMs) return;
  await transact(db, async (trx) => {
    if (isReadOnly(trx)) return;
    await trx.updateTable("user_companies").set({ last_seen_at: sql`now()` })
      .where("company_id", "=", companyId).where("user_id", "=", userId).execute();
  });
}
