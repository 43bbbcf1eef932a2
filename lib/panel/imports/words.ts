import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the page that imports CSV files. */
export const importPageWords = {
  title: { es: "Importar", en: "Import" },
  nouns: { es: "Qué se importa", en: "What is imported" },
  contacts: fieldWords.contacts,
  clients: fieldWords.clients,
  products: fieldWords.products,
  choose: { es: "Elige un archivo CSV", en: "Choose a CSV file" },
  chooseOther: { es: "Elegir otro archivo", en: "Choose another file" },
  orDrop: { es: "o suéltalo aquí", en: "or drop it here" },
  limits: (megabytes: number, rows: string): Text => ({
    es: `Hasta ${megabytes} MB y ${rows} filas. Antes de guardar nada verás cómo queda.`,
    en: `Up to ${megabytes} MB and ${rows} rows. You see the result before anything is saved.`,
  }),
  noScript: {
    es: "Para importar hace falta JavaScript. La plantilla se puede descargar igualmente.",
    en: "Importing needs JavaScript. The template can be downloaded all the same.",
  },
  tooLarge: (size: string, limit: number): Text => ({
    es: `El archivo ocupa ${size} y el límite son ${limit} MB. Divídelo en varios e impórtalos ` +
      "uno tras otro. No se ha guardado nada.",
    en: `The file has ${size} and the limit is ${limit} MB. Split it and import the parts one ` +
      "after the other. Nothing was saved.",
  }),
  isWorkbook: {
    es: "Es un libro de hoja de cálculo. Ábrelo y guárdalo como «CSV (delimitado por comas)».",
    en: "This is a workbook. Open it in your spreadsheet and save it as “CSV”.",
  },
  unreadable: (why: string): Text => ({
    es: `El archivo ${why}. No se ha guardado nada.`,
    en: `The file ${why}. Nothing was saved.`,
  }),
  uploading: (percent: number): Text => ({
    es: `Enviando el archivo: ${percent} %`,
    en: `Sending the file: ${percent}%`,
  }),
  checking: { es: "Comprobando cada fila…", en: "Checking every row…" },
  saving: (rows: string): Text => ({
    es: `Guardando ${rows} filas…`,
    en: `Saving ${rows} rows…`,
  }),
  delimiters: {
    comma: { es: "separado por comas", en: "separated by commas" },
    semicolon: { es: "separado por punto y coma", en: "separated by semicolons" },
    tab: { es: "separado por tabuladores", en: "separated by tabs" },
  },
  rows: { es: "Filas", en: "Rows" },
  valid: { es: "Correctas", en: "Good" },
  invalid: { es: "Con errores", en: "With errors" },
  duplicates: { es: "Ya existen", en: "Already there" },
  ifDuplicate: {
    es: "Las filas que ya existen o se repiten",
    en: "Rows that are already there or repeated",
  },
  refuse: { es: "son un error", en: "are an error" },
  skip: { es: "se dejan fuera", en: "are left out" },
  columns: { es: "Columnas", en: "Columns" },
  becomes: { es: "Se guarda como", en: "Is saved as" },
  ignored: { es: "No se importa", en: "Not imported" },
  noHeader: { es: "(sin nombre)", en: "(no name)" },
  problems: fieldWords.errors,
  row: { es: "Fila", en: "Row" },
  column: { es: "Columna", en: "Column" },
  problem: { es: "Problema", en: "Problem" },
  wholeRow: { es: "toda la fila", en: "the whole row" },
  firstProblems: (shown: number): Text => ({
    es: `Se muestran los primeros ${shown}; en el archivo de errores están todos.`,
    en: `These are the first ${shown}; the file of errors has them all.`,
  }),
  downloadWrong: { es: "Descargar las filas con errores", en: "Download the rows with errors" },
  wrongFile: { es: "con errores", en: "with errors" },
  howToCorrect: {
    es:
      "Corrígelas en tu archivo y vuelve a elegirlo, o di abajo qué es cada columna. Se importa todo " +
      "o nada.",
    en:
      "Correct them in your file and choose it again, or say below what each column is. An import " +
      "saves all rows or none.",
  },
  preview: { es: "Primeras filas", en: "First rows" },
  commit: (rows: string): Text => ({ es: `Importar ${rows} filas`, en: `Import ${rows} rows` }),
  commitOne: { es: "Importar 1 fila", en: "Import 1 row" },
  whyNot: {
    errors: {
      es: "Hay errores: mientras los haya no se importa nada",
      en: "There are errors: nothing is imported while there are any",
    },
    empty: { es: "No queda ninguna fila que importar", en: "No row is left to import" },
  },
  done: (rows: string, noun: string): Text => ({
    es: `${noun} importados: ${rows}`,
    en: `${noun} imported: ${rows}`,
  }),
  skipped: (rows: string): Text => ({
    es: `Filas que se han dejado fuera porque ya existían: ${rows}`,
    en: `Rows left out because they were already there: ${rows}`,
  }),
  seeThem: { es: "Ver lo importado", en: "See what was imported" },
  another: { es: "Importar otro archivo", en: "Import another file" },
  template: { es: "Descargar la plantilla", en: "Download the template" },
  guide: { es: "Columnas que se entienden", en: "Columns that are understood" },
  guideText: {
    es:
      "La primera fila da nombre a las columnas; el orden no importa y las que sobren se ignoran.",
    en: "The first row names the columns; their order is free and others are ignored.",
  },
  required: { es: "obligatoria", en: "required" },
  meanings: {
    text: { es: "texto", en: "text" },
    number: { es: "número: 1.234,50 o 1,234.50", en: "number: 1,234.50 or 1.234,50" },
    whole: { es: "número entero", en: "whole number" },
    flag: { es: "sí o no", en: "yes or no" },
    instant: { es: "fecha: 31/12/2026 o 31/12/2026 9:30", en: "date: 31/12/2026 or 2026-12-31" },
    list: { es: "varias, con comas", en: "several, with commas" },
    employee: {
      es: "nombre o correo de alguien del equipo",
      en: "name or address of someone in the team",
    },
    country: { es: "España o ES", en: "Spain or ES" },
    link: { es: "dirección web", en: "web address" },
    choices: {
      company: { es: "empresa", en: "company" },
      person: { es: "persona", en: "person" },
      phone: { es: "teléfono", en: "phone" },
      referral: { es: "recomendación", en: "referral" },
      other: { es: "otro", en: "other" },
      es: { es: "español", en: "Spanish" },
      en: { es: "inglés", en: "English" },
      new: { es: "nuevo", en: "new" },
      read: { es: "leído", en: "read" },
      archived: { es: "archivado", en: "archived" },
    } as Record<string, Text>,
    oneOf: (values: string): Text => ({
      es: `uno de: ${values}`,
      en: `one of: ${values}`,
    }),
  },
};
