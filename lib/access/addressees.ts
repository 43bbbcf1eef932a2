import { shownName } from "@/lib/values/shown_name.ts";
import { sql } from "kysely";
import type { AddresseeQuery } from "@/lib/access/addressee.ts";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

interface Addressee {
  userId: string;
  name: string | null;
  devices: number;
}

/**
 * The company's members, and the users who have a phone paired; those with one first. Two
 * statements. Others can be sent to as well: it waits for their phone.
 */
export async function findAddresseePage(db: Db, { companyId }: Tenant, query: AddresseeQuery) {
  const { q = "", page, per_page } = query;
  const all = sql`(
    select coalesce(m.user_id, d.user_id) as user_id, m.name, coalesce(d.devices, 0)::int as devices
    from (select u.email as user_id, ${shownName("u", "c")} as name
      from user_companies c join users u on u.id = c.user_id
      where c.company_id = ${companyId} and c.disabled_at is null) m
    full join (select user_id, count(*) as devices from devices
      where company_id = ${companyId} and revoked_at is null group by user_id) d
      on d.user_id = m.user_id) a`;
  const wanted = q.trim() === ""
    ? sql`true`
    : sql`strpos(relevo_fold(concat_ws(' ', user_id, name)), relevo_fold(${q.trim()})) > 0`;
  const { rows: [counted] } = await sql<{ total: number }>`
    select count(*)::int as total from ${all} where ${wanted}`.execute(db);
  const { rows } = await sql<Addressee>`
    select user_id as "userId", name, devices from ${all} where ${wanted}
    order by devices = 0, ${alphabetical(sql`coalesce(name, user_id)`)}, user_id
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db);
  return { records: rows, total: counted!.total };
}
