import { fieldWords } from "@/lib/words/field_words.ts";

/** Errors of a CSV file, its columns and its cells. */
export const importWords = {
  row: { es: "Fila", en: "Row" },
  errors: fieldWords.errors,
  wrongRows: { es: "con errores", en: "with errors" },
  remarks: { es: "Avisos", en: "Remarks" },
  remarkRows: { es: "con avisos", en: "with remarks" },
  notText: { es: "no es texto", en: "is no text" },
  unreadable: { es: "no se ha podido leer", en: "could not be read" },
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
    es: `tiene en la línea ${line} unas comillas que no se cierran`,
    en: `has a quote in line ${line} that is never closed`,
  }),
  otherColumnFirst: (other: string) => ({
    es: `ya hay un valor en ${other}`,
    en: `there is a value in ${other}`,
  }),
  beside: (rest: string) => ({
    es: `lleva además «${rest}»`,
    en: `also has “${rest}”`,
  }),
  keptInNotes: { es: "queda en las notas", en: "kept in the notes" },
  leftOut: { es: "se deja fuera", en: "left out" },
  noPrice: { es: "no tiene precio: entra a 0,00", en: "has no price: comes in at 0.00" },
  noPriceColumn: {
    es: "falta el precio: di qué columna lo tiene, o que los productos entren a 0,00",
    en: "the price is missing: say which column has it, or that products come in at 0.00",
  },
  shorterName: (name: string) => ({
    es: `es más corto que «${name}», así que el nombre se queda`,
    en: `is shorter than “${name}”, so the name stays`,
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
  matchesTwo: (one: string, other: string) => ({
    es: `coincide con dos registros: ${one} y ${other}`,
    en: `matches two records: ${one} and ${other}`,
  }),
  sameRecordAsRow: (row: number, record: string) => ({
    es: `es el mismo registro que la fila ${row}: ${record}`,
    en: `is the same record as row ${row}: ${record}`,
  }),
  changedMeanwhile: {
    es: "alguien acaba de cambiar el registro: vuelve a importar la fila",
    en: "was changed by somebody just now: import the row again",
  },
  noMove: (from: string, to: string) => ({
    es: `no puede pasar de «${from}» a «${to}»`,
    en: `cannot go from “${from}” to “${to}”`,
  }),
  keptWhole: {
    es: "Alguien lo ha cambiado después de importarlo, así que se queda.",
    en: "Somebody has changed it since it was imported, so it stays.",
  },
  keptInPart: {
    es: "Estos campos se quedan; los demás vuelven a estar como antes.",
    en: "These fields stay; the others are as they were before.",
  },
  keptTrashed: {
    es: "Está en la papelera o se ha combinado, así que no se toca.",
    en: "It is in the trash or was merged, so it is left alone.",
  },
  thousandsOrDecimals: {
    es: "pueden ser miles o decimales: escribe ambos, como en 1.234,00",
    en: "may be thousands or decimals: write both, as in 1.234,00",
  },
  dayOrMonth: {
    es: "puede ser día y mes o mes y día: la columna tiene fechas de las dos formas",
    en: "may be day and month or month and day: the column has dates of both forms",
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
