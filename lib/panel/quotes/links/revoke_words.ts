/** Words of the dialog by which a client's link is revoked. */
export const revokeWords = {
  ask: {
    title: { es: "¿Retirar el enlace?", en: "Revoke the link?" },
    text: {
      es: "Quien lo tenga ya no podrá leer ni responder. No tiene vuelta atrás.",
      en: "Whoever has it can no longer read or answer. There is no way back.",
    },
    button: { es: "Retirar enlace", en: "Revoke link" },
  },
  revoked: { es: "Enlace retirado", en: "Link revoked" },
};
