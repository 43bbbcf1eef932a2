import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of Meta apps and of the accounts beneath them. */
export const metaWords = {
  connect: {
    es: "Conectar WhatsApp, Instagram o Facebook",
    en: "Connect WhatsApp, Instagram or Facebook",
  },
  title: { es: "WhatsApp, Instagram y Facebook", en: "WhatsApp, Instagram and Facebook" },
  text: {
    es: "Entran y salen por una aplicación que la empresa tiene en Meta.",
    en: "They come in and go out by an app that the company has at Meta.",
  },
  before: { es: "Antes de empezar", en: "Before you begin" },
  cautions: {
    number: {
      es:
        "Un número que se conecta aquí deja de funcionar en la aplicación WhatsApp Business del " +
        "teléfono.",
      en: "A number that is connected here stops working in the WhatsApp Business app of a phone.",
    },
    review: {
      es:
        "En Instagram y Facebook, hasta que Meta revise tu aplicación solo se oye a quien tiene " +
        "un papel en ella. La revisión es lenta: pídela cuanto antes.",
      en:
        "On Instagram and Facebook only people with a role in your app are heard until Meta has " +
        "reviewed it. The review is slow: ask for it early.",
    },
    price: {
      es: "Meta cobra los mensajes de WhatsApp, también las respuestas.",
      en: "Meta charges for WhatsApp messages, also for answers.",
    },
  },
  apps: { es: "Aplicaciones de Meta", en: "Meta apps" },
  shared: { es: "De otra empresa tuya", en: "Another company's of yours" },
  sharedMeans: {
    es: "La aplicación es de otra de tus empresas, que cuida de su secreto.",
    en: "The app is another of your companies', which looks after its secret.",
  },
  sharedHook: {
    es: "La pone también la otra empresa. Aquí solo se conectan cuentas.",
    en: "The other company sets it too. Here only accounts are connected.",
  },
  appId: (id: string): Text => ({ es: `Identificador ${id}`, en: `App ID ${id}` }),
  accountCount: (n: number): Text => ({
    es: n === 1 ? "1 cuenta" : `${n} cuentas`,
    en: n === 1 ? "1 account" : `${n} accounts`,
  }),
  lastHook: { es: "Última llamada", en: "Last call" },
  refused: (n: number, text: string): Text => ({
    es: n === 1
      ? "Meta ha llamado 1 vez y el secreto no encaja"
      : `Meta ha llamado ${text} veces y el secreto no encaja`,
    en: n === 1
      ? "Meta has called once and the secret does not fit"
      : `Meta has called ${text} times and the secret does not fit`,
  }),
  refusedAdvice: {
    es: "Copia otra vez la clave secreta de la aplicación y guárdala aquí.",
    en: "Copy the app's secret once more and save it here.",
  },
  newApp: { es: "Otra aplicación", en: "Another app" },
  edit: { es: "Cambiar", en: "Change" },
  editTitle: { es: "Cambiar la aplicación", en: "Change the app" },
  save: { es: "Guardar la aplicación", en: "Save the app" },
  name: fieldWords.name,
  nameHint: { es: "Como la llamáis entre vosotros.", en: "What you call it among yourselves." },
  appIdLabel: { es: "Identificador de la aplicación", en: "App ID" },
  appIdHint: { es: "Solo cifras.", en: "Digits only." },
  secret: { es: "Clave secreta de la aplicación", en: "App secret" },
  secretHint: {
    es: "Con ella firma Meta lo que envía. Se guarda cifrada y no se vuelve a mostrar.",
    en: "Meta signs what it sends with it. It is kept encrypted, and not shown again.",
  },
  secretStays: {
    es: "Solo si cambia: la de ahora se queda.",
    en: "Only if it changes: the present one stays.",
  },
  instagramSecret: {
    es: "Clave secreta de la app de Instagram",
    en: "Instagram app secret",
  },
  instagramSecretHint: {
    es: "Solo si entráis con Instagram: en Meta está en Instagram, configuración de la API.",
    en: "Only with Instagram Login: Meta has it under Instagram, API setup.",
  },
  companies: { es: "Otras empresas que pueden usarla", en: "Other companies that may use it" },
  companiesHint: {
    es: "Conectan sus propias cuentas bajo esta aplicación y solo ven su nombre.",
    en: "They connect accounts of their own beneath this app, and see its name alone.",
  },
  removeApp: { es: "Borrar la aplicación…", en: "Delete the app…" },
  removeAsk: {
    title: (name: string): Text => ({ es: `¿Borrar «${name}»?`, en: `Delete “${name}”?` }),
    text: {
      es: "Sus cuentas se borran con ella y Meta ya no puede traer nada. Los mensajes se quedan. " +
        "No tiene vuelta atrás.",
      en: "Its accounts are deleted with it, and Meta can bring nothing more. The messages stay. " +
        "There is no way back.",
    },
    button: { es: "Borrar la aplicación", en: "Delete the app" },
  },
  removed: { es: "Aplicación borrada", en: "App deleted" },
  account: {
    es: "Una cuenta de Meta: lo que entra por ella, lo que sale y cómo está.",
    en: "An account of Meta: what comes in by it, what leaves, and how it is.",
  },
  removeAccount: {
    es: "Sus mensajes se quedan. Lo que espera para salir se cancela, y lo que le escriban ya no " +
      "entra. No tiene vuelta atrás.",
    en: "Its messages stay. What waits to leave is cancelled, and what people write to it no " +
      "longer comes in. There is no way back.",
  },
  problemsMeans: {
    es: "Lo que Meta trajo y no es de ninguna cuenta de aquí, o no se pudo leer.",
    en: "What Meta brought that is no account's here, or that could not be read.",
  },
  noProblems: {
    es: "Todo lo que ha traído Meta tiene su cuenta.",
    en: "All that Meta brought has its account.",
  },
  events: (n: number, text: string): Text => ({
    es: n === 1 ? "1 llamada" : `${text} llamadas`,
    en: n === 1 ? "1 call" : `${text} calls`,
  }),
  taken: { es: "Se está leyendo", en: "It is being read" },
  notTaken: {
    es: "Sigue sin cuenta: conéctala y vuelve a probar",
    en: "It still has no account: connect it and try again",
  },
  objects: {
    whatsapp_business_account: fieldWords.whatsapp,
    page: { es: "Facebook", en: "Facebook" },
    instagram: { es: "Instagram", en: "Instagram" },
  },
};
