import { longestUnanswered } from "@/lib/values/opening_hours.ts";
import {
  type FieldsOf,
  internal,
  ofMember,
  type Personal,
  recordFields,
} from "@/lib/records/fields/field.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { languageWords } from "@/lib/words/languages.ts";

/** Fields of a company: the tenant that all records belong to, and its profile. */

const own: Personal = { of: "company", by: "kept", why: "what the company says of itself" };
const { id, created_at, updated_at, version } = recordFields;

export const taxLabels = ["IVA", "IGIC", "IPSI", "VAT"] as const;

export const companyFields = {
  id,
  created_at,
  updated_at,
  version,
  created_by: { internal: true, privacy: ofMember },
  name: {
    kind: "name",
    max: 120,
    required: true,
    label: fieldWords.name,
    means: "Name, as people read it.",
    privacy: own,
  },
  legal_name: {
    kind: "text",
    max: 200,
    empty: true,
    label: { es: "Razón social", en: "Legal name" },
    means: "Registered name, where it differs from `name`.",
    privacy: own,
  },
  tax_id: {
    kind: "text",
    max: 40,
    check: "tax_id",
    empty: true,
    label: fieldWords.taxId,
    means: "Tax number (NIF, CIF, VAT id).",
    privacy: own,
  },
  address: {
    kind: "long",
    max: 500,
    empty: true,
    label: { es: "Dirección", en: "Address" },
    means: "Street and number, postal code and town.",
    privacy: own,
  },
  phone: {
    kind: "phone",
    empty: true,
    label: fieldWords.phone,
    means: "Phone number, as people write it.",
    privacy: own,
  },
  email: {
    kind: "email",
    empty: true,
    label: fieldWords.email,
    means: "E-mail address, such as `ana@example.com`.",
    privacy: own,
  },
  website: {
    kind: "link",
    empty: true,
    label: { es: "Web", en: "Website" },
    means: "Web site, an http or https link.",
    privacy: own,
  },
  country: {
    kind: "country",
    label: { es: "País", en: "Country" },
    means: "Country code of two letters (ISO 3166-1).",
    privacy: null,
  },
  timezone: {
    kind: "special",
    label: { es: "Zona horaria", en: "Time zone" },
    hint: {
      es: "Dónde empiezan los días de informes, agenda y vencimientos.",
      en: "Where the days of reports, calendar and due dates begin.",
    },
    means: "Time zone by its IANA name, such as `Europe/Madrid`; where the days begin.",
    privacy: null,
  },
  language: {
    kind: "choice",
    values: ["es", "en"],
    words: languageWords,
    label: fieldWords.language,
    hint: {
      es: "El de sus presupuestos y avisos, si el cliente o la persona no tienen otro.",
      en: "Of its quotations and notices, unless the client or the person has another.",
    },
    means: "The language of its quotations and notices, unless their reader has another.",
    privacy: null,
  },
  slug: {
    kind: "special",
    label: { es: "Nombre corto", en: "Short name" },
    hint: {
      es: "En minúsculas y sin espacios; distingue a la empresa en enlaces.",
      en: "In lower case and without spaces; it tells the company apart in links.",
    },
    means: "Short name of the company in web addresses (slug).",
    privacy: null,
  },
  color: {
    kind: "color",
    label: fieldWords.color,
    means: "Colour in the panel, as `#rrggbb` (hexadecimal RGB).",
    privacy: null,
  },
  logo: {
    kind: "special",
    label: { es: "Logo", en: "Logo" },
    means: "Address of the logo, relative to this server; null without one.",
    privacy: own,
  },
  currency: {
    kind: "special",
    label: fieldWords.currency,
    means: "Currency code of three letters (ISO 4217).",
    privacy: null,
  },
  default_tax_rate: {
    kind: "percent",
    label: { es: "Impuesto de las líneas (%)", en: "Tax on lines (%)" },
    means: "Percent of tax on new lines, unless the product says another.",
    privacy: null,
  },
  tax_label: {
    kind: "choice",
    values: taxLabels,
    empty: true,
    words: {},
    label: { es: "Cómo se llama el impuesto", en: "What the tax is called" },
    means: "What its quotations call the tax; null: IVA in a Spanish quotation, VAT in an " +
      "English one. What was sent keeps its own.",
    privacy: null,
  },
  quote_prefix: {
    kind: "special",
    label: { es: "Prefijo de los números", en: "Prefix of the numbers" },
    means: "What the numbers of quotations begin with.",
    privacy: null,
  },
  quote_validity_days: {
    kind: "whole",
    min: 0,
    max: 3650,
    label: { es: "Días de validez", en: "Days of validity" },
    means: "Days that a new quotation is valid for.",
    privacy: null,
  },
  quote_terms: {
    kind: "long",
    max: 10_000,
    empty: true,
    label: fieldWords.terms,
    hint: {
      es: "Con ellas empieza cada presupuesto nuevo.",
      en: "Each new quotation begins with them.",
    },
    means: "Terms that new quotations begin with.",
    privacy: null,
  },
  quotes_need_tax_id: {
    kind: "flag",
    label: {
      es: "Avisar al enviar si el cliente no tiene NIF",
      en: "Warn on sending if the client has no tax id",
    },
    means: "Whether `GET /quotes/{id}/warnings` names a client without a tax id. Sending stays " +
      "possible.",
    privacy: null,
  },
  public_origins: {
    kind: "special",
    label: { es: "Orígenes", en: "Origins" },
    means: "Exact origins, as `https://www.example.es`, whose pages may post to /api/contact and " +
      "read the answer (CORS).",
    privacy: null,
  },
  consent_text: {
    kind: "long",
    max: 10_000,
    empty: true,
    label: { es: "Texto de consentimiento", en: "Consent text" },
    hint: {
      es: "Lo que se acepta al enviar el formulario. Cada contacto guarda el que aceptó.",
      en: "What is agreed to by sending the form. Each contact keeps the one it agreed to.",
    },
    means: "What people agree to in the sites' forms; each consent keeps its SHA-256.",
    privacy: null,
  },
  retention_months: {
    kind: "whole",
    min: 1,
    max: 120,
    empty: true,
    label: { es: "Meses que se guardan", en: "Months that they are kept" },
    hint: { es: "De 1 a 120. Vacío: sin límite.", en: "1 to 120. Empty: no limit." },
    means: "Months after which contacts that never became clients, and that nobody has touched " +
      "since, are erased by night; null: never. `GET /retention` counts them.",
    privacy: null,
  },
  opening_hours: {
    kind: "special",
    label: { es: "Horario", en: "Opening hours" },
    means:
      "When it works, by weekday, at least one; a change replaces all days, and absent ones are " +
      "closed. Null: open at every minute.",
    privacy: null,
  },
  closed_days: {
    kind: "special",
    label: { es: "Días cerrados", en: "Closed days" },
    means: "Holidays on which it does not work.",
    privacy: null,
  },
  unanswered_minutes: {
    kind: "whole",
    min: 1,
    max: longestUnanswered,
    empty: true,
    label: { es: "Minutos sin respuesta", en: "Minutes without an answer" },
    hint: {
      es: "De trabajo, según el horario. Vacío: no se avisa.",
      en: "Of work, by the opening hours. Empty: nobody is told.",
    },
    means: "Minutes of work that a customer may wait for an answer before every member is told; " +
      "null: never.",
    privacy: null,
  },
  answers_unplanned: internal,
  approval: {
    kind: "special",
    label: { es: "Visto bueno antes de enviar", en: "Approval before sending" },
    means:
      "When a quotation needs approval before it is sent. What is absent in a change stays; the " +
      "approver is told of it.",
    privacy: null,
  },
} as const satisfies FieldsOf<"companies">;
