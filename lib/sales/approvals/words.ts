export const unsentWords = {
  released: {
    es: "La instalación estuvo retenida y no se sabe si el presupuesto ya salió. Compruébalo " +
      "antes de enviarlo.",
    en: "The installation was held, and nobody knows whether the quotation has left already. " +
      "Check before you send it.",
  },
};
