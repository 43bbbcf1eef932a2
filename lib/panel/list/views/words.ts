import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

export const viewWords = {
  views: { es: "Vistas", en: "Views" },
  menu: { es: "Vistas guardadas", en: "Saved views" },
  none: {
    es: "Filtra y ordena la lista a tu gusto y guárdala aquí.",
    en: "Filter and sort the list as you like, and save it here.",
  },
  plain: { es: "La lista entera", en: "The whole list" },
  mine: fieldWords.mine,
  shared: { es: "De todos", en: "Everybody's" },
  changed: { es: "cambiada", en: "changed" },
  save: { es: "Guardar vista…", en: "Save view…" },
  saveChanges: (name: string): Text => ({
    es: `Guardar los cambios en «${name}»`,
    en: `Save the changes to “${name}”`,
  }),
  rename: { es: "Cambiar el nombre…", en: "Rename…" },
  delete: { es: "Borrar la vista…", en: "Delete the view…" },
  saveTitle: { es: "Guardar la vista", en: "Save the view" },
  renameTitle: { es: "Cambiar el nombre", en: "Rename the view" },
  name: fieldWords.name,
  whose: { es: "Para quién", en: "For whom" },
  forMe: { es: "Para mí", en: "For me" },
  forAll: { es: "Para todos", en: "For everyone" },
  saved: { es: "Vista guardada", en: "View saved" },
  deleteTitle: (name: string): Text => ({
    es: `¿Borrar la vista «${name}»?`,
    en: `Delete the view “${name}”?`,
  }),
  deleteShared: {
    es: "Nadie de la empresa la tendrá ya. Los registros se quedan.",
    en: "Nobody in the company will have it any more. The records stay.",
  },
  deleteMine: { es: "Los registros se quedan.", en: "The records stay." },
  deleteButton: { es: "Borrar", en: "Delete" },
  columns: { es: "Columnas", en: "Columns" },
  up: (name: string): Text => ({ es: `Subir ${name}`, en: `Move ${name} up` }),
  down: (name: string): Text => ({ es: `Bajar ${name}`, en: `Move ${name} down` }),
  usual: { es: "Las de siempre", en: "The usual ones" },
  apply: { es: "Aplicar", en: "Apply" },
};
