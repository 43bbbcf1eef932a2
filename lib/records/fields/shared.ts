import { ofMember } from "@/lib/records/fields/field.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { languageWords } from "@/lib/words/languages.ts";

export const assigneeField = {
  kind: "person",
  empty: true,
  label: fieldWords.assignee,
  means: "The employee who looks after it; null where nobody does.",
  privacy: ofMember,
  headers: ["responsable", "comercial", "asignado", "assignee", "owner"],
} as const;

export const tagsField = {
  kind: "tags",
  label: { es: "Etiquetas", en: "Tags" },
  hint: { es: "Separadas por comas", en: "With commas between them" },
  means: "Words to group by: at most 20, each once in any case.",
  headers: ["etiquetas", "etiqueta", "tag"],
} as const;

export const mergedIntoField = {
  kind: "id",
  empty: true,
  write: "never",
  label: { es: "Combinado en", en: "Merged into" },
  means: "Id of the record that this one was merged into.",
  privacy: null,
} as const;

/** Fields of one whom the company writes to; their values are personal data of that noun. */
export function personFields<Noun extends "client" | "contact">(noun: Noun) {
  const cleared = { of: noun, by: "null" } as const;
  const unset = { of: noun, by: "default" } as const;
  const searchCopy = { internal: true, privacy: { ...cleared, hidden: true } } as const;
  return {
    email: {
      kind: "email",
      empty: true,
      label: fieldWords.email,
      means: "E-mail address, such as `ana@example.com`.",
      headers: ["correo", "correo electronico", "e mail", "mail", "email address"],
      privacy: cleared,
      searched: true,
    },
    phone: {
      kind: "phone",
      empty: true,
      label: fieldWords.phone,
      means: "Phone number, as people write it.",
      headers: ["telefono", "movil", "tel", "tlf", "telefono movil", "mobile", "phone number"],
      privacy: cleared,
      searched: true,
    },
    language: {
      kind: "choice",
      values: ["es", "en"],
      empty: true,
      words: languageWords,
      cells: { es: ["espanol", "castellano", "spanish"], en: ["ingles", "english"] },
      label: fieldWords.language,
      means: "Language to write in, `es` or `en`; null where not known.",
      merge: "alone",
      headers: ["idioma", "lengua"],
      privacy: cleared,
      in: ["record", "file", "import"],
    },
    marketing_consent: {
      kind: "flag",
      label: { es: "Acepta publicidad", en: "Marketing consent" },
      means: "Whether the person agreed to receive advertising.",
      headers: ["acepta publicidad", "consentimiento", "newsletter", "consent"],
      privacy: unset,
      in: ["file", "import"],
    },
    tags: { ...tagsField, privacy: unset, in: ["record", "list", "filter", "file", "import"] },
    email_norm: searchCopy,
    phone_e164: searchCopy,
  } as const;
}
