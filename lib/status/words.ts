import type { ChannelState, OwedKind } from "@/lib/status/status.ts";
import type { Text } from "@/lib/words/language.ts";

export const owedWords: Record<OwedKind, Text> = {
  callback: { es: "Avisos a programas", en: "Callbacks" },
  push: { es: "Avisos a teléfonos", en: "Pushes" },
  message: { es: "Mensajes", en: "Messages" },
  mail: { es: "Correos", en: "Mails" },
  due: { es: "Recordatorios", en: "Reminders" },
};

const stateWords: Record<ChannelState, (count: number) => Text> = {
  works: (count) => ({
    es: count === 1 ? "1 funciona" : `${count} funcionan`,
    en: count === 1 ? "1 works" : `${count} work`,
  }),
  fails: (count) => ({
    es: count === 1 ? "1 falla" : `${count} fallan`,
    en: count === 1 ? "1 fails" : `${count} fail`,
  }),
  rests: (count) => ({
    es: count === 1 ? "1 en pausa" : `${count} en pausa`,
    en: `${count} paused`,
  }),
};

const counted = (one: Text, many: Text) => (count: number): Text => ({
  es: `${count} ${(count === 1 ? one : many).es}`,
  en: `${count} ${(count === 1 ? one : many).en}`,
});

export const factWords = {
  state: stateWords,
  titles: {
    instances: { es: "Procesos", en: "Processes" },
    owed: { es: "Lo que tiene que salir", en: "What has to leave" },
    channels: { es: "Canales", en: "Channels" },
    jobs: { es: "Trabajos periódicos", en: "Work that runs by itself" },
    database: { es: "Base de datos", en: "Database" },
    growth: { es: "Lo que crece", en: "What grows" },
    machine: { es: "Discos, certificado y copias", en: "Disks, certificate and back-ups" },
  },
  since: (time: string): Text => ({ es: `desde: ${time}`, en: `since: ${time}` }),
  until: (time: string): Text => ({ es: `hasta: ${time}`, en: `until: ${time}` }),
  last: (time: string): Text => ({ es: `última vez: ${time}`, en: `last: ${time}` }),
  seen: (time: string): Text => ({ es: `visto: ${time}`, en: `seen: ${time}` }),
  build: (build: string): Text => ({ es: `compilación ${build}`, en: `build ${build}` }),
  noInstance: {
    es: "Ningún proceso ha dicho en dos minutos que sirve.",
    en: "No process has said within two minutes that it serves.",
  },
  stuck: (parts: string): Text => ({ es: `parado: ${parts}`, en: `stuck: ${parts}` }),
  wait: counted({ es: "espera", en: "waits" }, { es: "esperan", en: "wait" }),
  oldest: (time: string): Text => ({
    es: `lo más antiguo debía salir: ${time}`,
    en: `the oldest was due: ${time}`,
  }),
  givenUp: counted(
    { es: "abandonado en 24 horas", en: "given up within 24 hours" },
    { es: "abandonados en 24 horas", en: "given up within 24 hours" },
  ),
  noChannel: { es: "No hay ninguno.", en: "There is none." },
  unread: counted(
    { es: "mensaje recibido sin leer", en: "received message is not read yet" },
    { es: "mensajes recibidos sin leer", en: "received messages are not read yet" },
  ),
  problems: counted(
    { es: "problema que las empresas no han resuelto", en: "problem is left to the companies" },
    { es: "problemas que las empresas no han resuelto", en: "problems are left to the companies" },
  ),
  jobsDone: (good: number, all: number): Text => ({
    es: `${good} de ${all} han acabado bien alguna vez`,
    en: `${good} of ${all} have ended well`,
  }),
  server: (version: string, size: string): Text => ({
    es: `Postgres ${version}, ocupa ${size}`,
    en: `Postgres ${version}, takes ${size}`,
  }),
  embedded: (version: string, size: string): Text => ({
    es: `La incorporada (Postgres ${version}), ocupa ${size}`,
    en: `The embedded one (Postgres ${version}), takes ${size}`,
  }),
  schema: (name: string): Text => ({ es: `Esquema ${name}`, en: `Schema ${name}` }),
  connections: (count: number, most: number): Text => ({
    es: count === 1 ? `1 conexión de ${most}` : `${count} conexiones de ${most}`,
    en: count === 1 ? `1 connection of ${most}` : `${count} connections of ${most}`,
  }),
  standby: (name: string, seconds: number | null): Text => ({
    es: `Servidor de reserva ${name}: ${seconds ?? "?"} s por detrás`,
    en: `Standby ${name}: ${seconds ?? "?"} s behind`,
  }),
  rows: (count: number): Text => ({
    es: `${count.toLocaleString("es-ES")} ${count === 1 ? "fila" : "filas"}`,
    en: `${count.toLocaleString("en-GB")} ${count === 1 ? "row" : "rows"}`,
  }),
  measured: (time: string): Text => ({ es: `Medido: ${time}`, en: `Measured: ${time}` }),
  unmeasured: {
    es: "Aún no se ha medido: se hace cada hora.",
    en: "It has not been measured yet: that is done each hour.",
  },
  synchronous: { es: "síncrono", en: "synchronous" },
  places: {
    data: { es: "Disco de los datos", en: "Disk of the data" },
    backups: { es: "Disco de las copias", en: "Disk of the back-ups" },
  },
  free: (free: string, all: string): Text => ({
    es: `quedan ${free} de ${all}`,
    en: `${free} of ${all} are free`,
  }),
  certificate: { es: "Certificado", en: "Certificate" },
  backup: (time: string, size: string): Text => ({
    es: `Última copia de seguridad: ${time} (${size})`,
    en: `Last back-up: ${time} (${size})`,
  }),
  backupAhead: (time: string): Text => ({
    es: `La última copia de seguridad dice ${time}, que aún no ha llegado: compruebe los relojes.`,
    en: `The last back-up says ${time}, which has not come yet: check the clocks.`,
  }),
  noBackup: {
    es: "No se sabe de ninguna copia de seguridad: BACKUP_DIR no tiene ninguna.",
    en: "No back-up is known: there is none in BACKUP_DIR.",
  },
  well: { es: "Todo va bien.", en: "All is well." },
  wrong: { es: "Qué va mal", en: "What is wrong" },
};
