import type { Card } from "@/lib/values/message_content.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** A contact card of a message. @param place `<message id>.<index>`, as links of a thread have it */
export async function readSharedCard(
  db: Db,
  { companyId }: Tenant,
  place: string | null,
): Promise<Card | null> {
  const [, id, index] = /^(\d{1,9})\.(\d{1,3})$/.exec(place ?? "") ?? [];
  if (!id) return null;
  const row = await db.selectFrom("contact_messages").select("content")
    .where("company_id", "=", companyId).where("id", "=", Number(id))
    .where("deleted_at", "is", null).executeTakeFirst();
  const content = row?.content;
  return content?.type === "contacts" ? content.cards[Number(index)] ?? null : null;
}

/** First values of a new contact. */
export function cardValues(card: Card | null): Record<string, string> {
  if (!card) return {};
  const { name, organization, phones: [phone], emails: [email] } = card;
  const values = Object.entries({ name, organization, phone, email });
  return Object.fromEntries(values.flatMap(([key, value]) => value ? [[key, value]] : []));
}
