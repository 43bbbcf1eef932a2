import { shownName } from "@/lib/values/shown_name.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { type NounName, nouns } from "@/lib/records/nouns.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";

/** Usage: `query.$call(withRecord("client")).$call(withMember("assignee"))`. */

export interface Reference<Name extends string | null = string | null> {
  id: number;
  name: Name;
}

interface Naming<As> {
  by?: string;
  as?: As;
}

type Adding<Columns> = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
) => SelectQueryBuilder<DB, TB, O & Columns>;
// deno-lint-ignore no-explicit-any -- of any tables: the caller's query knows which
type AnyQuery = SelectQueryBuilder<any, any, any>;

/** Joins a record for filters: Postgres drops unused outer joins, so counts stay cheap. */
export function joinRecord(
  noun: SubjectKind,
  { by = `t.${nouns[noun].key}`, as = noun }: Naming<string> = {},
): Adding<unknown> {
  const row = by.split(".")[0]!;
  const join = (query: AnyQuery) =>
    query.leftJoin(
      `${nouns[noun].table} as ${as}`,
      (join) => join.onRef(`${as}.company_id`, "=", `${row}.company_id`).onRef(`${as}.id`, "=", by),
    );
  return join as Adding<unknown>;
}

export function withRecord<Noun extends SubjectKind, As extends string = Noun>(
  noun: Noun,
  { by, as = noun as string as As }: Naming<As> = {},
): Adding<Record<As, Reference | null>> {
  const select = (query: AnyQuery) =>
    query.$call(joinRecord(noun, { by, as })).select(referenceTo(noun, as).as(as));
  return select as Adding<Record<As, Reference | null>>;
}

/** The same by a look-up for each row: Postgres orders eight joins of a statement and no more. */
export function withLookup<Noun extends SubjectKind>(
  noun: Noun,
  { by = `t.${nouns[noun].key}` }: { by?: string } = {},
): Adding<Record<Noun, Reference | null>> {
  const company = sql.ref(`${by.split(".")[0]}.company_id`);
  const lookup = sql<Reference | null>`(
    select ${referenceTo(noun, noun)} from ${sql.table(nouns[noun].table)} as ${sql.ref(noun)}
    where ${sql.ref(`${noun}.company_id`)} = ${company}
      and ${sql.ref(`${noun}.id`)} = ${sql.ref(by)})`;
  const select = (query: AnyQuery) => query.select(lookup.as(noun));
  return select as Adding<Record<Noun, Reference | null>>;
}

export function withRequired<Noun extends SubjectKind>(
  noun: Noun,
  naming: Naming<Noun> = {},
): Adding<Record<Noun, Reference<string>>> {
  return withRecord<Noun>(noun, naming) as Adding<Record<Noun, Reference<string>>>;
}

export function withRequiredLookup<Noun extends SubjectKind>(
  noun: Noun,
  by: string,
): Adding<Record<Noun, Reference<string>>> {
  return withLookup(noun, { by }) as Adding<Record<Noun, Reference<string>>>;
}

export function withMember<As extends string>(
  as: As,
  by = `t.${as}_id`,
): Adding<Record<As, Reference | null>> {
  const company = sql.ref(`${by.split(".")[0]}.company_id`);
  const name = sql<string>`coalesce(
    (select ${shownName(as, "m")} from user_companies m where m.company_id = ${company}
      and m.user_id = ${sql.ref(`${as}.id`)}), ${sql.ref(`${as}.email`)})`;
  const select = (query: AnyQuery) => {
    const joined: AnyQuery = query.leftJoin(`users as ${as}`, `${as}.id`, by);
    return joined.select(reference(as, name).as(as));
  };
  return select as Adding<Record<As, Reference | null>>;
}

export function referenceTo(noun: NounName, alias: string) {
  return reference(alias, labelOf(noun, alias));
}

function reference(alias: string, name: RawBuilder<string>) {
  const id = sql.ref(`${alias}.id`);
  return sql<Reference | null>`case when ${id} is not null then
    json_build_object('id', ${id}, 'name', ${name}) end`;
}
