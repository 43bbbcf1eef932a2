import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Address } from "@/lib/db/channels_schema.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

interface Reached {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
}

/**
 * A contact as the account knows it: by the id that it wrote with last, also one that a merge
 * brought, else by its id on the account's channel.
 * @throws Problem validation_failed (`via`): neither an id nor an address
 */
export async function recipientOf(trx: Trx, account: Account, contact: Reached): Promise<Address> {
  const prefix = `${account.id}:`;
  const { rows } = await sql<{ kind: string; value: string }>`
    select i.kind, i.value from identities i
    where i.company_id = ${account.company_id} and i.contact_id = ${contact.id}
      and (i.kind = 'account_id' and starts_with(i.value, ${prefix})
        or i.kind = ${`${account.channel}_id`} and ${account.channel} <> 'other')
    order by i.kind = 'account_id' desc, i.created_at desc, i.id desc limit 1`.execute(trx);
  const [known] = rows;
  const id = known?.kind === "account_id" ? known.value.slice(prefix.length) : known?.value ?? null;
  const { name, email, phone } = contact;
  if (id === null && email === null && phone === null) {
    throw problem("validation_failed", { fields: { via: inputWords.noAddressThere } });
  }
  return { id, name, email, phone };
}
