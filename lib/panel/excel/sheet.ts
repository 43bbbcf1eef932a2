/** Description of a workbook as data: a page hands it to the button that builds the file. */

export type CellKind = "text" | "number" | "money" | "percent" | "day" | "instant" | "flag";

export interface SheetColumn {
  /** The field of a row; another record is shown by its name, several values with commas. */
  name: string;
  label: string;
  kind: CellKind;
  words?: Record<string, string>;
  /** A sum below it; of the rows that have this value in another column, where one is named. */
  total?: true | { column: string; value: string };
}

export type SheetRow = Record<string, unknown>;

export interface Sheet {
  name: string;
  columns: SheetColumn[];
}

/** Its rows, or the list of the API that has them: `clients`, filtered and sorted as asked. */
export type SheetSource =
  & Sheet
  & ({ rows: SheetRow[] } | {
    list: string;
    query: Record<string, string>;
  });

export interface SheetPlace {
  language: "es" | "en";
  timeZone: string;
  currency: string;
}
