/** How a column is classified: whether it says something of a person, of whom, and how it goes. */

/** Of whom a personal column speaks. */
export type Person = "contact" | "client" | "member" | "recipient" | "company";

export type Means =
  /** Set to null. */
  | "null"
  /** Set to the column's default: an empty list, an empty object, false. */
  | "default"
  /** Replaced by a word that names nobody. */
  | "replaced"
  /** Goes with its whole row. */
  | "row"
  /** Written anew by triggers when its record is erased. */
  | "derived"
  /** Its list loses the entries of the records that are erased. */
  | "entries"
  /** Stays; `why` says for what. */
  | "kept";

export interface PersonalColumn {
  of: Person;
  by: Means;
  why?: string;
  /** Of no use to the person: a digest, or a copy made for searching. */
  hidden?: true;
}

/** Null: it says nothing of a person, or nothing any more once the others are erased. */
export type Column = PersonalColumn | null;
export type TableColumns = Record<string, Column>;

export function plain(names: string): TableColumns {
  return each(names, null);
}

export function personal(of: Person, by: Means, names: string): TableColumns {
  return each(names, { of, by });
}

/** Who did what at work: the company's own record, which outlives the membership. */
export function members(names: string): TableColumns {
  return each(names, { of: "member", by: "kept", why: "who did what at work" });
}

export function kept(of: Person, why: string, names: string): TableColumns {
  return each(names, { of, by: "kept", why });
}

export function hidden(of: Person, by: Means, names: string): TableColumns {
  return each(names, { of, by, hidden: true });
}

function each(names: string, column: Column): TableColumns {
  return Object.fromEntries(names.split(/\s+/).filter(Boolean).map((name) => [name, column]));
}
