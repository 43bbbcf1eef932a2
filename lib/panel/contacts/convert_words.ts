import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the dialog that makes a contact a client. */
export const convertWords = {
  button: { es: "Convertir", en: "Convert" },
  title: (name: string): Text => ({ es: `Convertir a ${name}`, en: `Convert ${name}` }),
  who: { es: "En quién se convierte", en: "Who it becomes" },
  search: { es: "Otro cliente…", en: "Another client…" },
  searchLabel: { es: "Buscar cliente", en: "Search client" },
  fresh: { es: "Cliente nuevo", en: "New client" },
  name: fieldWords.name,
  kind: fieldWords.kind,
  kinds: {
    company: fieldWords.company,
    person: fieldWords.person,
  },
  email: fieldWords.email,
  phone: fieldWords.phone,
  tax_id: fieldWords.taxId,
  wants: { es: "Qué quiere", en: "What they want" },
  addProduct: { es: "Añadir un producto", en: "Add a product" },
  productHint: {
    es: "Con productos se crean la oportunidad y un presupuesto en borrador.",
    en: "With products an opportunity and a draft quotation are made.",
  },
  quantity: (name: string): Text => ({ es: `Cantidad de ${name}`, en: `Quantity of ${name}` }),
  remove: (name: string): Text => ({ es: `Quitar ${name}`, en: `Remove ${name}` }),
  net: { es: "Total neto", en: "Net total" },
  opportunity: { es: "Crear también una oportunidad", en: "Make an opportunity too" },
  opportunityTitle: { es: "Nombre de la oportunidad", en: "Name of the opportunity" },
  assignee: fieldWords.assignee,
  confirm: { es: "Convertir", en: "Convert" },
  converting: { es: "Convirtiendo…", en: "Converting…" },
  chooseClient: { es: "Elige un cliente", en: "Choose a client" },
  wrongQuantity: { es: "Escribe una cantidad mayor que 0", en: "Write a quantity above 0" },
  done: { es: "Convertido", en: "Converted" },
  already: { es: "Ya estaba convertido", en: "It was converted already" },
  made: {
    client: { es: "Abrir el cliente", en: "Open the client" },
    opportunity: { es: "Abrir la oportunidad", en: "Open the opportunity" },
    quote: { es: "Abrir el presupuesto", en: "Open the quotation" },
  },
};
