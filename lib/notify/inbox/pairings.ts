import type { Device } from "@/lib/access/devices.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { isUnread } from "@/lib/notify/inbox/unread.ts";

/** The company's phones among those that a browser holds, with what waits on each. Oldest first. */
export async function describePairings(db: Db, { companyId }: Tenant, devices: Device[]) {
  const rows = await db.selectFrom("devices as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["d.id", "d.user_id", "d.member_id", "d.name", "d.created_at"])
    .select(["c.name as company", "c.color", "c.logo"])
    .select((eb) =>
      eb.selectFrom("notification_recipients as r")
        .select((count) => count.fn.countAll<number>().as("unread"))
        .whereRef("r.company_id", "=", "d.company_id").whereRef("r.user_id", "=", "d.user_id")
        .where(isUnread("r"))
        .where((is) => is.or([is("r.internal", "=", false), is("d.member_id", "is not", null)]))
        .as("unread")
    )
    .where("d.company_id", "=", companyId).where("d.id", "in", devices.map(({ id }) => id))
    .orderBy("d.created_at").orderBy("d.id").execute();
  return rows.map((row) => ({
    deviceId: row.id,
    userId: row.user_id,
    name: row.name,
    createdAt: row.created_at,
    company: { id: companyId, name: row.company, color: row.color, logo: row.logo },
    isMember: row.member_id !== null,
    unread: row.unread ?? 0,
  }));
}
