import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { hearPeople } from "@/lib/channels/meta/people/people.ts";
import { findPerson } from "@/lib/crm/contacts/conversation/meta/find.ts";
import { learnPeople } from "@/lib/crm/contacts/conversation/meta/learn_people.ts";
import type { Trx } from "@/lib/db/connection.ts";

/**
 * Somebody known did something that is no message: the contact learns their further ids.
 * @param heardAt the platform's time where it opens their window
 * @returns id of the contact; undefined for a stranger, of whom nothing is kept
 */
export async function hearPerson(
  trx: Trx,
  account: Account,
  ids: readonly string[],
  heardAt: Date | null,
): Promise<number | undefined> {
  const tenant = { companyId: account.company_id };
  const contactId = await findPerson(trx, account, ids);
  if (contactId === undefined) return undefined;
  await learnPeople(trx, tenant, [{ account, contactId, ids }]);
  await hearPeople(trx, tenant, [
    { accountId: account.id, ids, heardAt, username: null, isNameless: false },
  ]);
  return contactId;
}
