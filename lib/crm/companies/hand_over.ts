import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Handovers } from "@/lib/crm/companies/employee.ts";
import { announceActivities } from "@/lib/records/activities.ts";
import type { Actor } from "@/lib/records/records.ts";

// Open records by noun, and the client whose timeline shows them. Raw SQL, because this folder may
// not import theirs.
const open = {
  opportunities: { subject: "opportunity_id", client: "client_id", where: "status = 'open'" },
  tasks: { subject: "task_id", client: "client_id", where: "status <> 'done'" },
  contacts: {
    subject: "contact_id",
    client: "converted_client_id",
    where: "status <> 'archived'",
  },
  events: { subject: "event_id", client: "client_id", where: "ends_at > now()" },
  clients: { subject: "client_id", client: "id", where: "true" },
} as const;

type Noun = keyof typeof open;

/**
 * Reassigns open records with an activity each. Trashed ones move too, uncounted, so that a restore
 * never assigns to somebody who left.
 * @returns live records moved, by noun
 */
export async function handOver(
  trx: Trx,
  actor: Actor,
  whose: { from: number; to: number | null },
): Promise<Handovers> {
  const moved: Partial<Handovers> = {};
  for (const noun of Object.keys(open) as Noun[]) {
    moved[noun] = await handOverOf(trx, actor, noun, whose);
  }
  return moved as Handovers;
}

async function handOverOf(
  trx: Trx,
  { companyId, userId }: Actor,
  noun: Noun,
  { from, to }: { from: number; to: number | null },
): Promise<number> {
  const { subject, client, where } = open[noun];
  const changes = JSON.stringify({ assignee_id: [from, to] });
  const { rows } = await sql<{ count: number }>`
    with moved as (
      update ${sql.table(noun)} set assignee_id = ${to}::int, version = version + 1,
        updated_at = now(), updated_by = ${userId}::int
      where company_id = ${companyId} and assignee_id = ${from} and ${sql.raw(where)}
      returning id, ${sql.ref(client)} as timeline, deleted_at
    ), told as (
      insert into activities
        (company_id, verb, changes, actor_id, actor_kind, timeline_client_id, ${sql.ref(subject)})
      select ${companyId}, 'changed', ${changes}::jsonb, ${userId}::int, 'user', timeline, id
      from moved order by id
    )
    select count(*) from moved where deleted_at is null`.execute(trx);
  announceActivities(trx, { companyId });
  return rows[0]!.count;
}
