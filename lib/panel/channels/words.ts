import { kindWords } from "@/lib/panel/channels/kind_words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the settings of channels. */
export const channelsWords = {
  kinds: kindWords,
  empty: {
    es: "Lo que te escriben entra y sale por canales. Conecta un buzón de correo, " +
      "WhatsApp, Instagram o Facebook. O conecta un programa: un bot de Telegram, una centralita.",
    en:
      "What people write comes in and leaves by channels. Connect a mailbox, WhatsApp, Instagram " +
      "or Facebook. Or connect a program: a Telegram bot, a telephone exchange.",
  },
  off: {
    es:
      "Los canales están apagados: en la instalación falta SECRETS_KEYS, la clave con la que se " +
      "guardan sus secretos. La pone quien la administra.",
    en:
      "Channels are off: the installation lacks SECRETS_KEYS, the key that their secrets are kept " +
      "with. Whoever runs it sets it.",
  },
  connect: { es: "Conectar un programa", en: "Connect a program" },
  edit: { es: "Editar", en: "Edit" },
  back: { es: "Todos los canales", en: "All channels" },
  detail: {
    es: "Una cuenta: lo que entra por ella, lo que sale y cómo está.",
    en: "One account: what comes in by it, what leaves, and how it is.",
  },
  name: fieldWords.name,
  nameHint: { es: "Como lo llamáis entre vosotros.", en: "What you call it among yourselves." },
  channel: { es: "Canal", en: "Channel" },
  channelHint: {
    es: "El de los contactos que entran por ella. No se cambia después.",
    en: "That of the contacts that come in by it. It never changes.",
  },
  address: { es: "A dónde escriben", en: "Where people write to" },
  addressHint: { es: "El nombre del bot o el número.", en: "The bot's name or the number." },
  callback: { es: "Dirección del programa", en: "The program's address" },
  callbackHint: {
    es: "Ahí se entrega lo que respondéis, por https. Sin ella, la cuenta solo recibe.",
    en: "What you answer is delivered there, by https. Without it the account only receives.",
  },
  made: { es: "Cuenta conectada", en: "Account connected" },
  renewed: { es: "Secreto nuevo", en: "New secret" },
  once: {
    es: "Copia el secreto ahora: no se volverá a mostrar. Con él comprueba el programa que las " +
      "llamadas son de Relevo.",
    en: "Copy the secret now: it is not shown again. With it the program checks that calls are " +
      "Relevo's.",
  },
  secret: { es: "El secreto", en: "The secret" },
  copy: fieldWords.copy,
  copied: { es: "Copiado", en: "Copied" },
  notCopied: {
    es: "El navegador no deja copiar: selecciónalo y cópialo tú.",
    en: "The browser does not let copy: select it and copy it yourself.",
  },
  kept: { es: "Ya lo he guardado", en: "I have kept it" },
  next: { es: "Qué sigue", en: "What is next" },
  steps: {
    id: { es: "El programa nombra la cuenta por su", en: "The program names the account by its" },
    key: {
      es: "Crea una clave de API que solo permita mensajes de clientes.",
      en: "Make an API key that is for customers' messages only.",
    },
    keyLink: { es: "Crear la clave", en: "Make the key" },
    docs: {
      es: "Con ella trae el programa lo que escriben, con POST /api/messages.",
      en: "With it the program brings what people write, by POST /api/messages.",
    },
    docsLink: { es: "Cómo se hace", en: "How it is done" },
  },
  states: {
    checking: { es: "Sin probar", en: "Not tried yet" },
    working: { es: "Funciona", en: "Working" },
    failing: { es: "Falla", en: "Failing" },
    paused: { es: "En pausa", en: "Paused" },
  },
  since: (when: string): Text => ({ es: `desde ${when}`, en: `since ${when}` }),
  loop: {
    es:
      "En pausa: más de 60 mensajes por minuto con una persona. Quizá dos programas se contestan.",
    en:
      "Paused: more than 60 messages a minute with one person. Perhaps two programs answer each " +
      "other.",
  },
  pausedMeans: {
    es: "Lo que entra se guarda y se lee al reanudar; lo que sale espera.",
    en: "What comes in is kept and read on resume; what leaves waits.",
  },
  lastIn: { es: "Última entrada", en: "Last in" },
  lastOut: { es: "Última salida", en: "Last out" },
  never: { es: "Nunca", en: "Never" },
  receiveOnly: { es: "Solo recibe", en: "Only receives" },
  waiting: { es: "Sin leer todavía", en: "Still to be read" },
  state: fieldWords.status,
  facts: fieldWords.details,
  test: { es: "Probar", en: "Test" },
  testing: { es: "Probando…", en: "Testing…" },
  tested: { es: "Resultado de la prueba", en: "Result of the test" },
  stepOk: { es: "Bien", en: "Fine" },
  stepWrong: { es: "Mal", en: "Wrong" },
  pause: { es: "Pausar", en: "Pause" },
  paused: { es: "Cuenta en pausa", en: "Account paused" },
  resume: { es: "Reanudar", en: "Resume" },
  resumed: { es: "Cuenta reanudada", en: "Account resumed" },
  renew: { es: "Secreto nuevo…", en: "New secret…" },
  renewAsk: {
    title: { es: "¿Hacer un secreto nuevo?", en: "Make a new secret?" },
    text: {
      es:
        "El de ahora deja de firmar en este momento: el programa no creerá las llamadas hasta que " +
        "tenga el nuevo.",
      en:
        "The present one signs nothing more from this moment: the program will not believe calls " +
        "until it has the new one.",
    },
    button: { es: "Hacer el secreto", en: "Make the secret" },
  },
  remove: { es: "Borrar…", en: "Delete…" },
  removeAsk: {
    title: (name: string): Text => ({ es: `¿Borrar «${name}»?`, en: `Delete “${name}”?` }),
    text: {
      es:
        "Sus mensajes se quedan. Lo que espera para salir se cancela y el programa no puede traer " +
        "nada más. No tiene vuelta atrás.",
      en:
        "Its messages stay. What waits to leave is cancelled, and the program can bring nothing " +
        "more. There is no way back.",
    },
    button: { es: "Borrar la cuenta", en: "Delete the account" },
  },
  removed: { es: "Cuenta borrada", en: "Account deleted" },
  problems: { es: "Problemas", en: "Problems" },
  problemsMeans: {
    es: "Lo que entró y no se pudo leer. Se guarda 90 días.",
    en: "What came in and could not be read. It is kept for 90 days.",
  },
  noProblems: { es: "Todo lo que ha entrado se ha leído.", en: "All that came in was read." },
  problemCount: (n: number, text: string): Text => ({
    es: n === 1 ? "1 problema" : `${text} problemas`,
    en: n === 1 ? "1 problem" : `${text} problems`,
  }),
  attempts: (n: number): Text => ({
    es: n === 1 ? "1 intento" : `${n} intentos`,
    en: n === 1 ? "1 attempt" : `${n} attempts`,
  }),
  again: { es: "Leer otra vez", en: "Read again" },
  againOf: (id: string): Text => ({ es: `Leer otra vez ${id}`, en: `Read again ${id}` }),
  read: { es: "Leído: está en la bandeja", en: "Read: it is in the inbox" },
  readLater: { es: "Se leerá al reanudar la cuenta", en: "It is read once the account is resumed" },
  stillUnread: { es: "Sigue sin poder leerse", en: "It still cannot be read" },
  raw: { es: "Descargar", en: "Download" },
  rawOf: (id: string): Text => ({ es: `Descargar ${id}`, en: `Download ${id}` }),
  inbox: { es: "Ver sus contactos", en: "See its contacts" },
};
