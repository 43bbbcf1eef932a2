/** What a phone and the panel call the types of notifications. */
export const typeWords = {
  info: { es: "Información", en: "Information" },
  success: { es: "Éxito", en: "Success" },
  warning: { es: "Aviso", en: "Warning" },
  error: { es: "Error", en: "Error" },
};
