import { bareSubject } from "@/lib/crm/contacts/conversation/subjects.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

const longest = 120;

/** What a contact wrote about last: the subject, else the first line of what was written. */
export async function readTopic(
  db: Db,
  { companyId }: Tenant,
  contact: { id: number; subject: string | null },
): Promise<string | null> {
  const last = await db.selectFrom("contact_messages").select(["subject", "body"])
    .where("company_id", "=", companyId).where("contact_id", "=", contact.id)
    .where("direction", "=", "in").where("deleted_at", "is", null)
    .orderBy("sent_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
  const subject = last?.subject ?? contact.subject ?? "";
  return bareSubject(subject).trim() || firstLine(last?.body ?? "");
}

function firstLine(text: string): string | null {
  const line = text.split("\n").map((one) => one.trim()).find((one) => one !== "");
  if (!line) return null;
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join("").trimEnd()}…`;
}
