import { fieldWords } from "@/lib/words/field_words.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Past-tense words for what happened to records, in timelines. */
export const historyWords = {
  title: { es: "Historia", en: "History" },
  steps: { es: "Próximos pasos", en: "Next steps" },
  noSteps: {
    es: "Nada previsto: apunta una tarea o un evento.",
    en: "Nothing is planned: put down a task or an event.",
  },
  empty: { es: "Todavía no ha pasado nada.", en: "Nothing has happened yet." },
  public: { es: "Alguien de fuera", en: "Somebody from outside" },
  system: { es: "El sistema", en: "The system" },
  note: fieldWords.note,
  called: { es: "habló por teléfono", en: "spoke on the phone" },
  rang: { es: "llamó", en: "called" },
  asked: { es: "preguntó por el enlace", en: "asked by the link" },
  answeredClient: { es: "respondió al cliente", en: "answered the client" },
  messages: {
    in: { es: "escribió", en: "wrote" },
    out: { es: "respondió", en: "answered" },
    note: { es: "apuntó", en: "noted" },
  } as Record<string, Text>,
  where: {
    phone: { es: "desde el teléfono", en: "on the phone" },
    panel: { es: "en el panel", en: "in the panel" },
  } as Record<string, Text>,
  wrote: { es: "mandó un mensaje", en: "sent a message" },
  more: { es: "Más antiguas", en: "Older ones" },
  times: (count: number): Text => ({ es: `${count} veces`, en: `${count} times` }),
  changed: (fields: string): Text => ({ es: `cambió ${fields}`, en: `changed ${fields}` }),
};

/** Past-tense phrase for an activity, with its place if known. */
export function sayDeed(
  { noun, verb, changes }: { noun?: string; verb: string; changes?: unknown },
  language: Language,
): string {
  const { via } = (changes ?? {}) as { via?: [unknown, string] };
  const deed = deedWords(noun)[verb]?.[language] ?? verb;
  const where = via && historyWords.where[via[1]]?.[language];
  return where ? `${deed} ${where}` : deed;
}

/** Nouns that are feminine in Spanish; the others are masculine. */
const feminine = ["opportunity", "sale", "task"];

/** Words for the verbs done to a record of the noun. */
export function deedWords(noun: string | undefined): Record<string, Text> {
  const [it, other] = feminine.includes(noun ?? "") ? ["la", "otra"] : ["lo", "otro"];
  return {
    created: { es: `${it} creó`, en: "created it" },
    changed: { es: `${it} cambió`, en: "changed it" },
    deleted: { es: `${it} llevó a la papelera`, en: "moved it to the trash" },
    restored: { es: `${it} restauró`, en: "restored it" },
    erased: { es: "borró sus datos personales", en: "erased its personal data" },
    merged: { es: `${it} combinó con ${other}`, en: "merged it with another" },
    merged_away: { es: `${it} combinó con ${other}, que queda`, en: "merged it into another" },
    unmerged: { es: "deshizo la combinación", en: "undid the merge" },
    converted: { es: `${it} convirtió en cliente`, en: "made it a client" },
    archived: { es: `${it} archivó`, en: "archived it" },
    unarchived: { es: `${it} sacó del archivo`, en: "took it out of the archive" },
    imported: { es: `${it} importó`, en: "imported it" },
    import_updated: { es: `${it} actualizó con una importación`, en: "updated it by an import" },
    import_undone: { es: "deshizo la importación", en: "undid the import" },
    assigned: { es: `${it} asignó`, en: "assigned it" },
    moved: { es: `${it} movió de etapa`, en: "moved it to another stage" },
    won: { es: `${it} ganó`, en: "won it" },
    lost: { es: `${it} dio por perdida`, en: "lost it" },
    reopened: { es: `${it} reabrió`, en: "reopened it" },
    sent: { es: `${it} envió`, en: "sent it" },
    recalled: { es: `${it} recuperó`, en: "recalled it" },
    approved: { es: `${it} aceptó`, en: "approved it" },
    rejected: { es: `${it} rechazó`, en: "rejected it" },
    approval_revoked: { es: "retiró la aceptación", en: "revoked the approval" },
    approval_asked: { es: "pidió el visto bueno", en: "asked for sign-off" },
    approval_given: { es: "dio el visto bueno", en: "said yes to sending it" },
    approval_refused: { es: "no dio el visto bueno", en: "said no to sending it" },
    approval_withdrawn: { es: "retiró la petición", en: "took the question back" },
    approval_rules_changed: {
      es: "cambió qué presupuestos piden visto bueno",
      en: "changed which quotations need sign-off",
    },
    hours_changed: {
      es: "cambió el horario o cuándo se avisa a todos",
      en: "changed the opening hours, or when everybody is told",
    },
    answer_overdue: {
      es: "avisó a todos de que nadie ha respondido",
      en: "told everybody that nobody has answered",
    },
    sold: { es: "confirmó la venta", en: "confirmed the sale" },
    cancelled: { es: `${it} canceló`, en: "cancelled it" },
    shared: { es: "creó un enlace", en: "made a link" },
    unshared: { es: "retiró los enlaces", en: "revoked the links" },
    viewed: { es: `${it} vio por el enlace`, en: "viewed it by the link" },
    lines_set: { es: "cambió las líneas", en: "changed the lines" },
    held: { es: "escribió, y quedó retenido", en: "wrote, and was held" },
    released: { es: `${it} liberó`, en: "released it" },
    spam: { es: `${it} marcó como spam`, en: "marked it as spam" },
    not_spam: { es: "dijo que no es spam", en: "said that it is no spam" },
    done: { es: `${it} terminó`, en: "finished it" },
    note_added: { es: "añadió una nota", en: "added a note" },
    message_received: { es: "escribió un mensaje", en: "wrote a message" },
    message_sent: { es: "respondió", en: "answered" },
    message_failed: { es: "no pudo entregar un mensaje", en: "could not deliver a message" },
    message_cancelled: { es: "no envió un mensaje", en: "did not send a message" },
    message_resent: { es: "envió otra vez un mensaje", en: "sent a message again" },
    forward_filed: {
      es: "pasó un correo reenviado a su cliente",
      en: "filed a forwarded mail with its customer",
    },
    forward_unfiled: {
      es: "devolvió un correo reenviado a quien lo reenvió",
      en: "gave a forwarded mail back to who had passed it on",
    },
    message_settled: { es: "dijo que un mensaje llegó", en: "said that a message arrived" },
    message_noted: { es: "registró un mensaje", en: "recorded a message" },
    note_changed: { es: "cambió una nota", en: "changed a note" },
    note_deleted: { es: "borró una nota", en: "deleted a note" },
    note_restored: { es: "recuperó una nota", en: "restored a note" },
  };
}
