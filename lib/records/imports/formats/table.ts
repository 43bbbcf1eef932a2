import type { CsvFile } from "@/lib/records/imports/csv.ts";
import type { TableFormat } from "@/lib/records/imports/import.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Text } from "@/lib/words/language.ts";

export interface Table extends CsvFile {
  format: TableFormat;
  /** Names of a workbook's sheets, in its order; none of other files. */
  sheets: string[];
  sheet?: string;
}

export interface TableLimits {
  bytes: number;
  rows: number;
  columns: number;
  cell: number;
}

export function refusal(text: Text, cause?: unknown) {
  return problem("validation_failed", { fields: { body: text }, cause });
}
