import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words for those whom a company invites. */
export const invitationWords = {
  title: { es: "Invitaciones", en: "Invitations" },
  from: (by: string, when: string): Text => ({
    es: `Te invita ${by} · ${when}`,
    en: `${by} invites you · ${when}`,
  }),
  accept: { es: "Aceptar", en: "Accept" },
  acceptOf: (company: string): Text => ({
    es: `Aceptar la invitación de ${company}`,
    en: `Accept the invitation of ${company}`,
  }),
  accepted: (company: string): Text => ({
    es: `Ya perteneces a ${company}`,
    en: `You belong to ${company} now`,
  }),
  open: fieldWords.open,
  decline: { es: "Rechazar…", en: "Decline…" },
  declineOf: (company: string): Text => ({
    es: `Rechazar la invitación de ${company}…`,
    en: `Decline the invitation of ${company}…`,
  }),
  declining: {
    title: (company: string): Text => ({
      es: `Rechazar la invitación de ${company}`,
      en: `Decline the invitation of ${company}`,
    }),
    text: {
      es: "No podrá volver a invitarte durante 30 días.",
      en: "It cannot invite you again for 30 days.",
    },
    button: { es: "Rechazar", en: "Decline" },
  },
  declined: (company: string): Text => ({
    es: `Has rechazado la invitación de ${company}`,
    en: `You have declined the invitation of ${company}`,
  }),
  gone: {
    es: "Esta invitación ya no está: la han retirado, o ya la has contestado.",
    en: "This invitation is gone: it was withdrawn, or you have answered it already.",
  },
  more: (count: number): Text => ({
    es: count === 1 ? "Ver otra invitación" : `Ver otras ${count} invitaciones`,
    en: count === 1 ? "See one more invitation" : `See ${count} more invitations`,
  }),
};
