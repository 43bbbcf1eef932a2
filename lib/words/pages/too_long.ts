/** Said beside a field whose text is too long; `{n}` is by how much. */
export const tooLongWords = {
  es: { one: "Sobra 1 carácter", many: "Sobran {n} caracteres" },
  en: { one: "1 character too many", many: "{n} characters too many" },
};
