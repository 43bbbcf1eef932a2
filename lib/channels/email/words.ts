import type { Text } from "@/lib/words/language.ts";

/** Words for mailboxes, their servers and their providers. */

export const mailStepWords = {
  imap: {
    address: { es: "Servidor de entrada", en: "Incoming server" },
    login: { es: "Entrar en el buzón", en: "Sign in to the mailbox" },
    folder: { es: "Abrir la carpeta", en: "Open the folder" },
  },
  smtp: {
    address: { es: "Servidor de salida", en: "Outgoing server" },
    login: { es: "Entrar para enviar", en: "Sign in to send" },
    folder: { es: "Carpeta de enviados", en: "Folder of sent mail" },
  },
};

export const mailAdviceWords = {
  login: {
    es: "Comprueba usuario y contraseña. Muchos proveedores piden una contraseña de aplicación.",
    en: "Check user name and password. Many providers want a password made for applications.",
  },
  refused_address: {
    es: "Comprueba el nombre del servidor. Uno de una red propia, o sin cifrar, lo tiene que " +
      "permitir quien administra el servicio (CHANNEL_ALLOW_NETS).",
    en: "Check the name of the server. One in a network of one's own, or without encryption, " +
      "must be allowed by the operator (CHANNEL_ALLOW_NETS).",
  },
  port_not_allowed: {
    es: "Usa 993 o 143 para la entrada y 465 o 587 para la salida.",
    en: "Use 993 or 143 for incoming and 465 or 587 for outgoing mail.",
  },
  certificate_name: {
    es: "Escribe el nombre del servidor que figura en su certificado; suele darlo el proveedor.",
    en: "Give the server's name as its certificate has it; the provider usually says it.",
  },
  tls: {
    es: "El servidor necesita un certificado de una autoridad pública que no haya caducado; o el " +
      "puerto no es el de TLS.",
    en: "The server needs a certificate of a public authority that has not expired; or the port " +
      "is not that of TLS.",
  },
  no_starttls: {
    es: "Prueba con TLS: 993 para la entrada y 465 para la salida.",
    en: "Try TLS: 993 for incoming and 465 for outgoing mail.",
  },
  folder: {
    es: "Comprueba el nombre de la carpeta; la de entrada es INBOX.",
    en: "Check the folder's name; that of incoming mail is INBOX.",
  },
  secret: {
    es: "Escribe otra vez la contraseña, o devuelve la clave antigua a SECRETS_KEYS.",
    en: "Give the password again, or put the old key back in SECRETS_KEYS.",
  },
  signIn: {
    es: "Entra otra vez con el proveedor: el permiso ha caducado o alguien lo ha retirado.",
    en: "Sign in with the provider again: the permission has expired or was withdrawn.",
  },
  oauth_missing: {
    es: "Quien administra el servicio tiene que registrarlo con el proveedor " +
      "(GOOGLE_OAUTH_CLIENT_ID, MICROSOFT_OAUTH_CLIENT_ID).",
    en: "The operator must register the service with the provider (GOOGLE_OAUTH_CLIENT_ID, " +
      "MICROSOFT_OAUTH_CLIENT_ID).",
  },
  server: {
    es: "Comprueba servidor, puerto y cifrado, y que el servidor está en marcha.",
    en: "Check server, port and encryption, and that the server runs.",
  },
};

export const oauthRefusalWords = {
  state: {
    es: "no es de una entrada que hayas empezado aquí en los últimos diez minutos",
    en: "is not of a sign-in that you began here in the last ten minutes",
  },
};

export const serverRefusalWords = {
  not_public: {
    es: "debe ser de un servidor con una dirección pública, y no se ha encontrado ninguna",
    en: "must be of a server with a public address, and none was found",
  },
  port_not_allowed: {
    es: "debe ser 993 o 143 para la entrada, 465, 587 o 25 para la salida",
    en: "must be 993 or 143 for incoming, 465, 587 or 25 for outgoing mail",
  },
  plain: {
    es: "debe ser tls o starttls: sin cifrar solo se llega a servidores que haya permitido quien " +
      "administra el servicio",
    en: "must be tls or starttls: only servers that the operator allows are reached without " +
      "encryption",
  },
};

export const providerAdviceWords = {
  appPassword: (where: string): Text => ({
    es: `La contraseña de siempre no vale aquí: crea una contraseña de aplicación (${where}).`,
    en: `The usual password is not taken here: make an app password (${where}).`,
  }),
  usual: {
    es: "Usuario es la dirección entera. Comprueba la contraseña en el correo web.",
    en: "The user name is the whole address. Check the password in the web mail.",
  },
  noPassword: {
    es: "Microsoft ya no deja entrar con contraseña en la mayoría de sus buzones.",
    en: "Microsoft no longer lets a password into most of its mailboxes.",
  },
  allowImap: {
    es: "Permite primero IMAP en los ajustes del correo web.",
    en: "Allow IMAP in the settings of the web mail first.",
  },
};
