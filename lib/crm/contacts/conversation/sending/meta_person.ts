import { type RawBuilder, sql } from "kysely";
import { kindsWhere } from "@/lib/channels/kinds.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** By which of their ids an account of Meta reaches somebody, and since when it has heard of them. */
export interface MetaPerson {
  id: string;
  username: string | null;
  /** Instants. */
  heard_at: string | null;
  closed_at: string | null;
  opted_in_at: string | null;
  marketing_stopped_at: string | null;
}

interface Whose {
  account: { id: RawBuilder<unknown>; kind: RawBuilder<unknown> };
  /** A select of their ids. */
  contacts: RawBuilder<unknown>;
  clientId?: number;
}

/**
 * SQL for a `MetaPerson`: the id that the account heard from last, else another one that it has,
 * else, of WhatsApp alone, an id or number that any account has. Null where there is none.
 */
export function metaPerson({ companyId }: Tenant, { account, contacts, clientId }: Whose) {
  const { id, kind } = account;
  return sql<MetaPerson | null>`(
    select jsonb_build_object('id', ids.id, 'username', p.username, 'heard_at', p.heard_at,
      'closed_at', p.closed_at, 'opted_in_at', p.opted_in_at,
      'marketing_stopped_at', p.marketing_stopped_at)
    from (
      select case i.kind when 'account_id' then substr(i.value, length(${id}::text) + 2)
          else ltrim(i.value, '+') end as id,
        array_position(array['account_id', 'whatsapp_id', 'phone'], i.kind) as rank,
        i.created_at
      from ${identitiesOf({ companyId }, { contacts, clientId })} i
      where (i.kind = 'account_id' and starts_with(i.value, ${id} || ':')
          or i.kind in ('whatsapp_id', 'phone') and ${kind} = 'whatsapp')
    ) ids
    left join ${
    lookUp(sql`select * from account_people
      where company_id = ${companyId} and account_id = ${id} and person_id = ids.id`)
  } p on true
    -- with a number Meta takes more kinds of messages than with an id
    order by p.heard_at desc nulls last, ids.rank, ids.id ~ '^[0-9]+$' desc, ids.created_at desc
    limit 1)`;
}

/** SQL of the identities of contacts and a client, each by its index; one of both comes twice. */
export function identitiesOf(
  { companyId }: Tenant,
  { contacts, clientId }: Pick<Whose, "contacts" | "clientId">,
) {
  const identities = sql`select kind, value, created_at from identities
    where company_id = ${companyId}`;
  const ofContacts = sql`${identities} and contact_id = any (array(${contacts}))`;
  return clientId === undefined
    ? sql`(${ofContacts})`
    : sql`(${ofContacts} union all ${identities} and client_id = ${clientId}::int)`;
}

/** Whether an account of the kind reaches people by ids that Meta gave them. */
export function isOfMeta(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${kind} = any(${kindsWhere(({ sends }) => sends === "meta")}::text[])`;
}
