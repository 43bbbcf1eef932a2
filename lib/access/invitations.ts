/**
 * A membership that waits for the person's acceptance: until then in a table of its own, so nothing
 * that reads memberships knows of it (docs/decisions/0029).
 */
import { sql } from "kysely";
import { takeLock } from "@/lib/access/bounds.ts";
import { declinedDays, type Invitation, type InvitationAnswer } from "@/lib/access/invitation.ts";
import { addMember, type User } from "@/lib/access/members.ts";
import { dayIn, formatDay } from "@/lib/values/dates.ts";
import type { BareTrx, Trx } from "@/lib/db/connection.ts";
import { asInvited, become, outsideTenants, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { shownName } from "@/lib/values/shown_name.ts";
import { declinedSentence } from "@/lib/words/invitations.ts";

interface Newcomer {
  userId: number;
  isMember: boolean;
  /** They belong to nothing yet, or work with the colleague in another company. */
  joinsAtOnce: boolean;
}

/** Makes others who add the person or answer for them wait for this transaction. */
export async function lockMembership(
  trx: BareTrx,
  { companyId }: Tenant,
  email: string,
): Promise<void> {
  await takeLock(trx, `membership of ${email} in ${companyId}`);
}

/**
 * Effect of adding the person; null for an address that nobody has. A membership that they never
 * entered was made by others and does not count. One statement of the connecting role.
 */
export async function findNewcomer(
  trx: BareTrx,
  { companyId, userId: colleague }: Tenant & { userId: number },
  email: string,
): Promise<Newcomer | undefined> {
  const entered = sql`m.user_id = u.id and m.disabled_at is null and m.first_seen_at is not null`;
  const { rows: [newcomer] } = await sql<Newcomer>`
    select u.id as "userId",
      exists (select from user_companies m where m.user_id = u.id
        and m.company_id = ${companyId} and m.disabled_at is null) as "isMember",
      (not exists (select from user_companies m where ${entered})
        or exists (select from user_companies m
          join user_companies c on c.company_id = m.company_id and c.user_id = ${colleague}
            and c.disabled_at is null and c.first_seen_at is not null
          where ${entered})) as "joinsAtOnce"
    from users u where u.email = ${email}`.execute(trx);
  return newcomer;
}

/** Refuses whoever declined, also for joining at once. @throws Problem invitation_declined */
export async function checkNotDeclined(
  trx: BareTrx,
  { companyId, timezone }: Tenant & { timezone: string },
  userId: number,
): Promise<void> {
  await forgetOldAnswers(trx, { companyId });
  const declined = await trx.selectFrom("invitations").select("answered_at")
    .where("company_id", "=", companyId).where("user_id", "=", userId)
    .where("state", "=", "declined").executeTakeFirst();
  if (!declined) return;
  const until = new Date(declined.answered_at!.getTime() + declinedDays * 86_400_000);
  const day = dayIn(timezone, until);
  throw problem("invitation_declined", {
    sentence: declinedSentence({ es: formatDay(day, "es"), en: formatDay(day, "en") }),
    details: { until },
  });
}

async function forgetOldAnswers(trx: BareTrx, { companyId }: Tenant): Promise<void> {
  await trx.deleteFrom("invitations").where("company_id", "=", companyId)
    .where("answered_at", "<=", sql<Date>`now() - make_interval(days => ${declinedDays})`)
    .execute();
}

/**
 * Invites the person, or gives the invitation that waits another role.
 * @returns whether it is a new one
 */
export async function invite(
  trx: BareTrx,
  { companyId, userId: invited_by }: Tenant & { userId: number },
  { userId: user_id, email, role }: { userId: number; email: string; role: string },
): Promise<boolean> {
  if (await changeInvitedRole(trx, { companyId }, user_id, role)) return false;
  // One that they accepted before they left.
  await trx.deleteFrom("invitations").where("company_id", "=", companyId)
    .where("user_id", "=", user_id).execute();
  await trx.insertInto("invitations")
    .values({ company_id: companyId, user_id, email, role, invited_by }).execute();
  return true;
}

/** @returns whether there is an invitation that waits */
export async function changeInvitedRole(
  trx: BareTrx,
  { companyId }: Tenant,
  userId: number,
  role: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("invitations").set({ role })
    .where("company_id", "=", companyId).where("user_id", "=", userId)
    .where("state", "=", "invited").executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @returns whether there was an invitation that waited */
export async function withdrawInvitation(
  trx: BareTrx,
  { companyId }: Tenant,
  userId: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("invitations")
    .where("company_id", "=", companyId).where("user_id", "=", userId)
    .where("state", "=", "invited").executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Reports whether any company waits for the person's answer. Runs as the connecting role. */
export async function isInvited(trx: BareTrx, userId: number): Promise<boolean> {
  const waiting = await asInvited(trx, userId, () =>
    trx.selectFrom("invitations").select("id")
      .where("user_id", "=", userId).where("state", "=", "invited").limit(1).execute());
  return waiting.length > 0;
}

const mostShown = 50;

/** The person's invitations that wait, newest first. One or two statements of the connecting role. */
export async function findInvitations(trx: BareTrx, userId: number): Promise<Invitation[]> {
  const rows = await asInvited(
    trx,
    userId,
    () =>
      trx.selectFrom("invitations as i").innerJoin("companies as c", "c.id", "i.company_id")
        .select(["i.id", "i.company_id", "c.name as company", "i.invited_by", "i.created_at as at"])
        .where("i.user_id", "=", userId).where("i.state", "=", "invited")
        .orderBy("i.created_at", "desc").orderBy("i.id", "desc").limit(mostShown).execute(),
  );
  if (rows.length === 0) return [];
  const inviters = await trx.selectFrom("user_companies as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.company_id", "m.user_id", "u.email", shownName("u", "m").as("name")])
    .where((on) =>
      on.or(
        rows.map((row) => on.and({ "m.company_id": row.company_id, "m.user_id": row.invited_by })),
      )
    ).execute();
  const names = new Map(
    inviters.map((one) => [`${one.company_id} ${one.user_id}`, one.name ?? one.email]),
  );
  return rows.map(({ invited_by, ...row }) => ({
    ...row,
    by: names.get(`${row.company_id} ${invited_by}`)!,
  }));
}

/**
 * Answers an invitation of the person's own; the same answer again changes nothing. Whoever accepts
 * is a member with it, and has entered.
 * @throws Problem not_found (also: withdrawn), invalid_transition (answered otherwise),
 * address_not_proved
 */
export async function answerInvitation(
  trx: Trx,
  { id: userId, email, boundTo }: User,
  id: number,
  answer: InvitationAnswer,
) {
  if (boundTo !== null) throw problem("address_not_proved");
  const own = await asInvited(trx, userId, () =>
    trx.selectFrom("invitations").select("company_id")
      .where("id", "=", id).where("user_id", "=", userId).executeTakeFirst());
  if (!own) throw problem("not_found");
  const companyId = own.company_id;
  await become(trx, { companyId });
  await lockMembership(trx, { companyId }, email);
  const answered = await trx.updateTable("invitations")
    .set({ state: answer, answered_at: sql<Date>`now()` })
    .where("company_id", "=", companyId).where("id", "=", id).where("state", "=", "invited")
    .returning("role").executeTakeFirst();
  if (answered && answer === "accepted") {
    const { role } = answered;
    await outsideTenants(trx, companyId, () => addMember(trx, { companyId, email, role }));
  }
  const invitation = await readAnswered(trx, { companyId }, id);
  if (!invitation) throw problem("not_found");
  if (invitation.state !== answer) {
    throw problem("invalid_transition", { details: { allowed: [] } });
  }
  return { ...invitation, state: answer };
}

function readAnswered(trx: BareTrx, { companyId }: Tenant, id: number) {
  return trx.selectFrom("invitations as i")
    .innerJoin("companies as c", "c.id", "i.company_id")
    .innerJoin("users as u", "u.id", "i.invited_by")
    .innerJoin(
      "user_companies as m",
      (on) => on.onRef("m.company_id", "=", "i.company_id").onRef("m.user_id", "=", "u.id"),
    )
    .select(["i.id", "i.company_id", "c.name as company", "i.created_at as at", "i.state"])
    .select(sql<string>`coalesce(${shownName("u", "m")}, u.email)`.as("by"))
    .where("i.company_id", "=", companyId).where("i.id", "=", id).executeTakeFirst();
}
