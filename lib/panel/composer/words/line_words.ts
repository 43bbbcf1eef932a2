/** Words of what a line lacks. */
export const lineWords = {
  noTitle: { es: "Falta decir qué hay que hacer.", en: "Say what is to be done." },
  noDay: {
    es: "Falta decir cuándo: mañana, el jueves a las 10…",
    en: "Say when: tomorrow, Thursday at 10…",
  },
};
