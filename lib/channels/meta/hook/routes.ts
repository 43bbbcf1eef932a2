import { sql } from "kysely";
import type { HookEvent } from "@/lib/channels/meta/hook/split.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import type { BareTrx } from "@/lib/db/connection.ts";

/** By which account each event came: by the id that it names, never by a number or a name. */

export interface RoutedEvent {
  event: HookEvent;
  /** Several for news of a business account; none where no account has the id. */
  accounts: { companyId: number; accountId: number }[];
}

interface App {
  companyId: number;
  appId: number;
}

export async function routeEvents(
  trx: BareTrx,
  { companyId, appId }: App,
  events: readonly HookEvent[],
): Promise<RoutedEvent[]> {
  const names = new Map(events.map(({ route }) => [nameOf(route), route]));
  const queries = [...names].map(([name, { object, id, businessId }]) => ({
    name,
    object,
    external_id: id ?? businessId,
    is_business: id === null,
  }));
  const { rows } = await sql<{ name: string; companyId: number; accountId: number }>`
    select q.name, r.company_id as "companyId", r.account_id as "accountId"
    from ${
    keyRows(queries, { name: "text", object: "text", external_id: "text", is_business: "boolean" })
  } q
    cross join lateral (
      (select * from meta_routes where app_company_id = ${companyId} and app_id = ${appId}
        and object = q.object and external_id = q.external_id and not is_business
        and not q.is_business offset 0)
      union all
      (select * from meta_routes where app_company_id = ${companyId} and app_id = ${appId}
        and external_id = q.external_id and is_business and q.is_business offset 0)) r
    cross join ${
    lookUp(sql`select deleted_at from channel_accounts
      where company_id = r.company_id and id = r.account_id`)
  } a
    where r.object = q.object and a.deleted_at is null
      and (r.company_id = ${companyId} or exists (
        select from meta_app_shares s where s.company_id = ${companyId} and s.app_id = ${appId}
          and s.shared_with = r.company_id))
    order by r.company_id, r.account_id`.execute(trx);
  const accounts = Map.groupBy(rows, ({ name }) => name);
  return events.map((event) => ({
    event,
    accounts: (accounts.get(nameOf(event.route)) ?? [])
      .map(({ companyId, accountId }) => ({ companyId, accountId })),
  }));
}

function nameOf({ object, id, businessId }: HookEvent["route"]): string {
  return JSON.stringify([object, id, id === null ? businessId : null]);
}
