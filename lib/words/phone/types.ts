/** Names of the types of notifications on phones and in the panel. */
export const typeWords = {
  info: { es: "Información", en: "Information" },
  success: { es: "Éxito", en: "Success" },
  warning: { es: "Aviso", en: "Warning" },
  error: { es: "Error", en: "Error" },
};
