/** Words of the page for a person's own passkeys and sessions. */
export const accountWords = {
  title: { es: "Tu acceso", en: "Your access" },
  lead: (email: string) => ({ es: `Has entrado como ${email}.`, en: `Signed in as ${email}.` }),
  proved: { es: "Correo comprobado", en: "Mailbox proved" },
  unproved: { es: "Correo sin comprobar", en: "Mailbox not proved" },
  unprovedLead: (company: string) => ({
    es:
      `Has entrado con una llave hecha por enlace, que solo abre ${company}. Prueba que el correo ` +
      "es tuyo y abrirá todas tus empresas.",
    en: `You came in with a passkey made by link, which opens ${company} only. Prove that the ` +
      "mailbox is yours, and it opens all your companies.",
  }),
  unprovedNoMail: (company: string) => ({
    es: `Has entrado con una llave hecha por enlace, que solo abre ${company}. Este servidor no ` +
      "envía correo, así que sigue así.",
    en: `You came in with a passkey made by link, which opens ${company} only. This server sends ` +
      "no mail, so it stays that way.",
  }),
  oneCompany: { es: "la empresa que te invitó", en: "the company that invited you" },
  prove: { es: "Enviarme un código", en: "Send me a code" },
  passkeys: { es: "Llaves de acceso", en: "Passkeys" },
  noPasskeys: {
    es: "Todavía ninguna. Con una entras sin esperar un código.",
    en: "None yet. With one you sign in without waiting for a code.",
  },
  unnamed: { es: "Llave de acceso", en: "Passkey" },
  made: (day: string) => ({ es: `Hecha el ${day}`, en: `Made on ${day}` }),
  used: (day: string) => ({ es: `usada el ${day}`, en: `used on ${day}` }),
  opens: (company: string) => ({ es: `Solo abre ${company}`, en: `Opens ${company} only` }),
  thisOne: { es: "Con la que has entrado", en: "You signed in with it" },
  add: { es: "Añadir una llave de acceso", en: "Add a passkey" },
  rename: { es: "Cambiar el nombre", en: "Rename" },
  name: { es: "Nombre", en: "Name" },
  nameWrong: {
    es: "Escribe un nombre de 1 a 60 caracteres.",
    en: "Write a name of 1 to 60 characters.",
  },
  save: { es: "Guardar", en: "Save" },
  remove: { es: "Quitar", en: "Remove" },
  removeLead: {
    es: "Quien la tenga ya no entra con ella, y se cierran las sesiones que abrió.",
    en: "Who has it can no longer sign in with it, and the sessions it opened end.",
  },
  removeConfirm: { es: "Quitar la llave", en: "Remove the passkey" },
  confirmFirst: {
    es: "Para añadir o quitar llaves, confirma antes que eres tú.",
    en: "To add or remove passkeys, first confirm that it is you.",
  },
  confirm: { es: "Confirmar", en: "Confirm" },
  sessions: { es: "Sesiones abiertas", en: "Open sessions" },
  since: (day: string) => ({ es: `Desde el ${day}`, en: `Since ${day}` }),
  here: { es: "Esta", en: "This one" },
  unknownDevice: { es: "Dispositivo desconocido", en: "Unknown device" },
  device: (browser: string, system: string) => ({
    es: `${browser} en ${system}`,
    en: `${browser} on ${system}`,
  }),
  end: { es: "Cerrar", en: "End" },
  endAll: { es: "Salir en todas partes", en: "Sign out everywhere" },
  leave: { es: "Salir", en: "Sign out" },
  done: {
    added: { es: "Llave añadida.", en: "Passkey added." },
    ended: { es: "Sesión cerrada.", en: "Session ended." },
    proved: {
      es: "Correo comprobado: tu llave abre todas tus empresas.",
      en: "Mailbox proved: your passkey opens all your companies.",
    },
    removed: { es: "Llave quitada.", en: "Passkey removed." },
    renamed: { es: "Nombre guardado.", en: "Name saved." },
  },
};
