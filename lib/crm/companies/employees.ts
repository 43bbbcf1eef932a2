import { sql } from "kysely";
import { leaveKeysOf } from "@/lib/access/keys.ts";
import { addMember, disableMember } from "@/lib/access/members.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { outsideTenants, type Tenant } from "@/lib/db/transaction.ts";
import type { EmployeeCreate, EmployeePatch, LeaveQuery } from "@/lib/crm/companies/employee.ts";
import { handOver } from "@/lib/crm/companies/hand_over.ts";
import { mutedAfter, switchesOf } from "@/lib/crm/companies/me.ts";
import { noticeKinds } from "@/lib/crm/companies/notice_kinds.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";
import { type ListQuery, metaOf } from "@/lib/input/list.ts";
import { liveAssignee } from "@/lib/records/links.ts";
import { paged, type Reader } from "@/lib/records/lists.ts";
import type { Actor } from "@/lib/records/records.ts";

/** Lists current or former employees. */
export async function listEmployees(db: Db, { companyId }: Reader, asked: ListQuery) {
  const text = asked.q?.trim();
  const wanted = db.selectFrom(employeeRows(db, { companyId }).as("t"))
    .where("t.disabled_at", asked.deleted ? "is not" : "is", null)
    .$if(!!text, (query) =>
      query.where(sql<boolean>`position(relevo_fold(${text}) in
        relevo_fold(concat_ws(' ', t.name, t.email, t.role))) > 0`));
  const rows = await paged(wanted.selectAll("t"), asked).execute();
  const { total } = await wanted.select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  return { records: rows.map(toEmployee), meta: metaOf(asked, total) };
}

/** @throws Problem not_found */
export async function findEmployee(db: Db, { companyId }: Tenant, userId: number) {
  return await readEmployee(db, { companyId }, userId, true);
}

/** Finds a current or former employee. @throws Problem not_found */
export async function findEmployeeEver(db: Db, { companyId }: Tenant, userId: number) {
  return await readEmployee(db, { companyId }, userId);
}

/**
 * Adds a new or known user, or a former employee again; a current one gets the role.
 * @returns the employee, and whether they were added now
 */
export async function addEmployee(trx: Trx, { companyId }: Tenant, body: EmployeeCreate) {
  const { email, name, role } = body;
  return await outsideTenants(trx, companyId, async () => {
    const known = await employeeRows(trx, { companyId }).where("u.email", "=", email)
      .where("m.disabled_at", "is", null).executeTakeFirst();
    const { userId } = await addMember(trx, {
      companyId,
      email,
      name: name ?? undefined,
      role,
      invited: true,
    });
    return { employee: await readEmployee(trx, { companyId }, userId), isNew: !known };
  });
}

/** @throws Problem not_found */
export async function changeRole(trx: Trx, { companyId }: Tenant, userId: number, role: string) {
  await findEmployee(trx, { companyId }, userId);
  await outsideTenants(trx, companyId, () =>
    trx.updateTable("user_companies").set({ role })
      .where("company_id", "=", companyId).where("user_id", "=", userId).execute());
  return await findEmployee(trx, { companyId }, userId);
}

/** Switches notices of the company on or off for an employee. @throws Problem not_found */
export async function changeNotices(
  trx: Trx,
  { companyId }: Tenant,
  userId: number,
  { notify }: EmployeePatch,
) {
  await outsideTenants(trx, companyId, async () => {
    const row = await trx.selectFrom("user_companies").select("muted")
      .where("company_id", "=", companyId).where("user_id", "=", userId)
      .where("disabled_at", "is", null).forNoKeyUpdate().executeTakeFirst();
    if (!row) throw problem("not_found");
    await trx.updateTable("user_companies").set({ muted: mutedAfter(row.muted, notify) })
      .where("company_id", "=", companyId).where("user_id", "=", userId).execute();
  });
  return await findEmployee(trx, { companyId }, userId);
}

/**
 * Ends the membership: no more access or notices, and no phone that acts as them. Open work goes to
 * `reassign_to`, or to nobody.
 * @throws Problem not_found, last_member, validation_failed (`reassign_to` is no employee)
 */
export async function removeEmployee(
  trx: Trx,
  actor: Actor,
  userId: number,
  { reassign_to, keys: fate }: LeaveQuery,
) {
  const { companyId } = actor;
  const reassignTo = reassign_to ?? null;
  const ended = await outsideTenants(
    trx,
    companyId,
    () => disableMember(trx, { companyId }, userId),
  );
  if (ended === "not_a_member") throw problem("not_found");
  if (ended === "last_member") throw problem("last_member");
  if (reassignTo !== null && await liveAssignee(trx, { companyId }, reassignTo) === null) {
    throw problem("validation_failed", { fields: { reassign_to: inputWords.notOurs } });
  }
  const handed_over = await handOver(trx, actor, { from: userId, to: reassignTo });
  const keys = await leaveKeysOf(trx, { companyId }, userId, fate);
  const employee = await readEmployee(trx, { companyId }, userId);
  // Their open streams check access again and close.
  trx.afterCommit({ kind: "changed", companyId, userId: employee.email });
  return { ...employee, handed_over, keys };
}

async function readEmployee(db: Db, { companyId }: Tenant, userId: number, onlyLive = false) {
  const found = await employeeRows(db, { companyId }).where("u.id", "=", userId)
    .$if(onlyLive, (query) => query.where("m.disabled_at", "is", null)).executeTakeFirst();
  if (!found) throw problem("not_found");
  return toEmployee(found);
}

type Row = Awaited<ReturnType<ReturnType<typeof employeeRows>["executeTakeFirstOrThrow"]>>;

function toEmployee({ id: _, muted, silenced, ...employee }: Row) {
  return {
    ...employee,
    notify: switchesOf(muted),
    silenced: noticeKinds.filter((kind) => silenced.includes(kind)),
  };
}

function employeeRows(db: Db, { companyId }: Tenant) {
  return db.selectFrom("user_companies as m").innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.id", "u.id as user_id", "u.email", "m.role"])
    // Do not reveal who owns an address: show the name only after its owner has signed in.
    .select(sql<string | null>`case when m.first_seen_at is not null then u.name end`.as("name"))
    .select(["m.created_at", "m.disabled_at", "m.last_seen_at"])
    .select(["m.muted", "u.muted as silenced"])
    .where("m.company_id", "=", companyId);
}
