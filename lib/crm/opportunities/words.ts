/** Words of an opportunity's fields. */
export const opportunityFieldWords = {
  stage: { es: "Etapa", en: "Stage" },
};
