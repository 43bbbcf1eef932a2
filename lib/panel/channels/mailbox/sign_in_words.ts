export const signInWords = {
  title: { es: "Conectar un buzón", en: "Connect a mailbox" },
  finishing: { es: "Conectando el buzón…", en: "Connecting the mailbox…" },
  declined: {
    es: "No has dado permiso, y no se ha conectado nada.",
    en: "You gave no permission, and nothing was connected.",
  },
  back: { es: "Volver a los canales", en: "Back to the channels" },
  signIn: (provider: string) => ({
    es: `Entrar con ${provider}`,
    en: `Sign in with ${provider}`,
  }),
  signInAgain: (provider: string) => ({
    es: `Entrar otra vez con ${provider}`,
    en: `Sign in with ${provider} again`,
  }),
  missing: (provider: string) => ({
    es: `Para entrar con ${provider}, quien administra el servicio tiene que registrarlo ` +
      "antes con ese proveedor (docs/operating/settings.md).",
    en: `To sign in with ${provider}, the operator must register the service with it first ` +
      "(docs/operating/settings.md).",
  }),
  reason: (what: string) => ({ es: `Ha dicho: ${what}`, en: `It said: ${what}` }),
};
