import { sql } from "kysely";
import { findPerson } from "@/lib/access/entering.ts";
import { findInvitations } from "@/lib/access/invitations.ts";
import { isOperator } from "@/lib/access/operator.ts";
import type { Entrant, SignedIn, User } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { insideTenant } from "@/lib/db/transaction.ts";
import {
  type MePatch,
  mutedAfter,
  type Preferences,
  preferencesIn,
  switchesOf,
} from "@/lib/crm/companies/me.ts";
import type { Holding } from "@/lib/tools/hold.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/** From the entrance's look-up; undefined where invitations are to be read too. */
export function describeEntrant(person: Entrant): Me | undefined {
  return person.isInvited ? undefined : describeSettings(person);
}

interface Installation {
  config: { operatorEmail: string | undefined };
  hold: { holding: Holding | null };
}

/** A member's profile with the state of the installation. */
export function besideInstallation(me: Me, user: User, { config, hold }: Installation) {
  return { ...me, operator: isOperator(user, config), held: hold.holding };
}

/** All but the invitations. */
export function describeSettings(person: SignedIn): Me {
  return describe(person, []);
}

/** Runs as the connecting role. */
export async function readMe(trx: Trx, person: Entrant): Promise<Me> {
  return describe(person, person.isInvited ? await findInvitations(trx, person.user.id) : []);
}

function describe({ user, memberships }: SignedIn, invitations: Invitations) {
  const { id, email, name, language, theme, muted } = user;
  const companies = memberships.map((one) => ({
    id: one.companyId,
    name: one.name,
    slug: one.slug,
    color: one.color,
    logo: one.logo,
    role: one.role,
    tell_unassigned: one.tellUnassigned,
    morning_at: one.morningAt,
  }));
  return { id, email, name, language, theme, notify: switchesOf(muted), companies, invitations };
}

type Me = ReturnType<typeof describe>;
type Invitations = Awaited<ReturnType<typeof findInvitations>>;

async function findMe(trx: Trx, { email, boundTo }: User): Promise<Me> {
  return await readMe(trx, (await findPerson(trx, email, boundTo))!);
}

/**
 * Runs as the connecting role. @param companyId the company whose own settings are changed
 * @throws Problem validation_failed
 */
export async function changeMe(trx: Trx, user: User, patch: MePatch, companyId?: number) {
  const { tell_unassigned: _, morning_at: __, ...own } = patch;
  const preferences = preferencesIn(patch);
  if (preferences && companyId !== undefined) {
    await keepPreferences(trx, { user, companyId }, preferences);
  }
  if (isBound(user)) return await changeUnproved(trx, user, own);
  const { notify = {}, ...values } = own;
  const { muted } = await trx.selectFrom("users").select("muted")
    .where("id", "=", user.id).forUpdate().executeTakeFirstOrThrow();
  await trx.updateTable("users").set({ ...values, muted: mutedAfter(muted, notify) })
    .where("id", "=", user.id).execute();
  // Values set before the mailbox was proved no longer override these.
  const blanks = unproved(values, () => null);
  if (Object.keys(blanks).length > 0) {
    await trx.updateTable("user_companies").set(blanks).where("user_id", "=", user.id).execute();
  }
  return await findMe(trx, user);
}

async function keepPreferences(
  trx: Trx,
  { user, companyId }: { user: User; companyId: number },
  { tell_unassigned, morning_at }: Preferences,
): Promise<void> {
  if (tell_unassigned) await checkAccounts(trx, companyId, tell_unassigned);
  await trx.updateTable("user_companies").set({
    ...(tell_unassigned === undefined
      ? {}
      : { tell_unassigned: tell_unassigned && [...new Set(tell_unassigned)] }),
    ...(morning_at === undefined ? {} : { morning_at }),
    // An hour that has passed by now is tomorrow's.
    ...(morning_at ? { morning_sent_on: passedToday(morning_at) } : {}),
  }).where("company_id", "=", companyId).where("user_id", "=", user.id).execute();
}

/** Today if the hour has passed in the company's time zone, else the day it was last sent. */
function passedToday(morning_at: string) {
  return sql<string | null>`(
    select case when to_char(now() at time zone c.timezone, 'HH24:MI') >= ${morning_at}
      then (now() at time zone c.timezone)::date else morning_sent_on end
    from companies c where c.id = user_companies.company_id)`;
}

async function checkAccounts(trx: Trx, companyId: number, ids: number[]): Promise<void> {
  const rows = await insideTenant(
    trx,
    companyId,
    () =>
      trx.selectFrom("channel_accounts").select("id")
        .where("company_id", "=", companyId).where("deleted_at", "is", null)
        .where("id", "in", [0, ...ids]).execute(),
  );
  const existing = new Set(rows.map(({ id }) => id));
  const wrong = [...ids.entries()].filter(([, id]) => !existing.has(id));
  if (wrong.length === 0) return;
  const fields = wrong.map(([at]) => [`tell_unassigned.${at}`, inputWords.notOurs]);
  throw problem("validation_failed", { fields: Object.fromEntries(fields) });
}

/** A person whose mailbox was never proved: they are known in one company, as they are there. */
type Bound = User & { boundTo: number };

function isBound(user: User): user is Bound {
  return user.boundTo !== null;
}

type Own = Omit<MePatch, keyof Preferences>;

async function changeUnproved(trx: Trx, user: Bound, { notify = {}, ...values }: Own) {
  const { muted } = await membershipOf(trx, user).forNoKeyUpdate().executeTakeFirstOrThrow();
  await trx.updateTable("user_companies")
    .set({ ...unproved(values, (value) => value), muted: mutedAfter(muted, notify) })
    .where("company_id", "=", user.boundTo).where("user_id", "=", user.id).execute();
  return await findMe(trx, user);
}

function membershipOf(trx: Trx, { id, boundTo }: Bound) {
  return trx.selectFrom("user_companies").select("muted")
    .where("company_id", "=", boundTo).where("user_id", "=", id);
}

type OwnValues = Omit<Own, "notify">;

/** The membership's `unproved_` columns of the fields in the patch. */
function unproved<T>(
  values: OwnValues,
  of: (value: OwnValues[keyof OwnValues]) => T,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined)
      .map(([name, value]) => [`unproved_${name}`, of(value)]),
  );
}
