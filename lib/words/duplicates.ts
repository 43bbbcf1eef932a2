/** Reasons why two records may be of the same person or company. */
export const duplicateReasons = {
  same_person: { es: "misma persona, según Meta", en: "same person, as Meta says" },
  same_email: { es: "mismo correo", en: "same e-mail" },
  same_phone: { es: "mismo teléfono", en: "same phone" },
  similar_name: { es: "nombre parecido", en: "similar name" },
};
