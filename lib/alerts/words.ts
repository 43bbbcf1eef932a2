import type { AlertClass, AlertName } from "@/lib/alerts/alert.ts";
import type { Text } from "@/lib/words/language.ts";

/** Title, condition and advice of each alert. */
export const alertWords: Record<AlertName, { title: Text; when: Text; advice: Text }> = {
  database_away: {
    title: { es: "La base de datos no responde", en: "The database does not answer" },
    when: {
      es: "Un proceso no llega a la base de datos.",
      en: "A process does not reach the database.",
    },
    advice: {
      es:
        "Mira si el servidor de Postgres funciona y si se llega a él por la red. Quien llama a Relevo recibe 503 hasta entonces; no hace falta reiniciar Relevo.",
      en:
        "Look whether the Postgres server runs and can be reached. Callers of Relevo get 503 until then; Relevo needs no restart.",
    },
  },
  part_stuck: {
    title: { es: "Una parte de Relevo está parada", en: "A part of Relevo is stuck" },
    when: {
      es: "Una parte de un proceso no avanza.",
      en: "A part of a process makes no progress.",
    },
    advice: {
      es: "Mira el registro de ese proceso y reinícialo; nada se pierde con ello.",
      en: "Look at the log of that process and restart it; nothing is lost by that.",
    },
  },
  disk_full: {
    title: { es: "Queda poco sitio en un disco", en: "A disk is nearly full" },
    when: {
      es: "Queda libre menos del 10 % o de 2 GB, o la base de datos ya no puede escribir.",
      en: "Less than 10 % or 2 GB is free, or the database cannot write any more.",
    },
    advice: {
      es:
        "Haz sitio o amplía el disco. Cuando la base de datos ya no puede escribir, Relevo solo deja leer hasta que haya sitio.",
      en:
        "Make room, or enlarge the disk. Once the database cannot write, Relevo only reads until there is room.",
    },
  },
  callbacks_failing: {
    title: { es: "Un receptor de callbacks falla", en: "A receiver of callbacks fails" },
    when: {
      es: "Los tres últimos intentos a un receptor fallaron.",
      en: "The last three attempts to a receiver failed.",
    },
    advice: {
      es: "Avisa a quien lleva ese programa: Relevo lo sigue intentando durante tres días.",
      en: "Tell whoever runs that program: Relevo goes on trying for three days.",
    },
  },
  deliveries_late: {
    title: { es: "Hay envíos con retraso", en: "Deliveries are late" },
    when: { es: "Algo que debía salir sigue esperando.", en: "Something that is due still waits." },
    advice: {
      es: "Mira con `deno task status` si hay una parte parada y si la máquina da abasto.",
      en: "See by `deno task status` whether a part is stuck, and whether the machine keeps up.",
    },
  },
  given_up: {
    title: { es: "Se ha dejado de intentar un envío", en: "A delivery was given up" },
    when: {
      es: "Todos los intentos de un envío de las últimas 24 horas fallaron.",
      en: "All attempts of a delivery failed within the last 24 hours.",
    },
    advice: {
      es: "No habrá más intentos: avisa a la empresa. Termina a las 24 horas.",
      en: "There will be no more attempts: tell the company. It ends after 24 hours.",
    },
  },
  channel_failing: {
    title: { es: "Un canal falla", en: "A channel fails" },
    when: { es: "Un canal no puede recibir o enviar.", en: "A channel cannot receive or send." },
    advice: {
      es:
        "Avisa a la empresa: en Ajustes, Canales dice qué le pasa; casi siempre hay que volver a entrar en esa cuenta.",
      en:
        "Tell the company: Settings, Channels says what is wrong; mostly it has to sign in to that account again.",
    },
  },
  pushes_failing: {
    title: { es: "Los avisos a teléfonos fallan", en: "Pushes to phones fail" },
    when: {
      es: "Los tres últimos intentos a un servicio de avisos fallaron.",
      en: "The last three attempts to a push service failed.",
    },
    advice: {
      es:
        "Mira si se llega a ese servicio por la red y si VAPID_SUBJECT es una dirección de verdad.",
      en: "See whether that service can be reached, and whether VAPID_SUBJECT is a real address.",
    },
  },
  backup_old: {
    title: { es: "La copia de seguridad es antigua", en: "The back-up is old" },
    when: {
      es: "La última copia de BACKUP_DIR tiene más de BACKUP_MAX_AGE_HOURS, o no hay ninguna.",
      en: "The newest in BACKUP_DIR is older than BACKUP_MAX_AGE_HOURS, or there is none.",
    },
    advice: {
      es: "Haz una con `deno task backup` y mira por qué no se hizo la última prevista.",
      en: "Make one with `deno task backup`, and see why the last planned one was not made.",
    },
  },
  certificate_ends: {
    title: { es: "El certificado caduca pronto", en: "The certificate ends soon" },
    when: {
      es: "Al certificado de PUBLIC_URL le quedan menos de 14 días.",
      en: "The certificate of PUBLIC_URL has less than 14 days left.",
    },
    advice: {
      es: "Renueva el certificado de PUBLIC_URL: sin él, navegadores y programas se niegan.",
      en: "Renew the certificate of PUBLIC_URL: without it browsers and programs refuse.",
    },
  },
  sign_in_keys_away: {
    title: { es: "Faltan las claves de entrada", en: "The keys of sign-in are away" },
    when: {
      es: "No se pueden pedir las claves de GATEWAY_JWKS_URL.",
      en: "The keys of GATEWAY_JWKS_URL cannot be fetched.",
    },
    advice: {
      es:
        "GATEWAY_JWKS_URL no responde: mira si la puerta de entrada funciona. Quien ya entró sigue dentro mientras sirvan las claves anteriores.",
      en:
        "GATEWAY_JWKS_URL does not answer: see whether the gateway runs. Those who are in stay in while the last keys hold.",
    },
  },
  job_missing: {
    title: { es: "Un trabajo periódico no se hace", en: "Work that runs by itself is missing" },
    when: {
      es: "No ha acabado bien en el doble de su periodo.",
      en: "It has not ended well within twice its period.",
    },
    advice: {
      es: "Busca `recurring_failed` en el registro: dice por qué no acaba.",
      en: "Look for `recurring_failed` in the log: it says why it does not end.",
    },
  },
  standby_behind: {
    title: {
      es: "Falta o se retrasa un servidor de reserva",
      en: "A standby is behind or missing",
    },
    when: {
      es: "Va más de 60 s por detrás, o hay menos que en los últimos siete días.",
      en: "It is more than 60 s behind, or there are fewer than in the last seven days.",
    },
    advice: {
      es:
        "Mira si funciona y si recibe lo que escribe el primario. Si lo has quitado a propósito, se olvida a los siete días.",
      en:
        "See whether it runs and receives what the primary writes. One that was taken away on purpose is forgotten after seven days.",
    },
  },
  transaction_open: {
    title: { es: "Una transacción sigue abierta", en: "A transaction stays open" },
    when: {
      es: "Una transacción que puede escribir no acaba.",
      en: "A transaction that may write does not end.",
    },
    advice: {
      es:
        "Busca `transaction_stays_open` en el registro: dice de quién es. Ciérrala (pg_terminate_backend), pues frena la limpieza y a quienes leen novedades.",
      en:
        "Look for `transaction_stays_open` in the log: it says whose it is. End it (pg_terminate_backend), for it holds back vacuum and all who read what is new.",
    },
  },
  held: {
    title: { es: "La instalación está retenida", en: "The installation is held" },
    when: {
      es: "Nada sale de ella y nada se recoge.",
      en: "Nothing leaves it, and nothing is fetched.",
    },
    advice: {
      es: "Si no es una copia de prueba, suéltala con `deno task release`.",
      en: "If it is no test copy, release it with `deno task release`.",
    },
  },
  versions_differ: {
    title: { es: "Se sirven versiones distintas", en: "Different versions serve" },
    when: {
      es: "Los procesos no son todos de la misma versión.",
      en: "The processes are not all of one version.",
    },
    advice: {
      es: "Una actualización quedó a medias: reinicia los procesos que faltan.",
      en: "An update stopped halfway: restart the processes that are left.",
    },
  },
  errors: {
    title: { es: "Muchas peticiones fallan", en: "Many requests fail" },
    when: {
      es: "Más del 1 % de las peticiones de cinco minutos, y al menos cinco, acabaron en 5xx.",
      en: "More than 1 % of the requests of five minutes, and at least five, ended in 5xx.",
    },
    advice: {
      es: "Busca `request_failed` en el registro de ese proceso.",
      en: "Look for `request_failed` in the log of that process.",
    },
  },
  company_large: {
    title: { es: "Una empresa se acerca a su límite", en: "A company nears its bound" },
    when: {
      es: "Tiene más de la mitad de MAX_RECORDS_PER_COMPANY de una clase de fichas.",
      en: "It has more than half of MAX_RECORDS_PER_COMPANY of a kind of record.",
    },
    advice: {
      es:
        "Al llegar al límite no podrá crear más. Habla con ella, o sube MAX_RECORDS_PER_COMPANY si la máquina da para más.",
      en:
        "At the bound it cannot make more. Talk to it, or raise MAX_RECORDS_PER_COMPANY if the machine has room.",
    },
  },
  table_large: {
    title: { es: "Una tabla es muy grande", en: "A table is very large" },
    when: {
      es: "Tiene 50 millones de filas o 50 GB.",
      en: "It has 50 million rows or 50 GB.",
    },
    advice: {
      es: "Mira en docs/operating/growth.md cómo acortar lo que se guarda o partir la tabla.",
      en: "See docs/operating/growth.md on how to keep less or to partition the table.",
    },
  },
};

/** Names of facts, in the order in which they are listed. */
export const factWords = {
  company: { es: "Empresa", en: "Company" },
  channel: { es: "Canal", en: "Channel" },
  host: { es: "Servidor", en: "Host" },
  kind: { es: "Clase", en: "Kind" },
  part: { es: "Parte", en: "Part" },
  place: { es: "Disco", en: "Disk" },
  job: { es: "Trabajo", en: "Work" },
  standby: { es: "Servidor de reserva", en: "Standby" },
  table: { es: "Tabla", en: "Table" },
  process: { es: "Proceso", en: "Process" },
  versions: { es: "Versiones", en: "Versions" },
  reason: { es: "Motivo", en: "Reason" },
  count: { es: "Cuántos", en: "Count" },
  percent: { es: "Parte del total", en: "Share" },
  bytes: { es: "Sitio libre", en: "Room" },
  size: { es: "Tamaño", en: "Size" },
  seconds: { es: "Segundos", en: "Seconds" },
  at: { es: "Fecha", en: "Date" },
} satisfies Record<string, Text>;

/** Values of facts that are names of the program. */
export const valueWords: Record<string, Text> = {
  data: { es: "datos", en: "data" },
  backups: { es: "copias de seguridad", en: "back-ups" },
  database: { es: "base de datos", en: "database" },
  callback: { es: "avisos a programas (callbacks)", en: "callbacks" },
  push: { es: "avisos a teléfonos", en: "pushes" },
  message: { es: "mensajes", en: "messages" },
  mail: { es: "correos", en: "mails" },
  due: { es: "recordatorios", en: "reminders" },
};

export const classWords: Record<AlertClass, Text> = {
  down: { es: "Relevo no sirve", en: "Relevo does not serve" },
  act: { es: "hay que hacer algo", en: "something is to be done" },
  know: { es: "conviene saberlo", en: "good to know" },
};

export const messageWords = {
  lasts: (host: string, what: string): Text => ({
    es: `${host}: sigue: ${what}`,
    en: `${host}: still: ${what}`,
  }),
  ends: (host: string, what: string): Text => ({
    es: `${host}: resuelto: ${what}`,
    en: `${host}: over: ${what}`,
  }),
  several: (host: string, count: number): Text => ({
    es: `${host}: ${count} avisos`,
    en: `${host}: ${count} alerts`,
  }),
  since: (time: string): Text => ({ es: `Desde: ${time}`, en: `Since: ${time}` }),
  until: (time: string): Text => ({ es: `Hasta: ${time}`, en: `Until: ${time}` }),
  installation: (url: string): Text => ({ es: `Instalación: ${url}`, en: `Installation: ${url}` }),
  advice: (text: string): Text => ({ es: `Qué hacer: ${text}`, en: `What to do: ${text}` }),
  more: (count: number): Text => ({ es: `y ${count} más`, en: `and ${count} more` }),
  daily: {
    es: "Mientras dure, llegará un correo cada día; cuando acabe, otro.",
    en: "While it lasts, a mail comes each day; when it is over, another.",
  },
  over: { es: "Ya no hace falta hacer nada.", en: "Nothing is left to be done." },
  otherCompany: { es: "Es de otra empresa.", en: "It is of another company." },
};
