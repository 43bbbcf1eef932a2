import type { Text } from "@/lib/words/language.ts";

/** What the checks of this machine's settings and files saw, and what to do. */
export const machineWords = {
  late: {
    es: "La comprobación no terminó en 20 segundos.",
    en: "The check did not end within 20 seconds.",
  },
  lookAgain: {
    es: "Algo no responde: mire los demás fallos y repita «deno task doctor».",
    en: "Something does not answer: see the other failures, and run “deno task doctor” again.",
  },
  settings: {
    right: { es: "Los ajustes se pueden leer.", en: "The settings can be read." },
    wrong: (lines: string): Text => ({
      es: `Hay ajustes incorrectos:\n${lines}`,
      en: `Settings are wrong:\n${lines}`,
    }),
    correct: {
      es: "Corrija los que se nombran; docs/operating/settings.md dice qué vale cada uno.",
      en: "Put right those that are named; docs/operating/settings.md says what each may be.",
    },
    unread: {
      es: "Con ajustes incorrectos no se puede comprobar.",
      en: "It cannot be checked while settings are wrong.",
    },
  },
  build: {
    current: (id: string): Text => ({
      es: `La compilación ${id} es de estas fuentes.`,
      en: `Build ${id} is of these sources.`,
    }),
    none: {
      es: "No hay nada compilado para el navegador.",
      en: "Nothing is built for the browser.",
    },
    old: (id: string): Text => ({
      es: `La compilación ${id} es de otras fuentes.`,
      en: `Build ${id} is of other sources.`,
    }),
    make: { es: "Ejecute «deno task build».", en: "Run “deno task build”." },
  },
  disk: {
    room: (es: string, en: string): Text => ({
      es: `Hay sitio en DATA_DIR: ${es} libres.`,
      en: `DATA_DIR has room: ${en} are free.`,
    }),
    little: (es: string, en: string): Text => ({
      es: `Queda poco sitio en DATA_DIR: ${es}.`,
      en: `DATA_DIR has little room: ${en}.`,
    }),
    makeRoom: {
      es: "Libere espacio o ponga un disco mayor antes de que se llene.",
      en: "Free some, or bring a larger disk before it is full.",
    },
    unwritable: (folder: string, reason: string): Text => ({
      es: `No se puede escribir en ${folder}: ${reason}.`,
      en: `Nothing can be written in ${folder}: ${reason}.`,
    }),
    own: {
      es:
        "Haga de la carpeta el usuario con el que trabaja Relevo («chown»), y deje sitio en ella.",
      en: "Give the folder to the user that Relevo runs as (“chown”), and leave room in it.",
    },
  },
  secrets: {
    open: {
      es: "Las claves abren los secretos guardados.",
      en: "The keys open the secrets that are stored.",
    },
    none: {
      es: "Sin SECRETS_KEYS no hay canales: ni correo, ni WhatsApp, ni programas.",
      en: "Without SECRETS_KEYS there are no channels: no mail, no WhatsApp, no programs.",
    },
    make: {
      es: "Ponga en SECRETS_KEYS lo que da «openssl rand -base64 32», y guárdelo aparte.",
      en: "Put what “openssl rand -base64 32” gives into SECRETS_KEYS, and keep it apart.",
    },
    lost: (count: number): Text => ({
      es: count === 1
        ? "Falta una clave con la que se cerraron secretos guardados."
        : `Faltan ${count} claves con las que se cerraron secretos guardados.`,
      en: count === 1
        ? "A key that stored secrets were sealed with is missing."
        : `${count} keys that stored secrets were sealed with are missing.`,
    }),
    bringBack: {
      es: "Añada a SECRETS_KEYS la que falta, detrás de la nueva, o escriba de nuevo las " +
        "contraseñas de los canales.",
      en: "Add the missing one to SECRETS_KEYS, behind the new one, or enter the channels' " +
        "passwords anew.",
    },
  },
  backup: {
    recent: (at: string): Text => ({
      es: `La última copia de seguridad es de ${at}.`,
      en: `The last back-up is of ${at}.`,
    }),
    ahead: (at: string): Text => ({
      es: `La última copia de seguridad es de ${at}, que aún no ha llegado.`,
      en: `The last back-up is of ${at}, which has not come yet.`,
    }),
    setClock: {
      es: "Compruebe el reloj de esta máquina y el de la que hace las copias (timedatectl).",
      en: "Check the clock of this machine and of the one that makes back-ups (timedatectl).",
    },
    unset: {
      es: "BACKUP_DIR no está: Relevo no sabe de copias de seguridad hechas por otros medios.",
      en: "BACKUP_DIR is not set: Relevo knows nothing of back-ups made by other means.",
    },
    none: (folder: string): Text => ({
      es: `No hay ninguna copia de seguridad en ${folder}.`,
      en: `There is no back-up in ${folder}.`,
    }),
    old: (at: string): Text => ({
      es: `La última copia de seguridad es vieja: de ${at}.`,
      en: `The last back-up is old: of ${at}.`,
    }),
    make: {
      es: "Ejecute «deno task backup», y compruebe que cada noche se ejecuta.",
      en: "Run “deno task backup”, and see that it is run each night.",
    },
  },
};
