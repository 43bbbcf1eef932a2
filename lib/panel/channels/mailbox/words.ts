import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of mailboxes in the settings of channels. */
export const mailboxWords = {
  connect: { es: "Conectar un buzón", en: "Connect a mailbox" },
  edit: { es: "Editar el buzón", en: "Edit the mailbox" },
  address: { es: "Dirección de correo", en: "E-mail address" },
  addressHint: {
    es: "Con ella se buscan los servidores: no hace falta saberlos.",
    en: "Its servers are looked up: there is no need to know them.",
  },
  go: { es: "Continuar", en: "Continue" },
  looking: { es: "Buscando sus servidores…", en: "Looking for its servers…" },
  other: { es: "Cambiar la dirección", en: "Change the address" },
  found: {
    known: (name: string): Text => ({ es: `Es de ${name}.`, en: `It is ${name}'s.` }),
    exchange: (name: string): Text => ({
      es: `El correo del dominio lo lleva ${name}.`,
      en: `The domain's mail is kept by ${name}.`,
    }),
    autoconfig: {
      es: "El dominio dice cuáles son sus servidores.",
      en: "The domain says which its servers are.",
    },
    guess: {
      es: "No se sabe cuáles son sus servidores: mira si los de abajo son los que da tu proveedor.",
      en: "Its servers are not known: see whether those below are what your provider says.",
    },
  },
  signInTakes: {
    es: "Con el nombre y el correo anterior de abajo. O con una contraseña:",
    en: "With the name and the earlier mail of below. Or with a password:",
  },
  signInInstead: {
    es: "Entonces se olvida la contraseña. Lo que has cambiado abajo, guárdalo antes.",
    en: "The password is forgotten then. Save what you changed below first.",
  },
  usePassword: { es: "Usar una contraseña", en: "Use a password" },
  keepSignIn: { es: "Seguir sin contraseña", en: "Go on without a password" },
  orPassword: { es: "O con una contraseña:", en: "Or with a password:" },
  password: { es: "Contraseña", en: "Password" },
  passwordHint: {
    es: "La del buzón, o una que el proveedor haga para programas. Se guarda cifrada.",
    en: "The mailbox's, or one that the provider makes for programs. It is kept encrypted.",
  },
  passwordStays: {
    es: "Solo si cambia. Otro servidor, puerto o cifrado la pide otra vez.",
    en: "Only where it changes. Another server, port or encryption needs it again.",
  },
  reads: { es: "Lee", en: "Reads" },
  andSent: { es: "y el correo enviado", en: "and sent mail" },
  since: { es: "desde", en: "since" },
  looked: { es: "Mirado por última vez", en: "Last looked into" },
  notLookedYet: {
    es: "Todavía no; se mira cada minuto",
    en: "Not yet; it is looked into every minute",
  },
  name: fieldWords.name,
  nameHint: {
    es: "Como lo llamáis entre vosotros.",
    en: "What you call it among yourselves.",
  },
  fromName: { es: "Nombre del remitente", en: "Sender's name" },
  fromNameHint: {
    es: "Sin él, el de quien escribe cada correo.",
    en: "Without it, that of who writes each mail.",
  },
  signature: { es: "Firma", en: "Signature" },
  signatureHint: { es: "Va al pie de cada correo.", en: "Stands below each mail." },
  past: { es: "Correo anterior", en: "Earlier mail" },
  pastHint: {
    es: "Entra sin avisar a nadie. En el buzón no cambia nada.",
    en: "It comes in and tells nobody. Nothing changes in the mailbox.",
  },
  months: {
    none: { es: "No traerlo: solo lo nuevo", en: "Leave it: only what is new" },
    last: (n: number): Text => ({
      es: n === 1 ? "El último mes" : `Los últimos ${n} meses`,
      en: n === 1 ? "The last month" : `The last ${n} months`,
    }),
  },
  sentCopy: {
    es: "Dejar una copia en «Enviados»",
    en: "Leave a copy in “Sent”",
  },
  servers: { es: "Servidores", en: "Servers" },
  sides: {
    imap: { es: "Entrada (IMAP)", en: "Incoming (IMAP)" },
    smtp: { es: "Salida (SMTP)", en: "Outgoing (SMTP)" },
  },
  host: { es: "Servidor", en: "Server" },
  port: { es: "Puerto", en: "Port" },
  security: { es: "Cifrado", en: "Encryption" },
  securities: {
    tls: { es: "TLS desde el principio", en: "TLS from the start" },
    starttls: { es: "STARTTLS, tras conectar", en: "STARTTLS, once connected" },
    none: { es: "Sin cifrar", en: "Not encrypted" },
  },
  user: { es: "Usuario", en: "User name" },
  folder: { es: "Carpeta que se lee", en: "Folder that is read" },
  authservId: { es: "Quién comprueba a los remitentes", en: "Who checks senders" },
  authservIdHint: {
    es:
      "El nombre con que el servidor firma Authentication-Results. Sin él, todo remitente queda " +
      "sin verificar.",
    en:
      "The name that the server gives in Authentication-Results. Without it no sender is verified.",
  },
  save: { es: "Conectar y probar", en: "Connect and test" },
  connected: { es: "Buzón conectado", en: "Mailbox connected" },
  works: {
    es: "Funciona. Lo que llegue está en la bandeja en menos de un minuto.",
    en: "It works. What comes is in the inbox within a minute.",
  },
  stuck: {
    es: "El buzón está guardado, pero todavía no funciona.",
    en: "The mailbox is kept, but does not work yet.",
  },
  correct: { es: "Corregir", en: "Correct it" },
  page: { es: "Ver la cuenta", en: "See the account" },
  incoming: { es: "Servidor de entrada", en: "Incoming server" },
  outgoing: { es: "Servidor de salida", en: "Outgoing server" },
  imported: (done: string, total: string): Text => ({
    es: `Está entrando: ${done} de ${total}`,
    en: `Coming in: ${done} of ${total}`,
  }),
  detail: {
    es: "Un buzón: el correo que entra, el que sale y cómo está.",
    en: "A mailbox: the mail that comes in, what leaves, and how it is.",
  },
  removeText: {
    es:
      "Sus mensajes se quedan, también en el buzón. Lo que espera para salir se cancela. No tiene " +
      "vuelta atrás.",
    en:
      "Its messages stay, in the mailbox too. What waits to leave is cancelled. There is no way " +
      "back.",
  },
  automatic: { es: "Correo automático", en: "Automatic mail" },
  automaticMeans: {
    es: "Avisos de ausencia, devoluciones y lo que ninguna persona ha escrito: no crea contactos " +
      "ni avisa. Se guarda 90 días, y se puede abrir durante 30.",
    en: "Out-of-office notes, returned mail and what nobody sat down to write: it makes no " +
      "contact and tells nobody. It is kept for 90 days, and can be opened for 30.",
  },
  noAutomatic: {
    es: "No ha entrado correo automático.",
    en: "No automatic mail has come in.",
  },
  allAutomatic: (n: string): Text => ({ es: `Ver los ${n}`, en: `See all ${n}` }),
  kinds: {
    list: { es: "Boletín", en: "Newsletter" },
    auto_reply: { es: "Respuesta automática", en: "Automatic reply" },
    bounce: { es: "Devuelto", en: "Returned" },
    report: { es: "Informe de entrega", en: "Delivery report" },
    own: { es: "Del propio buzón", en: "From the mailbox itself" },
    self: { es: "De la propia cuenta", en: "From the account itself" },
    group: { es: "De un grupo", en: "From a group" },
  },
  open: { es: "Abrir", en: "Open" },
  gone: { es: "Ya no se puede abrir", en: "It can no longer be opened" },
  opening: { es: "Abriendo el correo…", en: "Opening the mail…" },
  cannotRead: {
    es: "El correo original ya no se guarda, o no se puede leer.",
    en: "The original mail is no longer kept, or cannot be read.",
  },
  original: { es: "Descargar el original", en: "Download the original" },
  person: { es: "Lo escribió una persona", en: "A person wrote this" },
  personMeans: (address: string): Text => ({
    es: `Pasa a la bandeja, y los próximos de ${address} también.`,
    en: `It moves to the inbox, and so will the next ones of ${address}.`,
  }),
  personDone: { es: "Está en la bandeja", en: "It is in the inbox" },
  personWaits: {
    es: "Se leerá cuando la cuenta siga.",
    en: "It will be read when the account is resumed.",
  },
  personFailed: {
    es: "No se ha podido leer: está entre los problemas de la cuenta.",
    en: "It could not be read: it is among the account's problems.",
  },
  files: { es: "Archivos", en: "Files" },
  noSubject: { es: "Sin asunto", en: "No subject" },
};
