export const connectionWords = {
  lost: {
    es: "Sin conexión. Lo que ves puede no estar al día.",
    en: "No connection. What you see may be out of date.",
  },
};
