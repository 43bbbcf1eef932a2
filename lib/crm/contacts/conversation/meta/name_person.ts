import { fallbackName } from "@/lib/values/shown_id.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { recordChange } from "@/lib/records/activities.ts";
import { changeRecord } from "@/lib/records/records.ts";

export interface NamedPerson {
  accountId: number;
  personId: string;
  name: string | null;
  username: string | null;
}

/** Fills the contact's name where nobody gave one, and the username. */
export async function namePerson(
  trx: Trx,
  { companyId }: Tenant,
  { accountId, personId, name, username }: NamedPerson,
): Promise<void> {
  const contact = await trx.selectFrom("contacts as c").selectAll("c")
    .where("c.company_id", "=", companyId).where("c.deleted_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb.selectFrom("identities as i").select("i.id")
          .whereRef("i.company_id", "=", "c.company_id").whereRef("i.contact_id", "=", "c.id")
          .where("i.kind", "=", "account_id").where("i.value", "=", `${accountId}:${personId}`),
      )
    )
    .orderBy("c.id", "desc").limit(1).forUpdate().executeTakeFirst();
  if (!contact) return;
  const isNameless = contact.name === null ||
    contact.name === fallbackName(contact.channel, personId);
  const values = {
    ...name !== null && isNameless && { name },
    ...username !== null && { username },
  };
  const actor = { companyId, userId: null };
  const { changes } = await changeRecord(trx, "contacts", actor, contact, values);
  await recordChange(trx, actor, {
    subject: { contact_id: contact.id },
    clientId: contact.converted_client_id,
    changes,
  });
}
