import {
  type Erased,
  type FieldTable,
  ofMember,
  type Person,
  type Privacy,
} from "@/lib/records/fields/field.ts";

/** Privacy of a column: whether it is about a person, about whom, and how it is erased. */

export type Column = Privacy;
export type TableColumns = Record<string, Column>;

/** Columns of every record. */
export const record = "id company_id created_at updated_at version deleted_at";
export const authors = "created_by updated_by";

/** Every column of a noun, as its field table classifies it. */
export function tableColumns(table: FieldTable): TableColumns {
  const stored = Object.entries(table).filter(([, field]) => field.internal || !field.computed);
  return Object.fromEntries(stored.map(([name, { privacy }]) => [name, privacy]));
}

export function plain(names: string): TableColumns {
  return each(names, null);
}

export function personal(of: Person, by: Erased, names: string): TableColumns {
  return each(names, { of, by });
}

/** Authors at work: the company's own record, which outlives the membership. */
export function members(names: string): TableColumns {
  return each(names, ofMember);
}

export function retained(of: Person, why: string, names: string): TableColumns {
  return each(names, { of, by: "kept", why });
}

export function hidden(of: Person, by: Erased, names: string): TableColumns {
  return each(names, { of, by, hidden: true });
}

function each(names: string, column: Column): TableColumns {
  return Object.fromEntries(names.split(/\s+/).filter(Boolean).map((name) => [name, column]));
}
