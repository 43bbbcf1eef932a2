/** Words of error pages behind a quotation's link. */
export const linkErrorWords = {
  not_found: {
    title: {
      es: "Este enlace no lleva a ningún presupuesto",
      en: "This link leads to no quotation",
    },
    text: {
      es: "Comprueba que lo has copiado entero, o pide otro a quien te lo envió.",
      en: "Check that you copied all of it, or ask whoever sent it to you for another.",
    },
  },
  link_expired: {
    title: { es: "Este enlace ya no vale", en: "This link no longer works" },
    text: {
      es: "Ha caducado o se ha retirado. Pide uno nuevo a quien te lo envió.",
      en: "It has expired or was withdrawn. Ask the person who sent it for a new one.",
    },
  },
  invalid_transition: {
    title: { es: "Este presupuesto se está revisando", en: "This quotation is being revised" },
    text: {
      es: "Por eso ahora no se puede abrir. Cuando te envíen la nueva versión, estará " +
        "aquí mismo.",
      en: "So it cannot be opened just now. Once the new version is sent, it will be " +
        "right here.",
    },
  },
  too_large: {
    title: {
      es: "Este presupuesto es demasiado largo para un PDF",
      en: "This quotation is too long for a PDF",
    },
    text: {
      es: "Ábrelo por su enlace: ahí está entero, y se puede imprimir desde el navegador.",
      en: "Open it by its link: all of it is there, and the browser can print it.",
    },
  },
  rate_limited: {
    title: { es: "Demasiadas visitas seguidas", en: "Too many visits at once" },
    text: {
      es: "Espera un momento y vuelve a abrir el enlace. No se ha perdido nada.",
      en: "Wait a moment and open the link again. Nothing is lost.",
    },
  },
  internal: {
    title: { es: "Algo ha fallado por nuestra parte", en: "Something went wrong on our side" },
    text: {
      es: "No se ha cambiado nada. Vuelve a intentarlo; si se repite, díselo a quien " +
        "te lo envió.",
      en: "Nothing was changed. Try again; if it keeps happening, tell whoever sent it " +
        "to you.",
    },
  },
};
