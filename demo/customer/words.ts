/** Common words of both customer pages: chat and mail. */
export const customerWords = {
  toPanel: { es: "Contestar en el panel", en: "Answer in the panel" },
  text: { es: "Mensaje", en: "Message" },
  file: { es: "Archivos", en: "Files" },
  send: { es: "Enviar", en: "Send" },
  nothing: { es: "Escribe algo, o adjunta un archivo.", en: "Write something, or attach a file." },
  nameless: { es: "Di quién escribe.", en: "Say who writes." },
  tooLarge: {
    es: "Los archivos pasan de 25 MB. No se ha enviado nada.",
    en: "The files are more than 25 MB. Nothing was sent.",
  },
  again: { es: "Ver si han contestado", en: "See whether they have answered" },
};

export const defaultName = "Elena Prado";
