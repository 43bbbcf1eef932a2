/** The signs within a number. */
export const numberSigns = {
  decimal: { es: ",", en: "." },
  group: { es: ".", en: "," },
};
