import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the page that imports files. */
export const importPageWords = {
  title: { es: "Importar", en: "Import" },
  nouns: { es: "Qué se importa", en: "What is imported" },
  contacts: fieldWords.contacts,
  clients: fieldWords.clients,
  products: fieldWords.products,
  choose: { es: "Elige un archivo CSV, Excel o vCard", en: "Choose a CSV, Excel or vCard file" },
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
  formats: {
    csv: { es: "texto", en: "text" },
    vcard: { es: "tarjetas de contacto (vCard)", en: "contact cards (vCard)" },
    xlsx: { es: "libro de Excel", en: "Excel workbook" },
  },
  sheet: { es: "Hoja", en: "Sheet" },
  delimiters: {
    comma: { es: "separado por comas", en: "separated by commas" },
    semicolon: { es: "separado por punto y coma", en: "separated by semicolons" },
    tab: { es: "separado por tabuladores", en: "separated by tabs" },
    pipe: { es: "separado por barras (|)", en: "separated by bars (|)" },
  },
  rows: { es: "Filas", en: "Rows" },
  all: { es: "Todas", en: "All" },
  outcomes: {
    new: { es: "Nuevas", en: "New" },
    changed: { es: "Cambian", en: "Changed" },
    same: { es: "Iguales", en: "The same" },
    wrong: { es: "Con errores", en: "With errors" },
    left_out: { es: "Ya existen", en: "Already there" },
    remarks: { es: "Con avisos", en: "With remarks" },
  },
  /** Of one row. */
  outcome: {
    new: { es: "Nueva", en: "New" },
    changed: { es: "Cambia", en: "Changed" },
    same: { es: "Igual", en: "The same" },
    wrong: { es: "Con errores", en: "With errors" },
    left_out: { es: "Ya existe", en: "Already there" },
  },
  ifDuplicate: { es: "Las filas que ya existen", en: "Rows that are already there" },
  duplicates: {
    update: { es: "actualizan lo guardado", en: "update what is there" },
    skip: { es: "se dejan fuera", en: "are left out" },
  },
  ifInvalid: { es: "Las filas con errores", en: "Rows with errors" },
  invalid: {
    skip: { es: "no se importan; las demás sí", en: "stay out; the others go in" },
    refuse: { es: "impiden importar el archivo", en: "keep the whole file out" },
  },
  known: {
    contacts: {
      es: "Un contacto se reconoce por su identificador en el canal, su correo o, sin correo, su " +
        "teléfono. El canal, el identificador y el primer mensaje solo se guardan en los nuevos.",
      en: "A contact is known by its channel ID, its e-mail address or, without one, its phone. " +
        "Channel, ID and first message are only saved with new ones.",
    },
    clients: {
      es: "Un cliente se reconoce por su NIF y, si no lo tiene, por su correo.",
      en: "A client is known by its tax ID or, if it has none, by its e-mail address.",
    },
    products: {
      es: "Un producto se reconoce por su referencia.",
      en: "A product is known by its SKU.",
    },
  },
  empties: {
    es: "Una celda vacía, o una columna que falta, deja lo guardado como está.",
    en: "An empty cell, or a column that is missing, leaves what is there as it is.",
  },
  columns: { es: "Columnas", en: "Columns" },
  becomes: { es: "Se guarda como", en: "Is saved as" },
  ignored: { es: "No se importa", en: "Not imported" },
  noHeader: { es: "(sin nombre)", en: "(no name)" },
  roles: {
    joined: (others: string): Text => ({
      es: `Se une con: ${others}`,
      en: `Is joined with: ${others}`,
    }),
    otherwise: (other: string): Text => ({
      es: `Solo donde está vacía la columna: ${other}`,
      en: `Only where this column is empty: ${other}`,
    }),
    in_notes: (other: string): Text => ({
      es: `Donde hay un valor en ${other}, este queda en las notas`,
      en: `Where there is a value in ${other}, this one is kept in the notes`,
    }),
    notesOfNew: (other: string): Text => ({
      es: `Donde hay un valor en ${other}, este queda en una nota de los contactos nuevos`,
      en: `Where there is a value in ${other}, this one is kept in a note of new contacts`,
    }),
    left_out: (other: string): Text => ({
      es: `Donde hay un valor en ${other}, este se deja fuera`,
      en: `Where there is a value in ${other}, this one is left out`,
    }),
  },
  free: {
    es: "Los productos sin precio entran a 0,00",
    en: "Products without a price come in at 0.00",
  },
  download: {
    wrong: { es: "Descargar las filas con errores", en: "Download the rows with errors" },
    remarks: { es: "Descargar las filas con avisos", en: "Download the rows with remarks" },
  },
  files: {
    wrong: { es: "con errores", en: "with errors" },
    remarks: { es: "con avisos", en: "with remarks" },
  },
  badHeader: {
    es: "La primera fila tiene errores. Di abajo qué es cada columna, o corrígela en tu archivo.",
    en: "The first row has errors. Say below what each column is, or correct it in your file.",
  },
  preview: { es: "Filas del archivo", en: "Rows of the file" },
  rowNumber: (row: number): Text => ({ es: `Fila ${row}`, en: `Row ${row}` }),
  showing: { es: "Filas que se muestran", en: "Rows that are shown" },
  noneSuch: { es: "No hay ninguna fila así.", en: "There is no such row." },
  more: { es: "Ver más filas", en: "Show more rows" },
  becomesValue: { es: "pasa a", en: "becomes" },
  nothing: { es: "vacío", en: "empty" },
  nothingNew: { es: "No cambia nada.", en: "Nothing changes." },
  commit: (rows: string): Text => ({ es: `Importar ${rows} filas`, en: `Import ${rows} rows` }),
  commitOne: { es: "Importar 1 fila", en: "Import 1 row" },
  whyNot: {
    errors: {
      es: "Hay filas con errores, y has elegido que impidan importar el archivo",
      en: "Some rows have errors, and you chose that they keep the file out",
    },
    header: {
      es: "La primera fila tiene errores",
      en: "The first row has errors",
    },
    empty: { es: "No hay nada nuevo que importar", en: "There is nothing new to import" },
  },
  done: (rows: string, noun: string): Text => ({
    es: `${noun} importados: ${rows}`,
    en: `${noun} imported: ${rows}`,
  }),
  nothingDone: {
    es: "El archivo no tenía nada nuevo",
    en: "The file had nothing new",
  },
  made: (n: string): Text => ({ es: `Nuevos: ${n}`, en: `New: ${n}` }),
  changed: (n: string): Text => ({ es: `Actualizados: ${n}`, en: `Updated: ${n}` }),
  same: (n: string): Text => ({ es: `Ya estaban igual: ${n}`, en: `The same before: ${n}` }),
  wrong: (n: string): Text => ({ es: `Con errores: ${n}`, en: `With errors: ${n}` }),
  remarks: (n: string): Text => ({ es: `Con avisos: ${n}`, en: `With remarks: ${n}` }),
  skipped: (rows: string): Text => ({
    es: `Filas que se han dejado fuera porque ya existían: ${rows}`,
    en: `Rows left out because they were already there: ${rows}`,
  }),
  undo: { es: "Deshacer la importación", en: "Undo the import" },
  undoShort: { es: "Deshacer", en: "Undo" },
  undoOf: (file: string): Text => ({
    es: `Deshacer la importación de ${file}`,
    en: `Undo the import of ${file}`,
  }),
  undoTitle: { es: "¿Deshacer la importación?", en: "Undo the import?" },
  undoText: (trashed: string, restored: string, unchanged: string): Text => ({
    es: `Van a la papelera ${trashed} y vuelven a estar como antes ${restored}. Se quedan como ` +
      `están, del todo o en parte, ${unchanged}: lo que alguien ha cambiado o usado después.`,
    en:
      `${trashed} go to the trash, and ${restored} are as before again. Left as they are, whole ` +
      `or in part: ${unchanged}, which somebody has changed or used since.`,
  }),
  /** Labels of what an undo would do. */
  planned: {
    trashed: { es: "A la papelera", en: "To the trash" },
    restored: { es: "Como antes", en: "As before" },
    kept: { es: "Se quedan", en: "Left as they are" },
  },
  rowsChanged: {
    es: "Algunas filas harían ahora otra cosa: míralas abajo.",
    en: "Some rows would do something else now: see them below.",
  },
  undone: { es: "Importación deshecha", en: "Import undone" },
  trashed: (n: string): Text => ({ es: `A la papelera: ${n}`, en: `In the trash: ${n}` }),
  restored: (n: string): Text => ({ es: `Como antes: ${n}`, en: `As before: ${n}` }),
  kept: (n: string): Text => ({
    es: `Se quedan, del todo o en parte: ${n}`,
    en: `Left as they are, whole or in part: ${n}`,
  }),
  noneLeft: {
    es: "Ya no quedaba nada de lo importado.",
    en: "Nothing of what was imported was left.",
  },
  numbered: (id: number): Text => ({ es: `n.º ${id}`, en: `no. ${id}` }),
  firstKept: (limit: string): Text => ({
    es: `Se muestran los primeros ${limit}.`,
    en: `These are the first ${limit}.`,
  }),
  past: { es: "Importaciones anteriores", en: "Past imports" },
  pastTab: { es: "Anteriores", en: "Past" },
  pastNote: {
    es: "Un archivo se puede deshacer entero durante 30 días.",
    en: "A file can be undone as a whole for 30 days.",
  },
  noPast: {
    es: "Todavía no se ha importado ningún archivo.",
    en: "No file was imported yet.",
  },
  nameless: { es: "Archivo sin nombre", en: "File without a name" },
  by: (who: string): Text => ({ es: `por ${who}`, en: `by ${who}` }),
  until: (day: string): Text => ({ es: `Hasta el ${day}`, en: `Until ${day}` }),
  states: {
    undoable: { es: "Se puede deshacer", en: "Can be undone" },
    undone: { es: "Deshecha", en: "Undone" },
    over: { es: "Ya no se puede deshacer", en: "Can no longer be undone" },
  },
  leftOut: (n: string): Text => ({ es: `Se dejaron fuera: ${n}`, en: `Left out: ${n}` }),
  seeThem: { es: "Ver lo importado", en: "See what was imported" },
  another: { es: "Importar otro archivo", en: "Import another file" },
  template: { es: "Descargar la plantilla", en: "Download the template" },
  guide: { es: "Columnas que se entienden", en: "Columns that are understood" },
  guideText: {
    es:
      "La primera fila da nombre a las columnas; el orden no importa y las que sobren se ignoran.",
    en: "The first row names the columns; their order is free and others are ignored.",
  },
  required: { es: "obligatoria en las filas nuevas", en: "required in new rows" },
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
    phone: { es: "teléfono", en: "phone number" },
    email: { es: "dirección de correo", en: "e-mail address" },
    link: { es: "dirección web", en: "web address" },
    oneOf: (values: string): Text => ({
      es: `uno de: ${values}`,
      en: `one of: ${values}`,
    }),
  },
};
