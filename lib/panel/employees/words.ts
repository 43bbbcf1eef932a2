import { memberWords } from "@/lib/crm/companies/words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** How many, and of what. */
function counted(one: Text, many: Text) {
  return (count: number): Text => {
    const { es, en } = count === 1 ? one : many;
    return { es: `${count} ${es}`, en: `${count} ${en}` };
  };
}

/** Words of the employees' list and record, and of what each is notified of. */
export const employeeWords = {
  ...memberWords,
  empty: { es: "Todavía no hay nadie en el equipo.", en: "There is nobody in the team yet." },
  emptyFormer: { es: "Nadie ha dejado el equipo.", en: "Nobody has left the team." },
  state: { es: "Estado", en: "State" },
  invitedBy: (name: string): Text => ({ es: `Invitación de ${name}`, en: `Invited by ${name}` }),
  invitation: { es: "Invitación", en: "Invitation" },
  invitationText: (name: string, when: string): Text => ({
    es: `Es una invitación: la envió ${name}, ${when}. Hasta que la acepte no entra ni se le ` +
      "asigna nada.",
    en: `It is an invitation, sent by ${name}, ${when}. Until they accept it they cannot sign in ` +
      "and are assigned nothing.",
  }),
  invitationHint: {
    es: "Pertenece a otra empresa, así que decide si quiere estar también en esta. La verá en su " +
      "panel.",
    en: "They belong to another company, so it is theirs to decide whether they join this one " +
      "too. They see it in their panel.",
  },
  withdraw: { es: "Retirar la invitación…", en: "Withdraw the invitation…" },
  withdrawing: {
    title: (email: string): Text => ({
      es: `Retirar la invitación de ${email}`,
      en: `Withdraw the invitation of ${email}`,
    }),
    text: {
      es: "Desaparece de su panel. Puedes volver a invitar cuando quieras.",
      en: "It goes from their panel. You can invite them again at any time.",
    },
    button: { es: "Retirar", en: "Withdraw" },
  },
  formerOnes: { es: "Desactivados", en: "Disabled" },
  you: { es: "tú", en: "you" },
  lastSeen: { es: "Última vez", en: "Last seen" },
  added: { es: "En el equipo desde", en: "In the team since" },
  never: { es: "Nunca", en: "Never" },
  toEnter: (email: string): Text => ({
    es: `Dile que abra este panel y entre por la pasarela de acceso con ${email}. Relevo no le ` +
      "escribe.",
    en: `Tell them to open this panel and to sign in at the access gateway with ${email}. Relevo ` +
      "does not write to them.",
  }),
  data: fieldWords.details,
  left: { es: "Ya no está en el equipo", en: "No longer in the team" },
  workload: { es: "Lo que tiene abierto", en: "What they have open" },
  unassigned: { es: "De nadie", en: "Nobody's" },
  open: {
    contacts: fieldWords.contacts,
    clients: fieldWords.clients,
    opportunities: fieldWords.opportunities,
    quotes: fieldWords.quotes,
    tasks: fieldWords.tasks,
    events: { es: "Eventos", en: "Events" },
  },
  counts: {
    contacts: counted({ es: "contacto", en: "contact" }, { es: "contactos", en: "contacts" }),
    clients: counted({ es: "cliente", en: "client" }, { es: "clientes", en: "clients" }),
    opportunities: counted(
      { es: "oportunidad", en: "opportunity" },
      { es: "oportunidades", en: "opportunities" },
    ),
    tasks: counted({ es: "tarea", en: "task" }, { es: "tareas", en: "tasks" }),
    events: counted({ es: "evento", en: "event" }, { es: "eventos", en: "events" }),
  },
  liveKeys: { es: "Claves de API", en: "API keys" },
  disable: { es: "Desactivar…", en: "Disable…" },
  disabling: {
    title: (name: string): Text => ({ es: `Desactivar a ${name}`, en: `Disable ${name}` }),
    text: {
      es: "Deja de entrar y sus teléfonos callan. Lo que hizo se queda a su nombre.",
      en:
        "They can no longer sign in and their phones fall silent. What they did keeps their name.",
    },
    selfTitle: { es: "Dejar la empresa", en: "Leave the company" },
    selfText: {
      es: "Eres tú: dejas de entrar al momento y tus teléfonos callan. Solo otra persona del " +
        "equipo puede reactivarte.",
      en: "It is you: you can no longer sign in from now on and your phones fall silent. Only " +
        "somebody else in the team can take you back.",
    },
    nothing: { es: "No tiene nada abierto.", en: "They have nothing open." },
    open: { es: "Pasa a otra persona:", en: "Handed over:" },
    to: { es: "A quién", en: "To whom" },
    nobody: { es: "A nadie: queda sin asignar", en: "To nobody: it stays unassigned" },
    keysMade: { es: "Claves de API que creó:", en: "API keys that they made:" },
    keyOutcome: { es: "Qué pasa con ellas", en: "What becomes of them" },
    keyOutcomes: {
      keep: { es: "Siguen: son de la empresa", en: "They stay: they are the company's" },
      revoke: { es: "Se revocan al momento", en: "They are revoked at once" },
    },
    keysHint: {
      es: "Quizá aún las tenga. Si un programa las usa, dale antes una nueva.",
      en: "They may still have them. Where a program uses one, give it a new one first.",
    },
    button: { es: "Desactivar", en: "Disable" },
    done: (name: string): Text => ({ es: `${name}: desactivado`, en: `${name}: disabled` }),
    doneTo: (name: string, to: string, count: number): Text => ({
      es: `${name}: desactivado. Pasan a ${to}: ${count}`,
      en: `${name}: disabled. Handed over to ${to}: ${count}`,
    }),
  },
  isLast: {
    es: "Es la única persona: una empresa no se queda sin nadie.",
    en: "They are the only one: a company is never left without anybody.",
  },
  reactivate: { es: "Reactivar", en: "Reactivate" },
  formerSince: (when: string): Text => ({
    es: `Desactivado ${when}. No entra ni se le asigna nada.`,
    en: `Disabled ${when}. They cannot sign in and are assigned nothing.`,
  }),
  heirs: { es: "Quién lleva su trabajo", en: "Who has their work" },
  noHeirs: {
    es: "No tenía nada abierto cuando se desactivó.",
    en: "They had nothing open when they were disabled.",
  },
  handedOver: (count: number): Text => ({
    es: count === 1 ? "1 asunto" : `${count} asuntos`,
    en: count === 1 ? "1 piece of work" : `${count} pieces of work`,
  }),
  deeds: { es: "Lo que hizo", en: "What they did" },
  noDeeds: { es: "No consta nada.", en: "Nothing is on record." },
  allDeeds: { es: "Ver toda su actividad", en: "See all that they did" },
  notices: { es: "Avisos en su teléfono", en: "Notices on their phone" },
  noticesHint: {
    es: "Solo en esta empresa. Lo que cada cual silencia en sus preferencias no le llega.",
    en: "In this company only. What people silence in their preferences does not reach them.",
  },
  kinds: {
    contact_new: { es: "Contacto nuevo", en: "New contact" },
    contact_waiting: { es: "Cliente sin respuesta", en: "Unanswered customer" },
    task_assigned: { es: "Tarea asignada", en: "Assigned task" },
    quote_decided: { es: "Presupuesto decidido", en: "Decided quotation" },
    quote_approval: { es: "Visto bueno de un presupuesto", en: "Approval of a quotation" },
    event_reminder: { es: "Recordatorio", en: "Reminder" },
    channel_trouble: { es: "Avería de un canal", en: "Channel trouble" },
  },
  silenced: { es: "Lo ha silenciado", en: "Silenced by them" },
  noticeSaved: { es: "Avisos guardados", en: "Notices saved" },
};
