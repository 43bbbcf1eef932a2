import type { ColumnUse } from "@/lib/records/imports/heads/column_use.ts";
import { columnUses } from "@/lib/records/imports/heads/column_uses.ts";
import type { ColumnRole, ImportKind } from "@/lib/records/imports/import.ts";
import type { ImportError } from "@/lib/records/imports/rows/import_answers.ts";
import { problem } from "@/lib/input/errors.ts";
import { importWords } from "@/lib/words/imports.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Language } from "@/lib/words/language.ts";

/** Columns of a file, and how several of one field come together. */

export interface Column {
  header: string;
  field: string | null;
  role: ColumnRole | null;
}

export interface FieldColumns {
  field: string;
  /** Columns that each have a whole value: the first that can be read wins. */
  wholes: number[];
  /** Columns whose cells make one value together, where no whole one has any. */
  parts: number[];
}

export type KindOfFile = Pick<ImportKind<unknown>, "noun" | "fields" | "notebook">;

/**
 * A file without any known column is an error.
 * @param choices field of each column; by the headers where absent
 * @throws Problem validation_failed (`columns`): no field of that name
 */
export function readColumns(
  header: readonly string[],
  kind: KindOfFile,
  { choices, language }: { choices?: readonly string[]; language: Language },
): { columns: Column[]; plans: FieldColumns[]; errors: ImportError[] } {
  const { fields } = kind;
  const unknown = choices?.find((name) => name !== "" && !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    const values = Object.keys(fields).join(", ");
    throw problem("validation_failed", { fields: { columns: inputWords.oneOf(values) } });
  }
  const plans = plansOf(usesOf(header, kind, choices), kind);
  const roles = new Map(plans.flatMap((plan) => rolesOf(plan, kind)));
  const columns = header.map((name, at): Column => ({
    header: name,
    field: plans.find(({ wholes, parts }) => wholes.includes(at) || parts.includes(at))?.field ??
      null,
    role: roles.get(at) ?? null,
  }));
  const message = importWords.noKnownColumn[language];
  const errors = plans.length > 0 ? [] : [{ row: 1, column: null, field: null, message }];
  return { columns, plans, errors };
}

/** A choice by hand of several columns joins them as they stand, unless it is what the heads say. */
function usesOf(
  header: readonly string[],
  kind: KindOfFile,
  choices: readonly string[] | undefined,
): (ColumnUse | null)[] {
  const own = columnUses(header, kind);
  if (!choices) return own;
  const isOwn = (field: string) =>
    header.every((_, at) => (choices[at] === field) === (own[at]?.field === field));
  return header.map((_, at) => {
    const field = choices[at];
    if (!field) return null;
    if (isOwn(field)) return own[at]!;
    return kind.fields[field]!.joins ? { field, part: at } : { field };
  });
}

function plansOf(uses: (ColumnUse | null)[], { fields }: KindOfFile): FieldColumns[] {
  const plans = new Map<string, FieldColumns>();
  for (const [at, use] of uses.entries()) {
    if (!use) continue;
    const plan = plans.get(use.field) ?? { field: use.field, wholes: [], parts: [] };
    const isPart = use.part !== undefined || fields[use.field]!.joins?.isAlways;
    (isPart ? plan.parts : plan.wholes).push(at);
    plans.set(use.field, plan);
  }
  const placeOf = (at: number) => uses[at]!.part ?? at;
  const rankOf = (at: number) => uses[at]!.rank ?? 0;
  for (const { wholes, parts } of plans.values()) {
    wholes.sort((a, b) => rankOf(a) - rankOf(b) || a - b);
    parts.sort((a, b) => placeOf(a) - placeOf(b) || a - b);
  }
  return [...plans.values()];
}

function rolesOf(
  { wholes, parts }: FieldColumns,
  { notebook }: KindOfFile,
): [number, ColumnRole][] {
  const spare: ColumnRole = notebook ? "in_notes" : "left_out";
  return [
    ...wholes.map((at, nth): [number, ColumnRole] => [at, nth === 0 ? "value" : spare]),
    ...parts.map((at): [number, ColumnRole] => [at, partRole(wholes, parts)]),
  ];
}

function partRole(wholes: number[], parts: number[]): ColumnRole {
  if (wholes.length > 0) return "otherwise";
  return parts.length > 1 ? "joined" : "value";
}
