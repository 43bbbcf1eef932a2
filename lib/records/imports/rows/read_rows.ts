import * as z from "zod";
import type { CsvFile } from "@/lib/records/imports/csv.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import type { ImportKind } from "@/lib/records/imports/import.ts";
import type { ImportError } from "@/lib/records/imports/rows/import_answers.ts";
import type { Remark } from "@/lib/records/imports/import_parts.ts";
import {
  type CellReading,
  notationsOf,
  type ReadCell,
  readCell,
} from "@/lib/records/imports/rows/cells.ts";
import type { Column, FieldColumns } from "@/lib/records/imports/rows/columns.ts";
import { Problem } from "@/lib/input/errors.ts";
import { validate } from "@/lib/input/input.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language, Text } from "@/lib/words/language.ts";

type Kind<Value> = Pick<
  ImportKind<Value>,
  "fields" | "schema" | "partial" | "essential" | "notebook" | "priceField"
>;

export interface Reading<Value> extends CellReading, Kind<Value> {
  /** Rows may change existing records, which need not have the required fields. */
  isUpdate: boolean;
  language: Language;
  price?: number;
}

export interface ReadRow<Value> {
  row: number;
  cells: string[];
  values: Record<string, unknown>;
  value: Partial<Value> | undefined;
  fields: string[];
  errors: ImportError[];
  lacks: ImportError[];
  remarks: Remark[];
  newRemarks: Remark[];
  lines: string[];
}

export function* readRows<Value>(
  file: CsvFile,
  { columns, plans }: { columns: Column[]; plans: FieldColumns[] },
  reading: Reading<Value>,
): Generator<ReadRow<Value>> {
  const notations = notationsOf(file, columns, reading.fields);
  const read = (cell: string, at: number, field: string) =>
    readCell(cell, field, notations[at]!, reading);
  for (const record of file.rows) yield new RowReader(record, columns, reading).run(plans, read);
}

type Read = (cell: string, at: number, field: string) => ReadCell;

/** A cell that its own field does not hold. */
interface Doubt {
  field: string;
  at: number;
  text: Text;
}

class RowReader<Value> {
  private readonly values: Record<string, unknown> = {};
  private doubts: Doubt[] = [];
  /** Places of good cells for which their field has no room. */
  private readonly spares = new Map<number, number>();
  private readonly sources = new Map<string, number[]>();

  constructor(
    private readonly record: CsvFile["rows"][number],
    private readonly columns: Column[],
    private readonly reading: Reading<Value>,
  ) {}

  run(plans: FieldColumns[], read: Read): ReadRow<Value> {
    const { row, cells } = this.record;
    const { values, reading } = this;
    for (const plan of plans) this.readField(plan, read);
    const { value, wrong, grave } = this.validated();
    const errors = grave.map(({ field, at, text }) => this.errorOf(field, text, at));
    const lacks: ImportError[] = [];
    if (cells.slice(this.columns.length).some((cell) => cell !== "")) {
      errors.push(this.errorOf(null, importWords.tooManyCells));
    }
    const isLack = (field: string) => reading.isUpdate && !(field in values);
    for (const [field, text] of wrong) {
      (isLack(field) ? lacks : errors).push(this.errorOf(field, text));
    }
    const newRemarks = this.checkPrice(isLack, { errors, lacks });
    const fields = Object.keys(values);
    const { lines, remarks } = this.remarks();
    if (errors.length > 0) errors.push(...remarks.map(({ isKept: _, ...remark }) => remark));
    const whole = errors.length > 0 ? undefined : this.completed(value, lines);
    return {
      row,
      cells,
      values,
      fields,
      errors,
      lacks,
      lines,
      newRemarks,
      value: whole,
      remarks: whole ? remarks : [],
    };
  }

  private cell(at: number): string {
    return this.record.cells[at] ?? "";
  }

  private readField({ field, wholes, parts }: FieldColumns, read: Read): void {
    let winner: number | undefined;
    for (const at of wholes) {
      const cell = this.cell(at);
      if (cell === "") continue;
      if (winner !== undefined) {
        if (!isWithin(cell, this.cell(winner))) this.spares.set(at, winner);
        continue;
      }
      const { value, doubt } = read(cell, at, field);
      if (doubt) this.doubts.push({ field, at, text: doubt });
      if (value === undefined) continue;
      winner = at;
      this.put(field, value, [at]);
    }
    const filled = parts.filter((at) => this.cell(at) !== "");
    if (filled.length === 0) return;
    if (winner !== undefined) {
      const whole = this.cell(winner);
      for (const at of filled) if (!isWithin(this.cell(at), whole)) this.spares.set(at, winner);
      return;
    }
    const texts = [...new Set(filled.map((at) => this.cell(at)))];
    const joined = texts.join(this.reading.fields[field]!.joins?.sign ?? " ");
    const { value, doubt } = read(joined, filled[0]!, field);
    if (doubt) { for (const at of filled) this.doubts.push({ field, at, text: doubt }); }
    if (value !== undefined) this.put(field, value, filled);
  }

  private put(field: string, value: unknown, sources: number[]): void {
    this.values[field] = value;
    this.sources.set(field, sources);
  }

  /** Leaves out what is wrong in optional fields; `grave`: cells of the others that are unreadable. */
  private validated() {
    const isEssential = (field: string) => this.reading.essential.includes(field);
    for (;;) {
      const read = readValue(this.values, this.reading);
      const doubtful = read.wrong.filter(([field]) => field in this.values && !isEssential(field));
      if (doubtful.length === 0) {
        const isGrave = ({ field }: Doubt) => isEssential(field) && !(field in this.values);
        const [grave, doubts] = [
          this.doubts.filter(isGrave),
          this.doubts.filter((one) => !isGrave(one)),
        ];
        this.doubts = doubts;
        const fields = new Set(grave.map(({ field }) => field));
        return { ...read, wrong: read.wrong.filter(([field]) => !fields.has(field)), grave };
      }
      for (const [field, text] of doubtful) {
        for (const at of this.sources.get(field)!) this.doubts.push({ field, at, text });
        delete this.values[field];
      }
    }
  }

  private checkPrice(
    isLack: (field: string) => boolean,
    { errors, lacks }: { errors: ImportError[]; lacks: ImportError[] },
  ): Remark[] {
    const { priceField: field, price, language } = this.reading;
    if (!field || field in this.values || price !== undefined) return [];
    if (errors.some((error) => error.field === field)) return [];
    if (this.columns.some((column) => column.field === field)) {
      return [this.errorOf(field, importWords.noPrice)];
    }
    const message = importWords.noPriceColumn[language];
    const { row } = this.record;
    (isLack(field) ? lacks : errors).push({ row, column: null, field, message });
    return [];
  }

  private remarks(): { lines: string[]; remarks: Remark[] } {
    if (this.doubts.length === 0 && this.spares.size === 0) return { lines: [], remarks: [] };
    const { notebook } = this.reading;
    const places = [...new Set([...this.doubts.map(({ at }) => at), ...this.spares.keys()])]
      .filter((at) => this.columns[at]!.field !== notebook?.field);
    const lines = places.sort((a, b) => a - b)
      .map((at) => `${this.labelOf(at)}: ${this.cell(at)}`);
    const own = notebook?.field ? String(this.values[notebook.field] ?? "") : "";
    const isRoom = notebook !== undefined && [own, ...lines].join("\n").length <= notebook.longest;
    const remarks = this.doubts.map(({ field, at, text }): Remark => ({
      ...this.errorOf(field, text, at),
      isKept: isRoom && this.columns[at]!.field !== notebook?.field,
    }));
    for (const [at, winner] of isRoom ? [] : this.spares) {
      const text = importWords.otherColumnFirst(this.labelOf(winner));
      remarks.push({ ...this.errorOf(this.columns[at]!.field, text, at), isKept: false });
    }
    return { lines: isRoom ? lines : [], remarks };
  }

  private completed(
    value: Partial<Value> | undefined,
    lines: string[],
  ): Partial<Value> | undefined {
    const { notebook, priceField, price } = this.reading;
    if (!value) return undefined;
    const more: Record<string, unknown> = {};
    if (notebook?.field && lines.length > 0) {
      const own = this.values[notebook.field];
      more[notebook.field] = [...own === undefined ? [] : [own], ...lines].join("\n");
    }
    if (priceField && price !== undefined && !(priceField in this.values)) more[priceField] = price;
    Object.assign(this.values, more);
    return { ...value, ...more };
  }

  private labelOf(at: number): string {
    const { header, field } = this.columns[at]!;
    return header || this.reading.fields[field!]!.label[this.reading.language];
  }

  private errorOf(field: string | null, text: Text, at?: number): ImportError {
    const column = at === undefined
      ? this.columns.find((one) => field !== null && one.field === field)
      : this.columns[at];
    const { row } = this.record;
    return { row, column: column?.header ?? null, field, message: text[this.reading.language] };
  }
}

/** Whether a text is the same but for its signs, or all its words stand in the other one. */
function isWithin(text: string, whole: string): boolean {
  if (fold(text).replaceAll(" ", "") === fold(whole).replaceAll(" ", "")) return true;
  const words = new Set(fold(whole).split(" "));
  return fold(text).split(" ").every((word) => words.has(word));
}

/** Errors by field, and the value if it is valid or, for an update, valid as a partial record. */
function readValue<Value>(
  values: Record<string, unknown>,
  { schema, partial, isUpdate }: Reading<Value>,
): { value?: Partial<Value>; wrong: [field: string, text: Text][] } {
  const whole = tryValidate(schema, values);
  if (whole.wrong.length === 0 || !isUpdate) return whole;
  return { value: tryValidate(partial, values).value, wrong: whole.wrong };
}

function tryValidate<Value>(schema: z.ZodType<Value>, values: Record<string, unknown>) {
  try {
    return { value: validate(schema, values), wrong: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const wrong = Object.entries(error.extras.fields ?? {})
      .map(([path, text]): [string, Text] => [path.split(".")[0]!, text]);
    return { wrong };
  }
}
