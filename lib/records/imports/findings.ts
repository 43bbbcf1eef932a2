import type { LockedRow } from "@/lib/records/bulk/many.ts";
import { type ImportOutcome } from "@/lib/records/imports/import.ts";
import { type ImportCounts, type ImportError } from "@/lib/records/imports/rows/import_answers.ts";
import type { ImportRow, Remark } from "@/lib/records/imports/import_parts.ts";
import type { Column } from "@/lib/records/imports/rows/columns.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Outcome of a row, and the record that it duplicates or changes. */
export interface RowResult {
  outcome: ImportOutcome;
  record?: { id: number; name: string | null };
  /** The record as stored, and its new values. */
  change?: { row: LockedRow; values: Record<string, unknown> };
}

/** Collects the errors and outcomes of a file's rows. */
export class Findings {
  readonly errors: ImportError[] = [];
  readonly results = new Map<number, RowResult>();
  private readonly noted = new Map<number, Remark[]>();
  /** Rows that are stored already, or repeated in the file. */
  duplicates = 0;

  constructor(
    private readonly columns: readonly Column[],
    private readonly language: Language,
    /** Whether notes of records that are there take lines too. */
    private readonly isNotesField: boolean,
  ) {}

  tell(row: number, rowResult: RowResult): void {
    this.results.set(row, rowResult);
  }

  isWrong(row: number): boolean {
    return this.results.get(row)?.outcome === "wrong";
  }

  refuse(row: number, field: string, text: Text): void {
    const column = this.columns.find((one) => one.field === field)?.header ?? null;
    this.add({ row, column, field, message: text[this.language] });
  }

  add(error: ImportError): void {
    this.errors.push(error);
    this.tell(error.row, { outcome: "wrong" });
  }

  note({ row, remarks = [] }: Pick<ImportRow, "row" | "remarks">): void {
    if (remarks.length > 0) this.noted.set(row, [...this.noted.get(row) ?? [], ...remarks]);
  }

  remark(row: number, field: string, text: Text): void {
    const column = this.columns.find((one) => one.field === field)?.header ?? null;
    this.note({ row, remarks: [{ row, column, field, message: text[this.language] }] });
  }

  remarksOf(row: number): ImportError[] {
    const { outcome } = this.results.get(row) ?? {};
    if (!outcome || outcome === "wrong" || outcome === "left_out") return [];
    return (this.noted.get(row) ?? []).map(({ isKept, ...remark }) => {
      if (isKept === undefined) return remark;
      const end = isKept && (outcome === "new" || this.isNotesField) ? "keptInNotes" : "leftOut";
      return { ...remark, message: `${remark.message}; ${importWords[end][this.language]}` };
    });
  }

  result(rowCount: number) {
    const { errors, results } = this;
    const count = (outcome: ImportOutcome) => {
      let n = 0;
      for (const rowResult of results.values()) if (rowResult.outcome === outcome) n++;
      return n;
    };
    const [valid, changed, same] = [count("new"), count("changed"), count("same")];
    const duplicates = this.duplicates + changed + same;
    const invalid = rowCount - valid - duplicates;
    const remarks = [...this.noted.keys()].filter((row) => this.remarksOf(row).length > 0).length;
    const counts: ImportCounts = {
      rows: rowCount,
      valid,
      invalid,
      duplicates,
      changed,
      same,
      remarks,
    };
    errors.sort((a, b) => a.row - b.row);
    return { errors, counts, results, remarksOf: (row: number) => this.remarksOf(row) };
  }
}
