import { shownName } from "@/lib/values/shown_name.ts";
import { sql } from "kysely";
import {
  changeInvitedRole,
  checkNotDeclined,
  findNewcomer,
  invite,
  lockMembership,
  withdrawInvitation,
} from "@/lib/access/invitations.ts";
import { leaveKeysOf } from "@/lib/access/keys.ts";
import { addMember, disableMember, type Member } from "@/lib/access/members.ts";
import { type Person, personIn } from "@/lib/access/people.ts";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { outsideTenants, type Tenant } from "@/lib/db/transaction.ts";
import type {
  EmployeeCreate,
  EmployeePatch,
  EmployeeState,
  Handovers,
  LeaveQuery,
} from "@/lib/crm/companies/employee.ts";
import { handOver } from "@/lib/crm/companies/hand_over.ts";
import { mutedAfter, switchesOf } from "@/lib/crm/companies/me.ts";
import { noticeKinds } from "@/lib/crm/companies/notice_kinds.ts";
import { checkCounts, problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";
import { type ListQuery, metaOf } from "@/lib/input/list.ts";
import { liveAssignee } from "@/lib/records/links.ts";
import { paged, type Reader } from "@/lib/records/lists.ts";
import type { Actor } from "@/lib/records/records.ts";

/** Lists current and invited employees, or former ones. */
export async function listEmployees(db: Db, reader: Reader, listQuery: ListQuery) {
  const text = listQuery.q?.trim();
  const matches = db.selectFrom(employeeRows(db, reader).as("t"))
    .where("t.disabled_at", listQuery.deleted ? "is not" : "is", null)
    .$if(
      listQuery.state !== undefined,
      (query) => query.where("t.state", "in", listQuery.state as EmployeeState[]),
    )
    .$if(!!text, (query) =>
      query.where(sql<boolean>`position(relevo_fold(${text}) in
        relevo_fold(concat_ws(' ', t.name, t.email, t.role))) > 0`));
  const rows = await paged(matches.selectAll("t"), listQuery).execute();
  const { total } = await matches.select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  return { records: rows.map(toEmployee), meta: metaOf(listQuery, total) };
}

/** Finds a current or invited employee. @throws Problem not_found */
export async function findEmployee(db: Db, tenant: Tenant, userId: number) {
  return await readEmployee(db, tenant, userId, true);
}

/** Finds a current, invited or former employee. @throws Problem not_found */
export async function findEmployeeEver(db: Db, tenant: Tenant, userId: number) {
  return await readEmployee(db, tenant, userId);
}

/**
 * Adds a new or known user, or a former employee again, or invites who belongs to other companies
 * than the member; a current or invited one gets the role.
 * @returns the employee, and whether they were added or invited now
 * @throws Problem invitation_declined
 */
export async function addEmployee(trx: Trx, member: Member, { email, name, role }: EmployeeCreate) {
  const { companyId } = member;
  await lockMembership(trx, member, email);
  const person = await outsideTenants(trx, companyId, () => findNewcomer(trx, member, email));
  if (person && !person.isMember) {
    const { userId, joinsAtOnce } = person;
    await checkNotDeclined(trx, member, userId);
    if (!joinsAtOnce) {
      const isNew = await invite(trx, member, { userId, email, role });
      return { employee: await readEmployee(trx, member, userId), isNew };
    }
  }
  const { userId } = await outsideTenants(
    trx,
    companyId,
    () => addMember(trx, { companyId, email, name: name ?? undefined, role, hasEntered: false }),
  );
  return { employee: await readEmployee(trx, member, userId), isNew: !person?.isMember };
}

/** @throws Problem not_found */
export async function changeRole(trx: Trx, tenant: Tenant, userId: number, role: string) {
  const { companyId } = tenant;
  const { state } = await findEmployee(trx, tenant, userId);
  if (state === "invited") await changeInvitedRole(trx, tenant, userId, role);
  else {
    await outsideTenants(trx, companyId, () =>
      trx.updateTable("user_companies").set({ role })
        .where("company_id", "=", companyId).where("user_id", "=", userId).execute());
  }
  return await findEmployee(trx, tenant, userId);
}

/**
 * Switches notices of the company on or off for an employee.
 * @throws Problem not_found, invalid_transition (they are only invited)
 */
export async function changeNotices(
  trx: Trx,
  tenant: Tenant,
  userId: number,
  { notify }: EmployeePatch,
) {
  const { companyId } = tenant;
  const { state } = await findEmployee(trx, tenant, userId);
  if (state === "invited") throw problem("invalid_transition", { details: { allowed: [] } });
  await outsideTenants(trx, companyId, async () => {
    const row = await trx.selectFrom("user_companies").select("muted")
      .where("company_id", "=", companyId).where("user_id", "=", userId)
      .where("disabled_at", "is", null).forNoKeyUpdate().executeTakeFirst();
    if (!row) throw problem("not_found");
    await trx.updateTable("user_companies").set({ muted: mutedAfter(row.muted, notify) })
      .where("company_id", "=", companyId).where("user_id", "=", userId).execute();
  });
  return await findEmployee(trx, tenant, userId);
}

const nothingHandedOver: Handovers = {
  opportunities: 0,
  tasks: 0,
  contacts: 0,
  events: 0,
  clients: 0,
};

/**
 * Ends the membership: no more access or notices, and no phone that acts as them. Open work goes to
 * `reassign_to`, or to nobody. An invitation that waits is withdrawn.
 * @throws Problem not_found, last_member, validation_failed (`reassign_to` is no employee),
 * version_conflict (what they have is no longer as the query says)
 */
export async function removeEmployee(
  trx: Trx,
  actor: Actor,
  userId: number,
  { reassign_to, keys: outcome, ...counts }: LeaveQuery,
) {
  const { companyId } = actor;
  const reassignTo = reassign_to ?? null;
  const invited = await readEmployee(trx, actor, userId);
  if (await withdrawInvitation(trx, actor, userId)) {
    // One who was an employee before may have made some.
    const keys = await leaveKeysOf(trx, actor, userId, outcome);
    return { ...invited, state: "withdrawn" as const, handed_over: nothingHandedOver, keys };
  }
  const ended = await outsideTenants(
    trx,
    companyId,
    () => disableMember(trx, actor, userId, actor.userId),
  );
  if (ended === "not_a_member") throw problem("not_found");
  if (ended === "last_member") throw problem("last_member");
  if (reassignTo !== null && await liveAssignee(trx, actor, reassignTo) === null) {
    throw problem("validation_failed", { fields: { reassign_to: inputWords.notOurs } });
  }
  const handed_over = await handOver(trx, actor, { from: userId, to: reassignTo });
  const keys = await leaveKeysOf(trx, actor, userId, outcome);
  checkCounts(counts, { ...handed_over, live_keys: keys.length });
  const employee = await readEmployee(trx, actor, userId);
  // Their open streams check access again and close.
  trx.afterCommit({ kind: "changed", companyId, userId: employee.email });
  return { ...employee, state: "former" as const, handed_over, keys };
}

async function readEmployee(db: Db, tenant: Tenant, userId: number, onlyLive = false) {
  // One who left may be invited again.
  const row = await db.selectFrom(employeeRows(db, tenant).as("t")).selectAll()
    .where("t.id", "=", userId)
    .$if(onlyLive, (query) => query.where("t.disabled_at", "is", null))
    .orderBy("t.disabled_at", (order) => order.asc().nullsFirst()).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toEmployee(row);
}

type Row = Awaited<ReturnType<ReturnType<typeof employeeRows>["executeTakeFirstOrThrow"]>>;

function toEmployee({ id: _, muted, silenced, ...employee }: Row) {
  return {
    ...employee,
    notify: switchesOf(muted),
    silenced: noticeKinds.filter((kind) => silenced.includes(kind)),
  };
}

/** Members as long as they ever were, and those whose invitation waits. */
function employeeRows(db: Db, { companyId }: Tenant) {
  return db.selectFrom("user_companies as m").innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.id", "u.id as user_id", "u.email", "m.role"])
    .select(sql<EmployeeState>`case when m.disabled_at is null then 'active' else 'former' end`
      .as("state"))
    .select(alphabetical(shownName("u", "m")).as("name"))
    .select(["m.created_at", "m.disabled_at", "m.last_seen_at", "m.muted"])
    .select(sql<string[]>`case when m.first_seen_at is not null then u.muted else '{}' end`
      .as("silenced"))
    .select(sql<Person | null>`null::json`.as("invited_by"))
    .where("m.company_id", "=", companyId)
    .unionAll(
      db.selectFrom("invitations as i")
        .select(["i.user_id as id", "i.user_id", "i.email", "i.role"])
        .select(sql<EmployeeState>`'invited'`.as("state"))
        .select(sql<string | null>`null::text`.as("name"))
        .select("i.created_at")
        .select(sql<Date | null>`null::timestamptz`.as("disabled_at"))
        .select(sql<Date | null>`null::timestamptz`.as("last_seen_at"))
        .select(sql<string[]>`'{}'::text[]`.as("muted"))
        .select(sql<string[]>`'{}'::text[]`.as("silenced"))
        .select(personIn("i", "invited_by").as("invited_by"))
        .where("i.company_id", "=", companyId).where("i.state", "=", "invited"),
    );
}
