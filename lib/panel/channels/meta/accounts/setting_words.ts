import type { Text } from "@/lib/words/language.ts";

/** Words of the settings and facts of an account of Meta. */
export const settingWords = {
  token: { es: "Otro token de acceso", en: "Another access token" },
  tokenHint: {
    es: "Solo si cambia. Se prueba al guardar y no se vuelve a mostrar.",
    en: "Only if it changes. It is tested when saved, and not shown again.",
  },
  flags: {
    read_marks: {
      label: { es: "Mostrar que se ha leído", en: "Show that messages were read" },
      hint: {
        es: "Quien escribe lo ve cuando alguien de la empresa abre la conversación.",
        en: "Who writes sees it when somebody of the company opens the conversation.",
      },
    },
    human_agent: {
      label: { es: "Responder hasta 7 días después", en: "Answer up to 7 days later" },
      hint: {
        es: "Solo si Meta ha dado a la aplicación el permiso Human Agent.",
        en: "Only if Meta has given the app the Human Agent permission.",
      },
    },
    import_history: {
      label: { es: "Traer el historial del teléfono", en: "Bring the phone's history" },
      hint: {
        es: "De un número que sigue en la aplicación WhatsApp Business. Entra sin avisar.",
        en: "Of a number that stays in the WhatsApp Business app. It comes in and tells nobody.",
      },
    },
  },
  quality: { es: "Calidad, según Meta", en: "Quality, as Meta says" },
  qualities: {
    GREEN: { es: "Alta", en: "High" },
    YELLOW: { es: "Media: alguien se ha quejado", en: "Medium: somebody complained" },
    RED: { es: "Baja: Meta puede limitar el número", en: "Low: Meta may limit the number" },
  } as Record<string, Text>,
  tokenEnds: { es: "El token acaba", en: "The token ends" },
  tokenStays: { es: "No acaba", en: "It does not end" },
  tokenSoon: {
    es: "Genera otro en Meta y ponlo en «Editar».",
    en: "Generate another at Meta and set it under “Edit”.",
  },
  subscribed: { es: "Meta avisa de lo que llega", en: "Meta tells what comes in" },
  since: { es: "Desde", en: "Since" },
  notSubscribed: { es: "Todavía no: «Probar» lo pide", en: "Not yet: “Test” asks for it" },
  catchUp: { es: "Leer lo que falte", en: "Catch up" },
  catchingUp: {
    es: "Se leen las conversaciones de los últimos 7 días",
    en: "The conversations of the last 7 days are being read",
  },
  setAside: { es: "Apartado", en: "Set aside" },
  setAsideMeans: {
    es: "Lo que la cuenta se escribe a sí misma y lo de grupos: no crea contactos ni avisa.",
    en: "What the account writes to itself, and groups: it makes no contact and tells nobody.",
  },
  setAsideTotal: (n: string): Text => ({
    es: `En total, ${n} en 90 días.`,
    en: `In all, ${n} in 90 days.`,
  }),
  app: { es: "Aplicación de Meta", en: "Meta app" },
  seeApp: { es: "Ver cómo está conectada", en: "See how it is connected" },
  templates: { es: "Plantillas aprobadas", en: "Approved templates" },
  templatesMeans: {
    es: "Con ellas se escribe a quien no ha escrito en 24 horas. Se hacen en Meta, en el " +
      "administrador de WhatsApp.",
    en: "They write to those who have not written for 24 hours. They are made at Meta, in the " +
      "WhatsApp manager.",
  },
  noTemplates: {
    es: "El número no tiene plantillas aprobadas.",
    en: "The number has no approved templates.",
  },
  headers: {
    image: { es: "Con una imagen", en: "With a picture" },
    video: { es: "Con un vídeo", en: "With a video" },
    document: { es: "Con un documento", en: "With a document" },
  } as Record<string, Text>,
  refresh: { es: "Actualizar", en: "Refresh" },
  refreshed: { es: "Plantillas actualizadas", en: "Templates refreshed" },
  categories: {
    utility: { es: "Utilidad", en: "Utility" },
    marketing: { es: "Marketing", en: "Marketing" },
    authentication: { es: "Autenticación", en: "Authentication" },
  } as Record<string, Text>,
  variables: (n: number): Text => ({
    es: n === 1 ? "1 variable" : `${n} variables`,
    en: n === 1 ? "1 variable" : `${n} variables`,
  }),
};
