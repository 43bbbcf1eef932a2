/** The languages by the names that they give themselves. */
export const languageWords = {
  es: { es: "Español", en: "Español" },
  en: { es: "English", en: "English" },
};
