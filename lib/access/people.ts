import { shownName } from "@/lib/values/shown_name.ts";
import { type RawBuilder, sql } from "kysely";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { Db } from "@/lib/db/connection.ts";
import { planOnce } from "@/lib/db/plan_once.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Someone whom work can be assigned to. */
export interface Person {
  id: number;
  name: string;
}

/** The company's live members by name. One statement. */
export async function listPeople(db: Db, { companyId }: Tenant): Promise<Person[]> {
  const query = db.selectFrom("user_companies as m").innerJoin(
    "users as u",
    "u.id",
    "m.user_id",
  )
    .select(["u.id", "u.email"])
    .select(shownName("u", "m").as("name"))
    .where("m.company_id", "=", companyId).where("m.disabled_at", "is", null)
    .orderBy(alphabetical(shownName("u", "m"))).orderBy("u.email");
  const { rows } = await planOnce("people", query).execute(db);
  return rows.map(({ id, name, email }) => ({ id, name: name ?? email }));
}

/** The user whom `row.column` names, as `{id, name}` in SQL; null where it names none. */
export function personIn(row: string, column: string): RawBuilder<Person | null> {
  return sql<Person | null>`(
    select json_build_object('id', u.id, 'name',
      coalesce(${shownName("u", "m")}, u.email))
    from users u left join user_companies m
      on m.company_id = ${sql.ref(`${row}.company_id`)} and m.user_id = u.id
    where u.id = ${sql.ref(`${row}.${column}`)})`;
}
