import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the steps that lead through connecting. */
export const guideWords = {
  title: { es: "Conectar paso a paso", en: "Connect step by step" },
  progress: (done: number, total: number): Text => ({
    es: `${done} de ${total} hechos`,
    en: `${done} of ${total} done`,
  }),
  openMeta: { es: "Abrirlo en Meta", en: "Open it at Meta" },
  done: { es: "Hecho", en: "Done" },
  todo: { es: "Por hacer", en: "To do" },
  steps: {
    app: { es: "La aplicación y su secreto", en: "The app and its secret" },
    hook: { es: "La dirección a la que llama Meta", en: "The address that Meta calls" },
    token: { es: "Un token de acceso", en: "An access token" },
    accounts: { es: "Números, páginas y cuentas", en: "Numbers, pages and accounts" },
    message: { es: "El primer mensaje", en: "The first message" },
  },
  where: {
    app: {
      es: "En developers.facebook.com: Mis aplicaciones, la tuya, Configuración de la app, " +
        "Básica. Copia de ahí el identificador y la clave secreta.",
      en: "At developers.facebook.com: My Apps, yours, App settings, Basic. Copy the app ID " +
        "and the app secret from there.",
    },
    hook: {
      es:
        "Relevo puede ponerla en Meta con el secreto. Lo que Meta no deje poner así se copia: en " +
        "la aplicación, Webhooks, para cada producto, la URL y el token de verificación.",
      en:
        "Relevo can set it at Meta with the secret. What Meta does not let be set so is copied: " +
        "in the app, Webhooks, for each product, the callback URL and the verify token.",
    },
    token: {
      es: "En business.facebook.com: Configuración, Usuarios del sistema. Asigna al usuario la " +
        "aplicación y sus números, páginas y cuentas, y genera un token sin caducidad con los " +
        "permisos de abajo. El de una cuenta que entra con Instagram se genera en la aplicación, " +
        "en Instagram, configuración de la API.",
      en: "At business.facebook.com: Settings, System users. Assign the app and its numbers, " +
        "pages and accounts to the user, and generate a token without an end that has the " +
        "permissions below. That of an account with Instagram Login is generated in the app, under " +
        "Instagram, API setup.",
    },
    accounts: {
      es: "Es lo que alcanza el token. Elige lo que debe entrar aquí.",
      en: "This is what the token reaches. Choose what is to come in here.",
    },
    message: {
      es:
        "Escribe a cada cuenta desde un teléfono que no tenga ningún papel en la aplicación: si " +
        "llega, llegará lo de cualquiera.",
      en: "Write to each account from a phone that has no role in the app: if that comes in, " +
        "anybody's will.",
    },
  },
  waits: {
    hook: {
      es: "Se puede en cuanto esté la aplicación.",
      en: "It can be done once the app is here.",
    },
    accounts: {
      es: "Pega antes un token: enseña lo que se puede conectar.",
      en: "Paste a token first: it shows what can be connected.",
    },
    message: {
      es: "Se puede en cuanto haya una cuenta.",
      en: "It can be done once there is an account.",
    },
  },
  check: { es: "Comprobar", en: "Check" },
  checking: { es: "Comprobando…", en: "Checking…" },
  subscribe: { es: "Que la ponga Relevo", en: "Have Relevo set it" },
  subscribing: { es: "Poniéndola…", en: "Setting it…" },
  byHand: { es: "O cópiala tú:", en: "Or copy it yourself:" },
  hookAddress: { es: "URL de devolución de llamada", en: "Callback URL" },
  verifyToken: { es: "Token de verificación", en: "Verify token" },
  copyOf: (what: string): Text => ({ es: `Copiar: ${what}`, en: `Copy: ${what}` }),
  copy: fieldWords.copy,
  copied: { es: "Copiado", en: "Copied" },
  notCopied: {
    es: "El navegador no deja copiar: selecciónalo y cópialo tú.",
    en: "The browser does not let copy: select it and copy it yourself.",
  },
  fields: { es: "Campos que se marcan en Meta", en: "Fields to choose at Meta" },
  handshake: { es: "Meta la comprobó", en: "Meta proved it" },
  noHandshake: {
    es: "Meta todavía no ha llamado. Esta página lo ve sola en cuanto llame.",
    en: "Meta has not called yet. This page sees it by itself once it does.",
  },
  heard: { es: "última llamada", en: "last call" },
  unheard: { es: "sin llamadas todavía", en: "no calls yet" },
  token: { es: "Token de acceso", en: "Access token" },
  tokenHint: {
    es: "Se usa para mirar qué alcanza; se guarda, cifrado, con cada cuenta que conectes.",
    en:
      "It is used to look at what it reaches; it is kept, encrypted, with each account that you " +
      "connect.",
  },
  permissions: { es: "Permisos", en: "Permissions" },
  look: { es: "Ver qué alcanza", en: "See what it reaches" },
  looking: { es: "Preguntando a Meta…", en: "Asking Meta…" },
  otherToken: {
    es: "Ya hay cuentas conectadas. Con otro token se conectan más.",
    en: "There are accounts already. Another token connects more.",
  },
  reached: { es: "Lo que alcanza el token", en: "What the token reaches" },
  reachesNone: {
    es:
      "Este token no alcanza ningún número, página ni cuenta. En Meta, asígnalos al usuario del " +
      "sistema y genera otro token.",
    en:
      "This token reaches no number, page or account. At Meta assign them to the system user and " +
      "generate another token.",
  },
  connected: { es: "Conectada", en: "Connected" },
  duplicate: {
    es: "Ya está conectada, aquí o en otra empresa que usa la aplicación.",
    en: "It is connected already, here or in another company that uses the app.",
  },
  butFails: { es: "Está conectada, pero todavía falla:", en: "It is connected, but fails yet:" },
  seeAccount: { es: "Ver la cuenta", en: "See the account" },
  already: { es: "Ya conectada", en: "Connected already" },
  connect: (n: number): Text => ({
    es: n === 1 ? "Conectar 1 cuenta" : `Conectar ${n} cuentas`,
    en: n === 1 ? "Connect 1 account" : `Connect ${n} accounts`,
  }),
  choose: { es: "Elige al menos una", en: "Choose at least one" },
  connecting: { es: "Conectando…", en: "Connecting…" },
  received: { es: "Último mensaje", en: "Last message" },
  notReceived: { es: "Todavía nada", en: "Nothing yet" },
  nothingComes: {
    es: "¿No llega? La aplicación debe estar publicada, no en desarrollo, y para Instagram y " +
      "Facebook, revisada. «Probar», en la página de la cuenta, dice qué falta.",
    en: "Does nothing come? The app must be live, not in development, and for Instagram and " +
      "Facebook reviewed. “Test” on the account's page says what is missing.",
  },
};
