import { fieldWords } from "@/lib/words/field_words.ts";

/** Errors of a CSV file, its columns and its cells. */
export const importWords = {
  row: { es: "Fila", en: "Row" },
  errors: fieldWords.errors,
  wrongRows: { es: "con errores", en: "with errors" },
  notText: { es: "no es texto", en: "is no text" },
  noHeader: { es: "necesita una cabecera", en: "needs a first row with the columns' names" },
  noRows: { es: "no tiene filas", en: "has no rows" },
  mostRows: (max: number) => ({
    es: `admite como mucho ${max} filas`,
    en: `must have at most ${max} rows`,
  }),
  mostColumns: (max: number) => ({
    es: `admite como mucho ${max} columnas`,
    en: `must have at most ${max} columns`,
  }),
  longCell: (row: number, max: number) => ({
    es: `tiene en la fila ${row} una celda de más de ${max} caracteres`,
    en: `has a cell of more than ${max} characters in row ${row}`,
  }),
  longRow: (row: number) => ({
    es: `tiene una fila demasiado larga, la ${row}`,
    en: `has a row that is too long, number ${row}`,
  }),
  openQuote: (line: number) => ({
    es: `tiene unas comillas sin cerrar; la última línea es la ${line}`,
    en: `has a quote that is never closed; the last line is ${line}`,
  }),
  repeatedColumn: (other: string) => ({
    es: `es lo mismo que ${other}`,
    en: `means the same as ${other}`,
  }),
  noKnownColumn: {
    es: "ninguna columna tiene nombre conocido",
    en: "no column has a name that is known",
  },
  tooManyCells: { es: "tiene más celdas que la cabecera", en: "has more cells than the header" },
  storedAlready: { es: "ya existe", en: "is there already" },
  sameAsRow: (row: number) => ({
    es: `es igual en la fila ${row}`,
    en: `is the same in row ${row}`,
  }),
  thousandsOrDecimals: {
    es: "pueden ser miles o decimales: escribe ambos, como en 1.234,00",
    en: "may be thousands or decimals: write both, as in 1.234,00",
  },
  yesOrNo: { es: "debe ser sí o no", en: "must be yes or no" },
  day: {
    es: "debe ser una fecha, como 31/12/2026 o 2026-12-31",
    en: "must be a day, such as 31/12/2026 or 2026-12-31",
  },
  country: { es: "debe ser un país, como ES", en: "must be a country, such as ES" },
  employee: {
    es: "debe ser el correo o el nombre de un empleado",
    en: "must be an employee's e-mail address or name",
  },
};
