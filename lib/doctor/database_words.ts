import type { Text } from "@/lib/words/language.ts";

const rolesScript = {
  es: "Ejecute lib/db/roles.sql como superusuario",
  en: "Run lib/db/roles.sql as a superuser",
};

/** What the checks of the database saw, and what to do. */
export const databaseWords = {
  database: {
    answers: (server: string): Text => ({
      es: `La base de datos responde: ${server}.`,
      en: `The database answers: ${server}.`,
    }),
    embedded: {
      es: "La base de datos incorporada se abre.",
      en: "The embedded database opens.",
    },
    notMade: {
      es: "La base de datos incorporada se creará al arrancar.",
      en: "The embedded database will be made at the first start.",
    },
    away: (reason: string): Text => ({
      es: `La base de datos no responde: ${reason}.`,
      en: `The database does not answer: ${reason}.`,
    }),
    bringBack: {
      es: "Arranque Postgres y compruebe el servidor, el puerto, el nombre y la contraseña de " +
        "DATABASE_URL.",
      en: "Start Postgres, and check the host, port, name and password in DATABASE_URL.",
    },
    bringOwner: {
      es: "Compruebe el servidor, el puerto, el nombre y la contraseña de MIGRATE_DATABASE_URL.",
      en: "Check the host, port, name and password in MIGRATE_DATABASE_URL.",
    },
    ownerAway: (reason: string): Text => ({
      es: `La base de datos no deja entrar a quien posee el esquema: ${reason}.`,
      en: `The database does not let the schema's owner in: ${reason}.`,
    }),
  },
  unread: {
    es: "Sin base de datos no se puede comprobar.",
    en: "It cannot be checked without the database.",
  },
  ofPostgres: {
    es: "La base de datos incorporada no lo necesita.",
    en: "The embedded database has no need of it.",
  },
  version: {
    is: (version: string): Text => ({
      es: `El servidor es PostgreSQL ${version}.`,
      en: `The server is PostgreSQL ${version}.`,
    }),
    update: {
      es: "Relevo necesita PostgreSQL 15 o posterior: actualícelo.",
      en: "Relevo needs PostgreSQL 15 or later: update it.",
    },
  },
  encoding: {
    is: (encoding: string): Text => ({
      es: `La codificación es ${encoding}.`,
      en: `The encoding is ${encoding}.`,
    }),
    makeAnew: {
      es: "Cree la base de datos de nuevo con la codificación UTF8.",
      en: "Make the database anew with the encoding UTF8.",
    },
  },
  collation: {
    same: {
      es: "Los índices tienen el orden de palabras de este servidor.",
      en: "The indexes have this server's order of words.",
    },
    changed: (then: string, now: string): Text => ({
      es: `El orden de palabras era de la versión ${then} y es de la ${now}: un índice puede no ` +
        "encontrar sus filas.",
      en: `The order of words was of version ${then} and is of ${now}: an index may not find its ` +
        "rows.",
    }),
    reindex: (database: string): Text => ({
      es: `Ejecute como su dueño «reindex database ${database}» y después «alter database ` +
        `${database} refresh collation version».`,
      en: `Run as its owner “reindex database ${database}”, then “alter database ${database} ` +
        "refresh collation version”.",
    }),
  },
  roles: {
    narrow: (login: string): Text => ({
      es: `El usuario «${login}» solo puede lo que el servicio necesita.`,
      en: `The login “${login}” may do just what the service needs.`,
    }),
    wide: (login: string, rights: string): Text => ({
      es: `El usuario «${login}» puede más de lo necesario: ${rights}.`,
      en: `The login “${login}” may do more than is needed: ${rights}.`,
    }),
    lacks: (login: string, roles: string): Text => ({
      es: `El usuario «${login}» no pertenece a ${roles}.`,
      en: `The login “${login}” is not a member of ${roles}.`,
    }),
    makeNarrow: {
      es: `${rolesScript.es}: crea un usuario que puede solo lo necesario.`,
      en: `${rolesScript.en}: it makes a login that may do just what is needed.`,
    },
    grant: {
      es: `${rolesScript.es}, con este usuario como «login».`,
      en: `${rolesScript.en}, with this login as “login”.`,
    },
  },
  schema: {
    newest: { es: "El esquema es el más nuevo.", en: "The schema is the newest." },
    lacks: (count: number): Text => ({
      es: count === 1 ? "Falta un cambio del esquema." : `Faltan ${count} cambios del esquema.`,
      en: count === 1 ? "A change of the schema is missing." : `${count} changes are missing.`,
    }),
    newer: (names: string): Text => ({
      es: `El esquema es de una versión más nueva: tiene ${names}.`,
      en: `The schema is of a newer version: it has ${names}.`,
    }),
    newerFits: (names: string): Text => ({
      es: `El esquema es de una versión más nueva, con la que esta trabaja: tiene ${names}.`,
      en: `The schema is of a newer version, with which this one works: it has ${names}.`,
    }),
    migrate: {
      es: "Ejecute «deno task migrate» con MIGRATE_DATABASE_URL; con ella, el arranque lo hace.",
      en: "Run “deno task migrate” with MIGRATE_DATABASE_URL; a start that has it does it too.",
    },
    update: {
      es: "Ponga la versión de Relevo que cambió el esquema, o restaure una copia anterior.",
      en: "Bring the version of Relevo that changed the schema, or restore an earlier back-up.",
    },
  },
  connections: {
    room: (free: number, most: number): Text => ({
      es: `Quedan ${free} de ${most} conexiones libres.`,
      en: `${free} of ${most} connections are free.`,
    }),
    raise: (needed: number): Text => ({
      es: `Cada proceso usa hasta ${needed}: suba max_connections en Postgres o baje ` +
        "DATABASE_POOL_SIZE.",
      en: `Each process takes up to ${needed}: raise max_connections in Postgres, or lower ` +
        "DATABASE_POOL_SIZE.",
    }),
  },
  pooler: {
    none: { es: "No hay nada entre Relevo y Postgres.", en: "Nothing is between it and Postgres." },
    shares: {
      es: "Un intermediario reparte las conexiones por transacción.",
      en: "A pooler shares connections out by transaction.",
    },
    refusesOptions: {
      es: "Un intermediario no pasa los ajustes de la conexión.",
      en: "A pooler does not pass the connection's settings on.",
    },
    session: {
      es: "Ponga pool_mode = session en PgBouncer, o dé en DATABASE_URL la dirección de Postgres.",
      en: "Set pool_mode = session in PgBouncer, or give Postgres' own address in DATABASE_URL.",
    },
    direct: {
      es: "Dé en DATABASE_URL la dirección de Postgres: sin sus ajustes nada limita lo que dura " +
        "una consulta.",
      en: "Give Postgres' own address in DATABASE_URL: without its settings nothing limits how " +
        "long a statement takes.",
    },
  },
  standby: {
    one: {
      es: "DATABASE_URL nombra un solo servidor.",
      en: "DATABASE_URL names one server.",
    },
    answer: (count: number): Text => ({
      es: `Los ${count} servidores de DATABASE_URL responden, y uno admite cambios.`,
      en: `All ${count} servers in DATABASE_URL answer, and one of them takes writes.`,
    }),
    faults: (list: string): Text => ({
      es: `No todos los servidores de DATABASE_URL están listos: ${list}.`,
      en: `Not all servers in DATABASE_URL are ready: ${list}.`,
    }),
    mend: {
      es: "Arránquelo o rehágalo como dice docs/operating/standby.md: sin él nadie toma el relevo.",
      en: "Start it or make it anew as docs/operating/standby.md says: nobody takes over without.",
    },
  },
  copy: {
    own: {
      es: "La base de datos está donde estuvo siempre.",
      en: "The database is where it has always been.",
    },
    fresh: {
      es: "La base de datos no se ha usado aún.",
      en: "The database has not been used yet.",
    },
    held: (es: string, en: string): Text => ({
      es: `La instalación está retenida: ${es}`,
      en: `The installation is held: ${en}`,
    }),
    elsewhere: (es: string, en: string): Text => ({
      es: `${es} Al arrancar quedará retenida.`,
      en: `${en} It will be held when it starts.`,
    }),
    release: {
      es: "Si es la instalación que trabaja y no una copia, ejecute «deno task release».",
      en: "If this is the installation that works, and no copy, run “deno task release”.",
    },
  },
  clock: {
    same: { es: "Los relojes van a la par.", en: "The clocks agree." },
    differs: (seconds: number): Text => ({
      es: `El reloj de esta máquina y el de la base de datos difieren en ${seconds} s.`,
      en: `The clocks of this machine and of the database differ by ${seconds} s.`,
    }),
    synchronise: {
      es: "Sincronice ambas máquinas con NTP («timedatectl set-ntp true»).",
      en: "Synchronise both machines by NTP (“timedatectl set-ntp true”).",
    },
  },
};
