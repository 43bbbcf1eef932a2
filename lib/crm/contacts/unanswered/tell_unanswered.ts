import { sql } from "kysely";
import { personIn } from "@/lib/access/people.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { readLastMessages } from "@/lib/crm/contacts/threads.ts";
import { planAgain } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { readRule, readWaits, setDue, type Wait } from "@/lib/crm/contacts/unanswered/waits.ts";
import { stillWaits } from "@/lib/crm/notices/contacts.ts";
import { notifyAll } from "@/lib/crm/notices/notifying.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { hasKey, keyRows } from "@/lib/db/keys.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { eachInOrder } from "@/lib/tools/each_in_order.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const mostAtOnce = 100;
/** Notices at the same time that make a sound, such as in the first minutes of a day. */
const aloud = 5;

/**
 * Notifies everybody of customers who have waited too long. The row is locked and marked in the
 * transaction that notifies, so each wait causes one notice, whichever instance is first.
 */
export async function tellUnanswered(
  db: Db,
  announce: Announce,
  now = currentTime(),
): Promise<void> {
  const { rows } = await asWorker(db, (trx) =>
    sql<{ id: number }>`
      select company_id as id from contacts where answer_due_at <= ${now}
      union select id from companies where answers_unplanned`.execute(trx));
  await eachInOrder(rows, async ({ id: companyId }) => {
    const run = <T>(work: (trx: Trx) => Promise<T>) => inCompany(db, companyId, work, announce);
    await run((trx) => planAgain(trx, { companyId }, now));
    while (await run((trx) => tellDue(trx, { companyId }, now)) === mostAtOnce);
  });
}

/** Marks who has waited too long for an answer since before then, and tells nobody. @returns how many */
export async function dropUnanswered(
  trx: Trx,
  tenant: Tenant,
  { before, now = currentTime() }: { before: Date; now?: Date },
): Promise<number> {
  let count = 0;
  const mark = async (late: Late[]) => {
    const old = late.filter(({ since }) => since < before);
    count += old.length;
    await markOverdue(trx, tenant, old);
    await tell(trx, tenant, late.filter(({ since }) => since >= before));
  };
  while (await endWaits(trx, tenant, now, mark) === mostAtOnce);
  return count;
}

function tellDue(trx: Trx, tenant: Tenant, now: Date): Promise<number> {
  return endWaits(trx, tenant, now, (late) => tell(trx, tenant, late));
}

type Late = Wait & { since: Date };

/** @returns how many were due */
async function endWaits(
  trx: Trx,
  tenant: Tenant,
  now: Date,
  end: (late: Late[]) => Promise<void>,
): Promise<number> {
  const { companyId } = tenant;
  // One whom somebody answers at this moment is locked: the next minute looks again.
  const due = await trx.selectFrom("contacts").select("id")
    .where("company_id", "=", companyId).where("answer_due_at", "<=", now)
    .orderBy("answer_due_at").orderBy("id").limit(mostAtOnce)
    .forUpdate().skipLocked().execute();
  if (due.length === 0) return 0;
  const ids = due.map(({ id }) => id);
  const rule = await readRule(trx, tenant);
  const late: Late[] = [];
  const others: { id: number; due: Date | null }[] = [];
  for (const wait of await readWaits(trx, tenant, { ids })) {
    const { id, since, isNotified } = wait;
    const until = since && !isNotified && rule ? rule(since) : null;
    if (since && until && until <= now) late.push({ ...wait, since });
    else others.push({ id, due: until });
  }
  await setDue(trx, tenant, others);
  await end(late);
  return due.length;
}

async function markOverdue(trx: Trx, { companyId }: Tenant, late: Late[]) {
  if (late.length === 0) return [];
  const contacts = await trx.updateTable("contacts as t")
    .from(
      sql<{ id: number; since: Date }>`${keyRows(late, { id: "int", since: "timestamptz" })}`
        .as("w"),
    )
    .set((eb) => ({ answer_due_at: null, overdue_since: eb.ref("w.since") }))
    .where("t.company_id", "=", companyId).where(hasKey(["t.id"], ["w.id"]))
    .returningAll("t").returning(personIn("t", "assignee_id").as("assignee")).execute();
  await recordActivities(
    trx,
    { companyId, userId: null },
    contacts.map(({ id, converted_client_id: clientId }) => ({
      verb: "answer_overdue",
      subject: { contact_id: id },
      clientId,
    })),
  );
  return contacts;
}

async function tell(trx: Trx, tenant: Tenant, late: Late[]): Promise<void> {
  if (late.length === 0) return;
  const since = new Map(late.map((wait) => [wait.id, wait.since]));
  const contacts = await markOverdue(trx, tenant, late);
  contacts.sort((a, b) => since.get(a.id)!.getTime() - since.get(b.id)!.getTime());
  const last = await readLastMessages(trx, tenant, contacts.map(({ id }) => id));
  await notifyAll(
    trx,
    tenant,
    contacts.map((contact, at) =>
      stillWaits(tenant, contact, {
        since: since.get(contact.id)!,
        text: last.get(contact.id)?.body ?? "",
        isAloud: at < aloud,
      })
    ),
  );
}
