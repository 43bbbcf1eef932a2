/** Words of a phone about the app before and after it is installed. */
export const manifestWords = {
  description: {
    es: "Recibe avisos en el teléfono y respóndelos con un toque.",
    en: "Get notifications on your phone and answer them with a tap.",
  },
};
