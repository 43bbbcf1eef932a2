import { sql } from "kysely";
import { isWaiting } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { readRule, readWaits, setDue } from "@/lib/crm/contacts/unanswered/waits.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/**
 * Finds when the contacts' customers will have waited too long; the caller has them locked.
 * @param from start of the wait for contacts that were put aside until then
 */
export async function planAnswers(
  trx: Trx,
  tenant: Tenant,
  ids: readonly number[],
  from?: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const rule = await readRule(trx, tenant);
  if (!rule) return;
  const waits = await readWaits(trx, tenant, { ids });
  await setDue(
    trx,
    tenant,
    waits.map(({ id, since, isNotified }) => {
      if (!since || isNotified) return { id, due: null };
      return { id, due: rule(from && from > since ? from : since) };
    }),
  );
}

/**
 * Plans again by the current settings. One who waited too long before there was a rule causes no
 * notice; they stand in the list of those who wait.
 */
export async function planAgain(trx: Trx, tenant: Tenant, now: Date): Promise<void> {
  const { companyId } = tenant;
  // Changes of the settings wait; messages that come in do not.
  const { answers_unplanned } = await trx.selectFrom("companies").select("answers_unplanned")
    .where("id", "=", companyId).forNoKeyUpdate().executeTakeFirstOrThrow();
  if (!answers_unplanned) return;
  const rule = await readRule(trx, tenant);
  const chosen = rule
    ? sql`(${isWaiting} and t.deleted_at is null and not t.is_spam and not t.held
        or t.answer_due_at is not null)`
    : sql`t.answer_due_at is not null`;
  await sql`select t.id from contacts t where t.company_id = ${companyId} and ${chosen}
    order by t.id for no key update`.execute(trx);
  const waits = await readWaits(trx, tenant, { where: chosen });
  await setDue(
    trx,
    tenant,
    waits.flatMap(({ id, since, due: before, isNotified }) => {
      const next = since && !isNotified && rule ? rule(since) : null;
      const due = next && next <= now && !before ? null : next;
      return due?.getTime() === before?.getTime() ? [] : [{ id, due }];
    }),
  );
  await trx.updateTable("companies").set({ answers_unplanned: false })
    .where("id", "=", companyId).execute();
}
