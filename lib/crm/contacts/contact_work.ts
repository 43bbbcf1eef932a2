import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { type Happening, recordActivities, type Subject } from "@/lib/records/activities.ts";
import { nouns } from "@/lib/records/nouns.ts";
import type { Actor } from "@/lib/records/records.ts";

/** Links a converted contact's live tasks and events to its client, where they name none. */
export async function linkWork(trx: Trx, actor: Actor, contactId: number, clientId: number) {
  const happenings: Happening[] = [];
  for (const noun of ["task", "event"] as const) {
    const { table, key } = nouns[noun];
    const rows = await trx.updateTable(table)
      .set((set) => ({
        client_id: clientId,
        updated_by: actor.userId,
        updated_at: sql<Date>`now()`,
        version: set("version", "+", 1),
      }))
      .where("company_id", "=", actor.companyId).where("contact_id", "=", contactId)
      .where("client_id", "is", null).where("deleted_at", "is", null)
      .returning("id").execute();
    happenings.push(...rows.map(({ id }) => ({
      verb: "changed",
      subject: { [key]: id } as unknown as Subject,
      clientId,
      changes: { client_id: [null, clientId] as [null, number] },
    })));
  }
  await recordActivities(trx, actor, happenings);
}
