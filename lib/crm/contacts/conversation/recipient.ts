import { type RawBuilder, sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { kinds, numberedChannels } from "@/lib/channels/kinds.ts";
import {
  identitiesOf,
  isOfMeta,
  type MetaPerson,
  metaPerson,
} from "@/lib/crm/contacts/conversation/sending/meta_person.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Address } from "@/lib/db/tables/channels.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

export interface Reached {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
}

interface RecipientSource {
  account: { id: RawBuilder<unknown>; channel: RawBuilder<unknown>; kind: RawBuilder<unknown> };
  contacts: RawBuilder<unknown>;
  clientId?: number;
}

/**
 * SQL condition: the account has an id of the contacts or the client, or a message of theirs (of
 * Meta an id alone reaches them), or its channel needs a number alone and they have one.
 */
export function isKnown({ companyId }: Tenant, { account, contacts, clientId }: RecipientSource) {
  const { id, channel, kind } = account;
  return sql<boolean>`(exists (select from ${identitiesOf({ companyId }, { contacts, clientId })} i
      where (i.kind = 'account_id' and starts_with(i.value, ${id} || ':')
        or i.kind in (${channel} || '_id', 'phone') and ${isNumbered(channel)}))
    or not ${isOfMeta(kind)} and exists (select from contact_messages m
      where m.company_id = ${companyId} and m.contact_id = any (array(${contacts}))
        and m.via_id = ${id} and m.direction = 'in' and m.deleted_at is null))`;
}

/** Whether people have one id on the channel, and may be reached by their number. */
function isNumbered(channel: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${channel} = any(${[...numberedChannels]}::text[])`;
}

/** Values of an account that is read already. */
export function accountValues(
  { id, channel, kind }: Pick<Account, "id" | "channel" | "kind">,
): RecipientSource["account"] {
  return { id: sql`${id}::int`, channel: sql`${channel}::text`, kind: sql`${kind}::text` };
}

/**
 * A contact as the account knows it: by the id that it wrote with last, also one that a merge
 * brought, else by its id on the account's channel.
 * @param client the recipient, whose number counts as well
 * @throws Problem validation_failed (`via`): a program that does not know them
 */
export async function recipientOf(
  trx: Trx,
  account: Account,
  contact: Reached,
  client?: Reached,
): Promise<Recipient> {
  if (kinds[account.kind].sends === "meta") {
    return await recipientAtMeta(trx, account, contact, client);
  }
  const tenant = { companyId: account.company_id };
  const contacts = sql`select ${contact.id}::int`;
  const clientId = client?.id;
  const isReachable = isKnown(tenant, { account: accountValues(account), contacts, clientId });
  const prefix = `${account.id}:`;
  const { rows } = await sql<{ isReachable: boolean; kind: string | null; value: string | null }>`
    select ${isReachable} as "isReachable", i.kind, i.value
    from (select) one left join lateral (
      select kind, value, created_at, id from identities
      where company_id = ${account.company_id} and contact_id = ${contact.id}
        and (kind = 'account_id' and starts_with(value, ${prefix})
          or kind = ${`${account.channel}_id`} and ${isNumbered(sql`${account.channel}::text`)})
      order by kind = 'account_id' desc, created_at desc, id desc limit 1) i on true`
    .execute(trx);
  const { kind, value, ...flags } = rows[0]!;
  // Whether a mailbox has an address is seen where the mail is written.
  if (account.kind !== "email" && !flags.isReachable) {
    throw problem("validation_failed", { fields: { via: inputWords.noAddressThere } });
  }
  const id = kind === "account_id" ? value!.slice(prefix.length) : value;
  const { name, email, phone } = contact;
  return { id, name, email: email ?? client?.email ?? null, phone: phone ?? client?.phone ?? null };
}

interface Recipient extends Address {
  meta?: MetaPerson;
}

/** @throws Problem validation_failed (`via`): the account has no id of them */
async function recipientAtMeta(
  trx: Trx,
  account: Account,
  contact: Reached,
  client?: Reached,
): Promise<Recipient> {
  const person = metaPerson({ companyId: account.company_id }, {
    account: accountValues(account),
    contacts: sql`select ${contact.id}::int`,
    clientId: client?.id,
  });
  const { rows } = await sql<{ meta: MetaPerson | null }>`select ${person} as meta`.execute(trx);
  const meta = rows[0]!.meta;
  if (!meta) throw problem("validation_failed", { fields: { via: inputWords.noAddressThere } });
  const { name, email, phone } = contact;
  return {
    id: meta.id,
    name,
    email: email ?? client?.email ?? null,
    phone: phone ?? client?.phone ?? null,
    meta,
  };
}
