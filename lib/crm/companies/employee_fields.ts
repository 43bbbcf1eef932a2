import { type FieldsOf, internal, ofMember, recordFields } from "@/lib/records/fields/field.ts";
import { memberWords } from "@/lib/crm/companies/words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";

/** The fields of an employee: a user's membership of a company. */

export const employeeStates = ["active", "invited", "former"] as const;

export const employeeFields = {
  company_id: internal,
  user_id: {
    kind: "id",
    write: "never",
    label: { es: "Usuario", en: "User" },
    means: "Id of the user in this installation.",
    privacy: null,
  },
  email: {
    kind: "email",
    required: true,
    write: "create",
    computed: true,
    label: fieldWords.email,
    hint: {
      es: "Con este correo entrará por la pasarela de acceso.",
      en: "With this address they sign in at the access gateway.",
    },
    means: "E-mail address, such as `ana@example.com`.",
    privacy: null,
    in: ["new"],
  },
  name: {
    kind: "text",
    max: 120,
    empty: true,
    write: "create",
    computed: true,
    label: fieldWords.name,
    hint: {
      es: "Se ve en esta empresa hasta que digan el suyo.",
      en: "It is shown in this company until they say their own.",
    },
    means: "Name given in this company until their first sign-in to it, then their own; null " +
      "without one.",
    privacy: null,
    in: ["new"],
  },
  role: {
    kind: "special",
    required: true,
    label: { es: "Función", en: "Role" },
    hint: {
      es: "Texto libre: ventas, taller, gerente… No da ni quita permisos.",
      en: "Free text: sales, workshop, manager… It grants and takes no rights.",
    },
    means: "What the person does in the company: free text that grants nothing.",
    privacy: ofMember,
    in: ["new"],
  },
  state: {
    kind: "choice",
    values: employeeStates,
    write: "never",
    computed: true,
    words: memberWords.states,
    label: { es: "Estado", en: "State" },
    means: "`invited`: they have not accepted yet, get no access and are assigned nothing.",
    privacy: null,
  },
  invited_by: {
    kind: "special",
    write: "never",
    computed: true,
    label: { es: "Invitación de", en: "Invited by" },
    means: "The member whose invitation they have not accepted, since `created_at`.",
    privacy: null,
  },
  created_at: recordFields.created_at,
  disabled_at: {
    kind: "instant",
    empty: true,
    write: "never",
    label: { es: "Desactivado", en: "Disabled" },
    means: "When the membership ended; null while it holds.",
    privacy: null,
  },
  last_seen_at: {
    kind: "instant",
    empty: true,
    write: "never",
    label: { es: "Última visita", en: "Last seen" },
    means: "When they last used the company's panel or API, to the minute.",
    privacy: ofMember,
  },
  notify: {
    kind: "special",
    write: "never",
    computed: true,
    label: { es: "Avisos", en: "Notices" },
    means: "What the company notifies them of on their phones.",
    privacy: null,
  },
  silenced: {
    kind: "special",
    write: "never",
    computed: true,
    label: { es: "Silenciados", en: "Silenced" },
    means: "The kinds that they switched off themselves, in every company.",
    privacy: null,
  },
  first_seen_at: { internal: true, privacy: ofMember },
  muted: { internal: true, privacy: ofMember },
  tell_unassigned: { internal: true, privacy: ofMember },
  morning_at: { internal: true, privacy: ofMember },
  morning_sent_on: { internal: true, privacy: ofMember },
  morning_due_at: { internal: true, privacy: ofMember },
  unproved_seen_at: { internal: true, privacy: ofMember },
  unproved_name: { internal: true, privacy: ofMember },
  unproved_language: { internal: true, privacy: ofMember },
  unproved_theme: { internal: true, privacy: ofMember },
} as const satisfies FieldsOf<
  "user_companies",
  "email" | "name" | "state" | "invited_by" | "notify" | "silenced"
>;
