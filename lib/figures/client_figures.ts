import { sql } from "kysely";
import type * as z from "zod";
import { findClient } from "@/lib/crm/clients/clients.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { clientFigures } from "@/lib/figures/client_figures_record.ts";
import { currentTime } from "@/lib/tools/clock.ts";

type Figures = Omit<z.output<typeof clientFigures>, "currency" | "last_contact_at"> & {
  last_contact_at: Date | null;
};

/** A live client's header figures as of `now`. @throws Problem not_found */
export async function readClientFigures(
  db: Db,
  tenant: Tenant & { currency: string },
  clientId: number,
  now = currentTime(),
) {
  await findClient(db, tenant, clientId);
  return await sumClient(db, tenant, clientId, now);
}

/** The same for a client that was found. One statement. */
export async function sumClient(
  db: Db,
  { companyId, currency }: Tenant & { currency: string },
  clientId: number,
  now = currentTime(),
) {
  const own = sql`company_id = ${companyId} and client_id = ${clientId} and deleted_at is null`;
  const { rows } = await sql<Figures>`
    select (select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
        from opportunities where ${own} and status = 'open') as open,
      (select json_build_object('count', count(*), 'amount', coalesce(sum(net_total), 0))
        from sales where ${own} and status = 'active') as sold,
      greatest(
        (select max(m.sent_at) from contacts c
          join contact_messages m on m.company_id = c.company_id and m.contact_id = c.id
          where c.company_id = ${companyId} and c.converted_client_id = ${clientId}
            and m.direction in ('in', 'out') and m.deleted_at is null),
        (select max(starts_at) from events
          where ${own} and type = 'meeting' and starts_at <= ${now}::timestamptz)
      ) as last_contact_at`.execute(db);
  return { currency, ...rows[0]! };
}
