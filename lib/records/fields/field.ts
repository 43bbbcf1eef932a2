import type { Schema } from "@/lib/db/schema.ts";
import type { NounName } from "@/lib/records/nouns.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Field tables say everything about a noun's fields once, as plain data (docs/decisions/0033). */

export type Appearance =
  /** A place on pages: the dialog for a new record. */
  | "new"
  | "record"
  /** A column that the panel's list offers besides those that its page always draws. */
  | "list"
  | "sort"
  | "filter"
  | "file"
  | "import";

export type Person = "contact" | "client" | "member" | "recipient" | "company";

/** Effect of an erasure on a personal column. */
export type Erased =
  | "null"
  /** Set to the column's default: an empty list, an empty object, false. */
  | "default"
  | "replaced"
  | "row"
  /** Written anew by triggers when its record is erased. */
  | "derived"
  /** Erased by dropping the list's entries of the erased records. */
  | "entries"
  /** Stays, for the reason in `why`. */
  | "kept";

export interface Personal {
  readonly of: Person;
  readonly by: Erased;
  readonly why?: string;
  /** Hidden from the person's export: a digest, or a copy made for searching. */
  readonly hidden?: true;
}

/** Null: it is not about a person, or no longer once the others are erased. */
export type Privacy = Personal | null;

interface PublicField {
  readonly internal?: undefined;
  readonly label: Text;
  /** Label in files, where it differs. */
  readonly fileLabel?: Text;
  readonly hint?: Text;
  /** Description for the OpenAPI document, in English. Of a `person` or `record`: what it is. */
  readonly means: string;
  readonly privacy: Privacy;
  readonly in?: readonly Appearance[];
  /** The appearances in which it stands behind all others. */
  readonly last?: readonly Appearance[];
  /** A new record has to have it. */
  readonly required?: true;
  readonly empty?: true;
  /** Bodies that may have it; by default POST and PATCH. */
  readonly write?: "create" | "patch" | "never";
  /** Whether a join or a function makes it: it is no column of the table. */
  readonly computed?: true;
  readonly sortBy?: string;
  /** The search finds the record by its words. */
  readonly searched?: true;
  /** Filled by a merge where the record that stays has none: alone, or the address as a whole. */
  readonly merge?: "alone" | "address";
  /** Headers that mean it in a file besides its name, folded, in Spanish and English. */
  readonly headers?: readonly string[];
}

/** Kinds that are written as text. Their bounds are in lib/input/fields.ts where none is given. */
type TextKind =
  /** One line, trimmed; something of it is visible. `long` is shown with several lines. */
  | {
    readonly kind: "name" | "text" | "long";
    readonly max: number;
    readonly keepsLines?: true;
    /** Forms warn of what is probably mistyped. */
    readonly check?: "tax_id";
  }
  | { readonly kind: "email" | "phone" | "link" | "country" | "color" | "day" | "instant" };

type NumberKind =
  | {
    readonly kind: "whole";
    readonly min: number;
    readonly max: number;
    readonly unit?: "percent";
  }
  | { readonly kind: "money"; readonly adds?: true }
  | { readonly kind: "price" | "percent" | "quantity" };

type ChoiceKind = {
  readonly kind: "choice";
  readonly values: readonly string[];
  /** Words of the values; one that is missing is shown as it is. */
  readonly words: Readonly<Record<string, Text>>;
  /** Further words that mean a value in a file, folded. */
  readonly cells?: Readonly<Record<string, readonly string[]>>;
};

/** `client_id` in bodies, `client` with `{id, name}` in answers. */
type LinkKind = {
  readonly kind: "person" | "record";
  /** Name in answers; by default the field's own without `_id`. */
  readonly shows?: string;
  readonly from?: string;
  readonly noun?: NounName;
};

type OtherKind =
  | { readonly kind: "tags" | "flag" | "id" }
  /** A kind whose schemas stand beside the table. */
  | { readonly kind: "special" };

export type ShownField =
  & PublicField
  & (TextKind | NumberKind | ChoiceKind | LinkKind | OtherKind);

export interface InternalField {
  readonly internal: true;
  readonly privacy: Privacy;
}

export type Field = ShownField | InternalField;
export type FieldTable = Readonly<Record<string, Field>>;

/** Every column of the table, and the names of what is computed: one more or less is an error. */
export type FieldsOf<Table extends keyof Schema, Computed extends string = never> =
  & { readonly [Column in keyof Schema[Table]]: Field }
  & { readonly [Name in Computed]: Field & { readonly computed: true } };

export const internal = { internal: true, privacy: null } as const;

export const ofMember = { of: "member", by: "kept", why: "who did what at work" } as const;

export const recordFields = {
  id: {
    kind: "id",
    label: { es: "Nº", en: "ID" },
    means: "Id of the record, unique among its kind.",
    privacy: null,
    write: "never",
    in: ["file"],
  },
  company_id: internal,
  created_at: {
    kind: "instant",
    label: { es: "Alta", en: "Created" },
    fileLabel: fieldWords.created,
    means: "When the record was made.",
    privacy: null,
    write: "never",
    in: ["sort", "filter", "file"],
  },
  updated_at: {
    kind: "instant",
    label: { es: "Cambiado", en: "Changed" },
    means: "When the record last changed.",
    privacy: null,
    write: "never",
  },
  created_by: { internal: true, privacy: ofMember },
  updated_by: { internal: true, privacy: ofMember },
  version: {
    kind: "whole",
    min: 1,
    max: 2_147_483_647,
    label: { es: "Versión", en: "Version" },
    means: "Counts changes. Send it back to be told of a stale copy.",
    privacy: null,
    write: "never",
  },
  deleted_at: internal,
} as const satisfies FieldTable;

export function shownFields<T extends FieldTable>(table: T): [ShownName<T>, ShownField][] {
  return Object.entries(table).filter((entry): entry is [ShownName<T>, ShownField] =>
    !entry[1].internal
  );
}

export type ShownName<T extends FieldTable> =
  & { [N in keyof T]: T[N] extends { internal: true } ? never : N }[keyof T]
  & string;

/** The fields that appear in a place, in its order. */
export function fieldsIn<T extends FieldTable>(
  table: T,
  place: Appearance,
): [ShownName<T>, ShownField][] {
  const there = shownFields(table).filter(([, field]) => field.in?.includes(place));
  const isLast = ([, field]: [string, ShownField]) => field.last?.includes(place) ?? false;
  return [...there.filter((one) => !isLast(one)), ...there.filter(isLast)];
}

export function shownName(name: string, field: ShownField): string {
  if (field.kind !== "person" && field.kind !== "record") return name;
  return field.shows ?? name.replace(/_id$/, "");
}

type Merged<T extends FieldTable, How> = {
  [N in keyof T]: T[N] extends { merge: How } ? N : never;
}[keyof T];

/** Fields that a merge fills where the record that stays has none. */
export function mergedFields<T extends FieldTable, How extends "alone" | "address">(
  table: T,
  how: How,
): Merged<T, How>[] {
  const names: string[] = shownFields(table).filter(([, { merge }]) => merge === how)
    .map(([name]) => name);
  return names as Merged<T, How>[];
}
