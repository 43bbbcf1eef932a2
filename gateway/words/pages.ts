/** Words of the gateway's pages. */

export const frameWords = {
  back: { es: "Volver a Relevo", en: "Back to Relevo" },
};

export const signInWords = {
  title: { es: "Entra en Relevo", en: "Sign in to Relevo" },
  again: { es: "Confirma que eres tú", en: "Confirm that it is you" },
  lead: {
    es: "Con la llave de este dispositivo: tu huella, tu cara o su PIN.",
    en: "With the passkey of this device: your finger, your face or its PIN.",
  },
  passkey: { es: "Entrar con una llave de acceso", en: "Sign in with a passkey" },
  noScript: {
    es: "Las llaves necesitan JavaScript, que este navegador tiene apagado.",
    en: "Passkeys need JavaScript, which is off in this browser.",
  },
  noPasskeys: {
    es: "Este navegador no admite llaves. Usa uno más nuevo, u otro dispositivo.",
    en: "This browser has no passkeys. Use a newer one, or another device.",
  },
  cancelled: {
    es: "No se ha usado ninguna llave. Si no tienes ninguna aquí, entra de otra manera.",
    en: "No passkey was used. If you have none here, sign in another way.",
  },
  already: {
    es: "Este dispositivo ya tiene una llave de esta dirección. Entra con ella.",
    en: "This device has a passkey of this address already. Sign in with it.",
  },
  offline: {
    es: "No se ha podido conectar. Comprueba la conexión e inténtalo de nuevo.",
    en: "The connection failed. Check it and try again.",
  },
  waiting: { es: "Esperando a tu dispositivo…", en: "Waiting for your device…" },
  or: { es: "o", en: "or" },
  email: { es: "Correo electrónico", en: "E-mail address" },
  emailWrong: {
    es: "Escribe una dirección completa, como ana@empresa.es.",
    en: "Write a whole address, such as ana@company.com.",
  },
  send: { es: "Enviarme un código", en: "Send me a code" },
  lost: {
    es: "¿Has perdido tus llaves? Entra con otra que tengas, o pide un enlace a quien lleva el " +
      "servidor.",
    en: "Lost your passkeys? Use another one of yours, or ask whoever runs the server for a link.",
  },
  lostWithMail: {
    es: "¿Has perdido tus llaves? Entra con un código y quítalas de la lista.",
    en: "Lost your passkeys? Sign in with a code and remove them from your list.",
  },
  here: (email: string) => ({
    es: `Has entrado como ${email}.`,
    en: `You are signed in as ${email}.`,
  }),
  goOn: { es: "Seguir", en: "Go on" },
  leave: { es: "Salir", en: "Sign out" },
  leaveTitle: { es: "¿Salir de Relevo?", en: "Sign out of Relevo?" },
  leaveLead: {
    es: "Otra página te ha traído hasta aquí. Solo sales si lo dices.",
    en: "Another page brought you here. You are signed out only if you say so.",
  },
};

export const codeWords = {
  title: { es: "Mira tu correo", en: "Look at your mail" },
  lead: (email: string) => ({
    es: `Si ${email} puede entrar, le llega un código de seis cifras. Vale diez minutos.`,
    en: `If ${email} may enter, a code of six digits arrives there. It is good for ten minutes.`,
  }),
  code: { es: "Código", en: "Code" },
  submit: { es: "Entrar", en: "Sign in" },
  other: { es: "Usar otra dirección", en: "Use another address" },
  resend: { es: "Enviar otro código", en: "Send another code" },
  nothing: {
    es: "Si no llega, mira en el correo no deseado, o espera antes de pedir otro.",
    en: "If none arrives, look among the junk, or wait before you ask for another.",
  },
};

export const invitationWords = {
  title: (company: string) => ({ es: `Entra en ${company}`, en: `Join ${company}` }),
  lead: (company: string, email: string) => ({
    es:
      `${company} te invita a Relevo como ${email}. Crea una llave de acceso en este dispositivo: con ella ` +
      "entras, sin contraseña.",
    en:
      `${company} invites you to Relevo as ${email}. Make a passkey on this device: it lets you ` +
      "in, without a password.",
  }),
  recover: (email: string) => ({
    es: `Crea una llave nueva para ${email}. Las que tenías siguen valiendo hasta que las quites.`,
    en: `Make a new passkey for ${email}. Those you had stay good until you remove them.`,
  }),
  make: { es: "Crear una llave de acceso", en: "Make a passkey" },
  only: (company: string) => ({
    es: `Hasta que pruebes que el correo es tuyo, esta llave solo abre ${company}.`,
    en: `Until you prove that the mailbox is yours, this passkey opens ${company} only.`,
  }),
  leads: (company: string, email: string) => ({
    es: `${email} ya tiene cómo entrar. Entra con tu llave y verás ${company}.`,
    en: `${email} has a way in already. Sign in with your passkey to see ${company}.`,
  }),
  leadsByCode: (company: string, email: string) => ({
    es: `${email} ya está en Relevo. Entra y verás ${company}.`,
    en: `${email} is in Relevo already. Sign in to see ${company}.`,
  }),
  sendTo: (email: string) => ({ es: `Enviar un código a ${email}`, en: `Send a code to ${email}` }),
  otherTitle: { es: "Este enlace es de otra persona", en: "This link is for somebody else" },
  other: (mine: string, theirs: string) => ({
    es: `Has entrado como ${mine}, y este enlace es para ${theirs}. Si es tuyo, sal primero; si ` +
      "no, dáselo sin abrirlo.",
    en: `You are signed in as ${mine}, and this link is for ${theirs}. If it is yours, sign out ` +
      "first; if not, hand it on unopened.",
  }),
  leave: { es: "Salir y seguir", en: "Sign out and go on" },
  endedTitle: { es: "El enlace ya no vale", en: "The link has ended" },
  endedHere: (mine: string) => ({
    es: `Este enlace ya se ha usado o ha caducado. No te hace falta: has entrado como ${mine}.`,
    en: `This link has been used, or has expired. You need none: you are signed in as ${mine}.`,
  }),
};
