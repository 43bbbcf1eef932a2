import type { Text } from "@/lib/words/language.ts";

export const installationWords = {
  title: { es: "Instalación", en: "Installation" },
  read: (time: string): Text => ({ es: `Leído: ${time}.`, en: `Read: ${time}.` }),
  unread: {
    es: "Todavía no se ha podido leer nada.",
    en: "Nothing could be read yet.",
  },
  waits: { es: "Lo que espera", en: "What waits" },
  nothingWaits: { es: "No espera nada.", en: "Nothing waits." },
  waiting: (name: string, count: number, before: number, oldest: string): Text => ({
    es: `${name}: ${count}, ${before} de antes de retenerla; lo más antiguo: ${oldest}`,
    en: `${name}: ${count}, ${before} from before it was held; the oldest: ${oldest}`,
  }),
  heldBySetting: {
    es: "HELD retiene este proceso: quita esa variable y reinícialo.",
    en: "HELD holds this process: take that variable away and restart it.",
  },
  host: (host: string): Text => ({
    es: `Escribe ${host} para confirmar`,
    en: `Type ${host} to confirm`,
  }),
  hold: {
    button: { es: "Retener", en: "Hold" },
    title: { es: "¿Retener la instalación?", en: "Hold the installation?" },
    text: {
      es:
        "Nada sale de ella y nada se recoge, de ninguna empresa, hasta que la sueltes. El panel " +
        "y la API siguen.",
      en: "Nothing leaves it and nothing is fetched, of any company, until you release it. The " +
        "panel and the API go on.",
    },
    reason: { es: "Motivo, para quien vea el aviso", en: "Reason, for those who see the banner" },
    done: { es: "La instalación está retenida", en: "The installation is held" },
  },
  release: {
    button: { es: "Soltar", en: "Release" },
    title: { es: "¿Soltar la instalación?", en: "Release the installation?" },
    owed: { es: "Qué pasa con lo que esperaba antes", en: "What becomes of what waited before" },
    keep: {
      es: "Guardar: los mensajes a personas quedan como inciertos; avisos, recordatorios y " +
        "mensajes de la mañana que han pasado no salen; los callbacks sí",
      en: "Keep: messages to people become uncertain; pushes, reminders and morning messages " +
        "that have passed are left out; callbacks go",
    },
    send: { es: "Enviar: sale todo", en: "Send: everything goes" },
    done: { es: "La instalación está suelta", en: "The installation is released" },
  },
};
