import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";

/** A mail as it came. @throws Problem not_found (also once its bytes are deleted, after 30 days) */
export async function readRawMail(
  db: Db,
  { companyId }: Tenant,
  contactId: number,
  id: number,
): Promise<Uint8Array> {
  const row = await db.selectFrom("channel_events as e")
    .innerJoin(
      "contact_messages as m",
      (on) => on.onRef("m.company_id", "=", "e.company_id").onRef("m.id", "=", "e.message_id"),
    )
    .select("e.body")
    .where("m.company_id", "=", companyId).where("m.contact_id", "=", contactId)
    .where("m.id", "=", id).where("m.deleted_at", "is", null).where("m.mail", "is not", null)
    .where("e.automatic", "is", null).where("e.body", "is not", null)
    .orderBy("e.id").limit(1).executeTakeFirst();
  if (!row?.body) throw problem("not_found");
  return row.body;
}
